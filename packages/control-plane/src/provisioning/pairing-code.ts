import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { roleChanged } from '@bridge/identity/access/membership'
import type { OwnedRealmId } from '@bridge/identity/access/owned'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { noInput, operation } from '../operation/operation.ts'
import { hashPairingCode, mintPairingCode } from '../pairing/pairing-code-text.ts'
import type { Services } from '../services/services.ts'
import { insertPairingCode } from './pairing-code.store.ts'
import { withinQuota } from './quota.ts'

const lifetimeMs = 10 * 60_000

const pairingCodeSchema = z.strictObject({ id: z.string(), createdAt: timeSchema, expiresAt: timeSchema })

/** A new pairing code. Only its creation returns `code`; the database keeps its hash. */
export interface IssuedPairingCode {
  readonly pairingCode: z.output<typeof pairingCodeSchema>
  readonly code: string
}

/** Where a code comes from. */
export interface PairingCodeIssue {
  readonly realmId: OwnedRealmId
  readonly caller: Caller
  /** The issuing set-up link, which the code never outlives; an admin needs none. */
  readonly setupLink?: { readonly id: string; readonly expiresAt: Date }
}

/**
 * Issues a code an agent redeems for its token within 10 minutes, once. It ends earlier ones from the same link, or
 * from the realm's admins.
 *
 * @throws Problem `sandbox_realm`, `quota_reached`, or `invalid_request` if the link has paired an agent already
 */
export async function issuePairingCode(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  { realmId, caller, setupLink }: PairingCodeIssue,
): Promise<IssuedPairingCode> {
  const code = mintPairingCode()
  const createdAt = services.clock()
  const expiresAt = new Date(Math.min(createdAt.getTime() + lifetimeMs, setupLink?.expiresAt.getTime() ?? Infinity))
  const codeHash = hashPairingCode(code, services.config.sessionSecret)
  const row = await withinQuota(services, 'agentTokens', realmId, (database) =>
    insertPairingCode(
      database,
      { realmId, setupLinkId: setupLink?.id ?? null, codeHash, createdAt, expiresAt },
      caller,
    ),
  )
  if (row === 'role-changed') throw roleChanged()
  if (row === 'sandbox') {
    throw new Problem('sandbox_realm', 'A sandbox realm needs no agent. Create pairing codes for production realms.')
  }
  if (row === 'paired') {
    throw new Problem('invalid_request', 'An agent was paired through this link already. Ask for a new link.')
  }
  const pairingCode = { id: row.id, createdAt: formatTime(row.createdAt), expiresAt: formatTime(row.expiresAt) }
  return { pairingCode, code }
}

export const pairingCodeOperations = {
  createPairingCode: operation({
    route: 'POST /realms/{realmId}/pairing-codes',
    summary:
      'Issues a code that an agent redeems for its token within 10 minutes, once, and ends earlier ones. Only this response shows it.',
    about: 'realm',
    role: 'admin',
    input: noInput,
    problems: ['sandbox_realm', 'quota_reached'],
    creates: { secret: 'code' },
    output: z.strictObject({ pairingCode: pairingCodeSchema, code: z.string() }),
    status: 201,
    run: (services, { id, caller }) => issuePairingCode(services, { realmId: id, caller }),
  }),
}

import { getRealmState } from '@bridge/data-plane/realms/get-realm-state'
import type { RealmState } from '@bridge/data-plane/realms/realm-states'
import { hashSecret, isWellFormedSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import { roleChanged } from '@bridge/identity/access/membership'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { noContent, noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { checkCompanyFile } from './check-company-file.ts'
import { confirmCompanyFile } from './company-file-choice.ts'
import { type IssuedPairingCode, issuePairingCode } from './pairing-code.ts'
import { findRealmStatus } from './realm-status.store.ts'
import {
  findOpenSetupLinks,
  insertSetupLink,
  maxOpenLinks,
  openSetupLink,
  revokeSetupLink,
} from './setup-link.store.ts'

const prefix = 'svcl_'
/** How long a link is valid. */
export const setupLinkLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** Returns a new link's token. */
export function mintSetupToken(): string {
  return mintSecret(prefix)
}

const setupLinkSchema = z.strictObject({
  id: z.string(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  openedAt: timeSchema.nullable().describe('When the link was first opened.'),
})

export const setupLinkOperations = {
  createSetupLink: operation({
    route: 'POST /realms/{realmId}/setup-links',
    summary:
      'Creates a link to the set-up page of a company file, for the person at the PC: no sign-in, valid for 7 days. Only this response shows it.',
    about: 'realm',
    role: 'admin',
    input: noInput,
    problems: ['sandbox_realm'],
    creates: { secret: 'url' },
    output: z.strictObject({ setupLink: setupLinkSchema, url: z.string() }),
    status: 201,
    run: async ({ database, clock, config, changes }, call) => {
      const token = mintSetupToken()
      const createdAt = clock()
      const link = {
        tokenHash: hashSecret(token),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + setupLinkLifetimeMs),
      }
      const row = await insertSetupLink(database, call, link, call.caller)
      if (row === 'role-changed') throw roleChanged()
      if (row === 'sandbox') {
        throw new Problem('sandbox_realm', 'A sandbox realm needs no set-up. Create links for production realms.')
      }
      if (row === 'too-many') {
        throw new Problem(
          'invalid_request',
          `The realm has ${maxOpenLinks} valid set-up links already. Revoke one of them first.`,
        )
      }
      await changes.publish('portal')
      return { setupLink: print(row), url: `${config.baseUrl}/setup/${token}` }
    },
  }),

  listSetupLinks: operation({
    route: 'GET /realms/{realmId}/setup-links',
    summary: 'Lists the valid set-up links of a company file, without their tokens, newest first.',
    about: 'realm',
    role: 'admin',
    input: noInput,
    output: z.strictObject({ setupLinks: z.array(setupLinkSchema.extend({ creator: z.string() })) }),
    run: async ({ database, clock }, call) => ({
      setupLinks: (await findOpenSetupLinks(database, call, clock())).map(({ creator, ...row }) => ({
        ...print(row),
        creator: creator.email,
      })),
    }),
  }),

  revokeSetupLink: operation({
    route: 'DELETE /setup-links/{setupLinkId}',
    summary: 'Revokes a set-up link. Its page shows nothing from then on.',
    about: 'setup-link',
    role: 'admin',
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, call) => {
      await revokeSetupLink(database, call, call.caller, clock())
      await changes.publish('portal')
      return undefined
    },
  }),
}

interface Row {
  readonly id: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly openedAt: Date | null
}

function print({ id, createdAt, expiresAt, openedAt }: Row): z.output<typeof setupLinkSchema> {
  return { id, createdAt: formatTime(createdAt), expiresAt: formatTime(expiresAt), openedAt: formatTime(openedAt) }
}

export interface Setup {
  readonly name: string
  readonly expiresAt: string
  readonly state: RealmState
  readonly since: string
  /** Whether an agent has ever connected. */
  readonly hasAgent: boolean
  /** Whether the link issues pairing codes: it has paired no agent yet. */
  readonly canPair: boolean
  readonly companyFile: string | null
  readonly companyName: string | null
}

/**
 * Loads a set-up page.
 *
 * @throws Problem `not_found` for an unknown, expired or revoked link alike
 */
export async function loadSetup(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  token: string,
): Promise<Setup> {
  const { realmId, expiresAt, pairedAt } = await requireSetupLink({ database, clock }, token)
  const row = await findRealmStatus(database, realmId, clock())
  if (!row) throw linkNotFound()
  const { state, since } = getRealmState(row)
  return {
    name: row.name,
    expiresAt: formatTime(expiresAt),
    state,
    since: formatTime(since),
    hasAgent: row.connectedAt !== null,
    canPair: pairedAt === null,
    companyFile: row.companyFile,
    companyName: row.companyName,
  }
}

/**
 * Reads the company name from a set-up link's company file.
 *
 * @throws Problem `not_found`, `rate_limited`
 */
export async function checkSetupCompany(
  services: Pick<Services, 'database' | 'clock' | 'findDesktop' | 'restLimiter'>,
  token: string,
): Promise<{ readonly isReachable: boolean }> {
  const { realmId } = await requireSetupLink(services, token)
  const { isReachable } = await checkCompanyFile(services, realmId)
  return { isReachable }
}

/**
 * Issues a pairing code through a set-up link, on behalf of the admin behind it: one at a time, until one is redeemed.
 *
 * @param address the client's address
 * @throws Problem `not_found`, `invalid_request` once a code was redeemed, `quota_reached`
 */
export async function issueSetupPairingCode(
  services: Pick<Services, 'database' | 'clock' | 'config' | 'changes'>,
  token: string,
  address: string | undefined,
): Promise<IssuedPairingCode> {
  const { realmId, creatorId, ...setupLink } = await requireSetupLink(services, token)
  const caller = { kind: 'system', userId: creatorId, ...(address !== undefined && { address }) } as const
  const issued = await issuePairingCode(services, { realmId, caller, setupLink })
  await services.changes.publish('portal')
  return issued
}

/**
 * Confirms the company file that the agent found, through a set-up link, on behalf of the admin behind it.
 *
 * @param address the client's address
 * @throws Problem `not_found`, `invalid_request`
 */
export async function confirmSetupFile(
  services: Pick<Services, 'database' | 'clock' | 'changes'>,
  { token, companyFile }: { readonly token: string; readonly companyFile: string },
  address: string | undefined,
): Promise<void> {
  const { realmId, creatorId } = await requireSetupLink(services, token)
  const caller = { kind: 'system', userId: creatorId, ...(address !== undefined && { address }) } as const
  await confirmCompanyFile(services, { realmId, caller }, companyFile)
}

async function requireSetupLink({ database, clock }: Pick<Services, 'database' | 'clock'>, token: string) {
  const link = isWellFormedSecret(prefix, token) ? await openSetupLink(database, hashSecret(token), clock()) : undefined
  if (!link) throw linkNotFound()
  return link
}

function linkNotFound() {
  return new Problem('not_found', 'This link does not work. It expired, or it was revoked. Ask for a new one.')
}

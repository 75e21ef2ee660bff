import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { Problem } from '@bridge/faults'
import type { Caller } from '@bridge/identity/access/caller'
import { nameSchema } from '@bridge/identity/access/name'
import type { OwnedRealmId } from '@bridge/identity/access/owned'
import { parseInput } from '@bridge/identity/access/parse-input'
import { z } from 'zod'
import { noContent, noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { insertAgentToken, revokeAgentToken } from './agent-token.store.ts'
import { withinQuota } from './quota.ts'

const createAgentTokenInput = z.strictObject({ label: nameSchema(80).default('Agent') })

/**
 * Issues a token for the realm's edge agent. Only this response has the token; the database keeps its hash.
 *
 * @throws Problem `sandbox_realm` for a sandbox, which needs no agent [cp-4.4]
 */
export async function createAgentToken(
  services: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  realmId: OwnedRealmId<'admin'>,
  input: z.input<typeof createAgentTokenInput>,
): Promise<{ readonly id: string; readonly label: string; readonly token: string }> {
  const { label } = parseInput(createAgentTokenInput, input)
  const token = mintSecret('svca_')
  const row = await insertAgentToken(
    services.database,
    { realmId, label, tokenHash: hashSecret(token), createdAt: services.clock() },
    caller,
  )
  if (!row)
    throw new Problem('sandbox_realm', 'A sandbox realm needs no agent. Create agent tokens for production realms.')
  return { ...row, token }
}

export const agentTokenOperations = {
  createAgentToken: operation({
    route: 'POST /realms/{realmId}/agent-tokens',
    summary: 'Issues a token for an edge agent of the realm. Only this response shows it.',
    about: 'realm',
    role: 'admin',
    input: createAgentTokenInput,
    problems: ['sandbox_realm', 'quota_reached'],
    creates: { secret: 'token' },
    output: z.strictObject({ id: z.string(), label: z.string(), token: z.string() }),
    run: (services, { caller, id }, input) =>
      withinQuota(services, 'agentTokens', id, (database) =>
        createAgentToken({ ...services, database }, caller, id, input),
      ),
  }),

  revokeAgentToken: operation({
    route: 'DELETE /agent-tokens/{tokenId}',
    summary: "Revokes an agent's token and disconnects the agent that uses it.",
    about: 'agent-token',
    role: 'admin',
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, call) => {
      await revokeAgentToken(database, call, call.caller, clock())
      await changes.publish('agents')
      return undefined
    },
  }),
}

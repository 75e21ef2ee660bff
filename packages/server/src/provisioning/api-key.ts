import { hashSecret, isWellFormedSecret, mintSecret } from '@bridge/database/secrets'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { findApiKeys, findLiveApiKey, insertApiKey, revokeApiKey, touchApiKey } from './api-key.store.ts'
import type { Caller } from './caller.ts'
import { nameSchema } from './name.ts'
import { noContent, noInput, operation } from './operation.ts'
import type { OwnedOrgId } from './owned.ts'
import { parseInput } from './parse-input.ts'
import { printTime, timeSchema } from './shapes.ts'

const prefix = 'svc_'

const createApiKeyInput = z.strictObject({ name: nameSchema(32) })

/**
 * Mints an API key of the organization, which acts with its creator's role of the moment. The key
 * is in this answer alone; the database keeps its hash. Only a signed-in member may call this
 * (specification, section 5).
 */
export async function createApiKey(
  services: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  orgId: OwnedOrgId<'admin'>,
  input: z.input<typeof createApiKeyInput>,
): Promise<{
  readonly id: string
  readonly name: string
  readonly orgId: string
  readonly key: string
  readonly createdAt: Date
}> {
  const key = mintSecret(prefix)
  const row = await insertApiKey(
    services.database,
    { ...parseInput(createApiKeyInput, input), orgId, keyHash: hashSecret(key), createdAt: services.clock() },
    caller,
  )
  return { ...row, key }
}

/** How exactly the last use of a key is kept: to the minute, so that a busy key costs no write a request. */
const lastUseMs = 60_000

/** The caller whom an API key stands for; nothing for one that is unknown or revoked. */
export async function findApiKeyCaller(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  key: string,
): Promise<Extract<Caller, { kind: 'api-key' }> | undefined> {
  if (!isWellFormedSecret(prefix, key)) return undefined
  const row = await findLiveApiKey(database, hashSecret(key))
  if (!row) return undefined
  const now = clock()
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > lastUseMs) await touchApiKey(database, row.id, now)
  return { kind: 'api-key', userId: row.creatorId, apiKeyId: row.id, orgId: row.orgId }
}

const apiKeySchema = z.strictObject({ id: z.string(), name: z.string(), orgId: z.string(), createdAt: timeSchema })

export const apiKeyOperations = {
  createApiKey: operation({
    route: 'POST /api-keys',
    summary: 'Mints an API key. The key is shown once, here.',
    about: 'org',
    role: 'admin',
    sessionOnly: true,
    input: createApiKeyInput,
    output: apiKeySchema.extend({ key: z.string() }),
    run: async (services, { caller, orgId }, input) => {
      const made = await createApiKey(services, caller, orgId, input)
      return { ...made, createdAt: printTime(made.createdAt) }
    },
  }),

  listApiKeys: operation({
    route: 'GET /api-keys',
    summary: 'The API keys of an organization, without their values.',
    about: 'org',
    role: 'member',
    input: noInput,
    output: z.strictObject({
      apiKeys: z.array(apiKeySchema.extend({ createdBy: z.string(), lastUsedAt: timeSchema.nullable() })),
    }),
    run: async ({ database }, { orgId }) => ({
      apiKeys: (await findApiKeys(database, orgId)).map(({ creator, createdAt, lastUsedAt, ...key }) => ({
        ...key,
        createdAt: printTime(createdAt),
        createdBy: creator.email,
        lastUsedAt: printTime(lastUsedAt),
      })),
    }),
  }),

  revokeApiKey: operation({
    route: 'DELETE /api-keys/{id}',
    summary: 'Revokes an API key at once.',
    about: 'api-key',
    role: 'admin',
    sessionOnly: true,
    input: noInput,
    output: noContent,
    run: async ({ database, clock }, call) => {
      await revokeApiKey(database, call, call.caller, clock())
      return undefined
    },
  }),
}

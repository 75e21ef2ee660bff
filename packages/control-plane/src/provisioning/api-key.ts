import { hashSecret, isWellFormedSecret, mintSecret } from '@bridge/database/secrets'
import type { Caller } from '@bridge/identity/access/caller'
import { nameSchema } from '@bridge/identity/access/name'
import type { OwnedOrgId } from '@bridge/identity/access/owned'
import { fieldProblem, parseInput } from '@bridge/identity/access/parse-input'
import { formatTime, instantSchema, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { afterField, listPageFields, toListPage } from '../operation/list-page.ts'
import { noContent, noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { findApiKeys, findLiveApiKey, insertApiKey, revokeApiKey, touchApiKey } from './api-key.store.ts'
import { withinQuota } from './quota.ts'

const prefix = 'svc_'

const createApiKeyInput = z.strictObject({ name: nameSchema(32), expiresAt: instantSchema.optional() })

/**
 * Creates an API key with its creator's current role in the organization. Only this response has the key; the database
 * keeps its hash. Only a signed-in member may call this.
 */
export async function createApiKey(
  services: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  orgId: OwnedOrgId<'admin'>,
  input: z.output<typeof createApiKeyInput>,
): Promise<{
  readonly id: string
  readonly name: string
  readonly orgId: string
  readonly key: string
  readonly lastFour: string | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
}> {
  const { name } = parseInput(createApiKeyInput.pick({ name: true }), { name: input.name })
  const { expiresAt = null } = input
  const createdAt = services.clock()
  if (expiresAt && expiresAt <= createdAt) throw fieldProblem('expiresAt', 'must be in the future')
  const key = mintSecret(prefix)
  const row = await insertApiKey(
    services.database,
    { name, orgId, keyHash: hashSecret(key), lastFour: key.slice(-4), createdAt, expiresAt },
    caller,
  )
  return { ...row, key }
}

/** The last use is stored to the minute: a busy key does not cost a write per request. */
const lastUsePrecisionMs = 60_000

/** Finds an API key's caller, unless the key is unknown, revoked or expired. */
export async function findApiKeyCaller(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  key: string,
): Promise<Extract<Caller, { kind: 'api-key' }> | undefined> {
  if (!isWellFormedSecret(prefix, key)) return undefined
  const now = clock()
  const row = await findLiveApiKey(database, hashSecret(key), now)
  if (!row) return undefined
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > lastUsePrecisionMs)
    await touchApiKey(database, row.id, now)
  return { kind: 'api-key', userId: row.creatorId, apiKeyId: row.id, orgId: row.orgId }
}

const apiKeySchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    orgId: z.string(),
    lastFour: z.string().nullable(),
    createdAt: timeSchema,
    expiresAt: timeSchema.nullable(),
  })
  .meta({ id: 'ApiKey' })

export const apiKeyOperations = {
  createApiKey: operation({
    route: 'POST /api-keys',
    summary: 'Creates an API key. Only this response shows it.',
    about: 'org',
    role: 'admin',
    sessionOnly: true,
    requiresFreshProof: true,
    input: createApiKeyInput,
    problems: ['quota_reached'],
    creates: { secret: 'key' },
    output: apiKeySchema.extend({ key: z.string() }),
    run: async (services, { caller, orgId }, input) => {
      const created = await withinQuota(services, 'apiKeys', orgId, (database) =>
        createApiKey({ ...services, database }, caller, orgId, input),
      )
      return { ...created, createdAt: formatTime(created.createdAt), expiresAt: formatTime(created.expiresAt) }
    },
  }),

  listApiKeys: operation({
    route: 'GET /api-keys',
    summary: 'Lists the API keys of an organization, without their values, oldest first.',
    about: 'org',
    role: 'member',
    input: z.strictObject(listPageFields('the name')),
    output: z.strictObject({
      apiKeys: z.array(apiKeySchema.extend({ createdBy: z.string(), lastUsedAt: timeSchema.nullable() })),
      ...afterField,
    }),
    run: async ({ database }, { orgId }, page) => {
      const { rows, after } = toListPage(await findApiKeys(database, orgId, page), page)
      const apiKeys = rows.map(({ creator, createdAt, expiresAt, lastUsedAt, ...key }) => ({
        ...key,
        createdAt: formatTime(createdAt),
        expiresAt: formatTime(expiresAt),
        createdBy: creator.email,
        lastUsedAt: formatTime(lastUsedAt),
      }))
      return { apiKeys, after }
    },
  }),

  revokeApiKey: operation({
    route: 'DELETE /api-keys/{id}',
    summary: 'Revokes an API key with immediate effect.',
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

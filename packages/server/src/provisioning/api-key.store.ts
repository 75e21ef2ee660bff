import type { Database } from '@bridge/database'
import { recordAudit } from './audit.store.ts'
import type { Caller } from './caller.ts'
import type { OwnedId, OwnedOrgId } from './owned.ts'

interface NewApiKey {
  readonly orgId: OwnedOrgId<'admin'>
  readonly name: string
  readonly keyHash: string
  readonly createdAt: Date
}

const columns = { id: true, name: true, orgId: true, createdAt: true } as const

export function insertApiKey(database: Database, key: NewApiKey, caller: Caller) {
  return database.$transaction(async (transaction) => {
    const row = await transaction.apiKey.create({ data: { ...key, creatorId: caller.userId }, select: columns })
    await recordAudit(transaction, {
      orgId: key.orgId,
      caller,
      action: 'api-key.create',
      resource: 'api-key',
      resourceId: row.id,
      at: key.createdAt,
    })
    return row
  })
}

/** Finds the keys that are not revoked, including those whose creator no longer has the role for them. */
export function findApiKeys(database: Database, orgId: OwnedOrgId) {
  return database.apiKey.findMany({
    where: { orgId, revokedAt: null },
    select: { ...columns, lastUsedAt: true, creator: { select: { email: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

export function revokeApiKey(
  database: Database,
  { id, orgId }: { readonly id: OwnedId<'api-key', 'admin'>; readonly orgId: OwnedOrgId<'admin'> },
  caller: Caller,
  at: Date,
) {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } })
    if (count === 0) return
    await recordAudit(transaction, { orgId, caller, action: 'api-key.revoke', resource: 'api-key', resourceId: id, at })
  })
}

interface LiveApiKey {
  readonly id: string
  readonly orgId: string
  readonly creatorId: string
  readonly lastUsedAt: Date | null
}

/** Finds the key with this hash, unless it is revoked. Each operation looks up its creator's role. */
export async function findLiveApiKey(database: Database, keyHash: string): Promise<LiveApiKey | undefined> {
  const [key] = await database.$queryRaw<LiveApiKey[]>`
    SELECT id, "orgId", "creatorId", "lastUsedAt" FROM api_key WHERE "keyHash" = ${keyHash} AND "revokedAt" IS NULL`
  return key
}

export function touchApiKey(database: Database, id: string, at: Date) {
  return database.apiKey.updateMany({ where: { id }, data: { lastUsedAt: at } })
}

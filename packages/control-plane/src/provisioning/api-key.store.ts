import { type Database, Prisma, queryPrepared } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { OwnedId, OwnedOrgId } from '@bridge/identity/access/owned'
import { type ListPage, toPageArguments, toSearch } from '../operation/list-page.ts'

interface NewApiKey {
  readonly orgId: OwnedOrgId<'admin'>
  readonly name: string
  readonly keyHash: string
  readonly lastFour: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

const columns = { id: true, name: true, orgId: true, lastFour: true, createdAt: true, expiresAt: true } as const

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
      details: { after: { name: key.name, lastFour: key.lastFour, expiresAt: key.expiresAt?.toISOString() ?? null } },
    })
    return row
  })
}

/** Finds unrevoked keys, including expired ones and those whose creator no longer has the role for them. */
export function findApiKeys(database: Database, orgId: OwnedOrgId, page: ListPage) {
  const { where, ...rest } = toPageArguments(page)
  const name = toSearch(page.search)
  return database.apiKey.findMany({
    where: { AND: [where], orgId, revokedAt: null, ...(name && { name }) },
    select: { ...columns, lastUsedAt: true, creator: { select: { email: true } } },
    ...rest,
  })
}

export function revokeApiKey(
  database: Database,
  { id, orgId }: { readonly id: OwnedId<'api-key', 'admin'>; readonly orgId: OwnedOrgId<'admin'> },
  caller: Caller,
  at: Date,
) {
  return database.$transaction(async (transaction) => {
    const [revoked] = await transaction.apiKey.updateManyAndReturn({
      where: { id, revokedAt: null },
      data: { revokedAt: at },
      select: { name: true, lastFour: true },
    })
    if (!revoked) return
    const audited = { orgId, caller, action: 'api-key.revoke', resource: 'api-key', resourceId: id, at } as const
    await recordAudit(transaction, { ...audited, details: { before: revoked } })
  })
}

interface LiveApiKey {
  readonly id: string
  readonly orgId: string
  readonly creatorId: string
  readonly lastUsedAt: Date | null
}

/** Finds the key with this hash, unless it is revoked or has expired. Each operation looks up its creator's role. */
export async function findLiveApiKey(database: Database, keyHash: string, now: Date): Promise<LiveApiKey | undefined> {
  const [key] = await queryPrepared<LiveApiKey>(
    database,
    'find-live-api-key',
    Prisma.sql`
      SELECT id, "orgId", "creatorId", "lastUsedAt" FROM api_key WHERE "keyHash" = ${keyHash} AND "revokedAt" IS NULL
        AND ("expiresAt" IS NULL OR "expiresAt" > ${now})`,
  )
  return key
}

export function touchApiKey(database: Database, id: string, at: Date) {
  return database.apiKey.updateMany({ where: { id }, data: { lastUsedAt: at } })
}

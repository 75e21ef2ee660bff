import { type Database, Prisma } from '@bridge/database'
import type { Owned, OwnedOrgId } from '@bridge/identity/access/owned'

/** A company file that went back, so that changes of it may be missing. */
export interface WentBackRow {
  readonly realmId: string
  readonly realmName: string
  readonly since: Date
  readonly reason: string
}

const maxListed = 100

/** Lists a client's company files that went back after `since`, the latest first. */
export function findWentBack(database: Database, { id }: Owned<'client'>, since: Date): Promise<WentBackRow[]> {
  const isConnected = Prisma.sql`EXISTS (
    SELECT FROM connection WHERE connection."realmId" = state."realmId" AND "clientId" = ${id} AND "revokedAt" IS NULL)`
  return database.$queryRaw<WentBackRow[]>`${selectWentBack(since)} AND ${isConnected} ${latestFirst}`
}

/** Lists an organization's company files, or only one, that went back and that an app has a webhook for. */
export function findWentBackOfOrganization(
  database: Database,
  orgId: OwnedOrgId<'viewer'>,
  { realmId, since }: { readonly realmId: string | undefined; readonly since: Date },
): Promise<WentBackRow[]> {
  const isWanted = realmId === undefined ? Prisma.sql`true` : Prisma.sql`realm.id = ${realmId}`
  const hasWebhook = Prisma.sql`EXISTS (
    SELECT FROM connection JOIN webhook USING ("clientId")
    WHERE connection."realmId" = state."realmId" AND "revokedAt" IS NULL)`
  return database.$queryRaw<WentBackRow[]>`
    ${selectWentBack(since)} AND realm."orgId" = ${orgId} AND ${isWanted} AND ${hasWebhook} ${latestFirst}`
}

/** Begins with the company files that went back, which are few. */
function selectWentBack(since: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT realm.id AS "realmId", realm.name AS "realmName", state."resynchronizeAt" AS since,
      state."resynchronizeReason" AS reason
    FROM realm_changes AS state JOIN realm ON realm.id = state."realmId" WHERE state."resynchronizeAt" > ${since}`
}

const latestFirst = Prisma.sql`ORDER BY since DESC, realm.id LIMIT ${maxListed}`

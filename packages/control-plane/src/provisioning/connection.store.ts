import type { RealmId } from '@bridge/agent-protocol'
import { type Database, Prisma } from '@bridge/database'
import { recordAudit } from '@bridge/identity/access/audit.store'
import type { Caller } from '@bridge/identity/access/caller'
import type { Owned } from '@bridge/identity/access/owned'
import { toLikePattern } from '../operation/list-page.ts'

/** An app's access to a company file. */
export interface FoundConnection {
  readonly id: string
  readonly realmId: RealmId
  readonly realmName: string
  readonly realmKind: 'sandbox' | 'production'
  readonly clientId: string
  readonly clientName: string
  /** The consenting user's email address; null without sign-in, or once the account is gone. */
  readonly connectedBy: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export interface ConnectionPage {
  /** The previous page's last connection. */
  readonly before?: string | undefined
  readonly limit: number
  readonly search?: string | undefined
  readonly now: Date
}

export function findRealmConnections(database: Database, { id }: Owned<'realm'>, page: ConnectionPage) {
  const isFound = (pattern: string) => Prisma.sql`client.name ILIKE ${pattern}`
  return findConnections(database, Prisma.sql`connection."realmId" = ${id}`, isFound, page)
}

export function findClientConnections(database: Database, { id }: Owned<'client'>, page: ConnectionPage) {
  const isFound = (pattern: string) => Prisma.sql`(realm.name ILIKE ${pattern} OR realm.id LIKE ${pattern})`
  return findConnections(database, Prisma.sql`connection."clientId" = ${id}`, isFound, page)
}

/** Finds connections with a valid token, newest first. */
function findConnections(
  database: Database,
  condition: Prisma.Sql,
  isFound: (pattern: string) => Prisma.Sql,
  { before, limit, search, now }: ConnectionPage,
) {
  const following =
    before === undefined
      ? Prisma.empty
      : Prisma.sql`AND (connection."createdAt", connection.id) <
          (SELECT last."createdAt", last.id FROM connection AS last WHERE last.id = ${before})`
  const found = search === undefined ? Prisma.empty : Prisma.sql`AND ${isFound(toLikePattern(search))}`
  return database.$queryRaw<FoundConnection[]>`
    SELECT connection.id, connection."realmId", realm.name AS "realmName", realm.kind::text AS "realmKind",
      connection."clientId", client.name AS "clientName", person.email AS "connectedBy",
      connection."createdAt", connection."lastUsedAt"
    FROM connection
    LEFT JOIN "user" AS person ON person.id = COALESCE(connection."consenterId", connection."issuerId")
    JOIN realm ON realm.id = connection."realmId"
    JOIN oauth_client AS client ON client.id = connection."clientId"
    WHERE ${condition} ${following} ${found} AND connection."revokedAt" IS NULL AND (
      EXISTS (SELECT FROM refresh_token AS token WHERE token."connectionId" = connection.id AND token."expiresAt" > ${now})
      OR EXISTS (SELECT FROM access_token AS token WHERE token."connectionId" = connection.id AND token."expiresAt" > ${now}))
    ORDER BY connection."createdAt" DESC, connection.id DESC
    LIMIT ${limit}`
}

/** Revokes the connection and all its tokens, once. */
export function disconnect(database: Database, { id, orgId }: Owned<'connection', 'admin'>, caller: Caller, at: Date) {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.connection.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: at },
    })
    if (count === 0) return
    const { realmId, clientId } = await transaction.connection.findUniqueOrThrow({
      where: { id },
      select: { realmId: true, clientId: true },
    })
    const audited = { orgId, caller, action: 'connection.revoke', resource: 'connection', resourceId: id, at } as const
    await recordAudit(transaction, { ...audited, details: { realmId, clientId } })
  })
}

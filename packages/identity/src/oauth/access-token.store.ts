import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { type Database, Prisma, queryPrepared } from '@bridge/database'
import type { Grant } from '../access/grant.ts'

/** Finds a token's consent by the token's hash, with the user who gave it, if the token is valid. */
export async function findConsent(database: Database, tokenHash: string, now: Date) {
  const token = await database.accessToken.findFirst({
    where: { tokenHash, expiresAt: { gt: now }, connection: { revokedAt: null, audience: 'data_plane' } },
    select: {
      connection: {
        select: { scope: true, consenter: { select: { id: true, name: true, email: true, emailVerified: true } } },
      },
    },
  })
  return token?.connection
}

type GrantRow = Required<
  Pick<Grant, 'realmKind' | 'orgId' | 'clientId' | 'connectionId' | 'clientSettings' | 'expiresAt'>
> & { readonly realmId: string }

/**
 * Finds the grant for `/v3` by a token's hash, unless the token has expired or its connection was revoked. One statement, needed
 * for nearly every call from a rare caller.
 */
export async function findGrant(database: Database, tokenHash: string, now: Date): Promise<Grant | undefined> {
  const [row] = await queryPrepared<GrantRow>(
    database,
    'find-grant',
    Prisma.sql`
      SELECT realm.id AS "realmId", realm.kind::text AS "realmKind", realm."orgId", connection."clientId",
        connection.id AS "connectionId", token."expiresAt",
        json_build_object('responseFormat', client."responseFormat", 'ids', client.ids,
          'faultCodes', client."faultCodes") AS "clientSettings"
      FROM access_token AS token
        JOIN connection ON connection.id = token."connectionId" AND connection."revokedAt" IS NULL
          AND connection.audience = 'data_plane'
        JOIN oauth_client AS client ON client.id = connection."clientId"
        JOIN realm ON realm.id = connection."realmId"
      WHERE token."tokenHash" = ${tokenHash} AND token."expiresAt" > ${now}`,
  )
  return row && { ...row, realmId: requireRealmId(row.realmId) }
}

/** Finds the connection for a realm's tools by a token's hash, unless the token has expired or was revoked. */
export function findMcpConnection(database: Database, tokenHash: string, realmId: RealmId | undefined, now: Date) {
  return database.connection.findFirst({
    where: {
      ...(realmId && { realmId }),
      audience: 'mcp',
      revokedAt: null,
      accessTokens: { some: { tokenHash, expiresAt: { gt: now } } },
    },
    select: {
      id: true,
      clientId: true,
      realmId: true,
      consenterId: true,
      scope: true,
      lastUsedAt: true,
      client: { select: { name: true } },
      realm: { select: { orgId: true, kind: true } },
    },
  })
}

/** A connection that was used within this time is not written again. */
const usePrecisionMs = 60_000

/** Stores when a connection for `/mcp` and its client were used last, to the minute. */
export async function recordMcpUse(
  database: Database,
  { id, clientId, lastUsedAt }: { readonly id: string; readonly clientId: string; readonly lastUsedAt: Date | null },
  at: Date,
): Promise<void> {
  if (lastUsedAt && at.getTime() - lastUsedAt.getTime() < usePrecisionMs) return
  await database.connection.updateMany({ where: { id }, data: { lastUsedAt: at } })
  await database.oAuthClient.updateMany({ where: { id: clientId }, data: { lastUsedAt: at } })
}

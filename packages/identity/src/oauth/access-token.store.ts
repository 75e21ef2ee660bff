import { requireRealmId } from '@bridge/agent-protocol'
import { type Database, Prisma, queryPrepared } from '@bridge/database'
import type { Grant } from '../access/grant.ts'

/** Finds a token's consent by the token's hash, with the user who gave it, if the token is valid. */
export async function findConsent(database: Database, tokenHash: string, now: Date) {
  const token = await database.accessToken.findFirst({
    where: { tokenHash, expiresAt: { gt: now }, connection: { revokedAt: null } },
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
 * Finds a token's grant by its hash, unless the token has expired or its connection was revoked. One statement, needed
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
        JOIN oauth_client AS client ON client.id = connection."clientId"
        JOIN realm ON realm.id = connection."realmId"
      WHERE token."tokenHash" = ${tokenHash} AND token."expiresAt" > ${now}`,
  )
  return row && { ...row, realmId: requireRealmId(row.realmId) }
}

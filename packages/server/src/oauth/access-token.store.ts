import { parseRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import type { Grant } from './grant.ts'

/** Finds the grant of a token by its hash, unless the token has expired or its connection was revoked. */
export async function findGrant(database: Database, tokenHash: string, now: Date): Promise<Grant | undefined> {
  const row = await database.accessToken.findFirst({
    where: { tokenHash, expiresAt: { gt: now }, connection: { revokedAt: null } },
    select: {
      expiresAt: true,
      connection: {
        select: {
          id: true,
          clientId: true,
          realmId: true,
          client: { select: { responseFormat: true } },
          realm: { select: { kind: true, orgId: true } },
        },
      },
    },
  })
  const realmId = row && parseRealmId(row.connection.realmId)
  if (!row || !realmId) return undefined
  const { connection, expiresAt } = row
  return {
    realmId,
    realmKind: connection.realm.kind,
    orgId: connection.realm.orgId,
    clientId: connection.clientId,
    connectionId: connection.id,
    responseFormat: connection.client.responseFormat,
    expiresAt,
  }
}

import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { hashSecret, isWellFormedSecret } from '@bridge/database/secrets'

/** The realm and token of an agent's socket. */
export interface AgentIdentity {
  readonly realmId: RealmId
  readonly tokenId: string
}

/**
 * Finds the agent of an `Authorization` header. Missing, malformed, unknown and revoked tokens are not distinguished.
 */
export async function findAgent(
  database: Database,
  authorization: string | undefined,
): Promise<AgentIdentity | undefined> {
  const token = /^Bearer (svca_\w{1,64})$/.exec(authorization ?? '')?.[1]
  if (token === undefined || !isWellFormedSecret('svca_', token)) return undefined
  const row = await database.agentToken.findUnique({ where: { tokenHash: hashSecret(token) } })
  return row === null || row.revokedAt !== null ? undefined : { realmId: requireRealmId(row.realmId), tokenId: row.id }
}

/** Records the use of a token. */
export async function recordTokenUse(database: Database, tokenId: string, at: Date): Promise<void> {
  await database.agentToken.updateMany({ where: { id: tokenId }, data: { lastUsedAt: at } })
}

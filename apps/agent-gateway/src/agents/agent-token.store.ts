import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import type { Database } from '@bridge/database'
import { hashSecret, isWellFormedSecret } from '@bridge/database/secrets'
import { createBatches } from '../runtime/create-batches.ts'

/** An agent socket's realm and token. */
export interface AgentIdentity {
  readonly realmId: RealmId
  readonly tokenId: string
}

const batchLimits = { maxItems: 500, atOnce: 2 }

/** The agent tokens. Those arriving together are read in one statement. */
export function createAgentTokenStore(database: Database, clock: () => Date) {
  const findByHash = createBatches(async (hashes: readonly string[]) => {
    const tokens = await database.agentToken.findMany({ where: { tokenHash: { in: [...hashes] }, revokedAt: null } })
    return new Map(
      tokens.map(({ tokenHash, realmId, id }) => [tokenHash, { realmId: requireRealmId(realmId), tokenId: id }]),
    )
  }, batchLimits)

  const recordUse = createBatches(async (tokenIds: readonly string[]) => {
    // Another gateway that has locked a row records a use, too. To wait for it could end in a deadlock.
    await database.$executeRaw`
    UPDATE agent_token SET "lastUsedAt" = ${clock()} WHERE id IN (
      SELECT id FROM agent_token WHERE id = ANY (${tokenIds}::text[]) FOR NO KEY UPDATE SKIP LOCKED)`
    return new Map<string, void>()
  }, batchLimits)

  return {
    /**
     * Finds an `Authorization` header's agent. Missing, malformed, unknown and revoked tokens are not
     * distinguished.
     */
    find: async (authorization: string | undefined): Promise<AgentIdentity | undefined> => {
      const token = /^Bearer (svca_\w{1,64})$/.exec(authorization ?? '')?.[1]
      if (token === undefined || !isWellFormedSecret('svca_', token)) return undefined
      return findByHash(hashSecret(token))
    },

    /** Records that a token was used now. */
    recordUse: async (tokenId: string): Promise<void> => {
      await recordUse(tokenId)
    },
  }
}

export type AgentTokenStore = ReturnType<typeof createAgentTokenStore>

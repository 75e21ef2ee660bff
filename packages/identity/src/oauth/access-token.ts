import { hashSecret } from '@bridge/database/secrets'
import type { Dependencies } from '@bridge/platform/dependencies'
import { createReadThroughCache } from '@bridge/platform/read-through-cache'
import type { Grant } from '../access/grant.ts'
import { findGrant } from './access-token.store.ts'

/** Authenticates access tokens. */
export interface AccessTokens {
  /** Returns a valid token's grant; undefined for an unknown, expired or revoked one. */
  authenticate(token: string): Promise<Grant | undefined> | Grant | undefined
  /** Clears the cache, after a revocation. */
  forget(): void
}

const ttlMs = 5_000
const maxGrants = 10_000
const maxTokenLength = 512

/**
 * Looks up tokens by hash and caches grants for 5 s: a busy realm does not cost a query per request. The change feed
 * clears the cache on a revocation. If the feed fails, a revoked token works for at most 5 s on another server.
 */
export function createAccessTokens({
  database,
  changes,
  clock,
}: Pick<Dependencies, 'database' | 'changes' | 'clock'>): AccessTokens & { close(): void } {
  const grants = createReadThroughCache({
    load: (tokenHash: string, now) => findGrant(database, tokenHash, now),
    clock,
    ttlMs,
    maxEntries: maxGrants,
  })

  const unlessExpired = (grant: Grant | undefined) => (grant && grant.expiresAt > clock() ? grant : undefined)

  return {
    authenticate(token) {
      if (token.length > maxTokenLength) return undefined
      const grant = grants.get(hashSecret(token))
      return grant instanceof Promise ? grant.then(unlessExpired) : unlessExpired(grant)
    },
    forget: grants.clear,
    close: changes.subscribe('tokens', grants.clear),
  }
}

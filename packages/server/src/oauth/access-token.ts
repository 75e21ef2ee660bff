import { hashSecret } from '@bridge/database/secrets'
import type { Dependencies } from '../dependencies.ts'
import { findGrant } from './access-token.store.ts'
import type { Grant } from './grant.ts'

/** Authenticates access tokens. */
export interface AccessTokens {
  /** Returns the grant of a valid token; undefined for an unknown, expired or revoked one. */
  authenticate(token: string): Promise<Grant | undefined>
  /** Clears the cache, after a revocation. */
  forget(): void
}

interface Remembered {
  readonly grant: Grant
  readonly readAt: number
}

const rememberedMs = 5_000
const rememberedMax = 10_000
const tokenLengthMax = 512

/**
 * Looks up tokens by their hash and caches grants for 5 s, so that a busy realm does not cost a query per request. The
 * change feed clears the cache on a revocation. If the feed fails, a revoked token works for at most 5 s on another
 * server.
 */
export function createAccessTokens({
  database,
  changes,
  clock,
}: Pick<Dependencies, 'database' | 'changes' | 'clock'>): AccessTokens & { close(): void } {
  let remembered = new Map<string, Remembered>()
  const forget = () => {
    remembered = new Map()
  }
  const unsubscribe = changes.subscribe('tokens', forget)

  const remember = (tokenHash: string, entry: Remembered) => {
    remembered.delete(tokenHash)
    remembered.set(tokenHash, entry)
    if (remembered.size <= rememberedMax) return
    const [oldest] = remembered.keys()
    if (oldest !== undefined) remembered.delete(oldest)
  }

  return {
    async authenticate(token) {
      if (token.length > tokenLengthMax) return undefined
      const tokenHash = hashSecret(token)
      const now = clock()
      const known = remembered.get(tokenHash)
      if (known && now.getTime() - known.readAt < rememberedMs)
        return known.grant.expiresAt > now ? known.grant : undefined
      const before = remembered
      const grant = await findGrant(database, tokenHash, now)
      // Whoever forgot while the database was asked may know of a revocation that this answer does not.
      if (grant && remembered === before) remember(tokenHash, { grant, readAt: now.getTime() })
      return grant
    },
    forget,
    close: unsubscribe,
  }
}

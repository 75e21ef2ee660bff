import type { Database } from '@bridge/database'
import { hashSecret } from '@bridge/database/secrets'
import type { Adapter, AdapterAccount, AdapterSession, AdapterUser } from 'next-auth/adapters'
import { createPrismaAdapter } from './next-auth.ts'
import { deleteSession } from './sessions.store.ts'

/**
 * The Prisma adapter with session tokens stored by their SHA-256, so that whoever reads the
 * database cannot act as a signed-in member. next-auth itself hashes the tokens of e-mail links. Of an account at a
 * provider only its name is kept: nobody asks the provider for anything later.
 */
export function createHashedAdapter(database: Database): Adapter {
  const adapter = createPrismaAdapter(database)
  return {
    ...adapter,
    async createSession(session: AdapterSession) {
      await adapter.createSession({ ...session, sessionToken: hashSecret(session.sessionToken) })
      return session
    },
    async getSessionAndUser(sessionToken: string) {
      const found: { session: AdapterSession; user: AdapterUser } | null = await adapter.getSessionAndUser(
        hashSecret(sessionToken),
      )
      return found && { user: found.user, session: { ...found.session, sessionToken } }
    },
    async updateSession(session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>) {
      await adapter.updateSession({ ...session, sessionToken: hashSecret(session.sessionToken) })
      return undefined
    },
    async linkAccount({ userId, type, provider, providerAccountId }: AdapterAccount) {
      await adapter.linkAccount({ userId, type, provider, providerAccountId })
    },
    async deleteSession(sessionToken: string) {
      await deleteSession(database, hashSecret(sessionToken))
    },
  }
}

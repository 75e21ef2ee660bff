import { hashSecret } from '@bridge/database/secrets'
import type { Adapter, AdapterAccount, AdapterSession, AdapterUser } from 'next-auth/adapters'
import type { IdentityServices } from '../services/identity-services.ts'
import { deleteSession } from '../sessions/sessions.store.ts'
import { createPrismaAdapter } from './next-auth.ts'
import { replaceVerificationToken, useVerificationToken } from './sign-in-url.store.ts'

/**
 * Creates the Prisma adapter with hashed session tokens: database access does not grant access to sessions. next-auth
 * itself hashes email link tokens, of which each address has only the newest. A provider's tokens are not stored,
 * because they are never used again.
 */
export function createHashedAdapter({ database, clock }: Pick<IdentityServices, 'database' | 'clock'>): Adapter {
  const adapter = createPrismaAdapter(database)
  return {
    ...adapter,
    async createSession(session: AdapterSession) {
      const proven = { ...session, sessionToken: hashSecret(session.sessionToken), provenAt: clock(), hostCookie: true }
      await adapter.createSession(proven)
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
    createVerificationToken: (token) => replaceVerificationToken(database, token),
    useVerificationToken: (token) => useVerificationToken(database, token),
    async linkAccount({ userId, type, provider, providerAccountId }: AdapterAccount) {
      await adapter.linkAccount({ userId, type, provider, providerAccountId })
    },
    async deleteSession(sessionToken: string) {
      await deleteSession(database, hashSecret(sessionToken))
    },
  }
}

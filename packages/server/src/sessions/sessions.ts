import { hashSecret } from '@bridge/database/secrets'
import { parse } from 'hono/utils/cookie'
import type { Dependencies } from '../runtime/dependencies.ts'
import { sessionCookieName } from './session-cookie.ts'
import { findSession } from './sessions.store.ts'

/** A signed-in user. */
export interface SignedInUser {
  readonly id: string
  readonly email: string
  readonly name: string | null
  /** The session's ID, which is not its secret. */
  readonly sessionId: string
}

export interface Sessions {
  /** Returns the user of the request's session cookie, unless it is missing, unknown or expired. */
  signedInUser(headers: Headers): Promise<SignedInUser | undefined>
}

/** Finds sessions by the hash of their cookie. */
export function createSessions({
  database,
  clock,
  config,
}: Pick<Dependencies, 'database' | 'clock' | 'config'>): Sessions {
  const cookieName = sessionCookieName(config.baseUrl)
  return {
    async signedInUser(headers) {
      const token = parse(headers.get('cookie') ?? '', cookieName)[cookieName]
      if (!token) return undefined
      const session = await findSession(database, hashSecret(token))
      return session && session.expires > clock() ? { ...session.user, sessionId: session.id } : undefined
    },
  }
}

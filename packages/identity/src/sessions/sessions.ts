import { hashSecret } from '@bridge/database/secrets'
import type { Dependencies } from '@bridge/platform/dependencies'
import { readSessionCookie } from './session-cookie.ts'
import { toSessionEnd } from './session-end.ts'
import { findSession, touchSession } from './sessions.store.ts'

/** A signed-in user. */
export interface SignedInUser {
  readonly id: string
  readonly email: string
  readonly name: string | null
  /** The session's ID, which is not its token. */
  readonly sessionId: string
  /** Whether the user has a second factor, which this session has proven. */
  readonly hasSecondFactor: boolean
}

/** A user whose session is good for nothing but to prove their second factor. */
export interface ChallengedUser {
  readonly id: string
  readonly email: string
  readonly sessionId: string
}

export interface Sessions {
  /**
   * Returns the user behind the request's session cookie, unless it is missing, unknown, ended or lacks the second
   * factor.
   *
   * @param address the client's address, if known
   */
  signedInUser(headers: Headers, address?: string): Promise<SignedInUser | undefined>
  /** Returns the user behind the request's session cookie if the session lacks only the second factor. */
  challengedUser(headers: Headers): Promise<ChallengedUser | undefined>
}

/** The last use is stored to the minute: a page does not cost a write per request. */
const lastSeenPrecisionMs = 60_000

const maxUserAgent = 256

/** Finds sessions by their cookie's hash, and records from where they are used. */
export function createSessions({
  database,
  clock,
  config,
}: Pick<Dependencies, 'database' | 'clock' | 'config'>): Sessions {
  const findOpenSession = async (headers: Headers, now: Date) => {
    const cookie = readSessionCookie(headers.get('cookie'), config.baseUrl)
    if (!cookie) return undefined
    const session = await findSession(database, hashSecret(cookie.token))
    if (!session || (cookie.isFormer && session.hostCookie) || toSessionEnd(session, config) <= now) return undefined
    const { secondFactorSince, ...user } = session.user
    const hasSecondFactor = secondFactorSince !== null
    return { ...session, user, hasSecondFactor, isChallenged: hasSecondFactor && session.secondFactorAt === null }
  }
  return {
    async signedInUser(headers, address) {
      const now = clock()
      const session = await findOpenSession(headers, now)
      if (!session || session.isChallenged) return undefined
      const isNew = session.userAgent === null || (session.address === null && address !== undefined)
      if (isNew || now.getTime() - session.lastSeenAt.getTime() > lastSeenPrecisionMs)
        await touchSession(database, session.id, { lastSeenAt: now, userAgent: toUserAgent(headers), address })
      return { ...session.user, sessionId: session.id, hasSecondFactor: session.hasSecondFactor }
    },
    async challengedUser(headers) {
      const session = await findOpenSession(headers, clock())
      if (!session?.isChallenged) return undefined
      return { id: session.user.id, email: session.user.email, sessionId: session.id }
    },
  }
}

/** Returns the browser's name for itself, without characters the database or a page could not show. */
function toUserAgent(headers: Headers): string {
  return (headers.get('user-agent') ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, maxUserAgent)
}

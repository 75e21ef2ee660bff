import { hashSecret } from '@bridge/database/secrets'
import { parse } from 'hono/utils/cookie'
import { type AuditEntry, recordRepeatedUserAudit, recordUserAudit } from '../access/audit.store.ts'
import { emailAddressSchema } from '../access/email-address.ts'
import type { IdentityServices } from '../services/identity-services.ts'
import { sessionCookieName } from '../sessions/session-cookie.ts'
import { findSession } from '../sessions/sessions.store.ts'
import type { Denial } from './openid-connect.ts'
import { findUserId } from './sign-in-audit.store.ts'

interface AuditedRequest {
  readonly cookies: Readonly<Record<string, string>>
  readonly address: string
}

interface AuditedCallback extends AuditedRequest {
  readonly provider: string
  /** A link's email address. */
  readonly email: string | undefined
  /** Why an OpenID Connect user was denied. */
  readonly denial: Denial | undefined
}

/** Records sign-ins, denied sign-ins and sign-outs in the audit logs of the user's organizations. */
export interface SignInAudit {
  /**
   * Records the session set by a callback's response, or the request for the second factor. Without either, records the
   * denial for the user with the link's or provider's address. A refusing provider names no user: next-auth logs it.
   */
  recordCallback(request: AuditedCallback, response: Response): Promise<void>
  /** Runs a sign-out, and records it if it ended a session. */
  recordSignOut(request: AuditedRequest, signOut: () => Promise<Response>): Promise<Response>
}

/** Creates the sign-in audit. */
export function createSignInAudit({
  database,
  clock,
  config,
  logger,
}: Pick<IdentityServices, 'database' | 'clock' | 'config' | 'logger'>): SignInAudit {
  const cookieName = sessionCookieName(config.baseUrl)
  const findSessionOf = (token: string | undefined) => (token ? findSession(database, hashSecret(token)) : undefined)
  const record = (
    { userId, address }: { readonly userId: string; readonly address: string },
    entry: Pick<AuditEntry, 'action' | 'resource' | 'resourceId' | 'details'>,
    store = recordUserAudit,
  ) => store(database, { ...entry, caller: { kind: 'session', userId, address }, at: clock() })

  return {
    async recordCallback({ provider, email, denial, address }, response) {
      const cookies = response.headers.getSetCookie().map((text) => parse(text.split(';', 1)[0] ?? '', cookieName))
      const session = await findSessionOf(cookies.find((cookie) => cookie[cookieName])?.[cookieName])
      if (session) {
        // The right second factor code starts the session.
        const action = session.user.secondFactorSince === null ? 'session.start' : 'session.challenge'
        const begun = { action, resource: 'session', resourceId: session.id, details: { provider } } as const
        return record({ userId: session.user.id, address }, begun)
      }
      const details = { provider, ...(denial && { reason: denial.reason }) }
      if (denial) logger.info(details, 'A sign-in was denied.')
      const { success, data } = emailAddressSchema.safeParse(denial ? denial.email : email)
      const userId = success ? await findUserId(database, data) : undefined
      if (userId === undefined) return
      const denied = { action: 'session.deny', resource: 'account', resourceId: userId, details } as const
      // A link works once, but anyone can claim an address at a provider again and again.
      await record({ userId, address }, denied, denial && recordRepeatedUserAudit)
    },
    async recordSignOut({ cookies, address }, signOut) {
      const session = await findSessionOf(cookies[cookieName])
      const response = await signOut()
      const isEnded = session && !(await findSessionOf(cookies[cookieName]))
      if (isEnded) {
        const ended = { action: 'session.sign-out', resource: 'session', resourceId: session.id } as const
        await record({ userId: session.user.id, address }, ended)
      }
      return response
    },
  }
}

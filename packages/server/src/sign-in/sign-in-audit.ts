import { hashSecret } from '@bridge/database/secrets'
import { parse } from 'hono/utils/cookie'
import { type AuditEntry, recordUserAudit } from '../operation/audit.store.ts'
import { emailAddressSchema } from '../provisioning/email-address.ts'
import type { Services } from '../services/services.ts'
import { sessionCookieName } from '../sessions/session-cookie.ts'
import { findSession } from '../sessions/sessions.store.ts'
import { findUserId } from './sign-in-audit.store.ts'

interface AuditedRequest {
  readonly cookies: Readonly<Record<string, string>>
  readonly address: string
}

/** Records sign-ins, denied sign-ins and sign-outs in the audit logs of the user's organizations. */
export interface SignInAudit {
  /**
   * Records the session that the response of a callback sets. Without one, records that the user whose address the link
   * has was denied; a denial at an OpenID Connect provider names no user, and is only logged.
   */
  recordCallback(
    request: AuditedRequest & { readonly provider: string; readonly email: string | undefined },
    response: Response,
  ): Promise<void>
  /** Runs a sign-out, and records it if it ended a session. */
  recordSignOut(request: AuditedRequest, signOut: () => Promise<Response>): Promise<Response>
}

/** Creates the audit of sign-ins. */
export function createSignInAudit({
  database,
  clock,
  config,
}: Pick<Services, 'database' | 'clock' | 'config'>): SignInAudit {
  const cookieName = sessionCookieName(config.baseUrl)
  const findSessionOf = (token: string | undefined) => (token ? findSession(database, hashSecret(token)) : undefined)
  const record = (
    { userId, address }: { readonly userId: string; readonly address: string },
    entry: Pick<AuditEntry, 'action' | 'resource' | 'resourceId' | 'details'>,
  ) => recordUserAudit(database, { ...entry, caller: { kind: 'session', userId, address }, at: clock() })

  return {
    async recordCallback({ provider, email, address }, response) {
      const cookies = response.headers.getSetCookie().map((text) => parse(text.split(';', 1)[0] ?? '', cookieName))
      const session = await findSessionOf(cookies.find((cookie) => cookie[cookieName])?.[cookieName])
      const details = { provider }
      if (session) {
        const started = { action: 'session.start', resource: 'session', resourceId: session.id } as const
        return record({ userId: session.user.id, address }, { ...started, details })
      }
      const { success, data } = emailAddressSchema.safeParse(email)
      const userId = success ? await findUserId(database, data) : undefined
      if (userId === undefined) return
      const denied = { action: 'session.deny', resource: 'account', resourceId: userId } as const
      await record({ userId, address }, { ...denied, details })
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

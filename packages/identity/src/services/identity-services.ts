import type { Dependencies } from '@bridge/platform/dependencies'
import type { RateLimiter } from '@bridge/platform/rate-limit'
import type { Context } from 'hono'
import type { Mailer } from '../mail/mailer.ts'
import type { SecurityNotices } from '../mail/security-notices.ts'
import type { Sessions } from '../sessions/sessions.ts'

/** What OAuth, sign-in and the second factor need. */
export interface IdentityServices extends Dependencies {
  /** Returns the client's address, for limits per address and the audit log. */
  readonly clientAddress: (context: Context) => string
  readonly mailer: Mailer
  readonly securityNotices: Pick<SecurityNotices, 'announce'>
  readonly sessions: Sessions
  /** Counts authorize and token requests per client address and minute. */
  readonly oauthLimiter: RateLimiter
  /** Counts sign-in emails, opened links and wrong gate passwords per client address and minute. */
  readonly signInLimiter: RateLimiter
  /** Counts sign-in emails per recipient and hour. */
  readonly signInMailLimiter: RateLimiter
  /** Counts second factor codes per user and hour. */
  readonly secondFactorLimiter: RateLimiter
}

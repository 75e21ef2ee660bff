import type { Context } from 'hono'
import type { Dependencies } from './dependencies.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Sandboxes } from './sandbox/sandbox-desktop.ts'
import type { Sessions } from './sign-in/sessions.ts'

/** What the surfaces of the server share. create-server.ts makes each of them once; a function picks what it needs. */
export interface Services extends Dependencies {
  /** Returns the client's address, for limits per address and the audit log. */
  readonly clientAddress: (context: Context) => string
  /** Counts requests per API key and minute. */
  readonly apiKeyLimiter: RateLimiter
  /** Counts sign-in mails, tried links and wrong gate passwords per client address and minute. */
  readonly signInLimiter: RateLimiter
  /** Counts invitations per user and UTC day. */
  readonly invitationLimiter: RateLimiter
  /** Counts calls per sandbox realm and UTC day. */
  readonly sandboxLimiter: RateLimiter
  readonly sandboxes: Sandboxes
  readonly mailer: Mailer
  readonly sessions: Sessions
}

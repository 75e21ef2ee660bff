import type { Dependencies } from '../dependencies.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Sandboxes } from '../sandbox/sandbox-desktop.ts'

/** What an operation of the control plane is handed. */
export interface OperationDependencies extends Dependencies {
  /** Counts a sandbox's calls of the UTC day, by realm. */
  readonly sandboxLimiter: RateLimiter
  readonly sandboxes: Sandboxes
  /** Counts a user's invitations of the UTC day. */
  readonly invitationLimiter: RateLimiter
  readonly mailer: Mailer
}

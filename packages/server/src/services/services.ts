import type { Context } from 'hono'
import type { Billing } from '../billing/billing.ts'
import type { FindDesktop } from '../desktop/realm-desktop.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SecurityNotices } from '../mail/security-notices.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { Dependencies } from '../runtime/dependencies.ts'
import type { Sandboxes } from '../sandbox/sandbox-desktop.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { UserCalls } from '../user-calls/user-calls.ts'
import type { Limiters } from './limiters.ts'

/** The services shared by the surfaces. create-server.ts creates each once, and functions pick those they need. */
export interface Services extends Dependencies, Limiters {
  /** Returns the client's address, for limits per address and the audit log. */
  readonly clientAddress: (context: Context) => string
  readonly billing: Billing
  readonly sandboxes: Sandboxes
  /** Finds what serves a realm. */
  readonly findDesktop: FindDesktop
  readonly mailer: Mailer
  readonly securityNotices: Pick<SecurityNotices, 'announce'>
  readonly sessions: Sessions
  readonly userCalls: UserCalls
  readonly requestLog: Pick<RequestLog, 'flush'>
}

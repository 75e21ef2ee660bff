import type { Billing } from '../billing/billing.ts'
import type { FindDesktop } from '../desktop/realm-desktop.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { Sandboxes } from '../sandbox/sandbox-desktop.ts'
import type { UserCalls } from '../user-calls/user-calls.ts'
import type { IdentityServices } from './identity-services.ts'
import type { Limiters } from './limiters.ts'

/** What the control plane needs. create-server.ts creates each once, and functions pick those they need. */
export interface Services extends IdentityServices, Limiters {
  readonly billing: Billing
  readonly sandboxes: Sandboxes
  /** Finds what serves a realm. */
  readonly findDesktop: FindDesktop
  readonly userCalls: UserCalls
  readonly requestLog: Pick<RequestLog, 'flush'>
}

import type { FindDesktop } from '@bridge/data-plane/desktop/realm-desktop'
import type { Proposals } from '@bridge/data-plane/proposals/proposals'
import type { RequestLog } from '@bridge/data-plane/request-log/request-log'
import type { Sandboxes } from '@bridge/data-plane/sandbox/sandbox-desktop'
import type { UserCalls } from '@bridge/data-plane/user-calls/user-calls'
import type { IdentityServices } from '@bridge/identity/services/identity-services'
import type { OutgoingClient } from '@bridge/platform/outgoing-client'
import type { InstallerInfo } from '../agent-release/agent-release.ts'
import type { Billing } from '../billing/billing.ts'
import type { Limiters } from './limiters.ts'

/** What the control plane needs. create-server.ts creates each once, and functions pick those they need. */
export interface Services extends IdentityServices, Limiters {
  readonly billing: Billing
  readonly sandboxes: Sandboxes
  /** Finds what serves a realm. */
  readonly findDesktop: FindDesktop
  /** Finds the Windows agent's installer, if the service offers one. */
  readonly findInstaller: () => Promise<InstallerInfo | undefined>
  /** Sends requests to addresses that users chose. */
  readonly outgoing: Pick<OutgoingClient, 'send'>
  readonly userCalls: UserCalls
  /** Writes that MCP hosts propose. */
  readonly proposals: Pick<Proposals, 'list' | 'reject' | 'commitForMember'>
  readonly requestLog: Pick<RequestLog, 'flush'>
}

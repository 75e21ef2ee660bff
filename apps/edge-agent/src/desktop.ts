import type { DesktopState } from '@bridge/agent-protocol'

/** What became of a message set at the desktop. */
export type ProcessOutcome =
  | { readonly answer: string }
  /** QuickBooks is not open; nothing was handed to it. */
  | { readonly notOpen: true }
  /** A call to QuickBooks failed; `handedOver` says that it may have carried the message set out. */
  | { readonly failed: { readonly hresult: string; readonly message: string; readonly handedOver: boolean } }

/** The company file that this agent serves: QuickBooks on this machine, or a simulation of it. */
export interface AgentDesktop {
  /** How things stand now; asked before each request and at each heartbeat. */
  state(): DesktopState
  /** Hands over a qbXML message set (text). Called for one message set at a time. */
  process(messageSet: string): Promise<ProcessOutcome>
}

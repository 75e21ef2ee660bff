import type { DesktopState, ExchangeOutcome } from '@bridge/agent-protocol'

/** The company file that this agent serves: QuickBooks on this machine, or a simulation of it. */
export interface AgentDesktop {
  /** Returns the current state; called before each request and at each heartbeat. */
  state(): DesktopState
  /** Hands a qbXML message set (text) to QuickBooks. Called for one message set at a time. */
  process(messageSet: string): Promise<ExchangeOutcome>
}

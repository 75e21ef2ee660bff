import type { DesktopState, ExchangeOutcome, RealmId } from '@bridge/agent-protocol'

/** Whether a message set changes the company file. */
export type RequestKind = 'read' | 'write'

/** The company file this agent serves: QuickBooks on this machine, or a simulation of it. */
export interface AgentDesktop {
  /** Returns the current state; called before each request and at each heartbeat. */
  state(): DesktopState
  /** Hands a qbXML message set (text) to QuickBooks. Called for one message set at a time. */
  process(messageSet: string, kind: RequestKind): Promise<ExchangeOutcome>
  /** Is called with the realm the agent serves, whenever it has connected. */
  useRealm?(realmId: RealmId): void
  /** Ends the session with QuickBooks after the current request, so people have the company file to themselves. */
  release?(): Promise<void>
}

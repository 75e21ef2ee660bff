import type { DesktopState, ExchangeOutcome, FileChoice, RealmId } from '@bridge/agent-protocol'

/** Whether a message set changes the company file. */
export type RequestKind = 'read' | 'write'

/** What the gateway says about the realm; nothing from one of an older version. */
export interface RealmTerms {
  /** The name under which a new pairing opens QuickBooks. */
  readonly applicationName?: string | undefined
  /** What the realm's people said about its company file. */
  readonly file?: FileChoice | undefined
}

/** Settings of the realm, as the gateway says; an older one does not mention them. */
export interface RealmSwitches {
  /** Whether the agent opens QuickBooks when needed. */
  readonly opensQuickBooks?: boolean | undefined
  /** Whether a person at the PC may record exchanges. */
  readonly allowsRecording?: boolean | undefined
  /** Whether the agent subscribes to QuickBooks' data events. */
  readonly subscribesToEvents?: boolean | undefined
}

/** The company file this agent serves: QuickBooks on this machine, or a simulation of it. */
export interface AgentDesktop {
  /** Returns the current state; called before each request and at each heartbeat. */
  state(): DesktopState
  /** Hands a qbXML message set (text) to QuickBooks. Called for one message set at a time. */
  process(messageSet: string, kind: RequestKind): Promise<ExchangeOutcome>
  /** Is called with the realm the agent serves, whenever it has connected and when the terms have changed. */
  useRealm?(realmId: RealmId, terms?: RealmTerms): void
  /** Ends the session with QuickBooks after the current request, so people have the company file to themselves. */
  release?(): Promise<void>
}

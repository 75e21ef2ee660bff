import type { ExchangeOutcome, RealmId } from '@bridge/agent-protocol'

/** The effect of a message set: a write changes the company file and is recorded in the journal. */
export type ExchangeKind = 'read' | 'write'

/** The description of a write in its journal row. */
export interface WriteDescription {
  readonly entity: string
  readonly operation: 'create' | 'update' | 'delete' | 'void'
  readonly requestId?: string | undefined
  /** The `newMessageSetID` of the message set, which stays the same each time it is sent. */
  readonly messageSetId?: string
}

export interface ExchangeOptions {
  readonly kind: ExchangeKind
  /** Required for a write. */
  readonly write?: WriteDescription
}

/**
 * The one port to company files: sends a qbXML message set (text) to whatever serves the realm and returns its outcome.
 * Its callers cannot tell the emulator, an agent and the Web Connector apart.
 */
export interface Desktop {
  exchange(realmId: RealmId, messageSet: string, options: ExchangeOptions): Promise<ExchangeOutcome>
  /**
   * Returns the outcome that the journal has for an earlier write with this `messageSetId`, without a request to
   * QuickBooks. After `sent: false`, no earlier attempt will ever reach QuickBooks. Undefined if there is no journal.
   */
  recall?(realmId: RealmId, messageSetId: string): Promise<ExchangeOutcome>
}

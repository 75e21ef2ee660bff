import type { ExchangeOutcome, RealmId } from '@bridge/agent-protocol'

/** Whether the message set changes the company file. Writes are recorded in the journal. */
export type ExchangeKind = 'read' | 'write'

/** A write as its journal row describes it. */
export interface WriteDescription {
  readonly entity: string
  readonly operation: 'create' | 'update' | 'delete' | 'void'
  readonly requestId?: string | undefined
  /** The `newMessageSetID` of the message set, the same each time it is sent. */
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
   * Returns what the journal knows about a write that was sent before with this `messageSetId`, without a request to
   * QuickBooks. After `sent: false`, no earlier attempt will reach QuickBooks any more. Absent where there is no journal.
   */
  recall?(realmId: RealmId, messageSetId: string): Promise<ExchangeOutcome>
}

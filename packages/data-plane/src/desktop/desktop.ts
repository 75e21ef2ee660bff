import type { ExchangeOutcome, NotSent, RealmId } from '@bridge/agent-protocol'

/** A message set's effect: a write changes the company file and is recorded in the journal. */
export type ExchangeKind = 'read' | 'write'

/** A write's description in its journal row. */
export interface WriteDescription {
  readonly entity: string
  readonly operation: 'create' | 'update' | 'delete' | 'void'
  readonly requestId?: string | undefined
  /** The message set's `newMessageSetID`, which stays the same each time it is sent. */
  readonly messageSetId?: string
  /** When a later write may clear the message set from QuickBooks' own record. */
  readonly clearAt?: Date
}

export interface ExchangeOptions {
  readonly kind: ExchangeKind
  /** Required for a write. */
  readonly write?: WriteDescription
  /** The largest response the caller reads, in text bytes; by default its kind's. */
  readonly responseBytesMax?: number
  /** Who called. Where requests wait for QuickBooks, clients take turns. */
  readonly client?: string
  /** The span waiting for the outcome, if the call is traced. */
  readonly traceparent?: string
  /**
   * The `newMessageSetID` of an earlier write whose company file this message set is for: it looks the write up, or sends
   * it again. Only this company file has a record of the write, so nothing is sent where the file is not proved.
   */
  readonly sameFileAs?: string
}

/**
 * The response to a message set: its text, or an agent frame's payload if the text is long. A payload is inflated where
 * it is read, because an agent can inflate a few bytes to any size. A sandbox packs long text in the same way.
 */
export type DesktopResponse = string | Uint8Array

/**
 * The one port to company files: sends a qbXML message set (text) to whatever serves the realm and returns its outcome.
 * Its callers cannot tell the emulator, an agent and the Web Connector apart.
 */
export interface Desktop {
  exchange(realmId: RealmId, messageSet: string, options: ExchangeOptions): Promise<ExchangeOutcome<DesktopResponse>>
  /**
   * Returns the journal's outcome for an earlier write with this `messageSetId`, without a request to
   * QuickBooks. After `sent: false`, no earlier attempt will ever reach QuickBooks. Undefined if there is no journal.
   */
  recall?(realmId: RealmId, messageSetId: string): Promise<ExchangeOutcome>
}

/** The outcome where nothing serves the realm. */
export const offline: NotSent = { sent: false, reason: 'offline' }

/** Returns a desktop that exchanges by `exchange` and recalls as before. */
export function decorateDesktop(desktop: Desktop, exchange: Desktop['exchange']): Desktop {
  const recall = desktop.recall?.bind(desktop)
  return { exchange, ...(recall && { recall }) }
}

/** A desktop packing no response. */
export interface TextDesktop extends Desktop {
  exchange(realmId: RealmId, messageSet: string, options: ExchangeOptions): Promise<ExchangeOutcome>
}

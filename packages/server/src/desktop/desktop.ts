import type { RealmId } from '@bridge/agent-protocol'

/** Whether the message set changes the company file; writes are recorded in the journal (design, section 6). */
export type ExchangeKind = 'read' | 'write'

/** What a write is, for its journal row. */
export interface WriteDescription {
  readonly entity: string
  readonly operation: 'create' | 'update' | 'delete' | 'void'
  readonly requestId?: string | undefined
  /** The `newMessageSetID` that the message set carries, the same whenever it is sent. */
  readonly messageSetId?: string
}

export interface ExchangeOptions {
  readonly kind: ExchangeKind
  /** Required for a write. */
  readonly write?: WriteDescription
}

/**
 * What became of a message set. `sent: false` promises that nothing of it reached QuickBooks;
 * `lost` says that it was handed over and no answer came, so it may have been applied.
 */
export type ExchangeResult =
  | { readonly sent: false; readonly why: 'offline' | 'app-not-open' }
  | { readonly sent: false; readonly why: 'execution-error'; readonly hresult: string; readonly message: string }
  | { readonly sent: true; readonly lost: false; readonly answer: string; readonly timing?: ExchangeTiming }
  | { readonly sent: true; readonly lost: true; readonly why: 'timeout' | 'connection' }

/** Where the time of an exchange went, as far as its way can tell; the rest was spent on the way. */
export interface ExchangeTiming {
  /** Waiting for the turn of the company file, in milliseconds. */
  readonly queueMs?: number
  /** From handing the message set over to having its answer, in milliseconds. */
  readonly desktopMs: number
}

/**
 * The one port to company files: hands a qbXML message set (text) to whatever serves the realm
 * and gives back its answer (text). Nothing above it knows whether that is the emulator, an
 * agent or the Web Connector.
 */
export interface Desktop {
  exchange(realmId: RealmId, messageSet: string, options: ExchangeOptions): Promise<ExchangeResult>
  /**
   * What the way to the company file knows of a write that was sent before under this `messageSetId`, without asking
   * QuickBooks. After `sent: false` no earlier sending will reach QuickBooks any more; a way that keeps no journal
   * knows nothing, and lacks this.
   */
  recall?(realmId: RealmId, messageSetId: string): Promise<RecalledWrite>
}

/** What became of an earlier sending; `lost` leaves it to QuickBooks to say. */
export type RecalledWrite =
  | { readonly sent: false }
  | { readonly sent: true; readonly lost: false; readonly answer: string }
  | { readonly sent: true; readonly lost: true }

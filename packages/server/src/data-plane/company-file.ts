import type { RealmId } from '@bridge/agent-protocol'
import type { Registry } from '@bridge/translation'
import type { MessageSet, MessageSetResponse } from '@bridge/translation/qbxml'
import type { Desktop, ExchangeOptions } from '../desktop/desktop.ts'

/** What a write that carries a `requestid` exchanges goes through it, in the order in which it is exchanged. */
export interface ExchangeLog {
  exchange(set: MessageSet, options: ExchangeOptions): Promise<MessageSetResponse>
}

/** The company file that a request is about, and the way to it. */
export interface CompanyFile {
  readonly realmId: RealmId
  readonly desktop: Desktop
  /** The entities that the realm has; those of the specification without it. */
  readonly entities?: Registry
  /** Of a write that carries a `requestid`: what it exchanged so far, so that a retry goes on where it stopped. */
  readonly log?: ExchangeLog
}

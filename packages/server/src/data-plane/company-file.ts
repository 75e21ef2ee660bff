import type { Registry } from '@bridge/translation'
import type { Desktop } from '../desktop/desktop.ts'
import type { RealmId } from '../http/realm-id.ts'
import type { ExchangeLog } from './exchange.ts'

/** The company file that a request is about, and the way to it. */
export interface CompanyFile {
  readonly realmId: RealmId
  readonly desktop: Desktop
  /** The entities that the realm has; those of the specification without it. */
  readonly entities?: Registry
  /** Of a write that carries a `requestid`: what it exchanged so far, so that a retry goes on where it stopped. */
  readonly log?: ExchangeLog
}

import type { Logger } from 'pino'
import type { JournalStore } from '../sessions/journal.store.ts'
import type { ConnectorLeaseStore } from './connector-lease.store.ts'

/** The context shared by a gateway's Web Connectors. */
export interface ConnectorContext {
  readonly leases: ConnectorLeaseStore
  readonly journal: JournalStore
  readonly clock: () => Date
  readonly logger: Logger
  readonly maxWaiting: number
  /** How long a call is held open at most, in milliseconds; below the Web Connector's time-out, which is 100 s. */
  readonly holdMs: number
  /** How long a run stays open after its last request, in milliseconds, so the company file becomes free. */
  readonly idleMs: number
}

import type { ChangeFeed, Database } from '@bridge/database'
import type { Logger } from 'pino'
import type { Tracing } from '../tracing/tracing.ts'
import type { CallMetrics } from './call-metrics.ts'
import type { ServerConfig } from './server-config.ts'

/** Dependencies shared by all server code. Nothing reads the clock, the environment or a global directly. */
export interface Dependencies {
  readonly database: Database
  readonly changes: ChangeFeed
  readonly clock: () => Date
  readonly logger: Logger
  readonly config: ServerConfig
  /** Counts calls; without it, they are only logged. */
  readonly metrics?: CallMetrics
  /** Traces calls; without it, they are not traced. */
  readonly tracing?: Tracing | undefined
}

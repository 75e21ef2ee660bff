import type { ChangeFeed, Database } from '@bridge/database'
import type { Logger } from 'pino'
import type { ServerConfig } from './config.ts'

/** What every part of the server depends on; no part reads a clock, the environment or a global itself. */
export interface Dependencies {
  readonly database: Database
  readonly changes: ChangeFeed
  readonly clock: () => Date
  readonly logger: Logger
  readonly config: ServerConfig
}

import type { ChangeFeed, Database } from '@bridge/database'
import type { Logger } from 'pino'
import type { ServerConfig } from './config.ts'

/** What the server's parts are handed: nothing below reads a clock, the environment or a global. */
export interface Dependencies {
  readonly database: Database
  readonly changes: ChangeFeed
  readonly clock: () => Date
  readonly logger: Logger
  readonly config: ServerConfig
}

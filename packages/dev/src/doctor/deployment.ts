import type { Database } from '@bridge/database'
import type { EnvironmentValues } from '@bridge/environment'
import type { environment } from '@bridge/portal/env'
import type { Finding } from './finding.ts'

/** A server's variables. */
export type Settings = EnvironmentValues<typeof environment>

/** What the checks examine: a server's settings, on the machine where it runs. */
export interface Deployment {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The variables that are valid. */
  readonly settings: Partial<Settings>
  readonly baseUrl: string
  readonly clock: () => Date
  /** Opened at the first use. Fails as the server's would. */
  readonly database: Database
}

/** One row of the report. */
export interface Check {
  readonly title: string
  /** Settings without which there is nothing to examine; a missing one is reported as a setting. */
  readonly needs: readonly (keyof Settings)[]
  examine(deployment: Deployment): Promise<readonly Finding[]>
}

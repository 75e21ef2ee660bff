import type { FlatRow } from './read-report.ts'

/** What the papers say about one row of a report. */
export interface Expectation {
  readonly label: string
  /** An amount in cents, or a number of things. */
  readonly value: number
  readonly unit?: 'count'
  /** Finds the report's figure in its rows; undefined if there is none. */
  readonly find: (rows: readonly FlatRow[]) => string | undefined
}

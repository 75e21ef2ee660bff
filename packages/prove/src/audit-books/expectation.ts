import type { FlatRow } from './read-report.ts'

/** A report row as the papers give it. */
export interface Expectation {
  readonly label: string
  /** An amount in cents, or a number of things. */
  readonly value: number
  readonly unit?: 'count'
  /** Returns the report's figure from its rows; undefined if missing. */
  readonly find: (rows: readonly FlatRow[]) => string | undefined
}

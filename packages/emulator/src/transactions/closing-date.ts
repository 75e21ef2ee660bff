import type { RequestContext } from '../requests/request-context.ts'
import { closedPeriod } from '../requests/status-error.ts'

/** A transaction change: its kind, the error text's verb, and the dates (`YYYY-MM-DD`) before and after. */
export interface DatedChange {
  readonly kind: string
  readonly verb: 'modify' | 'delete'
  readonly dates: readonly (string | undefined)[]
}

/**
 * Rejects changes dated, before or after, on or before the company's closing date: status 3161 for a deletion, 3171 for
 * any other change.
 */
export function checkClosingDate({ switches }: RequestContext, { kind, verb, dates }: DatedChange): void {
  const closing = switches.closingDate
  if (closing === null) return
  if (dates.some((date) => date !== undefined && date <= closing)) throw closedPeriod(kind, verb)
}

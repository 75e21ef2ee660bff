import type { RequestContext } from '../requests/request-context.ts'
import { closedPeriod } from '../requests/status-error.ts'

/** A change of a transaction: its kind, the verb of the error text, and the dates (`YYYY-MM-DD`) before and after. */
export interface DatedChange {
  readonly kind: string
  readonly verb: 'modify' | 'delete'
  readonly dates: readonly (string | undefined)[]
}

/**
 * Rejects a change of a transaction that is or would be dated on or before the closing date of the company: status 3161
 * for a deletion, 3171 for any other change.
 */
export function checkClosingDate({ switches }: RequestContext, { kind, verb, dates }: DatedChange): void {
  const closing = switches.closingDate
  if (closing === null) return
  if (dates.some((date) => date !== undefined && date <= closing)) throw closedPeriod(kind, verb)
}

import { Fault } from '@bridge/faults'

/**
 * Throws UNSUPPORTED_BY_DESKTOP with `element` for a day before the record's, since QuickBooks keeps only the current
 * one.
 *
 * @param element the parameter or the field with the day
 */
export function requireCurrentOn(
  entity: string,
  element: string,
  { day, current }: { readonly day: string; readonly current: string },
): void {
  if (day >= current) return
  throw new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    `${element} is ${day}, but QuickBooks Desktop keeps only the current ${entity}, of ${current}.`,
    { element },
  )
}

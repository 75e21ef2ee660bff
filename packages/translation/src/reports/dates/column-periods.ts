import type { Period } from './date-macros.ts'
import { getDayParts } from './day.ts'
import { shift, startOf, type Unit } from './unit.ts'

/** Divides a period into units; the first and the last may be cut. Returns undefined above `maxCount` units. */
export function divide(
  { from, to }: Period,
  unit: Unit,
  firstFiscalMonth: number,
  maxCount: number,
): readonly Period[] | undefined {
  const periods: Period[] = []
  let start = startOf(unit, from, firstFiscalMonth)
  while (start <= to) {
    if (periods.length === maxCount) return undefined
    const next = shift(unit, start, 1)
    periods.push({ from: Math.max(start, from), to: Math.min(next - 1, to) })
    start = next
  }
  return periods
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns a period's title as in QBO: `Apr 2026`, `Apr 1-29, 2026`, `Jan - Dec 2014`, `Jul 4 - Dec 31, 2013`. */
export function formatPeriod({ from, to }: Period): string {
  const first = getDayParts(from)
  const last = getDayParts(to)
  const [month, lastMonth] = [monthNames[first.month - 1], monthNames[last.month - 1]]
  const isOneYear = first.year === last.year
  const isWhole = first.date === 1 && getDayParts(to + 1).date === 1
  if (isOneYear && first.month === last.month) {
    if (isWhole) return `${month} ${first.year}`
    const dates = first.date === last.date ? `${first.date}` : `${first.date}-${last.date}`
    return `${month} ${dates}, ${first.year}`
  }
  if (!isOneYear) {
    return isWhole
      ? `${month} ${first.year} - ${lastMonth} ${last.year}`
      : `${month} ${first.date}, ${first.year} - ${lastMonth} ${last.date}, ${last.year}`
  }
  if (!isWhole) return `${month} ${first.date} - ${lastMonth} ${last.date}, ${last.year}`
  const isWholeYear = first.month === 1 && last.month === 12
  return isWholeYear ? `${month} - ${lastMonth} ${last.year}` : `${month} - ${lastMonth}, ${last.year}`
}

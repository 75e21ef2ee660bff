import { addMonths, createDay, getDayParts, getWeekday } from './day.ts'

/** A calendar unit. Weeks begin on Sunday. */
export type Unit = 'day' | 'week' | 'month' | 'calendarQuarter' | 'calendarYear' | 'fiscalQuarter' | 'fiscalYear'

const lengths: Readonly<Record<Unit, { readonly days?: number; readonly months?: number; readonly fiscal?: true }>> = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  calendarQuarter: { months: 3 },
  calendarYear: { months: 12 },
  fiscalQuarter: { months: 3, fiscal: true },
  fiscalYear: { months: 12, fiscal: true },
}

/** Returns the first day in the unit containing a day. */
export function startOf(unit: Unit, day: number, firstFiscalMonth: number): number {
  const { months, fiscal } = lengths[unit]
  if (months === undefined) return unit === 'week' ? day - getWeekday(day) : day
  const { year, month } = getDayParts(day)
  const monthsIntoYear = (month - (fiscal ? firstFiscalMonth : 1) + 12) % 12
  return createDay(year, month - (monthsIntoYear % months), 1)
}

/** Returns the corresponding day some units later, or earlier for a negative count. */
export function shift(unit: Unit, day: number, count: number): number {
  const { days = 0, months } = lengths[unit]
  return months === undefined ? day + days * count : addMonths(day, months * count)
}

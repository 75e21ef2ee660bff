import { textOf } from '../books/fields.ts'
import type { ListRecord } from '../books/record.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A date so many days later, `YYYY-MM-DD`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** When a transaction of a date falls due under terms; on its own date without terms. */
export const dueDate = (date: string, terms: ListRecord | undefined): string => {
  const days = (name: string): number => Number(textOf(terms?.fields ?? {}, name) ?? 0)
  if (terms?.kind !== 'DateDrivenTerms') return addDays(date, days('StdDueDays'))
  const thisMonth = dayOfMonth(date, 0, days('DayOfMonthDue'))
  return addDays(date, days('DueNextMonthDays')) <= thisMonth ? thisMonth : dayOfMonth(date, 1, days('DayOfMonthDue'))
}

const dayOfMonth = (date: string, monthsLater: number, day: number): string => {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + monthsLater, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + monthsLater, Math.min(day, last))).toISOString().slice(0, 10)
}

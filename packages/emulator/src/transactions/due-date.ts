import { getText } from '../books/fields.ts'
import type { ListRecord } from '../books/record.ts'
import { addDays, dayOfMonth } from '../host/calendar.ts'

/** Returns a transaction's due date under its terms, or its own date without terms. */
export function computeDueDate(date: string, terms: ListRecord | undefined): string {
  const days = (name: string): number => Number(getText(terms?.fields ?? {}, name) ?? 0)
  if (terms?.kind !== 'DateDrivenTerms') return addDays(date, days('StdDueDays'))
  const thisMonth = dayOfMonth(date, 0, days('DayOfMonthDue'))
  return addDays(date, days('DueNextMonthDays')) <= thisMonth ? thisMonth : dayOfMonth(date, 1, days('DayOfMonthDue'))
}

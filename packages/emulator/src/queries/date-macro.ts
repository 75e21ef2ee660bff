import { child, childText, type Element } from '@bridge/qbxml'
import { addDays, dayOfMonth } from '../host/calendar.ts'
import { hostDate } from '../host/host-time.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { checkRange, type Test } from './filters.ts'

/** Creates the `TxnDateRangeFilter`: dates or a macro, both ends included. */
export function txnDateFilter(request: Element, context: RequestContext): Test<string> {
  const filter = child(request, 'TxnDateRangeFilter')
  if (filter === undefined) return () => true
  const macro = childText(filter, 'DateMacro')
  const [from, to] =
    macro === undefined || macro === ''
      ? [childText(filter, 'FromTxnDate') || firstDate, childText(filter, 'ToTxnDate') || lastDate]
      : resolveDateMacro(macro, hostDate(context.switches, context.now))
  checkRange(from, to)
  return (date) => date >= from && date <= to
}

const firstDate = '1970-01-01'
const lastDate = '2038-01-19'

/**
 * Returns a macro's first and last date, for example `LastMonthToDate`. The fiscal year is the calendar year, and a
 * week begins on Sunday.
 */
export function resolveDateMacro(macro: string, today: string): readonly [string, string] {
  if (macro === 'All') return [firstDate, lastDate]
  if (macro === 'Today') return [today, today]
  if (macro === 'Yesterday') return [addDays(today, -1), addDays(today, -1)]
  const week = addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay())
  if (macro === 'NextFourWeeks') return [addDays(week, 7), addDays(week, 34)]
  const match = /^(This|Last|Next)(Week|Month|CalendarQuarter|FiscalQuarter|CalendarYear|FiscalYear)(ToDate)?$/.exec(
    macro,
  )
  const [, which = 'This', unit = 'Month', toDate] = match ?? []
  const step = which === 'Last' ? -1 : which === 'Next' ? 1 : 0
  const [from, to] =
    unit === 'Week' ? [addDays(week, 7 * step), addDays(week, 7 * step + 6)] : monthsRange(today, unit, step)
  if (toDate === undefined) return [from, to]
  const sameDay =
    unit === 'Week' ? addDays(today, 7 * step) : dayOfMonth(today, step * monthsIn(unit), Number(today.slice(8)))
  return [from, sameDay]
}

function monthsRange(today: string, unit: string, step: number): readonly [string, string] {
  const [year = 1970, month = 1] = today.split('-').map(Number)
  const length = monthsIn(unit)
  const first = month - 1 - ((month - 1) % length) + step * length
  const day = (index: number, date: number): string => new Date(Date.UTC(year, index, date)).toISOString().slice(0, 10)
  return [day(first, 1), day(first + length, 0)]
}

function monthsIn(unit: string): number {
  return unit === 'Month' ? 1 : unit.endsWith('Quarter') ? 3 : 12
}

import type { Books } from '../books/books.ts'
import { notEnabled } from '../requests/status-error.ts'
import { findClassId, findNameId, type LedgerLine } from './ledger-lines.ts'
import { allDates, type Period, toShortTitle } from './period-text.ts'
import { isTimeUnit, splitPeriod } from './report-period.ts'
import { getOption, type ReportQuery } from './report-query.ts'

/** The columns, or column groups, a summary divides its amounts into. */
export interface ColumnGroups {
  /** Returns the column for a ledger line in the report's period. */
  getKey(line: LedgerLine): string
  /**
   * Returns the columns in order, given those that are used. Periods without an amount are left out on request only.
   */
  arrange(used: ReadonlySet<string>, which: 'any' | 'nonZero'): readonly ColumnGroup[]
  /** The time columns' periods. */
  readonly periods?: readonly Period[]
  /** Whether a column with the totals follows. */
  readonly hasTotal: boolean
}

export interface ColumnGroup {
  readonly key: string
  readonly title: string
}

/** The records with columns, and the title without a record. */
const recordColumns: ReadonlyMap<string, RecordColumn> = new Map([
  ['Customer', { family: 'Name', without: 'No name', find: (books, line) => findNameId(books, line, 'Customer') }],
  ['Vendor', { family: 'Name', without: 'No name', find: (books, line) => findNameId(books, line, 'Vendor') }],
  ['Class', { family: 'Class', without: 'Unclassified', find: (_books, line) => findClassId(line) }],
])

interface RecordColumn {
  readonly family: string
  readonly without: string
  find(books: Books, line: LedgerLine): string | undefined
}

/**
 * Creates the columns for `SummarizeColumnsBy`. Throws status 3250 for values the report does not support. `dates`
 * bounds a period without a beginning or end.
 */
export function createColumnGroups(
  query: ReportQuery,
  supported: { readonly time: boolean; readonly records: boolean },
  dates: () => Period,
): ColumnGroups {
  const by = getOption(query, 'SummarizeColumnsBy', 'TotalOnly')
  const { period } = query
  if (by === 'TotalOnly') {
    const single = [{ key: '', title: toShortTitle(period) }]
    return { getKey: () => '', arrange: () => single, periods: [period], hasTotal: false }
  }
  if (isTimeUnit(by) && supported.time) return createTimeColumns(query, by, bound(period, dates))
  const column = recordColumns.get(by)
  if (column === undefined || !supported.records) throw notEnabled()
  return createRecordColumns(query.context.books, column)
}

function bound({ from, to }: Period, dates: () => Period): Period {
  const last = to === allDates.to ? dates().to : to
  const first = from === allDates.from ? dates().from : from
  return first > last ? { from: last, to: last } : { from: first, to: last }
}

function createTimeColumns(query: ReportQuery, unit: string, period: Period): ColumnGroups {
  const isCalendar = getOption(query, 'ReportCalendar', 'FiscalYear') === 'CalendarYear'
  const periods = splitPeriod(period, unit, isCalendar ? 1 : query.context.switches.fiscalMonth)
  const keys = new Map<string, string>()
  const findKey = (date: string): string =>
    String(Math.max(0, date > period.to ? periods.length - 1 : periods.findIndex(({ to }) => date <= to)))
  return {
    getKey({ date }) {
      const key = keys.get(date) ?? findKey(date)
      keys.set(date, key)
      return key
    },
    arrange(used, which) {
      const columns = periods.map((each, index) => ({ key: String(index), title: toShortTitle(each) }))
      return which === 'nonZero' ? columns.filter(({ key }) => used.has(key)) : columns
    },
    periods,
    hasTotal: true,
  }
}

function createRecordColumns(books: Books, { family, without, find }: RecordColumn): ColumnGroups {
  return {
    getKey: (line) => find(books, line) ?? '',
    arrange(used) {
      const named = [...used].flatMap((id) => {
        const record = books.lists.byId(family, id)
        return record === undefined ? [] : [{ key: id, title: books.lists.fullName(record) }]
      })
      named.sort((one, other) => (one.title.toLowerCase() < other.title.toLowerCase() ? -1 : 1))
      return used.has('') ? [...named, { key: '', title: without }] : named
    },
    hasTotal: true,
  }
}

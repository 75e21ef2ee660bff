import type Big from 'big.js'
import { sum } from '../books/decimal.ts'
import { hostDate } from '../host/host-time.ts'
import type { ColumnGroup, ColumnGroups } from './column-groups.ts'
import { getDate, type LedgerLine } from './ledger-lines.ts'
import type { Period } from './period-text.ts'
import { getOption, type ReportQuery, type ReturnRows } from './report-query.ts'
import { type Sums, zero } from './sums.ts'

/** Returns the sums' columns in order, as the request's `ReturnColumns` selects them. */
export function getColumns(query: ReportQuery, groups: ColumnGroups, ...sums: readonly Sums[]): readonly ColumnGroup[] {
  const which = getOption(query, 'ReturnColumns', 'All') === 'NonZero' ? 'nonZero' : 'any'
  const used = new Set(sums.flatMap((each) => [...each.columns(which)]))
  return groups.arrange(used, which)
}

/** Returns a row's figures, with their total if the columns have one. */
export function getFigures(
  groups: ColumnGroups,
  columns: readonly ColumnGroup[],
  sums: Sums,
  row: string,
): readonly Big[] {
  const figures = sums.getRow(
    row,
    columns.map(({ key }) => key),
  )
  return groups.hasTotal ? [...figures, sum(figures)] : figures
}

/** Returns the rows the request's `ReturnRows` selects. `all` includes records without sums. */
export function selectRows(
  query: ReportQuery,
  figures: ReadonlyMap<string, readonly Big[]>,
  byDefault: ReturnRows,
  width: number,
  all: () => Iterable<string>,
): ReadonlyMap<string, readonly Big[]> {
  const rows = getOption(query, 'ReturnRows', byDefault)
  if (rows === 'NonZero') return new Map([...figures].filter(([, row]) => row.some((amount) => !amount.eq(0))))
  if (rows !== 'All') return figures
  const zeros = Array.from({ length: width }, () => zero)
  return new Map([...[...all()].map((id): [string, readonly Big[]] => [id, zeros]), ...figures])
}

/** Returns the dates from the first transaction to the last, which bound a period without a beginning or end. */
export function getDatesOf({ context: { books } }: ReportQuery): () => Period {
  return () => {
    let from = '9999-12-31'
    let to = '1901-01-01'
    for (const transaction of books.transactions.values()) {
      const date = getDate(transaction)
      if (date < from) from = date
      if (date > to) to = date
    }
    return { from, to }
  }
}

/** Returns today, or the last transaction's date if later: the date for balances without an end. */
export function getLastDate(query: ReportQuery): string {
  const { switches, now } = query.context
  const today = hostDate(switches, now)
  return [today, getDatesOf(query)().to].sort().at(-1) ?? today
}

/** Whether a ledger line is within a period. */
export function isWithin({ date }: Pick<LedgerLine, 'date'>, { from, to }: Period): boolean {
  return date >= from && date <= to
}

import { amountText } from '../books/decimal.ts'
import { hostDate } from '../host/host-time.ts'
import { amountColumn, labelColumn, type ReportTable } from './account-summary.ts'
import { createNameCatalogue } from './chart.ts'
import { countDays, getOpenItems, type OpenItem } from './open-items.ts'
import { allDates } from './period-text.ts'
import { toRecordTree } from './record-tree.ts'
import { getOption, type ReportQuery } from './report-query.ts'
import { RowWriter, writeRecord } from './row-writer.ts'
import { addFigures, zero } from './sums.ts'

/** An aging report's side: its accounts' type, and the sign that shows what is owed as positive. */
export interface AgingSide {
  readonly accountType: 'AccountsReceivable' | 'AccountsPayable'
  readonly sign: 1 | -1
}

/** An open item with its days past due and the bucket they belong to. */
export interface AgedItem extends OpenItem {
  readonly days: number
  readonly bucket: number
}

/** The 30-day buckets in column order. */
export const buckets = ['Current', '1 - 30', '31 - 60', '61 - 90', '> 90'] as const

const bucketDays = 30

/** Returns the items open at the period's end that pass the filters, with their age. */
export function getAgedItems(query: ReportQuery, { accountType }: AgingSide): readonly AgedItem[] {
  const { books, switches, now } = query.context
  const today = hostDate(switches, now)
  const asOf = query.period.to === allDates.to ? today : query.period.to
  const agesUntil = getOption(query, 'ReportAgingAsOf', 'ReportEndDate') === 'Today' ? today : asOf
  return [...getOpenItems(books, accountType, query.period.to).values()]
    .flat()
    .filter(({ open, ledgerLine }) => !open.eq(0) && query.passes(ledgerLine))
    .map((item) => {
      const days = countDays(switches.agingBasis === 'AgeFromDueDate' ? item.due : item.ledgerLine.date, agesUntil)
      const bucket = Math.min(Math.max(0, Math.ceil(days / bucketDays)), buckets.length - 1)
      return { ...item, days, bucket }
    })
}

/** Computes customers' or vendors' open balances by age. */
export function computeAgingSummary(side: AgingSide, query: ReportQuery): ReportTable {
  const { books } = query.context
  const figures = new Map<string, readonly (typeof zero)[]>()
  const zeros = Array.from({ length: buckets.length + 1 }, () => zero)
  for (const { name, open, bucket } of getAgedItems(query, side)) {
    const amount = open.times(side.sign)
    const row = zeros.map((_, index) => (index === bucket || index === buckets.length ? amount : zero))
    figures.set(name, addFigures(figures.get(name) ?? zeros, row))
  }
  const catalogue = createNameCatalogue(books, 'Name')
  const toCells = (amounts: readonly (typeof zero)[]) => amounts.map((amount) => amountText(amount))
  const writer = new RowWriter()
  for (const node of toRecordTree(books, catalogue, figures)) writeRecord(writer, { books, catalogue, toCells }, node)
  if (writer.rows.length > 0) writer.total('TOTAL', toCells([...figures.values()].reduce(addFigures, zeros)))
  return {
    columns: [labelColumn, ...buckets.map((title) => amountColumn(title)), amountColumn('TOTAL', 'Total')],
    rows: writer.rows,
  }
}

import type Big from 'big.js'
import { hostDate } from '../host/host-time.ts'
import type { ReportTable } from './account-summary.ts'
import { type AgingSide, buckets, getAgedItems } from './aging.ts'
import { createNameCatalogue, getAccountType } from './chart.ts'
import type { DetailLine } from './detail-columns.ts'
import { sortLines, writeDetailNode } from './detail-nodes.ts'
import { DetailTable, type DetailTotals } from './detail-table.ts'
import { getLedgerLines } from './ledger-lines.ts'
import { getOpenItems } from './open-items.ts'
import { toRecordTree } from './record-tree.ts'
import { getOption, type ReportQuery } from './report-query.ts'
import { addFigures, zero } from './sums.ts'

const agingColumns = ['TxnType', 'Date', 'RefNumber', 'Name', 'Terms', 'DueDate', 'Aging', 'OpenBalance']

/** Computes customers' or vendors' open transactions by age. */
export function computeAgingDetail(side: AgingSide, query: ReportQuery): ReportTable {
  const table = new DetailTable(query, agingColumns)
  const items = getAgedItems(query, side)
  let total: readonly Big[] = [zero, zero]
  buckets.forEach((label, bucket) => {
    const aged = items.filter((item) => item.bucket === bucket)
    if (aged.length === 0) return
    const byLine = new Map(aged.map((item) => [item.ledgerLine, item]))
    let sum: readonly Big[] = [zero, zero]
    table.writer.text(label)
    for (const ledgerLine of sortLines(byLine.keys())) {
      const { amount = zero, open = zero, days = 0 } = byLine.get(ledgerLine) ?? {}
      const figures = [amount.times(side.sign), open.times(side.sign)] as const
      table.line({ ledgerLine, amount: figures[0], open: figures[1], days })
      sum = addFigures(sum, figures)
    }
    table.sums('subtotal', `Total ${label}`, toAgingTotals(sum))
    total = addFigures(total, sum)
  })
  if (table.writer.rows.length > 0) table.sums('total', 'TOTAL', toAgingTotals(total))
  return table.toReport()
}

function toAgingTotals([amount = zero, open = zero]: readonly Big[]): DetailTotals {
  return { Amount: amount, OpenBalance: open }
}

const balanceColumns = ['TxnType', 'Date', 'RefNumber', 'Account', 'Amount', 'RunningBalance']

/** Computes the transactions that make up customers' or vendors' balances at the period's end. */
export function computeBalanceDetail({ accountType, sign }: AgingSide, query: ReportQuery): ReportTable {
  const { books, switches, now } = query.context
  const table = new DetailTable(query, balanceColumns)
  const isAsOfToday = getOption(query, 'ReportOpenBalanceAsOf', 'Today') === 'Today'
  const items = getOpenItems(books, accountType, isAsOfToday ? hostDate(switches, now) : query.period.to)
  const counted = [...getLedgerLines(books)].filter(
    (line) =>
      line.date <= query.period.to &&
      line.posting.entity !== null &&
      getAccountType(books, line.account) === accountType &&
      query.passes(line),
  )
  const byName = new Map<string, DetailLine[]>()
  const figures = new Map<string, readonly Big[]>()
  const seen = new Set<unknown>()
  for (const ledgerLine of sortLines(counted)) {
    const name = ledgerLine.posting.entity ?? ''
    const amount = ledgerLine.amount.times(sign)
    const item = items.get(ledgerLine.transaction.id)?.find((each) => each.name === name)
    const open = item === undefined || seen.has(item) ? undefined : item.open.times(sign)
    seen.add(item)
    const rows = byName.get(name) ?? []
    byName.set(name, rows)
    rows.push({ ledgerLine, amount, open })
    figures.set(name, addFigures(figures.get(name) ?? [zero, zero, zero], [zero, amount, open ?? zero]))
  }
  const catalogue = createNameCatalogue(books, 'Name')
  const toTotals = ([, amount = zero, open = zero]: readonly Big[]): DetailTotals => ({
    Amount: amount,
    OpenBalance: open,
    RunningBalance: amount,
  })
  const style = { catalogue, hasOpening: false, getLines: ({ id }: { id: string }) => byName.get(id) ?? [], toTotals }
  const roots = toRecordTree(books, catalogue, figures)
  for (const node of roots) writeDetailNode(table, style, node)
  if (roots.length > 0) table.sums('total', 'TOTAL', toTotals(roots.map(({ total }) => total).reduce(addFigures)))
  return table.toReport()
}

import type Big from 'big.js'
import { isProfitAndLoss } from '../accounts/account-types.ts'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import { getYear } from './account-balances.ts'
import { profitAndLossSections } from './account-sections.ts'
import { getAccountIds, type ReportTable } from './account-summary.ts'
import { getAccountType } from './chart.ts'
import type { DetailLine } from './detail-columns.ts'
import { type DetailStyle, sortLines, writeDetailNode } from './detail-nodes.ts'
import { DetailTable, type DetailTotals } from './detail-table.ts'
import type { LedgerLine } from './ledger-lines.ts'
import { allDates } from './period-text.ts'
import { type RecordNode, toRecordTree } from './record-tree.ts'
import { findLedgerLines, getOption, type ReportQuery } from './report-query.ts'
import { isWithin } from './summary-figures.ts'
import { addFigures, zero } from './sums.ts'
import { writeSections } from './write-sections.ts'

const ledgerColumns = ['TxnType', 'Date', 'RefNumber', 'Name', 'Memo', 'SplitAccount', 'Amount', 'RunningBalance']

/**
 * Computes the general ledger: per account the opening balance, the period's postings and the closing balance. Debits
 * are positive. Income and expenses open with their balance since the fiscal year began.
 */
export function computeGeneralLedger(query: ReportQuery): ReportTable {
  const { books } = query.context
  const table = new DetailTable(query, ledgerColumns)
  const lines = [...findLedgerLines(query)]
  const byAccount = groupByAccount(lines, query)
  const figures = new Map<string, readonly Big[]>()
  const add = (id: string, row: readonly Big[]) => figures.set(id, addFigures(figures.get(id) ?? [zero, zero], row))
  if (getOption(query, 'IncludeAccounts', 'InUse') === 'All') {
    for (const id of getAccountIds(query, (type) => type !== 'NonPosting')) add(id, [zero, zero])
  }
  for (const [id, amount] of computeOpenings(query, lines)) if (!amount.eq(0)) add(id, [amount, zero])
  for (const [id, rows] of byAccount) add(id, [zero, rows.reduce((sum, { amount }) => sum.plus(amount), zero)])

  const style: DetailStyle = {
    catalogue: table.context.accounts,
    hasOpening: true,
    getLines: ({ id }) => byAccount.get(id) ?? [],
    toTotals: toLedgerTotals,
  }
  const roots = toRecordTree(books, style.catalogue, figures)
  for (const node of roots) writeDetailNode(table, style, node)
  if (roots.length > 0) {
    table.sums('total', 'TOTAL', toLedgerTotals(roots.map(({ total }) => total).reduce(addFigures)))
  }
  return table.toReport()
}

function toLedgerTotals([opening = zero, amount = zero]: readonly Big[]): DetailTotals {
  return { Amount: amount, RunningBalance: opening.plus(amount) }
}

/** Returns the period's lines by account. */
function groupByAccount(lines: Iterable<LedgerLine>, query: ReportQuery): ReadonlyMap<string, readonly DetailLine[]> {
  const byAccount = new Map<string, DetailLine[]>()
  for (const ledgerLine of sortLines([...lines].filter((line) => isWithin(line, query.period)))) {
    const rows = byAccount.get(ledgerLine.account) ?? []
    byAccount.set(ledgerLine.account, rows)
    rows.push({ ledgerLine, amount: ledgerLine.amount })
  }
  return byAccount
}

/** Returns the balances on the day before the period. Earlier fiscal years' profits are in retained earnings. */
function computeOpenings({ context, period }: ReportQuery, lines: readonly LedgerLine[]): ReadonlyMap<string, Big> {
  const { books, switches } = context
  const openings = new Map<string, Big>()
  if (period.from === allDates.from) return openings
  const yearStart = getYear(period.from, switches.fiscalMonth)
  const add = (id: string, amount: Big) => openings.set(id, (openings.get(id) ?? zero).plus(amount))
  let earlier = zero
  for (const { account, date, amount } of lines) {
    if (date >= period.from) continue
    if (date < yearStart && isProfitAndLoss(getAccountType(books, account))) earlier = earlier.plus(amount)
    else add(account, amount)
  }
  if (!earlier.eq(0)) add(requireSpecialAccount(books, 'RetainedEarnings').id, earlier)
  return openings
}

/** Computes the period's income and expense postings by account, in the profit and loss sections. */
export function computeProfitAndLossDetail(query: ReportQuery): ReportTable {
  const { books } = query.context
  const table = new DetailTable(query, ledgerColumns)
  const lines = [...findLedgerLines(query)].filter(({ account }) => isProfitAndLoss(getAccountType(books, account)))
  const byAccount = groupByAccount(lines, query)
  const figures = new Map(
    [...byAccount].map(([id, rows]) => [id, [zero, rows.reduce((sum, { amount }) => sum.plus(amount), zero)]]),
  )
  const catalogue = table.context.accounts
  const roots = toRecordTree(books, catalogue, figures)
  const toTotals = ([, amount = zero]: readonly Big[], sign: 1 | -1): DetailTotals => ({
    Amount: amount.times(sign),
    RunningBalance: amount.times(sign),
  })
  writeSections(profitAndLossSections, {
    getNodes: (type) => roots.filter(({ record }) => getAccountType(books, record.id) === type),
    writeHeading: (text) => table.writer.text(text),
    writeNode(node: RecordNode, sign) {
      const signed = (id: string) =>
        (byAccount.get(id) ?? []).map((line) => ({ ...line, amount: line.amount.times(sign) }))
      const style: DetailStyle = {
        catalogue,
        hasOpening: false,
        getLines: ({ id }) => signed(id),
        toTotals: (row) => toTotals(row, sign),
      }
      writeDetailNode(table, style, node)
    },
    writeClosing: (kind, label, row, sign) => table.sums(kind, label, toTotals(row, sign)),
  })
  return table.toReport()
}

import type Big from 'big.js'
import { isProfitAndLoss } from '../accounts/account-types.ts'
import { amountText } from '../books/decimal.ts'
import { listKinds } from '../books/list-kinds.ts'
import { isActive } from '../books/lists.ts'
import { computeBalances, getYear } from './account-balances.ts'
import { type AccountSection, balanceSheetSections, profitAndLossSections } from './account-sections.ts'
import { createAccountCatalogue, getAccountType } from './chart.ts'
import { createColumnGroups } from './column-groups.ts'
import { allDates, toDateTitle } from './period-text.ts'
import { toRecordTree } from './record-tree.ts'
import type { Cell, Report, ReportColumn } from './report.ts'
import { findLedgerLines, type ReportQuery } from './report-query.ts'
import { RowWriter, toRowRecord, writeRecord } from './row-writer.ts'
import { getColumns, getDatesOf, getFigures, getLastDate, isWithin, selectRows } from './summary-figures.ts'
import { Sums } from './sums.ts'
import { writeSections } from './write-sections.ts'

/** A report's columns and rows. */
export type ReportTable = Pick<Report, 'columns' | 'rows'>

/** The labels' column. */
export const labelColumn: ReportColumn = { type: 'Label', dataType: 'STRTYPE', titles: [''] }

export function amountColumn(title: string, type = 'Amount'): ReportColumn {
  return { type, dataType: 'AMTTYPE', titles: [title] }
}

/** Computes profit and loss by account for a period. */
export function computeProfitAndLoss(query: ReportQuery): ReportTable {
  const { books } = query.context
  const groups = createColumnGroups(query, { time: true, records: true }, getDatesOf(query))
  const sums = new Sums()
  for (const line of findLedgerLines(query)) {
    if (!isWithin(line, query.period) || !isProfitAndLoss(getAccountType(books, line.account))) continue
    sums.add(line.account, groups.getKey(line), line.amount)
  }
  const columns = getColumns(query, groups, sums)
  const figures = new Map([...sums.rows()].map((id) => [id, getFigures(groups, columns, sums, id)]))
  const titles = columns.map(({ title }) => amountColumn(title))
  if (groups.hasTotal) titles.push(amountColumn('TOTAL', 'Total'))
  return writeAccountReport(query, {
    sections: profitAndLossSections,
    columns: titles,
    figures,
    isIncluded: isProfitAndLoss,
  })
}

/** Computes the balance sheet at the period's end, or at the end of each part. */
export function computeBalanceSheet(query: ReportQuery): ReportTable {
  const { books, switches } = query.context
  const { periods = [] } = createColumnGroups(query, { time: true, records: false }, getDatesOf(query))
  const dates = periods.map(({ to }) => (to === allDates.to ? getLastDate(query) : to))
  const { accounts, netIncome } = computeBalances(books, findLedgerLines(query), dates, switches.fiscalMonth)
  return writeAccountReport(query, {
    sections: balanceSheetSections,
    columns: dates.map((date) => amountColumn(toDateTitle(date))),
    figures: accounts,
    netIncome,
    isIncluded: (type) => !isProfitAndLoss(type) && type !== 'NonPosting',
  })
}

interface AccountReport {
  readonly sections: readonly AccountSection[]
  readonly columns: readonly ReportColumn[]
  /** Debits minus credits by account. */
  readonly figures: ReadonlyMap<string, readonly Big[]>
  readonly netIncome?: readonly Big[] | undefined
  /** Whether the report shows accounts with a type. */
  readonly isIncluded: (type: string) => boolean
}

function writeAccountReport(query: ReportQuery, report: AccountReport): ReportTable {
  const { books, switches } = query.context
  const catalogue = createAccountCatalogue(books, switches)
  const all = () => getAccountIds(query, report.isIncluded)
  const selected = selectRows(query, report.figures, 'ActiveOnly', report.columns.length, all)
  const roots = toRecordTree(books, catalogue, selected)
  const writer = new RowWriter()
  const toCells = (figures: readonly Big[], sign: 1 | -1): readonly Cell[] =>
    figures.map((amount) => amountText(amount.times(sign)))
  writeSections(report.sections, {
    getNodes: (type) => roots.filter(({ record }) => getAccountType(books, record.id) === type),
    netIncome: report.netIncome,
    writeHeading: (text) => writer.text(text),
    writeNode(node, sign) {
      writeRecord(writer, { books, catalogue, toCells: (figures) => toCells(figures, sign) }, node)
    },
    writeClosing: (kind, label, figures, sign) => writer[kind](label, toCells(figures, sign)),
  })
  return { columns: [labelColumn, ...report.columns], rows: writer.rows }
}

/** Returns the active accounts with some types. */
export function getAccountIds(
  { context: { books } }: ReportQuery,
  isIncluded: (type: string) => boolean,
): readonly string[] {
  const kind = listKinds.get('Account')
  const accounts = kind === undefined ? [] : [...books.lists.getRecords(kind)]
  return accounts
    .filter((account) => isActive(account) && isIncluded(getAccountType(books, account.id)))
    .map(({ id }) => id)
}

/**
 * Computes the trial balance: each account's balance at the period's end, for income and expenses since the fiscal year
 * began, as a debit or a credit.
 */
export function computeTrialBalance(query: ReportQuery): ReportTable {
  const { books, switches } = query.context
  const to = query.period.to === allDates.to ? getLastDate(query) : query.period.to
  createColumnGroups(query, { time: false, records: false }, () => allDates)
  const lines = [...findLedgerLines(query)].filter(({ date }) => date <= to)
  const figures = new Map(computeBalances(books, lines, [to], switches.fiscalMonth).accounts)
  const profits = new Sums()
  const yearStart = getYear(to, switches.fiscalMonth)
  for (const { account, date, amount } of lines) {
    if (date >= yearStart && isProfitAndLoss(getAccountType(books, account))) profits.add(account, '', amount)
  }
  for (const id of profits.rows()) figures.set(id, profits.getRow(id, ['']))

  const catalogue = createAccountCatalogue(books, switches)
  const all = () => getAccountIds(query, (type) => type !== 'NonPosting')
  const writer = new RowWriter()
  const sides = new Sums()
  const write = ({ record, own, children }: ReturnType<typeof toRecordTree>[number], path: string): void => {
    const label = `${path}${catalogue.getLabel(record)}`
    const [balance] = own ?? []
    if (balance !== undefined) {
      const side = balance.lt(0) ? 'Credit' : 'Debit'
      sides.add('', side, balance.abs())
      const cell = amountText(balance.abs())
      writer.data(label, side === 'Debit' ? [cell] : [undefined, cell], toRowRecord({ books, catalogue }, record))
    }
    for (const child of children) write(child, `${label}:`)
  }
  for (const node of toRecordTree(books, catalogue, selectRows(query, figures, 'ActiveOnly', 1, all))) write(node, '')
  if (writer.rows.length > 0)
    writer.total(
      'TOTAL',
      sides.getRow('', ['Debit', 'Credit']).map((amount) => amountText(amount)),
    )
  const date = toDateTitle(to)
  const columns = ['Debit', 'Credit'].map((side) => ({ ...amountColumn(''), titles: [date, side] }))
  return { columns: [{ ...labelColumn, titles: ['', ''] }, ...columns], rows: writer.rows }
}

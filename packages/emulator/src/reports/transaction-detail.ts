import Big from 'big.js'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import { sum } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import type { Transaction } from '../books/record.ts'
import type { ReportTable } from './account-summary.ts'
import { sortLines } from './detail-nodes.ts'
import { DetailTable } from './detail-table.ts'
import { getDate, type LedgerLine, toLedgerLines } from './ledger-lines.ts'
import { getOption, type ReportQuery } from './report-query.ts'
import { isWithin } from './summary-figures.ts'
import { zero } from './sums.ts'
import { findTransactionWord } from './transaction-words.ts'

const journalColumns = ['TxnNumber', 'TxnType', 'Date', 'RefNumber', 'Name', 'Memo', 'Account', 'Debit', 'Credit']

/** The journal columns that only a transaction's first line shows. */
const headColumns: ReadonlySet<string> = new Set(['TxnID', 'TxnNumber', 'TxnType', 'Date', 'RefNumber'])

/** Computes the journal: the period's postings by transaction, each with its debit and credit sums. */
export function computeJournal(query: ReportQuery): ReportTable {
  const { books } = query.context
  const table = new DetailTable(query, journalColumns)
  const transactions = [...books.transactions.values()].sort((one, other) => one.number - other.number)
  let total = zero
  for (const transaction of transactions) {
    const lines = toLedgerLines(books, transaction).filter((line) => isWithin(line, query.period) && query.passes(line))
    if (lines.length === 0) continue
    lines.forEach((ledgerLine, index) => {
      table.line({ ledgerLine, amount: ledgerLine.amount }, undefined, index === 0 ? undefined : headColumns)
    })
    const debits = sumOf(lines, (amount) => amount.gt(0))
    const credits = sumOf(lines, (amount) => amount.lt(0)).times(-1)
    table.sums('subtotal', undefined, { Debit: debits, Credit: credits })
    total = total.plus(debits)
  }
  if (table.writer.rows.length > 0) table.sums('total', 'TOTAL', { Debit: total, Credit: total })
  return table.toReport()
}

function sumOf(lines: readonly LedgerLine[], isCounted: (amount: Big) => boolean): Big {
  return sum(lines.map(({ amount }) => amount).filter(isCounted))
}

const listColumns = ['TxnType', 'Date', 'RefNumber', 'Name', 'Memo', 'Account', 'SplitAccount', 'Amount']

/** Lists the period's transactions by date, including non-posting ones. */
export function computeTransactionList(query: ReportQuery): ReportTable {
  const { books } = query.context
  const table = new DetailTable(query, listColumns)
  const status = getOption(query, 'ReportPostingStatusFilter', 'Either')
  const lines: LedgerLine[] = []
  for (const transaction of books.transactions.values()) {
    const word = findTransactionWord(transaction.kind)
    if (word === undefined || !isWithin({ date: getDate(transaction) }, query.period)) continue
    if (status !== 'Either' && (status === 'Posting') !== (word.listedUnder === undefined)) continue
    const posted = toLedgerLines(books, transaction)
    const all = posted.length === 0 ? [toUnpostedLine(query, transaction, word.listedUnder)] : posted
    const [source] = all
    if (source !== undefined && all.some((line) => query.passes(line))) lines.push(source)
  }
  for (const ledgerLine of sortLines(lines)) table.line({ ledgerLine, amount: ledgerLine.amount })
  return table.toReport()
}

/** Returns a non-posting transaction's line: an estimate or order with its total, or a void. */
function toUnpostedLine({ context: { books } }: ReportQuery, transaction: Transaction, special?: string): LedgerLine {
  const { fields } = transaction
  const total = getText(fields, 'Subtotal') ?? getText(fields, 'TotalAmount') ?? '0'
  const amount = special === undefined ? zero : Big(total).plus(getText(fields, 'SalesTaxTotal') ?? 0)
  const account = special === undefined ? '' : requireSpecialAccount(books, special).id
  const posting = { account, amount: amount.toFixed(2), entity: null }
  return { transaction, date: getDate(transaction), account, amount, posting, line: undefined }
}

import type Big from 'big.js'
import type { Books } from '../books/books.ts'
import { findHomeCurrency } from '../books/currencies.ts'
import { amountText } from '../books/decimal.ts'
import { findHeaderCurrency, getRate } from '../books/exchange-rates.ts'
import { getRefId, getText } from '../books/fields.ts'
import { type Catalogue, createAccountCatalogue } from './chart.ts'
import { findClassId, findItemId, getNameIds, type LedgerLine } from './ledger-lines.ts'
import type { Cell, ReportColumn } from './report.ts'
import type { ReportQuery } from './report-query.ts'
import { findTransactionWord } from './transaction-words.ts'

export interface DetailLine {
  readonly ledgerLine: LedgerLine
  /** With the sign the report shows. */
  readonly amount: Big
  readonly balance?: Big
  readonly open?: Big | undefined
  /** Days past due. */
  readonly days?: number
}

/** The lists that detail report cells name. */
export interface DetailContext {
  readonly books: Books
  readonly accounts: Catalogue
  /** Whether the columns of currencies are filled. */
  readonly hasCurrencies: boolean
}

/** A column that `IncludeColumn` selects; one without `getCell` is always empty. */
interface DetailColumn {
  readonly title: string
  readonly dataType?: string
  readonly getCell?: (line: DetailLine, context: DetailContext) => Cell
}

const money = 'AMTTYPE'
const date = 'DATETYPE'

const columns: Readonly<Record<string, DetailColumn>> = {
  TxnID: { title: 'Trans ID', dataType: 'IDTYPE', getCell: ({ ledgerLine }) => ledgerLine.transaction.id },
  TxnNumber: {
    title: 'Trans #',
    dataType: 'INTTYPE',
    getCell: ({ ledgerLine }) => String(ledgerLine.transaction.number),
  },
  TxnType: { title: 'Type', getCell: ({ ledgerLine }) => findTransactionWord(ledgerLine.transaction.kind)?.word },
  Date: { title: 'Date', dataType: date, getCell: ({ ledgerLine }) => ledgerLine.date },
  RefNumber: { title: 'Num', getCell: (line) => getHeader(line, 'RefNumber') },
  PONumber: { title: 'P. O. #', getCell: (line) => getHeader(line, 'PONumber') },
  DueDate: { title: 'Due Date', dataType: date, getCell: (line) => getHeader(line, 'DueDate') },
  ShipDate: { title: 'Ship Date', dataType: date, getCell: (line) => getHeader(line, 'ShipDate') },
  Terms: { title: 'Terms', getCell: (line, { books }) => getHeaderName(books, line, 'Terms') },
  SalesRep: { title: 'Rep', getCell: (line, { books }) => getHeaderName(books, line, 'SalesRep') },
  PaymentMethod: { title: 'Pay Meth', getCell: (line, { books }) => getHeaderName(books, line, 'PaymentMethod') },
  Name: { title: 'Name', getCell: ({ ledgerLine }, { books }) => toName(books, getNameIds(books, ledgerLine)[0]) },
  SourceName: {
    title: 'Source Name',
    getCell: ({ ledgerLine }, { books }) => toName(books, getNameIds(books, ledgerLine).at(-1)),
  },
  Memo: {
    title: 'Memo',
    getCell: (line) => getLineText(line, 'Memo') ?? getLineText(line, 'Desc') ?? getHeader(line, 'Memo'),
  },
  Account: { title: 'Account', getCell: ({ ledgerLine }, context) => toAccountName(context, ledgerLine.account) },
  SplitAccount: { title: 'Split', getCell: ({ ledgerLine }, context) => findSplit(context, ledgerLine) },
  Class: {
    title: 'Class',
    getCell: ({ ledgerLine }, { books }) => toFullName(books, 'Class', findClassId(ledgerLine)),
  },
  Item: { title: 'Item', getCell: ({ ledgerLine }, { books }) => toFullName(books, 'Item', findItemId(ledgerLine)) },
  ItemDesc: { title: 'Item Description', getCell: (line) => getLineText(line, 'Desc') },
  Quantity: { title: 'Qty', dataType: 'QUANTYPE', getCell: (line) => getLineText(line, 'Quantity') },
  UnitPrice: { title: 'Sales Price', dataType: 'PRICETYPE', getCell: (line) => getLineText(line, 'Rate') },
  CostPrice: { title: 'Cost Price', dataType: 'PRICETYPE', getCell: (line) => getLineText(line, 'Cost') },
  Debit: { title: 'Debit', dataType: money, getCell: ({ ledgerLine: { amount } }) => positive(amount) },
  Credit: { title: 'Credit', dataType: money, getCell: ({ ledgerLine: { amount } }) => positive(amount.times(-1)) },
  Amount: { title: 'Amount', dataType: money, getCell: ({ amount }) => amountText(amount) },
  OriginalAmount: { title: 'Orig. Amount', dataType: money, getCell: ({ amount }) => amountText(amount) },
  OpenBalance: { title: 'Open Balance', dataType: money, getCell: ({ open }) => open && amountText(open) },
  RunningBalance: { title: 'Balance', dataType: money, getCell: ({ balance }) => balance && amountText(balance) },
  Currency: { title: 'Currency', getCell: ({ ledgerLine }, context) => findCurrencyName(context, ledgerLine) },
  ExchangeRate: {
    title: 'Exchange Rate',
    dataType: 'FLOATTYPE',
    getCell: ({ ledgerLine: { transaction } }, { hasCurrencies }) =>
      hasCurrencies ? getRate(transaction.fields).toFixed() : undefined,
  },
  Aging: {
    title: 'Aging',
    dataType: 'INTTYPE',
    getCell: ({ days }) => (days !== undefined && days > 0 ? String(days) : undefined),
  },
}

/** Formats one cell. */
export function toDetailCell(name: string, line: DetailLine, context: DetailContext): Cell {
  return columns[name]?.getCell?.(line, context)
}

/** Returns a detail report's column as the desktop titles it. */
export function toDetailColumn(name: string): ReportColumn {
  const { title, dataType = 'STRTYPE' } = columns[name] ?? { title: name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ') }
  return { type: name, dataType, titles: [title] }
}

/** Creates the context for a report's cells. */
export function createDetailContext({ context: { books, switches } }: ReportQuery): DetailContext {
  return { books, accounts: createAccountCatalogue(books, switches), hasCurrencies: switches.multiCurrency }
}

function getHeader({ ledgerLine }: DetailLine, field: string): Cell {
  return getText(ledgerLine.transaction.fields, field)
}

function getHeaderName(books: Books, { ledgerLine }: DetailLine, family: string): Cell {
  return toFullName(books, family, getRefId(ledgerLine.transaction.fields, `${family}Ref`))
}

function getLineText({ ledgerLine: { line } }: DetailLine, field: string): Cell {
  return line && getText(line.fields, field)
}

function toName(books: Books, id: string | undefined): Cell {
  return toFullName(books, 'Name', id)
}

function toFullName(books: Books, family: string, id: string | undefined): Cell {
  const record = id === undefined ? undefined : books.lists.byId(family, id)
  return record && books.lists.fullName(record)
}

function positive(amount: Big): Cell {
  return amount.gt(0) ? amountText(amount) : undefined
}

function findCurrencyName({ books, hasCurrencies }: DetailContext, { transaction }: LedgerLine): Cell {
  if (!hasCurrencies) return undefined
  return toFullName(books, 'Currency', findHeaderCurrency(transaction.fields) ?? findHomeCurrency(books)?.id)
}

/** Returns an account's name after its ancestors', with their numbers if the company uses them. */
function toAccountName({ books, accounts }: DetailContext, id: string): Cell {
  let account = books.lists.byId('Account', id)
  const labels: string[] = []
  for (; account !== undefined; account = books.lists.parent(account)) labels.unshift(accounts.getLabel(account))
  return labels.length === 0 ? undefined : labels.join(':')
}

/** Returns a transaction's other account: its total's for a line, `-SPLIT-` for a total with several lines. */
function findSplit(context: DetailContext, { transaction, posting, account }: LedgerLine): Cell {
  const postings = context.books.getPostings(transaction)
  const [source] = postings
  if (source === undefined) return undefined
  const isSource = posting.line === source.line && account === source.account
  const [other, ...more] = isSource ? postings.slice(1) : [source]
  return more.length > 0 ? '-SPLIT-' : other && toAccountName(context, other.account)
}

import { child, childrenByName, childText, type Element } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { findHomeCurrency } from '../books/currencies.ts'
import { findHeaderCurrency } from '../books/exchange-rates.ts'
import { getRefId, getText } from '../books/fields.ts'
import { flattenLines } from '../books/lines.ts'
import type { Transaction } from '../books/record.ts'
import { txnDateFilter } from '../queries/date-macro.ts'
import { getTexts, matchFilter, rangeFilter, referenceFilter, timeFilter } from '../queries/filters.ts'
import { runQuery, takeMatches } from '../queries/run-query.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isId } from '../requests/resolve.ts'
import { invalidId, notEnabled } from '../requests/status-error.ts'
import { getRetOptions } from '../responses/ret-options.ts'
import { isTrue } from './requested-fields.ts'
import type { TransactionKind } from './transaction-kind.ts'
import { toTransactionRet } from './transaction-ret.ts'

/** Runs a query such as `InvoiceQueryRq`; lines are returned only with `IncludeLineItems`. */
export function queryTransactions(kind: TransactionKind, request: Element, context: RequestContext): RequestResult {
  if (childrenByName(request, 'CurrencyFilter').length > 0 && !context.switches.multiCurrency) throw notEnabled()
  const hasLines = isTrue(request, 'IncludeLineItems')
  const hasLinks = isTrue(request, 'IncludeLinkedTxns')
  const options = { ...getRetOptions(request), hasLines, hasLinks }
  return runQuery(request, context, () => {
    const { transactions, missing } = findTransactions(kind, request, context)
    const pending = transactions.map((each) => () => toTransactionRet(kind, context, each, options))
    return missing === undefined ? { pending } : { pending, missing }
  })
}

interface Transactions {
  readonly transactions: readonly Transaction[]
  readonly missing?: string
}

function findTransactions(kind: TransactionKind, request: Element, context: RequestContext): Transactions {
  const { books } = context
  const ids = getTexts(request, 'TxnID')
  for (const id of ids) if (!isId(id)) throw invalidId(id, 'TxnID')
  if (ids.length > 0) {
    return findByTexts(ids, (id) => {
      const transaction = books.transactions.get(id)
      return transaction?.kind === kind.kind ? [transaction] : []
    })
  }
  const all = books.getTransactions(kind.kind)
  const exact = getTexts(request, 'RefNumberCaseSensitive')
  if (exact.length > 0) return findByNumbers(all, exact, getNumber, (number) => number)
  const numbers = getTexts(request, 'RefNumber')
  if (numbers.length > 0) return findByNumbers(all, numbers, getFoldedNumber, (number) => number.toLowerCase())
  return findByFilters(kind, request, context)
}

function findByTexts(texts: readonly string[], find: (text: string) => readonly Transaction[]): Transactions {
  const found = texts.map(find)
  const missing = texts.find((_text, index) => found[index]?.length === 0)
  const transactions = [...new Set(found.flat())]
  return missing === undefined ? { transactions } : { transactions, missing }
}

/** Returns the transactions with these numbers, found in a single pass. */
function findByNumbers(
  all: Iterable<Transaction>,
  texts: readonly string[],
  toKey: (transaction: Transaction) => string,
  fold: (number: string) => string,
): Transactions {
  const byNumber = new Map<string, Transaction[]>(texts.map((number) => [fold(number), []]))
  for (const transaction of all) byNumber.get(toKey(transaction))?.push(transaction)
  return findByTexts(texts, (number) => byNumber.get(fold(number)) ?? [])
}

function getNumber(transaction: Transaction): string {
  return getText(transaction.fields, 'RefNumber') ?? ''
}

/** Returns the number in lower case, cached for each stored transaction. */
function getFoldedNumber(transaction: Transaction): string {
  let number = foldedNumbers.get(transaction)
  if (number === undefined) {
    number = getNumber(transaction).toLowerCase()
    foldedNumbers.set(transaction, number)
  }
  return number
}

function findByFilters(kind: TransactionKind, request: Element, context: RequestContext): Transactions {
  const { books, switches } = context
  const range = child(request, 'ModifiedDateRangeFilter')
  const isModifiedThen = timeFilter(switches, range, 'FromModifiedDate', 'ToModifiedDate')
  const isDatedThen = txnDateFilter(request, context)
  const entityFilter = request.children.find(({ name }) => name.endsWith('EntityFilter'))?.name
  const entities = referenceFilter(books, request, entityFilter ?? 'EntityFilter', 'Name')
  const accounts = referenceFilter(books, request, 'AccountFilter', 'Account')
  const hasAccountFilter = childrenByName(request, 'AccountFilter').length > 0
  const items = referenceFilter(books, request, 'ItemFilter', 'Item')
  const hasCurrencyFilter = childrenByName(request, 'CurrencyFilter').length > 0
  const currencies = referenceFilter(books, request, 'CurrencyFilter', 'Currency')
  const hasItemFilter = childrenByName(request, 'ItemFilter').length > 0
  const matches = matchFilter(request, 'RefNumberFilter', 'RefNumber')
  const isInRange = rangeFilter(request, 'RefNumberRangeFilter', 'FromRefNumber', 'ToRefNumber')
  const paid = childText(request, 'PaidStatus') || 'All'

  const transactions = takeMatches(request, sortTransactions(kind, context), (each) => {
    const number = getNumber(each)
    return (
      isModifiedThen(each.modified) &&
      isDatedThen(getText(each.fields, 'TxnDate') ?? '') &&
      (entityFilter === undefined || getEntities(kind, each).some(entities.test)) &&
      (!hasAccountFilter || books.getPostings(each).some((posting) => accounts.test(posting.account))) &&
      (!hasItemFilter || flattenLines(each.lines).some((line) => items.test(getRefId(line.fields, 'ItemRef')))) &&
      (!hasCurrencyFilter || currencies.test(findCurrency(books, each))) &&
      matches(number) &&
      isInRange(number) &&
      (paid === 'All' || (kind.computed?.(each, books).IsPaid === 'true') === (paid === 'PaidOnly'))
    )
  })
  const missing = entities.missing ?? accounts.missing ?? items.missing ?? currencies.missing
  return missing === undefined ? { transactions } : { transactions, missing }
}

function findCurrency(books: Books, transaction: Transaction): string | undefined {
  return findHeaderCurrency(transaction.fields) ?? findHomeCurrency(books)?.id
}

/** Returns a kind's transactions by date. Sorts them only after a change, so a large file's pages are fast. */
function sortTransactions({ kind }: TransactionKind, { books }: RequestContext): readonly Transaction[] {
  return books.untilChange(`by date: ${kind}`, () =>
    [...books.getTransactions(kind)].sort(
      (a, b) => compare(getText(a.fields, 'TxnDate') ?? '', getText(b.fields, 'TxnDate') ?? '') || a.number - b.number,
    ),
  )
}

function getEntities(kind: TransactionKind, transaction: Transaction): readonly (string | undefined)[] {
  return [
    kind.entity === undefined ? undefined : getRefId(transaction.fields, kind.entity),
    ...flattenLines(transaction.lines).map((line) => getRefId(line.fields, 'EntityRef')),
  ]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const foldedNumbers = new WeakMap<Transaction, string>()

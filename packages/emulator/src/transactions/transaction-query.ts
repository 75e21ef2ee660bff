import { child, childrenByName, childText, type Element } from '@bridge/translation/qbxml'
import { refOf, textOf } from '../books/fields.ts'
import { flatLines } from '../books/lines.ts'
import type { Transaction } from '../books/record.ts'
import { txnDateFilter } from '../queries/date-macro.ts'
import { matchFilter, rangeFilter, referenceFilter, textsOf, timeFilter } from '../queries/filters.ts'
import { answerQuery } from '../queries/run-query.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isId } from '../requests/resolve.ts'
import { invalidId, notEnabled } from '../requests/status-error.ts'
import { retOptionsOf } from '../responses/ret-options.ts'
import { isTrue } from './requested-fields.ts'
import type { TransactionKind } from './transaction-kind.ts'
import { transactionRet } from './transaction-ret.ts'

/** Answers a query such as `InvoiceQueryRq`; without `IncludeLineItems` no lines come back. Source: facts/qbxml.md, section 4.3. */
export function queryTransactions(kind: TransactionKind, request: Element, context: RequestContext): RequestResult {
  if (childrenByName(request, 'CurrencyFilter').length > 0) throw notEnabled()
  const hasLines = isTrue(request, 'IncludeLineItems')
  const hasLinks = isTrue(request, 'IncludeLinkedTxns')
  const options = { ...retOptionsOf(request), hasLines, hasLinks }
  return answerQuery(request, context, () => {
    const { transactions, missing } = transactionsOf(kind, request, context)
    const pending = transactions.map((each) => () => transactionRet(kind, context, each, options))
    return missing === undefined ? { pending } : { pending, missing }
  })
}

interface Transactions {
  readonly transactions: readonly Transaction[]
  readonly missing?: string
}

function transactionsOf(kind: TransactionKind, request: Element, context: RequestContext): Transactions {
  const { books } = context
  const ids = textsOf(request, 'TxnID')
  for (const id of ids) if (!isId(id)) throw invalidId(id, 'TxnID')
  if (ids.length > 0) {
    return named(ids, (id) => {
      const transaction = books.transactions.get(id)
      return transaction?.kind === kind.kind ? [transaction] : []
    })
  }
  const all = books.transactionsOf(kind.kind)
  const exact = textsOf(request, 'RefNumberCaseSensitive')
  if (exact.length > 0) return numbered(all, exact, numberOf, (number) => number)
  const numbers = textsOf(request, 'RefNumber')
  if (numbers.length > 0) return numbered(all, numbers, foldedNumberOf, (number) => number.toLowerCase())
  return filtered(kind, [...all], request, context)
}

function named(wanted: readonly string[], find: (text: string) => readonly Transaction[]): Transactions {
  const missing = wanted.find((text) => find(text).length === 0)
  const transactions = [...new Set(wanted.flatMap(find))]
  return missing === undefined ? { transactions } : { transactions, missing }
}

/** Those that have one of the numbers, found in one pass however many numbers there are. */
function numbered(
  all: Iterable<Transaction>,
  wanted: readonly string[],
  keyOf: (transaction: Transaction) => string,
  fold: (number: string) => string,
): Transactions {
  const byNumber = new Map<string, Transaction[]>(wanted.map((number) => [fold(number), []]))
  for (const transaction of all) byNumber.get(keyOf(transaction))?.push(transaction)
  return named(wanted, (number) => byNumber.get(fold(number)) ?? [])
}

function numberOf(transaction: Transaction): string {
  return textOf(transaction.fields, 'RefNumber') ?? ''
}

/** The number without case, worked out once for each state of a transaction. */
function foldedNumberOf(transaction: Transaction): string {
  let number = foldedNumbers.get(transaction)
  if (number === undefined) {
    number = numberOf(transaction).toLowerCase()
    foldedNumbers.set(transaction, number)
  }
  return number
}

function filtered(
  kind: TransactionKind,
  all: readonly Transaction[],
  request: Element,
  context: RequestContext,
): Transactions {
  const { books, switches } = context
  const range = child(request, 'ModifiedDateRangeFilter')
  const isModifiedThen = timeFilter(switches, range, 'FromModifiedDate', 'ToModifiedDate')
  const isDatedThen = txnDateFilter(request, context)
  const entityFilter = request.children.find(({ name }) => name.endsWith('EntityFilter'))?.name
  const entities = referenceFilter(books, request, entityFilter ?? 'EntityFilter', 'Name')
  const accounts = referenceFilter(books, request, 'AccountFilter', 'Account')
  const hasAccountFilter = childrenByName(request, 'AccountFilter').length > 0
  const items = referenceFilter(books, request, 'ItemFilter', 'Item')
  const hasItemFilter = childrenByName(request, 'ItemFilter').length > 0
  const matches = matchFilter(request, 'RefNumberFilter', 'RefNumber')
  const isInRange = rangeFilter(request, 'RefNumberRangeFilter', 'FromRefNumber', 'ToRefNumber')
  const paid = childText(request, 'PaidStatus') || 'All'

  const transactions = all.filter((each) => {
    const number = numberOf(each)
    return (
      isModifiedThen(each.modified) &&
      isDatedThen(textOf(each.fields, 'TxnDate') ?? '') &&
      (entityFilter === undefined || entitiesOf(kind, each).some(entities.test)) &&
      (!hasAccountFilter || books.postingsOf(each).some((posting) => accounts.test(posting.account))) &&
      (!hasItemFilter || flatLines(each.lines).some((line) => items.test(refOf(line.fields, 'ItemRef')))) &&
      matches(number) &&
      isInRange(number) &&
      (paid === 'All' || (kind.computed?.(each, books).IsPaid === 'true') === (paid === 'PaidOnly'))
    )
  })
  transactions.sort(
    (a, b) => compare(textOf(a.fields, 'TxnDate') ?? '', textOf(b.fields, 'TxnDate') ?? '') || a.number - b.number,
  )
  const missing = entities.missing ?? accounts.missing ?? items.missing
  return missing === undefined ? { transactions } : { transactions, missing }
}

function entitiesOf(kind: TransactionKind, transaction: Transaction): readonly (string | undefined)[] {
  return [
    kind.entity === undefined ? undefined : refOf(transaction.fields, kind.entity),
    ...flatLines(transaction.lines).map((line) => refOf(line.fields, 'EntityRef')),
  ]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const foldedNumbers = new WeakMap<Transaction, string>()

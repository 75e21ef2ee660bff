import { child, childrenOf, childText, type Element } from '@bridge/translation/qbxml'
import { refOf, textOf } from '../books/fields.ts'
import type { Transaction } from '../books/record.ts'
import { isId } from '../lists/resolve.ts'
import { txnDateFilter } from '../queries/date-macro.ts'
import { matchFilter, rangeFilter, referenceFilter, textsOf, timeFilter } from '../queries/filters.ts'
import { answerQuery } from '../queries/query-answer.ts'
import { retOptionsOf } from '../queries/ret-options.ts'
import { invalidId, Unsupported } from '../refusal.ts'
import type { RequestContext, RequestResult } from '../request-context.ts'
import { invoiceRet } from './invoice-ret.ts'
import { totalOf } from './totals.ts'

interface Invoices {
  readonly invoices: readonly Transaction[]
  readonly missing?: string
}

/** Answers `InvoiceQueryRq`; without `IncludeLineItems` no lines come back. Source: facts/qbxml.md, section 4.3. */
export const queryInvoices = (request: Element, context: RequestContext): RequestResult => {
  if (childrenOf(request, 'CurrencyFilter').length > 0) throw new Unsupported(`${request.name}/CurrencyFilter`)
  const hasLines = ['true', '1'].includes(childText(request, 'IncludeLineItems') ?? '')
  const options = { ...retOptionsOf(request), hasLines }
  return answerQuery(request, context, () => {
    const { invoices, missing } = invoicesOf(request, context)
    const pending = invoices.map((invoice) => () => invoiceRet(context, invoice, options))
    return missing === undefined ? { pending } : { pending, missing }
  })
}

const invoicesOf = (request: Element, context: RequestContext): Invoices => {
  const all = [...context.books.transactions.values()].filter((each) => each.kind === 'Invoice')
  const ids = textsOf(request, 'TxnID')
  for (const id of ids) if (!isId(id)) throw invalidId(id, 'TxnID')
  if (ids.length > 0) {
    return named(ids, (id) => {
      const transaction = context.books.transactions.get(id)
      return transaction?.kind === 'Invoice' ? [transaction] : []
    })
  }
  const numberOf = (invoice: Transaction) => textOf(invoice.fields, 'RefNumber') ?? ''
  const exact = textsOf(request, 'RefNumberCaseSensitive')
  if (exact.length > 0) return named(exact, (number) => all.filter((each) => numberOf(each) === number))
  const numbers = textsOf(request, 'RefNumber')
  if (numbers.length > 0) {
    return named(numbers, (number) => all.filter((each) => numberOf(each).toLowerCase() === number.toLowerCase()))
  }
  return filtered(all, request, context)
}

const named = (wanted: readonly string[], find: (text: string) => readonly Transaction[]): Invoices => {
  const missing = wanted.find((text) => find(text).length === 0)
  const invoices = [...new Set(wanted.flatMap(find))]
  return missing === undefined ? { invoices } : { invoices, missing }
}

const filtered = (all: readonly Transaction[], request: Element, context: RequestContext): Invoices => {
  const { books, switches } = context
  const range = child(request, 'ModifiedDateRangeFilter')
  const isModifiedThen = timeFilter(switches, range, 'FromModifiedDate', 'ToModifiedDate')
  const isDatedThen = txnDateFilter(request, context)
  const entities = referenceFilter(books, request, 'EntityFilter', 'Name')
  const accounts = referenceFilter(books, request, 'AccountFilter', 'Account')
  const hasAccountFilter = childrenOf(request, 'AccountFilter').length > 0
  const matches = matchFilter(request, 'RefNumberFilter', 'RefNumber')
  const isInRange = rangeFilter(request, 'RefNumberRangeFilter', 'FromRefNumber', 'ToRefNumber')
  const paid = childText(request, 'PaidStatus') || 'All'

  const invoices = all.filter((invoice) => {
    const number = textOf(invoice.fields, 'RefNumber') ?? ''
    return (
      isModifiedThen(invoice.modified) &&
      isDatedThen(textOf(invoice.fields, 'TxnDate') ?? '') &&
      entities.test(refOf(invoice.fields, 'CustomerRef')) &&
      (!hasAccountFilter || invoice.postings.some((posting) => accounts.test(posting.account))) &&
      matches(number) &&
      isInRange(number) &&
      (paid === 'All' || totalOf(invoice.fields).eq(0) === (paid === 'PaidOnly'))
    )
  })
  invoices.sort(
    (a, b) => compare(textOf(a.fields, 'TxnDate') ?? '', textOf(b.fields, 'TxnDate') ?? '') || a.number - b.number,
  )
  const missing = entities.missing ?? accounts.missing
  return missing === undefined ? { invoices } : { invoices, missing }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

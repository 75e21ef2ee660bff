import { child, childrenOf, type Element } from '@bridge/translation/qbxml'
import type { Books } from '../books/books.ts'
import { aggregateOf, filledFields, refOf, textOf } from '../books/fields.ts'
import type { Fields, Line, Transaction } from '../books/record.ts'
import { hostDate } from '../host-time.ts'
import { wholeRet } from '../lists/ret.ts'
import { specialAccount } from '../lists/special-account.ts'
import { invalidField, missingElement, RecordLimit } from '../refusal.ts'
import type { RequestContext, RequestResult } from '../request-context.ts'
import { dueDate } from './due-date.ts'
import { invoiceRet } from './invoice-ret.ts'
import { itemOf, priceLine, salesDescriptionOf } from './line-price.ts'
import { invoicePostings } from './postings.ts'
import { names, nextRefNumber, requestedFields } from './requested-fields.ts'
import { totalsOf } from './totals.ts'

/** Enters an invoice (`InvoiceAddRq`). */
export const addInvoice = (request: Element, context: RequestContext): RequestResult => {
  const { books, now } = context
  if (books.recordCount >= context.recordsMax) throw new RecordLimit()
  const add = child(request, 'InvoiceAdd')
  if (add === undefined) throw missingElement('InvoiceAdd')
  const header = headerOf(add, context)
  const lines: Fields[] = []
  for (const line of childrenOf(add, 'InvoiceLineAdd')) {
    lines.push(newLine(books, header, requestedFields(books, line, 'Invoice line'), lines))
  }
  const fields: Fields = { ...header, ...totalsOf(books, header, lines) }
  const postings = invoicePostings(books, fields, lines)

  const invoice: Transaction = {
    kind: 'Invoice',
    id: nextTransactionId(context),
    created: now,
    modified: now,
    number: books.nextNumber('TransactionNumber'),
    fields,
    lines: lines.map((line): Line => ({ id: nextTransactionId(context), fields: line })),
    postings,
    custom: [],
  }
  books.putTransaction(invoice)
  rememberRefNumber(books, textOf(fields, 'RefNumber'))
  return invoiceResult(context, invoice)
}

/** What a written invoice is answered with. */
export const invoiceResult = (context: RequestContext, invoice: Transaction): RequestResult => ({
  elements: [invoiceRet(context, invoice, { ...wholeRet, hasLines: true })],
  recovery: { TxnID: invoice.id, TxnNumber: String(invoice.number), EditSequence: String(invoice.modified) },
})

/** The id of a new transaction or line: both are counted together. */
export const nextTransactionId = ({ books, now }: RequestContext): string =>
  `${books.nextNumber('Transaction').toString(16).toUpperCase()}-${now}`

/** A line as it is entered: what it leaves out comes from the item, the header and the customer. */
export const newLine = (books: Books, header: Fields, requested: Fields, above: readonly Fields[]): Fields => {
  const given = filledFields(requested)
  const item = itemOf(books, given)
  const defaults: Record<string, Fields | string> = {}
  const description = item === undefined || requested.Desc !== undefined ? undefined : salesDescriptionOf(item)
  if (description !== undefined) defaults.Desc = description
  const classId = refOf(header, 'ClassRef')
  if (classId !== undefined && item !== undefined) defaults.ClassRef = { ListID: classId }
  const code = item === undefined || item.kind === 'ItemSubtotal' ? undefined : taxCodeOf(books, header, item.fields)
  if (code !== undefined) defaults.SalesTaxCodeRef = { ListID: code }
  return priceLine(books, { ...defaults, ...given }, given, above)
}

// A customer who pays no tax passes the code on to the lines.
const taxCodeOf = (books: Books, header: Fields, item: Fields): string | undefined => {
  const customers = refOf(header, 'CustomerSalesTaxCodeRef')
  const code = books.lists.byId('SalesTaxCode', customers ?? '')
  return code !== undefined && textOf(code.fields, 'IsTaxable') !== 'true' ? customers : refOf(item, 'SalesTaxCodeRef')
}

const headerOf = (add: Element, context: RequestContext): Fields => {
  const { books, switches, now } = context
  const given = filledFields(requestedFields(books, add, 'Invoice'))
  const customer = books.lists.byId('Name', refOf(given, 'CustomerRef') ?? '')
  if (customer === undefined) throw missingElement('CustomerRef')
  const header: Fields = { ...defaultsOf(books, customer.fields), ...given }
  checkReceivable(books, header)
  const date = textOf(header, 'TxnDate') ?? hostDate(switches, now)
  const number = names(add, 'RefNumber') ? undefined : nextRefNumber(books.profile.lastRefNumbers.Invoice)
  return {
    ...header,
    TxnDate: date,
    DueDate: textOf(header, 'DueDate') ?? dueDate(date, books.lists.byId('Terms', refOf(header, 'TermsRef') ?? '')),
    ...(number === undefined ? {} : { RefNumber: number }),
  }
}

const defaultsOf = (books: Books, customer: Fields): Fields => {
  const defaults: Record<string, Fields | string> = {}
  for (const name of ['ClassRef', 'TermsRef', 'SalesRepRef', 'ItemSalesTaxRef']) {
    const id = refOf(customer, name)
    if (id !== undefined) defaults[name] = { ListID: id }
  }
  const taxCode = refOf(customer, 'SalesTaxCodeRef')
  if (taxCode !== undefined) defaults.CustomerSalesTaxCodeRef = { ListID: taxCode }
  for (const name of ['BillAddress', 'ShipAddress']) {
    const address = aggregateOf(customer, name)
    if (Object.keys(address).length > 0) defaults[name] = address
  }
  const template = books.lists.byFullName('Template', 'Intuit Service Invoice')
  if (template !== undefined) defaults.TemplateRef = { ListID: template.id }
  return {
    ...defaults,
    ARAccountRef: { ListID: specialAccount(books, 'AccountsReceivable').id },
    IsPending: 'false',
    IsFinanceCharge: 'false',
    IsToBePrinted: 'false',
    IsToBeEmailed: 'false',
  }
}

/** Refuses an account that is not of the receivable type. */
export const checkReceivable = (books: Books, header: Fields): void => {
  const account = books.lists.byId('Account', refOf(header, 'ARAccountRef') ?? '')
  if (account !== undefined && textOf(account.fields, 'AccountType') !== 'AccountsReceivable') {
    throw invalidField('ARAccountRef', books.lists.fullName(account), 'It is not an accounts receivable account.')
  }
}

const rememberRefNumber = (books: Books, number: string | undefined): void => {
  if (number === undefined || !/\d$/.test(number)) return
  books.putProfile({ ...books.profile, lastRefNumbers: { ...books.profile.lastRefNumbers, Invoice: number } })
}

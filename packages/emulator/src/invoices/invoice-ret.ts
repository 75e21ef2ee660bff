import { branch, type Element, leaf } from '@bridge/translation/qbxml'
import type { Books } from '../books/books.ts'
import { amountText } from '../books/decimal.ts'
import { aggregateOf } from '../books/fields.ts'
import type { Fields, Line, Transaction } from '../books/record.ts'
import { hostTime } from '../host-time.ts'
import { addressBlock, customElements, elementsOf, isAskedFor, type RetOptions } from '../lists/ret.ts'
import type { RequestContext } from '../request-context.ts'
import { totalOf } from './totals.ts'

/** Also whether lines come along: by default they do not. */
export interface InvoiceRetOptions extends RetOptions {
  readonly hasLines: boolean
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const layout = words(`CustomerRef ClassRef ARAccountRef TemplateRef TxnDate RefNumber BillAddress BillAddressBlock
  ShipAddress ShipAddressBlock IsPending IsFinanceCharge PONumber TermsRef DueDate SalesRepRef FOB ShipDate
  ShipMethodRef Subtotal ItemSalesTaxRef SalesTaxPercentage SalesTaxTotal AppliedAmount BalanceRemaining Memo IsPaid
  CustomerMsgRef IsToBePrinted IsToBeEmailed CustomerSalesTaxCodeRef Other ExternalGUID`)

const lineLayout = words(`ItemRef Desc Quantity UnitOfMeasure Rate RatePercent ClassRef Amount ServiceDate
  SalesTaxCodeRef Other1 Other2`)

/** An invoice as QuickBooks answers it: with subtotal and tax, without a total. */
export const invoiceRet = (context: RequestContext, invoice: Transaction, options: InvoiceRetOptions): Element => {
  const { books, switches } = context
  const balance = totalOf(invoice.fields)
  const fields: Fields = {
    ...invoice.fields,
    AppliedAmount: '0.00',
    BalanceRemaining: amountText(balance),
    IsPaid: String(balance.eq(0)),
  }
  const elements = [
    leaf('TxnID', invoice.id),
    leaf('TimeCreated', hostTime(switches, invoice.created)),
    leaf('TimeModified', hostTime(switches, invoice.modified)),
    leaf('EditSequence', String(invoice.modified)),
    leaf('TxnNumber', String(invoice.number)),
  ]
  for (const name of layout) {
    if (name.endsWith('AddressBlock')) elements.push(...addressBlock(name, aggregateOf(fields, name.slice(0, -5))))
    else elements.push(...elementsOf(books, fields, [name]))
  }
  if (options.hasLines) elements.push(...invoice.lines.map((line) => lineRet(books, line)))
  elements.push(...customElements(invoice.custom, options.ownerIds))
  return branch(
    'InvoiceRet',
    elements.filter((element) => isAskedFor(options, element.name)),
  )
}

const lineRet = (books: Books, line: Line): Element =>
  branch('InvoiceLineRet', [leaf('TxnLineID', line.id), ...elementsOf(books, line.fields, lineLayout)])

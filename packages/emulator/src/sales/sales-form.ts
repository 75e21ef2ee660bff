import type { Books } from '../books/books.ts'
import { aggregateOf, refOf, textOf } from '../books/fields.ts'
import { lineFields } from '../books/lines.ts'
import type { Fields } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { dueDate } from '../transactions/due-date.ts'
import type { Entry } from '../transactions/transaction-kind.ts'
import { totalsOf } from './totals.ts'

/**
 * The header of a sales form: what an Add leaves out comes from the customer. A change of terms or date
 * sets the due date anew unless the request names one.
 */
export function enterSalesHeader(
  entry: Entry,
  { books }: RequestContext,
  references: readonly string[] = ['ClassRef', 'TermsRef', 'SalesRepRef', 'ItemSalesTaxRef'],
): Fields {
  const { current, given, fields } = entry
  if (current === undefined) {
    const header = { ...defaultsOf(books, refOf(given, 'CustomerRef'), references), ...fields }
    return { ...header, DueDate: textOf(given, 'DueDate') ?? dueOf(books, header) }
  }
  const isDueAnew = textOf(given, 'DueDate') === undefined && (given.TermsRef ?? given.TxnDate) !== undefined
  return isDueAnew ? { ...fields, DueDate: dueOf(books, fields) } : fields
}

function defaultsOf(books: Books, customerId: string | undefined, references: readonly string[]): Fields {
  const customer = books.lists.byId('Name', customerId ?? '')?.fields ?? {}
  const defaults: Record<string, Fields> = {}
  for (const name of references) {
    const id = refOf(customer, name)
    if (id !== undefined) defaults[name] = { ListID: id }
  }
  const taxCode = refOf(customer, 'SalesTaxCodeRef')
  if (taxCode !== undefined) defaults.CustomerSalesTaxCodeRef = { ListID: taxCode }
  for (const name of ['BillAddress', 'ShipAddress']) {
    const address = aggregateOf(customer, name)
    if (Object.keys(address).length > 0) defaults[name] = address
  }
  return defaults
}

function dueOf(books: Books, header: Fields): string {
  return dueDate(textOf(header, 'TxnDate') ?? '', books.lists.byId('Terms', refOf(header, 'TermsRef') ?? ''))
}

/** Subtotal, tax and total of the form. */
export function totalOfForm(entry: Entry, { books }: RequestContext): Fields {
  return totalsOf(books, entry.fields, lineFields(entry.lines))
}

import type { Books } from '../books/books.ts'
import { getAggregate, getRefId, getText } from '../books/fields.ts'
import { lineFields } from '../books/lines.ts'
import type { Fields } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { computeDueDate } from '../transactions/due-date.ts'
import type { Entry } from '../transactions/transaction-kind.ts'
import { computeTotals } from './totals.ts'

/**
 * Completes a sales form's header with the customer's defaults. Changed terms or dates also change the due date, unless
 * the request sets it.
 */
export function enterSalesHeader(
  entry: Entry,
  { books }: RequestContext,
  references: readonly string[] = ['ClassRef', 'TermsRef', 'SalesRepRef', 'ItemSalesTaxRef'],
): Fields {
  const { current, requested, fields } = entry
  if (current === undefined) {
    const header = { ...getDefaults(books, getRefId(requested, 'CustomerRef'), references), ...fields }
    return { ...header, DueDate: getText(requested, 'DueDate') ?? computeDue(books, header) }
  }
  const isDueAnew =
    getText(requested, 'DueDate') === undefined && (requested.TermsRef ?? requested.TxnDate) !== undefined
  return isDueAnew ? { ...fields, DueDate: computeDue(books, fields) } : fields
}

function getDefaults(books: Books, customerId: string | undefined, references: readonly string[]): Fields {
  const customer = books.lists.byId('Name', customerId ?? '')?.fields ?? {}
  const defaults: Record<string, Fields> = {}
  for (const name of references) {
    const id = getRefId(customer, name)
    if (id !== undefined) defaults[name] = { ListID: id }
  }
  const taxCode = getRefId(customer, 'SalesTaxCodeRef')
  if (taxCode !== undefined) defaults.CustomerSalesTaxCodeRef = { ListID: taxCode }
  for (const name of ['BillAddress', 'ShipAddress']) {
    const address = getAggregate(customer, name)
    if (Object.keys(address).length > 0) defaults[name] = address
  }
  return defaults
}

function computeDue(books: Books, header: Fields): string {
  return computeDueDate(getText(header, 'TxnDate') ?? '', books.lists.byId('Terms', getRefId(header, 'TermsRef') ?? ''))
}

/** Returns a form's subtotal, tax and total. */
export function computeFormTotals(entry: Entry, { books }: RequestContext): Fields {
  return computeTotals(books, entry.fields, lineFields(entry.lines))
}

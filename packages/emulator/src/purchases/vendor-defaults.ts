import type { Books } from '../books/books.ts'
import { getAggregate, getRefId } from '../books/fields.ts'
import type { Fields, FieldValue } from '../books/record.ts'
import type { Entry } from '../transactions/transaction-kind.ts'

/** Completes a new header with its vendor's terms and address. */
export function withVendorDefaults(books: Books, { fields, current }: Entry): Fields {
  const vendor = books.lists.byId('Name', getRefId(fields, 'VendorRef') ?? '')?.fields
  if (vendor === undefined || current !== undefined) return fields
  const defaults: Record<string, FieldValue> = {}
  const terms = getRefId(vendor, 'TermsRef')
  if (terms !== undefined) defaults.TermsRef = { ListID: terms }
  const address = getAggregate(vendor, 'VendorAddress')
  if (Object.keys(address).length > 0) defaults.VendorAddress = address
  return { ...defaults, ...fields }
}

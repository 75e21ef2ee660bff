import type { Books } from '../books/books.ts'
import { aggregateOf } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'

const addresses = ['VendorAddress', 'BillAddress', 'EmployeeAddress', 'OtherNameAddress'] as const

/** The `Address` that a check to a payee (ListID) bears; nothing where there is none. */
export function payeeAddress(books: Books, payee: string | undefined): Fields {
  const fields = books.lists.byId('Name', payee ?? '')?.fields ?? {}
  for (const name of addresses) {
    const address = aggregateOf(fields, name)
    if (Object.keys(address).length > 0) return { Address: address }
  }
  return {}
}

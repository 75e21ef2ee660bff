import type { Books } from '../books/books.ts'
import { getAggregate } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'

const addresses = ['VendorAddress', 'BillAddress', 'EmployeeAddress', 'OtherNameAddress'] as const

/** Returns the `Address` on a check to a payee (ListID), if it has one. */
export function getPayeeAddress(books: Books, payee: string | undefined): Fields {
  const fields = books.lists.byId('Name', payee ?? '')?.fields ?? {}
  for (const name of addresses) {
    const address = getAggregate(fields, name)
    if (Object.keys(address).length > 0) return { Address: address }
  }
  return {}
}

import { checkAccountType } from '../accounts/account-type.ts'
import { specialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { refOf } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'

/** A header with the accounts payable account that it leaves out. Throws status 3210 for one of another type. */
export function withPayable(books: Books, fields: Fields): Fields {
  checkAccountType(books, fields, 'APAccountRef', 'AccountsPayable')
  return { APAccountRef: { ListID: specialAccount(books, 'AccountsPayable').id }, ...fields }
}

/** The accounts payable account of a header that has one. */
export function payableOf(books: Books, fields: Fields): string {
  return refOf(fields, 'APAccountRef') ?? specialAccount(books, 'AccountsPayable').id
}

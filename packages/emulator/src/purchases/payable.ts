import { checkAccountType } from '../accounts/account-type.ts'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { getRefId } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'

/** A header with the accounts payable account that it leaves out. Throws status 3210 for one of another type. */
export function withPayable(books: Books, fields: Fields): Fields {
  checkAccountType(books, fields, 'APAccountRef', 'AccountsPayable')
  return { APAccountRef: { ListID: requireSpecialAccount(books, 'AccountsPayable').id }, ...fields }
}

/** The accounts payable account of a header that has one. */
export function getPayableAccount(books: Books, fields: Fields): string {
  return getRefId(fields, 'APAccountRef') ?? requireSpecialAccount(books, 'AccountsPayable').id
}

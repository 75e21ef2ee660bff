import { checkAccountType } from '../accounts/account-type.ts'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { getRefId } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'

/**
 * Returns a header with its accounts payable account, by default the only one. Throws status 3210 for an account of
 * another type.
 */
export function withPayable(books: Books, fields: Fields): Fields {
  checkAccountType(books, fields, 'APAccountRef', 'AccountsPayable')
  return { APAccountRef: { ListID: requireSpecialAccount(books, 'AccountsPayable').id }, ...fields }
}

/** Returns the accounts payable account of a header. */
export function getPayableAccount(books: Books, fields: Fields): string {
  return getRefId(fields, 'APAccountRef') ?? requireSpecialAccount(books, 'AccountsPayable').id
}

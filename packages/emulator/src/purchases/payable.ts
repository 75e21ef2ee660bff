import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { getRefId } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'

export const payableTypes = { APAccountRef: ['AccountsPayable'] } as const

/** Returns a header with its accounts payable account, by default the only one. */
export function withPayable(books: Books, fields: Fields): Fields {
  return { APAccountRef: { ListID: requireSpecialAccount(books, 'AccountsPayable').id }, ...fields }
}

/** Returns a header's accounts payable account. */
export function getPayableAccount(books: Books, fields: Fields): string {
  return getRefId(fields, 'APAccountRef') ?? requireSpecialAccount(books, 'AccountsPayable').id
}

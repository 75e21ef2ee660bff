import type { Books } from '../books/books.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'

/** Rejects the account in a header field unless it has one of the types (status 3210). */
export function checkAccountType(books: Books, header: Fields, name: string, ...types: readonly string[]): void {
  const account = books.lists.byId('Account', getRefId(header, name) ?? '')
  if (account !== undefined && !types.includes(getText(account.fields, 'AccountType') ?? '')) {
    throw invalidField(name, books.lists.fullName(account), `Its type must be ${types.join(' or ')}.`)
  }
}

/** Rejects an account without postings, such as those of estimates and purchase orders (status 3210). */
export function checkPosting(books: Books, fields: Fields, name: string): void {
  const account = books.lists.byId('Account', getRefId(fields, name) ?? '')
  if (account !== undefined && getText(account.fields, 'AccountType') === 'NonPosting') {
    throw invalidField(name, books.lists.fullName(account), 'It is an account without postings.')
  }
}

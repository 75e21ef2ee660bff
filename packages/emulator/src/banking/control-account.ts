import type { Books } from '../books/books.ts'
import { textOf } from '../books/fields.ts'
import { invalidField } from '../refusal.ts'

const ownerKinds = new Map([
  ['AccountsReceivable', 'Customer'],
  ['AccountsPayable', 'Vendor'],
])

/**
 * Whose balance a posting to an account moves: of a receivable account the first customer among the names
 * (ListIDs), of a payable account the first vendor, of every other account nobody's. Throws status 3210
 * where a receivable or payable account has nobody.
 */
export const balanceOwner = (
  books: Books,
  account: string,
  names: readonly (string | undefined)[],
): string | undefined => {
  const wanted = ownerKinds.get(accountType(books, account))
  if (wanted === undefined) return undefined
  const owner = names.find((name) => books.lists.byId('Name', name ?? '')?.kind === wanted)
  if (owner !== undefined) return owner
  const why = `An amount in this account needs a ${wanted.toLowerCase()}.`
  throw invalidField('AccountRef', accountName(books, account), why)
}

/** Refuses an account (ListID) in a field unless it is of one of the types (status 3210). */
export const checkAccountType = (
  books: Books,
  field: string,
  account: string | undefined,
  types: readonly string[],
): void => {
  if (account === undefined || types.includes(accountType(books, account))) return
  throw invalidField(field, accountName(books, account), `It is not an account of type ${types.join(' or ')}.`)
}

/** Refuses an account that takes no postings, as those of estimates and purchase orders (status 3210). */
export const checkPosting = (books: Books, field: string, account: string | undefined): void => {
  if (account === undefined || accountType(books, account) !== 'NonPosting') return
  throw invalidField(field, accountName(books, account), 'It is an account without postings.')
}

const accountType = (books: Books, id: string): string =>
  textOf(books.lists.byId('Account', id)?.fields ?? {}, 'AccountType') ?? ''

const accountName = (books: Books, id: string): string => {
  const account = books.lists.byId('Account', id)
  return account === undefined ? id : books.lists.fullName(account)
}

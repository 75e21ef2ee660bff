import type { Books } from '../books/books.ts'
import { getText } from '../books/fields.ts'
import { invalidField } from '../requests/status-error.ts'

const ownerKinds = new Map([
  ['AccountsReceivable', 'Customer'],
  ['AccountsPayable', 'Vendor'],
])

/**
 * Returns the name (ListID) whose balance a posting to an account changes: the first customer among the names for a
 * receivable account, the first vendor for a payable one, and none for other accounts. Throws status 3210 if a
 * receivable or payable account has no such name.
 */
export function findBalanceOwner(
  books: Books,
  account: string,
  names: readonly (string | undefined)[],
): string | undefined {
  const wanted = ownerKinds.get(accountType(books, account))
  if (wanted === undefined) return undefined
  const owner = names.find((name) => books.lists.byId('Name', name ?? '')?.kind === wanted)
  if (owner !== undefined) return owner
  const why = `An amount in this account needs a ${wanted.toLowerCase()}.`
  throw invalidField('AccountRef', accountName(books, account), why)
}

function accountType(books: Books, id: string): string {
  return getText(books.lists.byId('Account', id)?.fields ?? {}, 'AccountType') ?? ''
}

function accountName(books: Books, id: string): string {
  const account = books.lists.byId('Account', id)
  return account === undefined ? id : books.lists.fullName(account)
}

import type { Books } from '../books/books.ts'
import { getText } from '../books/fields.ts'
import { invalidField } from '../requests/status-error.ts'

const ownerKinds = new Map([
  ['AccountsReceivable', 'Customer'],
  ['AccountsPayable', 'Vendor'],
])

/**
 * Whose balance a posting to an account moves: of a receivable account the first customer among the names
 * (ListIDs), of a payable account the first vendor, of every other account nobody's. Throws status 3210
 * where a receivable or payable account has nobody.
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

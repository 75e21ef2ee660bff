import type { Books } from '../books/books.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { findReference } from '../books/references.ts'
import { invalidField, wrongAccountType } from '../requests/status-error.ts'

/** A header's account, and its transaction kind (`Invoice`). */
export interface HeaderAccount {
  readonly kind: string
  /** The element with the account: `ARAccountRef`. */
  readonly name: string
  readonly header: Fields
}

/** Rejects a header account with another type (status 3140). */
export function checkAccountType(books: Books, { kind, name, header }: HeaderAccount, types: readonly string[]): void {
  const account = books.lists.byId('Account', getRefId(header, name) ?? '')
  if (account !== undefined && !types.includes(getText(account.fields, 'AccountType') ?? '')) {
    const list = findReference(name)?.called ?? 'Account'
    throw wrongAccountType(list, books.lists.fullName(account), kind, types.map(toWords).join(' or '))
  }
}

/** Returns an account type as QuickBooks shows it: `Accounts Receivable`. */
function toWords(type: string): string {
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
}

/** Rejects a non-posting account, as estimates and purchase orders have (status 3210). */
export function checkPosting(books: Books, fields: Fields, name: string): void {
  const account = books.lists.byId('Account', getRefId(fields, name) ?? '')
  if (account !== undefined && getText(account.fields, 'AccountType') === 'NonPosting') {
    throw invalidField(name, books.lists.fullName(account), 'It is an account without postings.')
  }
}

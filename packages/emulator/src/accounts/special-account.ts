import type { Books } from '../books/books.ts'
import { getText } from '../books/fields.ts'
import { type ListKind, listKinds } from '../books/list-kinds.ts'
import type { ListRecord } from '../books/record.ts'
import { missingAccount } from '../requests/status-error.ts'

const accounts = listKinds.get('Account') as ListKind

/** Returns the account with a SpecialAccountType, to which QuickBooks posts automatically. Throws status 3270. */
export function requireSpecialAccount(books: Books, type: string): ListRecord {
  for (const account of books.lists.getRecords(accounts)) {
    if (getText(account.fields, 'SpecialAccountType') === type) return account
  }
  throw missingAccount(type)
}

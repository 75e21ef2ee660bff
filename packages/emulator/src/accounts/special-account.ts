import type { Books } from '../books/books.ts'
import { textOf } from '../books/fields.ts'
import { type ListKind, listKinds } from '../books/list-kinds.ts'
import type { ListRecord } from '../books/record.ts'
import { missingAccount } from '../requests/status-error.ts'

const accounts = listKinds.get('Account') as ListKind

/** The account that QuickBooks itself posts to, by its SpecialAccountType. Throws status 3270. */
export function specialAccount(books: Books, type: string): ListRecord {
  for (const account of books.lists.ofKind(accounts)) {
    if (textOf(account.fields, 'SpecialAccountType') === type) return account
  }
  throw missingAccount(type)
}

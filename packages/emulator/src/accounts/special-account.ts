import type { Books } from '../books/books.ts'
import type { ListRecord } from '../books/record.ts'
import { missingAccount } from '../requests/status-error.ts'

/** Returns the account with a SpecialAccountType, to which QuickBooks posts automatically. Throws status 3270. */
export function requireSpecialAccount(books: Books, type: string): ListRecord {
  const account = books.findSpecialAccount(type)
  if (account === undefined) throw missingAccount(type)
  return account
}

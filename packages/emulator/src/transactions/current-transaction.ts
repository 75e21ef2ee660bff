import type { Books } from '../books/books.ts'
import type { Transaction } from '../books/record.ts'
import { isId } from '../requests/resolve.ts'
import { invalidId, objectNotFound } from '../requests/status-error.ts'

/** Returns a kind's transaction by ID. Throws status 3000 or 3120. */
export function requireTransaction(books: Books, kind: string, id: string): Transaction {
  if (!isId(id)) throw invalidId(id, 'TxnID')
  const transaction = books.transactions.get(id)
  if (transaction === undefined || transaction.kind !== kind) throw objectNotFound(id)
  return transaction
}

import type { RequestContext } from '../requests/request-context.ts'

/** Creates the ID of a transaction or line; both share a counter. */
export function createTransactionId({ books, now }: RequestContext): string {
  return `${books.nextNumber('Transaction').toString(16).toUpperCase()}-${now}`
}

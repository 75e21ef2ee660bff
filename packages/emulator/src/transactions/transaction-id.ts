import type { RequestContext } from '../requests/request-context.ts'

/** Creates a transaction or line ID; both share a counter. */
export function createTransactionId({ books, now }: RequestContext): string {
  return `${books.nextNumber('Transaction').toString(16).toUpperCase()}-${now}`
}

import type { RequestContext } from '../requests/request-context.ts'

/** The id of a new transaction or line: both are counted together. */
export function createTransactionId({ books, now }: RequestContext): string {
  return `${books.nextNumber('Transaction').toString(16).toUpperCase()}-${now}`
}

import type { RequestContext } from '../request-context.ts'

/** The id of a new transaction or line: both are counted together. */
export const nextTransactionId = ({ books, now }: RequestContext): string =>
  `${books.nextNumber('Transaction').toString(16).toUpperCase()}-${now}`

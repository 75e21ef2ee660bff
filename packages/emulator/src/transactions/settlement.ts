import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, sumOf } from '../books/decimal.ts'
import type { Application, Transaction } from '../books/record.ts'

/** What an application takes off its target: the amount and the discount. */
export const settledBy = (application: Application): Big =>
  Big(application.amount).plus(application.discount?.amount ?? 0)

/** What a transaction settles of others, without discounts. */
const appliedFrom = (transaction: Transaction): Big =>
  sumOf(settlementsOf(transaction).map((application) => application.amount))

/** What others settle of a transaction, with discounts. */
export const appliedTo = (books: Books, id: string): Big =>
  sumOf(
    books.links
      .to(id)
      .filter((link) => link.application.type === 'settlement')
      .map((link) => settledBy(link.application)),
  )

/** The applications of a transaction that settle others. */
export const settlementsOf = (transaction: Transaction): readonly Application[] =>
  transaction.applications.filter((application) => application.type === 'settlement')

/** What is left of a transaction: what is still to be paid, or what can still pay. */
export const remainingOf = (books: Books, transaction: Transaction): Big =>
  Big(books.kinds.get(transaction.kind)?.amount?.(transaction) ?? 0)
    .minus(appliedFrom(transaction))
    .minus(appliedTo(books, transaction.id))

/** The same as decimal text. */
export const remainingText = (books: Books, transaction: Transaction): string =>
  amountText(remainingOf(books, transaction))

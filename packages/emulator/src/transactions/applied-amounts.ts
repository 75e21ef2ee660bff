import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, sumOf } from '../books/decimal.ts'
import type { Application, Transaction } from '../books/record.ts'

/** What an application takes off its target: the amount and the discount. */
export function settledBy(application: Application): Big {
  return Big(application.amount).plus(application.discount?.amount ?? 0)
}

/** What others settle of a transaction, with discounts. */
export function appliedTo(books: Books, id: string): Big {
  return sumOf(
    books.links
      .to(id)
      .filter((link) => link.application.type === 'settlement')
      .map((link) => settledBy(link.application)),
  )
}

/** The applications of a transaction that settle others. */
export function settlementsOf(transaction: Transaction): readonly Application[] {
  return transaction.applications.filter((application) => application.type === 'settlement')
}

/** What is left of a transaction: what is still to be paid, or what can still pay. */
export function remainingOf(books: Books, transaction: Transaction): Big {
  return Big(books.kinds.get(transaction.kind)?.amount?.(transaction) ?? 0)
    .minus(appliedFrom(transaction))
    .minus(appliedTo(books, transaction.id))
}

/** What a transaction settles of others, without discounts. */
function appliedFrom(transaction: Transaction): Big {
  return sumOf(settlementsOf(transaction).map((application) => application.amount))
}

/** The same as decimal text. */
export function remainingText(books: Books, transaction: Transaction): string {
  return amountText(remainingOf(books, transaction))
}

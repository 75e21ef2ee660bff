import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import type { Application, Transaction } from '../books/record.ts'

/** What an application takes off its target: the amount and the discount. */
export function getAppliedTotal(application: Application): Big {
  return Big(application.amount).plus(application.discount?.amount ?? 0)
}

/** What others settle of a transaction, with discounts. */
export function getAmountAppliedTo(books: Books, id: string): Big {
  return sum(
    books.links
      .to(id)
      .filter((link) => link.application.type === 'settlement')
      .map((link) => getAppliedTotal(link.application)),
  )
}

/** The applications of a transaction that settle others. */
export function getSettlements(transaction: Transaction): readonly Application[] {
  return transaction.applications.filter((application) => application.type === 'settlement')
}

/** What is left of a transaction: what is still to be paid, or what can still pay. */
export function getRemaining(books: Books, transaction: Transaction): Big {
  return Big(books.kinds.get(transaction.kind)?.amount?.(transaction) ?? 0)
    .minus(getAmountAppliedFrom(transaction))
    .minus(getAmountAppliedTo(books, transaction.id))
}

/** What a transaction settles of others, without discounts. */
function getAmountAppliedFrom(transaction: Transaction): Big {
  return sum(getSettlements(transaction).map((application) => application.amount))
}

/** The same as decimal text. */
export function getRemainingText(books: Books, transaction: Transaction): string {
  return amountText(getRemaining(books, transaction))
}

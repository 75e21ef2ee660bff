import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import { toHome } from '../books/exchange-rates.ts'
import type { Application, Transaction } from '../books/record.ts'

/** Returns an application's amount and discount. */
export function getAppliedTotal(application: Application): Big {
  return Big(application.amount).plus(application.discount?.amount ?? 0)
}

/** Returns the sum others apply to a transaction, with discounts. */
export function getAmountAppliedTo(books: Books, id: string): Big {
  return sum(
    books.links
      .to(id)
      .filter((link) => link.application.type === 'settlement')
      .map((link) => getAppliedTotal(link.application)),
  )
}

/** Returns a transaction's applications that pay others. */
export function getPayingApplications(transaction: Transaction): readonly Application[] {
  return transaction.applications.filter((application) => application.type === 'settlement')
}

/** Returns a transaction's unapplied rest: the amount due, or the credit left. */
export function getRemaining(books: Books, transaction: Transaction): Big {
  return Big(books.kinds.get(transaction.kind)?.amount?.(transaction) ?? 0)
    .minus(getAmountAppliedFrom(transaction))
    .minus(getAmountAppliedTo(books, transaction.id))
}

/** Returns the home currency value of a transaction's unapplied rest, in which the shares of its payments add up. */
export function getRemainingHome(books: Books, transaction: Transaction): Big {
  const total = Big(books.kinds.get(transaction.kind)?.amount?.(transaction) ?? 0)
  const applied = total.minus(getRemaining(books, transaction))
  return toHome(transaction.fields, total).minus(toHome(transaction.fields, applied))
}

/** Returns the sum a transaction applies to others, without discounts. */
function getAmountAppliedFrom(transaction: Transaction): Big {
  return sum(getPayingApplications(transaction).map((application) => application.amount))
}

/** Returns the unapplied rest as decimal text. */
export function getRemainingText(books: Books, transaction: Transaction): string {
  return amountText(getRemaining(books, transaction))
}

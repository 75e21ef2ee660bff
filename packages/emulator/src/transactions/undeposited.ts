import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import type { Posting, Transaction } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'

/** The transaction kinds adding to undeposited funds. */
export const receivingKinds = ['ReceivePayment', 'SalesReceipt'] as const

/** Whether a transaction added to undeposited funds, even if it was deposited since. */
export function isUndeposited(books: Books, transaction: Transaction): boolean {
  return receivingKinds.some((kind) => kind === transaction.kind) && getUndepositedAmount(books, transaction) !== '0.00'
}

/** Returns the amount a transaction added to undeposited funds, in its currency. */
export function getUndepositedAmount(books: Books, transaction: Transaction): string {
  return amountText(sum(getPostings(books, transaction).map(({ amount, foreign = amount }) => foreign)))
}

/** Returns the amount a transaction added to undeposited funds, in the home currency. */
export function getUndepositedHome(books: Books, transaction: Transaction): string {
  return amountText(sum(getPostings(books, transaction).map(({ amount }) => amount)))
}

function getPostings(books: Books, { postings }: Transaction): readonly Posting[] {
  const { id } = requireSpecialAccount(books, 'UndepositedFunds')
  return postings.filter(({ account }) => account === id)
}

/** Returns the deposit (TxnID) containing a transaction, if any. */
export function findDeposit(books: Books, id: string): string | undefined {
  return books.links.to(id).find((link) => link.application.type === 'deposit')?.from
}

/** Rejects changing a deposited transaction's undeposited amount (status 3210). */
export function checkDeposited(books: Books, current: Transaction, transaction: Transaction): void {
  if (findDeposit(books, transaction.id) === undefined) return
  const amount = getUndepositedAmount(books, transaction)
  const isKept = amount === getUndepositedAmount(books, current)
  if (isKept && getUndepositedHome(books, transaction) === getUndepositedHome(books, current)) return
  throw invalidField('Amount', amount, 'The payment is in a deposit, so its amount and account cannot be changed.')
}

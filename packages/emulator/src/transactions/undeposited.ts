import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import type { Transaction } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'

/** The transaction kinds adding to undeposited funds. */
export const receivingKinds = ['ReceivePayment', 'SalesReceipt'] as const

/** Whether a transaction added to undeposited funds, even if it was deposited since. */
export function isUndeposited(books: Books, transaction: Transaction): boolean {
  return receivingKinds.some((kind) => kind === transaction.kind) && getUndepositedAmount(books, transaction) !== '0.00'
}

/** Returns the amount a transaction added to undeposited funds. */
export function getUndepositedAmount(books: Books, transaction: Transaction): string {
  const { id } = requireSpecialAccount(books, 'UndepositedFunds')
  return amountText(sum(transaction.postings.filter(({ account }) => account === id).map(({ amount }) => amount)))
}

/** Returns the deposit (TxnID) containing a transaction, if any. */
export function findDeposit(books: Books, id: string): string | undefined {
  return books.links.to(id).find((link) => link.application.type === 'deposit')?.from
}

/** Rejects changing a deposited transaction's undeposited amount (status 3210). */
export function checkDeposited(books: Books, current: Transaction, transaction: Transaction): void {
  if (findDeposit(books, transaction.id) === undefined) return
  const amount = getUndepositedAmount(books, transaction)
  if (amount === getUndepositedAmount(books, current)) return
  throw invalidField('Amount', amount, 'The payment is in a deposit, so its amount and account cannot be changed.')
}

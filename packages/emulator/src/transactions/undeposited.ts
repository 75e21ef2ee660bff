import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import type { Transaction } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'

/** The kinds of transaction that bring money into undeposited funds. */
export const receivingKinds = ['ReceivePayment', 'SalesReceipt'] as const

/** Whether a transaction brought money into undeposited funds, be it deposited since or not. */
export function isUndeposited(books: Books, transaction: Transaction): boolean {
  return receivingKinds.some((kind) => kind === transaction.kind) && getUndepositedAmount(books, transaction) !== '0.00'
}

/** How much a transaction brought into undeposited funds. */
export function getUndepositedAmount(books: Books, transaction: Transaction): string {
  const { id } = requireSpecialAccount(books, 'UndepositedFunds')
  return amountText(sum(transaction.postings.filter(({ account }) => account === id).map(({ amount }) => amount)))
}

/** The deposit (TxnID) that a transaction is in; `undefined` while it is in none. */
export function findDeposit(books: Books, id: string): string | undefined {
  return books.links.to(id).find((link) => link.application.type === 'deposit')?.from
}

/** Refuses to change what a transaction that is in a deposit brought into undeposited funds (status 3210). */
export function checkDeposited(books: Books, current: Transaction, transaction: Transaction): void {
  if (findDeposit(books, transaction.id) === undefined) return
  const amount = getUndepositedAmount(books, transaction)
  if (amount === getUndepositedAmount(books, current)) return
  throw invalidField('Amount', amount, 'The payment is in a deposit, which holds it at its amount and account.')
}

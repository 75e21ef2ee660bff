import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import type { Posting, Transaction } from '../books/record.ts'
import { convertPostings } from './currency.ts'
import type { TransactionKind } from './transaction-kind.ts'

const openTypes = new Set(['AccountsReceivable', 'AccountsPayable'])

/**
 * Returns a debit, or a credit for a negative amount. Only postings to receivable and payable accounts keep the
 * customer or vendor.
 */
export function debit(books: Books, account: string, amount: Big.BigSource, entity?: string): Posting {
  const type = getText(books.lists.byId('Account', account)?.fields ?? {}, 'AccountType') ?? ''
  return { account, amount: amountText(amount), entity: entity !== undefined && openTypes.has(type) ? entity : null }
}

/** Returns a credit, or a debit for a negative amount. */
export function credit(books: Books, account: string, amount: Big.BigSource, entity?: string): Posting {
  return debit(books, account, Big(amount).times(-1), entity)
}

/** Returns a transaction with its postings and movements. */
export function withPostings(kind: TransactionKind, transaction: Transaction, books: Books): Transaction {
  return {
    ...transaction,
    postings: withoutZeros(convertPostings(transaction, kind.post(transaction, books), books)),
    movements: kind.move?.(transaction, books) ?? [],
  }
}

/** Returns the postings that are not zero. */
function withoutZeros(postings: readonly Posting[]): readonly Posting[] {
  return postings.filter(({ amount, foreign = amount }) => amount !== '0.00' || foreign !== '0.00')
}

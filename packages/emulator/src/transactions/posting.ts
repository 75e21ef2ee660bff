import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import type { Posting, Transaction } from '../books/record.ts'
import type { TransactionKind } from './transaction-kind.ts'

const openTypes = new Set(['AccountsReceivable', 'AccountsPayable'])

/**
 * A debit to an account, or a credit where the amount is negative. Only receivable and payable accounts
 * keep whose balance they move.
 */
export function debit(books: Books, account: string, amount: Big.BigSource, entity?: string): Posting {
  const type = getText(books.lists.byId('Account', account)?.fields ?? {}, 'AccountType') ?? ''
  return { account, amount: amountText(amount), entity: entity !== undefined && openTypes.has(type) ? entity : null }
}

/** A credit to an account, or a debit where the amount is negative. */
export function credit(books: Books, account: string, amount: Big.BigSource, entity?: string): Posting {
  return debit(books, account, Big(amount).times(-1), entity)
}

/** A transaction with its entry in the ledger and its movements of stock. */
export function withPostings(kind: TransactionKind, transaction: Transaction, books: Books): Transaction {
  return {
    ...transaction,
    postings: withoutZeros(kind.post(transaction, books)),
    movements: kind.move?.(transaction, books) ?? [],
  }
}

/** Postings without those of nothing. */
function withoutZeros(postings: readonly Posting[]): readonly Posting[] {
  return postings.filter((posting) => posting.amount !== '0.00')
}

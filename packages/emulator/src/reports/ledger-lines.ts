import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { getRefId, getText } from '../books/fields.ts'
import { flattenLines } from '../books/lines.ts'
import type { Line, Posting, Transaction } from '../books/record.ts'

/** A posting, or on a cash basis a part of one, as reports count it. */
export interface LedgerLine {
  readonly transaction: Transaction
  /** The date that it counts on: of the transaction, or on a cash basis of the payment. */
  readonly date: string
  readonly account: string
  /** Debits are positive. */
  readonly amount: Big
  /** The whole posting, of which `amount` can be a part. */
  readonly posting: Posting
  /** The line that the amount comes from. */
  readonly line: Line | undefined
}

/** Returns the date of a transaction. */
export function getDate({ fields }: Transaction): string {
  return getText(fields, 'TxnDate') ?? ''
}

/** Returns the postings of all transactions, in no particular order. */
export function* getLedgerLines(books: Books): Generator<LedgerLine> {
  for (const transaction of books.transactions.values()) yield* toLedgerLines(books, transaction)
}

/** Returns the postings of a transaction in their order. */
export function toLedgerLines(books: Books, transaction: Transaction): readonly LedgerLine[] {
  const date = getDate(transaction)
  const lines = new Map(flattenLines(transaction.lines).map((line) => [line.id, line]))
  return books.getPostings(transaction).map((posting) => ({
    transaction,
    date,
    account: posting.account,
    amount: Big(posting.amount),
    posting,
    line: lines.get(posting.line ?? ''),
  }))
}

/**
 * Returns the names (ListIDs) of a ledger line, the closest first: whose balance it changes, the customer or name of
 * its line, the customer or vendor of its transaction.
 */
export function getNameIds(books: Books, { transaction, posting, line }: LedgerLine): readonly string[] {
  const header = books.kinds.get(transaction.kind)?.entity
  const ids = [
    posting.entity ?? undefined,
    line && getRefId(line.fields, 'CustomerRef'),
    line && getRefId(line.fields, 'EntityRef'),
    header === undefined ? undefined : getRefId(transaction.fields, header),
  ]
  return ids.filter((id) => id !== undefined)
}

/** Returns the closest name (ListID) of a kind. */
export function findNameId(books: Books, line: LedgerLine, kind: string): string | undefined {
  return getNameIds(books, line).find((id) => books.lists.byId('Name', id)?.kind === kind)
}

/** Returns the class (ListID) of a ledger line, by default that of its transaction. */
export function findClassId({ transaction, line }: LedgerLine): string | undefined {
  return (line && getRefId(line.fields, 'ClassRef')) ?? getRefId(transaction.fields, 'ClassRef')
}

/** Returns the item (ListID) of a ledger line. */
export function findItemId({ line }: LedgerLine): string | undefined {
  return line && getRefId(line.fields, 'ItemRef')
}

import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { getRefId, getText } from '../books/fields.ts'
import { flattenLines } from '../books/lines.ts'
import type { Line, Posting, Transaction } from '../books/record.ts'

/** A posting, or its part on a cash basis, as reports count it. */
export interface LedgerLine {
  readonly transaction: Transaction
  /** The date it counts on: the transaction's, or on a cash basis the payment's. */
  readonly date: string
  readonly account: string
  /** Debits are positive. */
  readonly amount: Big
  /** The whole posting; `amount` can be a part. */
  readonly posting: Posting
  /** The line the amount comes from. */
  readonly line: Line | undefined
}

/** Returns a transaction's date. */
export function getDate({ fields }: Transaction): string {
  return getText(fields, 'TxnDate') ?? ''
}

/** Returns all postings, in no particular order. */
export function* getLedgerLines(books: Books): Generator<LedgerLine> {
  for (const transaction of books.transactions.values()) yield* toLedgerLines(books, transaction)
}

/** Returns a transaction's postings in their order. */
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
 * Returns a ledger line's names (ListIDs), closest first: whose balance it changes, its line's customer or name, its
 * transaction's customer or vendor.
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

/** Returns a kind's closest name (ListID). */
export function findNameId(books: Books, line: LedgerLine, kind: string): string | undefined {
  return getNameIds(books, line).find((id) => books.lists.byId('Name', id)?.kind === kind)
}

/** Returns a ledger line's class (ListID), by default its transaction's. */
export function findClassId({ transaction, line }: LedgerLine): string | undefined {
  return (line && getRefId(line.fields, 'ClassRef')) ?? getRefId(transaction.fields, 'ClassRef')
}

/** Returns a ledger line's item (ListID). */
export function findItemId({ line }: LedgerLine): string | undefined {
  return line && getRefId(line.fields, 'ItemRef')
}

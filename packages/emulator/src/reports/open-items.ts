import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { isForeign } from '../books/exchange-rates.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Application, Transaction } from '../books/record.ts'
import { getAppliedTotal, getPayingApplications } from '../transactions/applied-amounts.ts'
import { getAccountType } from './chart.ts'
import { getDate, type LedgerLine, toLedgerLines } from './ledger-lines.ts'

/** The part of a transaction that changes what a customer or vendor owes. */
export interface OpenItem {
  readonly ledgerLine: LedgerLine
  /** The customer's or vendor's ListID. */
  readonly name: string
  /** Debits are positive. */
  readonly amount: Big
  /** The rest that is neither paid nor applied. */
  readonly open: Big
  /** The due date, or the transaction's date without one. */
  readonly due: string
}

type Draft = { -readonly [Field in keyof OpenItem]: OpenItem[Field] }

/**
 * Returns the items in receivable or payable accounts on a date, by transaction. Later transactions and applications do
 * not count. The open amounts add up to the accounts' balance.
 */
export function getOpenItems(
  books: Books,
  accountType: string,
  asOf: string,
): ReadonlyMap<string, readonly OpenItem[]> {
  const items = new Map<string, readonly Draft[]>()
  for (const transaction of books.transactions.values()) {
    if (getDate(transaction) > asOf) continue
    const drafts = toDrafts(books, transaction, accountType)
    if (drafts.length > 0) items.set(transaction.id, drafts)
  }
  for (const id of items.keys()) applyPayments(books, items, id)
  return items
}

function toDrafts(books: Books, transaction: Transaction, accountType: string): readonly Draft[] {
  const drafts = new Map<string, Draft>()
  for (const ledgerLine of toLedgerLines(books, transaction)) {
    const name = ledgerLine.posting.entity
    if (name === null || getAccountType(books, ledgerLine.account) !== accountType) continue
    const draft = drafts.get(name)
    if (draft === undefined) {
      const due = getText(transaction.fields, 'DueDate') ?? ledgerLine.date
      drafts.set(name, { ledgerLine, name, amount: ledgerLine.amount, open: ledgerLine.amount, due })
    } else {
      draft.amount = draft.amount.plus(ledgerLine.amount)
      draft.open = draft.amount
    }
  }
  return [...drafts.values()]
}

function applyPayments(books: Books, items: ReadonlyMap<string, readonly Draft[]>, id: string): void {
  const source = findControlItem(books, items.get(id) ?? [])
  if (source === undefined) return
  for (const application of getPayingApplications(source.ledgerLine.transaction)) {
    const target = findControlItem(books, items.get(application.to) ?? [])
    if (target === undefined) continue
    const applied = getAppliedAmount(books, source.ledgerLine.transaction, application).times(
      target.amount.gt(0) ? 1 : -1,
    )
    target.open = target.open.minus(applied)
    source.open = source.open.plus(applied)
  }
}

/** Returns what an application takes from its target in the home currency. */
function getAppliedAmount(books: Books, transaction: Transaction, application: Application): Big {
  return isForeign(transaction)
    ? books.gains.getAppliedHome(transaction.id, application.to)
    : getAppliedTotal(application)
}

/** Returns the item for the transaction's own customer or vendor, which applications change. */
function findControlItem(books: Books, drafts: readonly Draft[]): Draft | undefined {
  return drafts.find(({ name, ledgerLine: { transaction } }) => {
    const header = books.kinds.get(transaction.kind)?.entity
    return header !== undefined && getRefId(transaction.fields, header) === name
  })
}

/** Returns the days from a date to another. */
export function countDays(from: string, to: string): number {
  return Big(Date.parse(`${to}T00:00:00Z`))
    .minus(Date.parse(`${from}T00:00:00Z`))
    .div(86_400_000)
    .toNumber()
}

import Big from 'big.js'
import type { Fields, ListRecord, Transaction } from '../../src/books/record.ts'
import type { Document } from '../../src/storage/company-storage.ts'
import { costed, type Level } from './costed.fixture.ts'
import { CountedBooks } from './counted-books.fixture.ts'
import { entries } from './entries.fixture.ts'
import { cents, money } from './fields.fixture.ts'
import { Settlements } from './gains.fixture.ts'

/** A company file's recalculated balances, by record ID. Debits are positive. */
export interface Recount {
  /** Every posted account's debits minus credits, without sub-accounts. */
  readonly accounts: ReadonlyMap<string, Big>
  /** Customers' and vendors' debits minus credits in receivable and payable accounts, without jobs. */
  readonly names: ReadonlyMap<string, Big>
  /** The accounts' and names' sums in the currencies of the transactions, which count where these are the account's. */
  readonly foreignAccounts: ReadonlyMap<string, Big>
  readonly foreignNames: ReadonlyMap<string, Big>
  /** Inventory items and assemblies. */
  readonly stock: ReadonlyMap<string, Level>
  /** Each transaction's unapplied rest, if it pays others or is paid. */
  readonly open: ReadonlyMap<string, Big>
  /** The same in the home currency. */
  readonly openHome: ReadonlyMap<string, Big>
  readonly records: readonly ListRecord[]
}

/**
 * Recalculates a company file from its transactions' headers and lines. It reads no stored postings except opening
 * balances', which have no other source, and shares no code with the emulator.
 */
export function recount(documents: Iterable<Document>): Recount {
  const { records, transactions } = readDocuments(documents)
  const books = new CountedBooks(records)
  const settlements = new Settlements(transactions)
  setPaymentValues(books, transactions)
  for (const transaction of transactions) {
    const enter = entries[transaction.kind]
    if (enter === undefined) throw new Error(`The recount does not know ${transaction.kind}.`)
    books.enter(transaction, enter)
    settlements.enterGain(transaction, books)
  }
  const stock = new Map<string, Level>()
  for (const item of records.filter(({ kind }) => kind === 'ItemInventory' || kind === 'ItemInventoryAssembly')) {
    const { costs, ...level } = costed(books.moves.filter((each) => each.item === item))
    for (const { asset, against, cost } of costs) {
      books.debit(against, cost)
      books.credit(asset, cost)
    }
    stock.set(item.id, level)
  }
  const { accounts, names, foreignAccounts, foreignNames } = books
  const openHome = new Map(
    transactions.map((each) => [each.id, settlements.getOpenHome(each, totals[each.kind]?.(each.fields) ?? Big(0))]),
  )
  return { accounts, names, foreignAccounts, foreignNames, stock, open: computeOpen(transactions), openHome, records }
}

/** Returns the list records and a company file's transactions. */
export function readDocuments(documents: Iterable<Document>) {
  const records: ListRecord[] = []
  const transactions: Transaction[] = []
  for (const { value } of documents) {
    const document = value as Partial<ListRecord & Transaction> | null
    if (document?.lines !== undefined) transactions.push(document as Transaction)
    else if (document?.fields !== undefined) records.push(document as ListRecord)
  }
  return { records, transactions }
}

/** Computes what payments and sales brought to undeposited funds. */
export function setPaymentValues(books: CountedBooks, transactions: readonly Transaction[]): void {
  for (const { kind, id, fields } of transactions) {
    if (kind !== 'ReceivePayment' && kind !== 'SalesReceipt') continue
    const rate = money(fields.ExchangeRate ?? '1')
    books.paymentValues.set(
      id,
      cents((kind === 'SalesReceipt' ? saleTotal(fields) : money(fields.TotalAmount)).times(rate)),
    )
  }
}

function saleTotal(fields: Fields): Big {
  return fields.IsPending === 'true' ? Big(0) : money(fields.Subtotal).plus(money(fields.SalesTaxTotal))
}

/** A transaction's payable or applicable amount, by kind. */
export const totals: Readonly<Record<string, (fields: Fields) => Big>> = {
  Invoice: saleTotal,
  CreditMemo: saleTotal,
  ReceivePayment: (fields) => money(fields.TotalAmount),
  Bill: (fields) => money(fields.AmountDue),
  VendorCredit: (fields) => money(fields.CreditAmount),
}

function computeOpen(transactions: readonly Transaction[]): ReadonlyMap<string, Big> {
  const open = new Map<string, Big>()
  for (const { kind, id, fields } of transactions) {
    const total = totals[kind]?.(fields)
    if (total !== undefined) open.set(id, total)
  }
  const take = (id: string, amount: Big) => {
    const left = open.get(id)
    if (left !== undefined) open.set(id, left.minus(amount))
  }
  for (const { id, applications } of transactions) {
    for (const { to, amount, discount } of applications.filter(({ type }) => type === 'settlement')) {
      take(id, money(amount))
      take(to, money(amount).plus(money(discount?.amount)))
    }
  }
  return open
}

import Big from 'big.js'
import type { ListRecord, Transaction } from '../../src/books/record.ts'
import type { Document } from '../../src/storage/company-storage.ts'
import { type Cost, costed } from './costed.fixture.ts'
import { CountedBooks } from './counted-books.fixture.ts'
import { entries } from './entries.fixture.ts'
import { cents, listId, money, sum } from './fields.fixture.ts'
import { Settlements } from './gains.fixture.ts'
import { readDocuments, setPaymentValues, totals } from './recount.fixture.ts'

/** The kinds whose income and expenses count on a cash basis when they are paid, with their control accounts. */
const paidLater: Readonly<Record<string, readonly [field: string, special: string]>> = {
  Invoice: ['ARAccountRef', 'AccountsReceivable'],
  CreditMemo: ['ARAccountRef', 'AccountsReceivable'],
  Bill: ['APAccountRef', 'AccountsPayable'],
  VendorCredit: ['APAccountRef', 'AccountsPayable'],
}

const resultTypes = ['Income', 'CostOfGoodsSold', 'Expense', 'OtherIncome', 'OtherExpense']

interface Amount {
  readonly account: string
  readonly amount: Big
}

/**
 * Recalculates a company file's accounts at a day's end (`YYYY-MM-DD`), by ListID; debits are positive. On a cash
 * basis, income and expenses count in proportion to what is paid by then, each rounded to a cent; the rest is not owed.
 * Reads headers, lines and applications, and no stored postings except opening balances'.
 */
export function recountOn(
  documents: Iterable<Document>,
  day: string,
  basis: 'Accrual' | 'Cash',
): ReadonlyMap<string, Big> {
  const { records, transactions } = readDocuments(documents)
  const past = transactions.filter((transaction) => getDay(transaction) <= day)
  const entered = enterEach(past, transactions, records)
  const costs = computeCosts(entered.flatMap(({ moves }) => moves))
  const books = new CountedBooks(records)
  past.forEach((transaction, index) => {
    const own = costs.filter(({ number }) => number === transaction.number)
    const amounts: readonly Amount[] = [
      ...(entered[index]?.debits ?? []),
      ...own.flatMap(({ against, asset, cost }) => [
        { account: against, amount: cost },
        { account: asset, amount: cost.times(-1) },
      ]),
    ]
    const counted = basis === 'Cash' ? countPaid(transaction, amounts, past, books) : amounts
    for (const { account, amount } of counted)
      books.accounts.set(account, amount.plus(books.accounts.get(account) ?? 0))
  })
  return books.accounts
}

function getDay({ fields }: Transaction): string {
  return String(fields.TxnDate)
}

/** Enters transactions, and returns what each of them posted and moved. */
function enterEach(
  entered: readonly Transaction[],
  transactions: readonly Transaction[],
  records: readonly ListRecord[],
): readonly Pick<CountedBooks, 'debits' | 'moves'>[] {
  const books = new CountedBooks(records)
  const settlements = new Settlements(transactions)
  setPaymentValues(books, transactions)
  return entered.map((transaction) => {
    const enter = entries[transaction.kind]
    const [debits, moves] = [books.debits.length, books.moves.length]
    if (enter !== undefined) books.enter(transaction, enter)
    settlements.enterGain(transaction, books)
    return { debits: books.debits.slice(debits), moves: books.moves.slice(moves) }
  })
}

function computeCosts(moves: CountedBooks['moves']): readonly Cost[] {
  const items = new Set(moves.map(({ item }) => item.id))
  return [...items].flatMap((id) => costed(moves.filter(({ item }) => item.id === id)).costs)
}

function countPaid(
  transaction: Transaction,
  amounts: readonly Amount[],
  past: readonly Transaction[],
  books: CountedBooks,
): readonly Amount[] {
  const control = paidLater[transaction.kind]
  const total = totals[transaction.kind]?.(transaction.fields) ?? Big(0)
  if (control === undefined || total.eq(0)) return amounts
  const paid = sum(past.flatMap((other) => getPaid(transaction, other)))
  const share = paid.gt(total) ? total : paid
  const isResult = ({ account }: Amount): boolean =>
    resultTypes.includes(String(books.record('Account', account)?.fields.AccountType))
  const counted = amounts.map((each) =>
    isResult(each) ? { ...each, amount: cents(each.amount.times(share).div(total)) } : each,
  )
  const uncounted = sum(amounts.map(({ amount }) => amount)).minus(sum(counted.map(({ amount }) => amount)))
  const [field, special] = control
  return [...counted, { account: listId(transaction.fields, field) ?? books.special(special), amount: uncounted }]
}

/** Returns what one transaction pays on another, in either direction: both are dated on the day or before. */
function getPaid(transaction: Transaction, other: Transaction): readonly Big[] {
  const settled = ({ applications }: Transaction, to: string) =>
    applications.filter((application) => application.type === 'settlement' && application.to === to)
  return [
    ...settled(other, transaction.id).map(({ amount, discount }) => money(amount).plus(money(discount?.amount))),
    ...settled(transaction, other.id).map(({ amount }) => money(amount)),
  ]
}

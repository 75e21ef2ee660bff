import Big from 'big.js'
import type { Fields, Transaction } from '../../src/books/record.ts'
import type { CountedBooks } from './counted-books.fixture.ts'
import { cents, listId, money, sum } from './fields.fixture.ts'

/** The kinds that pay others: their control account's field, their name's, and the sign of that posting. */
const payers: Readonly<Record<string, readonly [account: string, name: string, sign: 1 | -1]>> = {
  ReceivePayment: ['ARAccountRef', 'CustomerRef', -1],
  CreditMemo: ['ARAccountRef', 'CustomerRef', -1],
  ARRefundCreditCard: ['ARAccountRef', 'CustomerRef', 1],
  BillPaymentCheck: ['APAccountRef', 'PayeeEntityRef', 1],
  BillPaymentCreditCard: ['APAccountRef', 'PayeeEntityRef', 1],
  VendorCredit: ['APAccountRef', 'VendorRef', 1],
}

/** What one transaction takes from another, in its currency and in the home currency at the other's rate. */
interface Slice {
  readonly from: string
  readonly to: string
  readonly home: Big
}

/** The settlements of a company file, valued at the rates of both sides. */
export class Settlements {
  /** What payers take from papers, at the papers' rates. */
  readonly #taken: Slice[] = []
  /** What payers give, at their own rates. */
  readonly #given: Slice[] = []
  readonly #consumed = new Map<string, Big>()

  constructor(transactions: readonly Transaction[]) {
    const payersOf = new Map<string, Transaction[]>()
    for (const transaction of [...transactions].sort((one, other) => one.number - other.number)) {
      for (const { to } of getSettlements(transaction)) payersOf.set(to, [...(payersOf.get(to) ?? []), transaction])
    }
    for (const transaction of transactions) this.#divide(transaction, payersOf.get(transaction.id) ?? [])
  }

  /** Enters a foreign payer's gain: what its papers lose against what it gives. */
  enterGain(transaction: Transaction, books: CountedBooks): void {
    const [account, name, sign] = payers[transaction.kind] ?? []
    if (account === undefined || name === undefined || transaction.fields.ExchangeRate === undefined) return
    const own = (slices: readonly Slice[]): Big =>
      sum(slices.filter(({ from }) => from === transaction.id).map(({ home }) => home))
    const gain = own(this.#taken).minus(own(this.#given)).minus(getDiscountValue(transaction))
    const change = gain.times(sign ?? 1)
    books.debitBoth(listId(transaction.fields, account), change, Big(0), listId(transaction.fields, name))
    books.debitBoth(books.special('ExchangeGainLoss'), change.times(-1), Big(0))
  }

  /** Returns what is left of a transaction's total in the home currency. */
  getOpenHome({ id, fields }: Transaction, total: Big): Big {
    return worth(fields, total).minus(worth(fields, this.#consumed.get(id) ?? Big(0)))
  }

  // First what the transaction pays, in its order, then what pays it, in the order of their numbers.
  #divide(transaction: Transaction, byNumber: readonly Transaction[]): void {
    const { id, fields } = transaction
    let consumed = Big(0)
    const take = (amount: Big): Big => {
      const before = consumed
      consumed = consumed.plus(amount)
      return worth(fields, consumed).minus(worth(fields, before))
    }
    for (const { to, amount } of getSettlements(transaction)) {
      this.#given.push({ from: id, to, home: take(money(amount)) })
    }
    for (const other of new Set(byNumber)) {
      for (const { to, amount, discount } of getSettlements(other)) {
        if (to !== id) continue
        this.#taken.push({ from: other.id, to, home: take(money(amount).plus(money(discount?.amount))) })
      }
    }
    this.#consumed.set(id, consumed)
  }
}

function getSettlements({ applications }: Transaction): Transaction['applications'] {
  return applications.filter(({ type }) => type === 'settlement')
}

function worth({ ExchangeRate }: Fields, amount: Big): Big {
  return ExchangeRate === undefined ? amount : cents(amount.times(money(ExchangeRate)))
}

function getDiscountValue(transaction: Transaction): Big {
  const amount = money(transaction.fields.TotalAmount ?? transaction.fields.Amount)
  const discounts = sum(getSettlements(transaction).map(({ discount }) => money(discount?.amount)))
  return worth(transaction.fields, amount.plus(discounts)).minus(worth(transaction.fields, amount))
}

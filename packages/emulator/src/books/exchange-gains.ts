import Big from 'big.js'
import type { BookedKind } from './booked-kind.ts'
import { amountText, sum } from './decimal.ts'
import { isForeign, toHome } from './exchange-rates.ts'
import { getRefId } from './fields.ts'
import type { Journal } from './journal.ts'
import type { Links } from './links.ts'
import type { Application, Posting, Transaction } from './record.ts'

/** The parts of the books that realized gains are computed from. */
export interface GainSources {
  readonly transactions: ReadonlyMap<string, Transaction>
  readonly links: Links
  readonly kinds: ReadonlyMap<string, BookedKind>
  readonly journal: Journal
  /** Returns the account (ListID) that exchange gains and losses are posted to. */
  findGainAccount(): string | undefined
}

/**
 * The realized exchange gains and losses. A payment takes from a paper what the paper was worth at its own rate, so the
 * paper's home balance is zero when nothing is open; the difference to the payment's rate is a gain or a loss. Like
 * goods' costs they are not stored: a changed paper or payment makes others' gains stale, and they are computed again
 * before the journal is read.
 */
export class ExchangeGains {
  readonly #sources: GainSources
  readonly #postings = new Map<string, readonly Posting[]>()
  readonly #stale = new Set<string>()

  constructor(sources: GainSources) {
    this.#sources = sources
  }

  /** Marks what depends on a transaction that was replaced. */
  replace(before: Transaction | null, after: Transaction | null): void {
    if (!isForeign(before) && !isForeign(after)) return
    const id = after?.id ?? before?.id ?? ''
    this.#stale.add(id)
    this.#markPayers(id)
    for (const each of [before, after]) for (const { to } of getSettlements(each)) this.#markPayers(to)
  }

  /** Returns a transaction's gain or loss: the change of its control account, and the opposite posting. */
  getPostings(transaction: string): readonly Posting[] {
    this.recalculate()
    return this.#postings.get(transaction) ?? []
  }

  /** Returns the home currency value of what one transaction applies to another, at the other's rate. */
  getAppliedHome(from: string, to: string): Big {
    const target = this.#sources.transactions.get(to)
    return target === undefined ? Big(0) : (this.#getShares(target).get(from) ?? Big(0))
  }

  /** Computes stale gains, and posts the differences. */
  recalculate(): void {
    if (this.#stale.size === 0) return
    for (const id of this.#stale) {
      const postings = this.#compute(this.#sources.transactions.get(id) ?? null)
      this.#sources.journal.exchange(this.#postings.get(id) ?? [], postings)
      if (postings.length === 0) this.#postings.delete(id)
      else this.#postings.set(id, postings)
    }
    this.#stale.clear()
  }

  #markPayers(id: string): void {
    for (const { from, application } of this.#sources.links.to(id)) {
      if (application.type === 'settlement') this.#stale.add(from)
    }
  }

  #compute(transaction: Transaction | null): readonly Posting[] {
    const settlements = getSettlements(transaction)
    if (!isForeign(transaction) || settlements.length === 0) return []
    const { kinds, findGainAccount } = this.#sources
    const owner = getRefId(transaction.fields, kinds.get(transaction.kind)?.entity ?? '')
    const control = transaction.postings.find(({ entity }) => entity !== null && entity === owner)
    const account = findGainAccount()
    if (control === undefined || account === undefined) return []
    const own = this.#getShares(transaction)
    const atTheirRates = sum(settlements.map(({ to }) => this.getAppliedHome(transaction.id, to)))
    const atOwnRate = sum(settlements.map(({ to }) => own.get(to) ?? 0)).plus(this.#getDiscountHome(transaction))
    const difference = atTheirRates.minus(atOwnRate)
    if (difference.eq(0)) return []
    const amount = difference.times(Big(control.foreign ?? control.amount).gt(0) ? 1 : -1)
    return [
      { account: control.account, amount: amountText(amount), foreign: '0.00', entity: control.entity },
      { account, amount: amountText(amount.times(-1)), foreign: '0.00', entity: null },
    ]
  }

  /** Returns the home value of a payment's discounts as its postings have it. */
  #getDiscountHome(payment: Transaction): Big {
    const amount = this.#getAmount(payment)
    const discount = sum(getSettlements(payment).map((each) => each.discount?.amount ?? 0))
    return toHome(payment.fields, amount.plus(discount)).minus(toHome(payment.fields, amount))
  }

  #getAmount(transaction: Transaction): Big {
    return Big(this.#sources.kinds.get(transaction.kind)?.amount?.(transaction) ?? 0)
  }

  /**
   * Divides a transaction's home value among what it pays and what pays it, by the other's TxnID, in an order that does
   * not depend on when they were stored. Each share is the difference of two rounded sums, so the shares add up.
   */
  #getShares(transaction: Transaction): ReadonlyMap<string, Big> {
    const given = getSettlements(transaction).map(({ to, amount }) => ({ id: to, amount: Big(amount) }))
    const taken = this.#sources.links
      .to(transaction.id)
      .filter(({ application }) => application.type === 'settlement')
      .map(({ from, application: { amount, discount } }) => ({
        id: from,
        amount: Big(amount).plus(discount?.amount ?? 0),
        number: this.#sources.transactions.get(from)?.number ?? 0,
      }))
      .sort((one, other) => one.number - other.number)
    const shares = new Map<string, Big>()
    let before = Big(0)
    for (const { id, amount } of [...given, ...taken]) {
      const after = before.plus(amount)
      const share = toHome(transaction.fields, after).minus(toHome(transaction.fields, before))
      shares.set(id, share.plus(shares.get(id) ?? 0))
      before = after
    }
    return shares
  }
}

function getSettlements(transaction: Transaction | null): readonly Application[] {
  return transaction?.applications.filter(({ type }) => type === 'settlement') ?? []
}

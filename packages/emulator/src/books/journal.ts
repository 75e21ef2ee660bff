import Big from 'big.js'
import { sum } from './decimal.ts'
import type { Posting, Transaction } from './record.ts'

/**
 * All transactions' posting balances. `replace` throws if debits and credits differ, which fails the whole message set.
 */
export class Journal {
  readonly #accounts = new Map<string, Big>()
  readonly #entities = new Map<string, Big>()
  readonly #foreignAccounts = new Map<string, Big>()
  readonly #foreignEntities = new Map<string, Big>()

  /** Replaces the `before` postings with the `after` ones. */
  replace(before: Transaction | null, after: Transaction | null): void {
    if (after !== null && !sum(after.postings.map((posting) => posting.amount)).eq(0)) {
      throw new Error(`The postings of ${after.kind} ${after.id} do not balance`)
    }
    this.exchange(before?.postings ?? [], after?.postings ?? [])
  }

  /** Replaces postings that balance. */
  exchange(before: readonly Posting[], after: readonly Posting[]): void {
    for (const posting of before) this.#post(posting, -1)
    for (const posting of after) this.#post(posting, 1)
  }

  /** Returns an account's debits minus credits, without its sub-accounts. */
  getAccountBalance(id: string): Big {
    return this.#accounts.get(id) ?? Big(0)
  }

  /** Returns a customer's or vendor's debits minus credits, without jobs. */
  getEntityBalance(id: string): Big {
    return this.#entities.get(id) ?? Big(0)
  }

  /** Returns an account's debits minus credits in its own currency, which is not the company's. */
  getForeignAccountBalance(id: string): Big {
    return this.#foreignAccounts.get(id) ?? Big(0)
  }

  /** Returns a customer's or vendor's debits minus credits in its own currency, without jobs. */
  getForeignEntityBalance(id: string): Big {
    return this.#foreignEntities.get(id) ?? Big(0)
  }

  /** Returns debits minus credits by account. */
  accounts(): ReadonlyMap<string, Big> {
    return this.#accounts
  }

  transfer(from: string, to: string, amount: Big): void {
    this.#accounts.set(from, this.getAccountBalance(from).minus(amount))
    this.#accounts.set(to, this.getAccountBalance(to).plus(amount))
  }

  #post(posting: Posting, sign: 1 | -1): void {
    const amount = Big(posting.amount).times(sign)
    this.#accounts.set(posting.account, this.getAccountBalance(posting.account).plus(amount))
    if (posting.entity !== null) this.#entities.set(posting.entity, this.getEntityBalance(posting.entity).plus(amount))
    if (posting.foreign === undefined) return
    const foreign = Big(posting.foreign).times(sign)
    this.#foreignAccounts.set(posting.account, this.getForeignAccountBalance(posting.account).plus(foreign))
    if (posting.entity !== null)
      this.#foreignEntities.set(posting.entity, this.getForeignEntityBalance(posting.entity).plus(foreign))
  }
}

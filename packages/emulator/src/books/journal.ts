import Big from 'big.js'
import { sum } from './decimal.ts'
import type { Posting, Transaction } from './record.ts'

/**
 * The balances that the postings of all transactions make. A transaction whose debits and credits
 * differ cannot get in: `replace` throws, and with it the whole message set fails.
 */
export class Journal {
  readonly #accounts = new Map<string, Big>()
  readonly #entities = new Map<string, Big>()

  /** Takes the postings of `before` out and those of `after` in. */
  replace(before: Transaction | null, after: Transaction | null): void {
    if (after !== null && !sum(after.postings.map((posting) => posting.amount)).eq(0)) {
      throw new Error(`The postings of ${after.kind} ${after.id} do not balance`)
    }
    for (const posting of before?.postings ?? []) this.#post(posting, -1)
    for (const posting of after?.postings ?? []) this.#post(posting, 1)
  }

  /** Debits minus credits of an account, without those of its sub-accounts. */
  getAccountBalance(id: string): Big {
    return this.#accounts.get(id) ?? Big(0)
  }

  /** What a customer owes, without its jobs. */
  getEntityBalance(id: string): Big {
    return this.#entities.get(id) ?? Big(0)
  }

  /** Debits minus credits by account. */
  accounts(): ReadonlyMap<string, Big> {
    return this.#accounts
  }

  /** Moves an amount from one account to another. */
  transfer(from: string, to: string, amount: Big): void {
    this.#accounts.set(from, this.getAccountBalance(from).minus(amount))
    this.#accounts.set(to, this.getAccountBalance(to).plus(amount))
  }

  #post(posting: Posting, sign: 1 | -1): void {
    const amount = Big(posting.amount).times(sign)
    this.#accounts.set(posting.account, this.getAccountBalance(posting.account).plus(amount))
    if (posting.entity !== null) this.#entities.set(posting.entity, this.getEntityBalance(posting.entity).plus(amount))
  }
}

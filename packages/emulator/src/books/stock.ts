import Big from 'big.js'
import { applyMovement, emptyStock, type StockLevel } from './average-cost.ts'
import { amountText } from './decimal.ts'
import type { Journal } from './journal.ts'
import type { Movement, Posting, Transaction } from './record.ts'

/** A movement in its item's history. */
interface Entry {
  readonly transaction: string
  readonly date: string
  readonly number: number
  readonly index: number
  readonly movement: Movement
  level: StockLevel
  /** The cost moved from the asset account to the other account, as it is in the journal. */
  cost: Big
}

/**
 * The inventory items' stock and their movements' costs. Costs are not stored: an added, removed or moved movement
 * makes the item's later costs stale. They are recalculated, and the differences posted, before the journal is read
 * again.
 */
export class Stock {
  readonly #journal: Journal
  readonly #histories = new Map<string, Entry[]>()
  readonly #entries = new Map<string, readonly Entry[]>()
  /** The index where an item's entries become stale. */
  readonly #stale = new Map<string, number>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** Replaces the `before` movements with the `after` ones. */
  replace(before: Transaction | null, after: Transaction | null): void {
    if (before !== null) for (const entry of this.#entries.get(before.id) ?? []) this.#takeOut(entry)
    const id = after?.id ?? before?.id ?? ''
    const movements = after?.movements ?? []
    if (after === null || movements.length === 0) {
      this.#entries.delete(id)
      return
    }
    const entries = movements.map((movement, index) => newEntry(after, movement, index))
    for (const entry of entries) this.#putIn(entry)
    this.#entries.set(id, entries)
  }

  /** Returns an item's current stock. */
  getLevel(item: string): StockLevel {
    this.recalculate()
    return this.#histories.get(item)?.at(-1)?.level ?? emptyStock
  }

  /** Returns an item's stock at a day's end (`YYYY-MM-DD`). */
  getLevelOn(item: string, date: string): StockLevel {
    let level = emptyStock
    for (const entry of this.#histories.get(item) ?? []) {
      if (entry.date > date) break
      level = applyMovement(level, entry.movement).level
    }
    return level
  }

  /** Returns the value each movement adds to the stock, in order. */
  getValues(transaction: string): readonly Big[] {
    this.recalculate()
    return (this.#entries.get(transaction) ?? []).map(({ movement, cost }) => Big(movement.value ?? 0).minus(cost))
  }

  /** Returns a transaction's cost postings. */
  getPostings(transaction: string): readonly Posting[] {
    this.recalculate()
    return (this.#entries.get(transaction) ?? []).flatMap(({ movement, cost }) => {
      if (cost.eq(0)) return []
      const line = movement.line === undefined ? {} : { line: movement.line }
      return [
        { account: movement.account, amount: amountText(cost), entity: null, ...line },
        { account: movement.asset, amount: amountText(cost.times(-1)), entity: null, ...line },
      ]
    })
  }

  /** Recalculates stale costs and posts the differences. */
  recalculate(): void {
    if (this.#stale.size === 0) return
    for (const [item, from] of this.#stale) {
      const history = this.#histories.get(item) ?? []
      let level = history[from - 1]?.level ?? emptyStock
      for (const entry of history.slice(from)) {
        const { level: next, cost } = applyMovement(level, entry.movement)
        this.#post(entry, cost)
        entry.level = next
        level = next
      }
    }
    this.#stale.clear()
  }

  #post(entry: Entry, cost: Big): void {
    const difference = cost.minus(entry.cost)
    if (!difference.eq(0)) this.#journal.transfer(entry.movement.asset, entry.movement.account, difference)
    entry.cost = cost
  }

  #putIn(entry: Entry): void {
    const history = this.#histories.get(entry.movement.item) ?? []
    this.#histories.set(entry.movement.item, history)
    let at = history.length
    while (at > 0 && isBefore(entry, history[at - 1] as Entry)) at -= 1
    history.splice(at, 0, entry)
    this.#costFrom(entry.movement.item, at)
  }

  #takeOut(entry: Entry): void {
    const history = this.#histories.get(entry.movement.item) ?? []
    const at = history.indexOf(entry)
    if (at < 0) return
    this.#post(entry, Big(0))
    history.splice(at, 1)
    this.#costFrom(entry.movement.item, at)
  }

  #costFrom(item: string, at: number): void {
    this.#stale.set(item, Math.min(at, this.#stale.get(item) ?? at))
  }
}

function newEntry(transaction: Transaction, movement: Movement, index: number): Entry {
  return {
    transaction: transaction.id,
    date: String(transaction.fields.TxnDate ?? ''),
    number: transaction.number,
    index,
    movement,
    level: emptyStock,
    cost: Big(0),
  }
}

// On one day stock comes in before it goes out; otherwise entry order counts.
function isBefore(one: Entry, other: Entry): boolean {
  if (one.date !== other.date) return one.date < other.date
  const isOut = one.movement.quantity.startsWith('-')
  if (isOut !== other.movement.quantity.startsWith('-')) return !isOut
  return one.number === other.number ? one.index < other.index : one.number < other.number
}

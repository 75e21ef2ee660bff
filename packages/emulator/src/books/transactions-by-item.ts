import { refOf } from './fields.ts'
import { flatLines } from './lines.ts'
import type { Transaction } from './record.ts'

/** Which transactions hold an item in their lines, those of groups included. */
export class Holders {
  readonly #byItem = new Map<string, Map<string, Transaction>>()

  /** Takes the lines of `before` out and those of `after` in. */
  replace(before: Transaction | null, after: Transaction | null): void {
    for (const item of itemsOf(before)) this.#byItem.get(item)?.delete(before?.id ?? '')
    if (after === null) return
    for (const item of itemsOf(after)) {
      const holders = this.#byItem.get(item) ?? new Map<string, Transaction>()
      this.#byItem.set(item, holders.set(after.id, after))
    }
  }

  /** The transactions that hold an item (its ListID), in no particular order. */
  of(item: string): Iterable<Transaction> {
    return this.#byItem.get(item)?.values() ?? []
  }
}

function itemsOf(transaction: Transaction | null): readonly string[] {
  return flatLines(transaction?.lines ?? []).flatMap(({ fields }) => refOf(fields, 'ItemRef') ?? [])
}

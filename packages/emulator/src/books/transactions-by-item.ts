import { getRefId } from './fields.ts'
import { flattenLines } from './lines.ts'
import type { Transaction } from './record.ts'

/** The transactions by the items on their lines, groups included. */
export class TransactionsByItem {
  readonly #byItem = new Map<string, Map<string, Transaction>>()

  /** Replaces the `before` lines with the `after` ones. */
  replace(before: Transaction | null, after: Transaction | null): void {
    for (const item of getItemIds(before)) this.#byItem.get(item)?.delete(before?.id ?? '')
    if (after === null) return
    for (const item of getItemIds(after)) {
      const holders = this.#byItem.get(item) ?? new Map<string, Transaction>()
      this.#byItem.set(item, holders.set(after.id, after))
    }
  }

  /** Returns the transactions with an item (ListID), in no particular order. */
  get(item: string): Iterable<Transaction> {
    return this.#byItem.get(item)?.values() ?? []
  }
}

function getItemIds(transaction: Transaction | null): readonly string[] {
  return flattenLines(transaction?.lines ?? []).flatMap(({ fields }) => getRefId(fields, 'ItemRef') ?? [])
}

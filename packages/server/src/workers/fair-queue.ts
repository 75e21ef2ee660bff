/** A queue that serves its owners in turn, each of them in the order of arrival. */
export class FairQueue<Item> {
  // In the order in which the owners are served.
  readonly #byOwner = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Counts the items of an owner. */
  count(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0
  }

  push(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner)
    if (items === undefined) this.#byOwner.set(owner, [item])
    else items.push(item)
    this.#size += 1
  }

  /** Removes and returns the next item whose owner may be served, if there is one. */
  shift(mayServe: (owner: string) => boolean): Item | undefined {
    for (const [owner, items] of this.#byOwner) {
      if (!mayServe(owner)) continue
      const item = items.shift()
      this.#byOwner.delete(owner)
      if (items.length > 0) this.#byOwner.set(owner, items)
      this.#size -= 1
      return item
    }
    return undefined
  }

  /** Removes an item before its turn. */
  remove(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner) ?? []
    const index = items.indexOf(item)
    if (index === -1) return
    items.splice(index, 1)
    this.#size -= 1
    if (items.length === 0) this.#byOwner.delete(owner)
  }
}

/** A queue that serves its owners in turn, each of them in the order of arrival. */
export class FairQueue<Item> {
  // In the order in which the owners are served.
  readonly #byOwner = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The number of owners who wait. */
  get owners(): number {
    return this.#byOwner.size
  }

  /** Returns how many items of an owner wait. */
  sizeFor(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0
  }

  push(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner)
    if (items === undefined) this.#byOwner.set(owner, [item])
    else items.push(item)
    this.#size += 1
  }

  /** Adds an item before the others of its owner, who keeps the turn. */
  pushFirst(owner: string, item: Item): void {
    this.push(owner, item)
    const items = this.#byOwner.get(owner) ?? []
    items.unshift(...items.splice(-1))
  }

  /** Removes and returns the next item that may be served, if there is one. Of each owner, only the first one is next. */
  shift(mayServe: (item: Item) => boolean): Item | undefined {
    for (const [owner, items] of this.#byOwner) {
      const [item] = items
      if (item === undefined || !mayServe(item)) continue
      items.shift()
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

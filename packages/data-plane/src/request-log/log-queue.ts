/** What may wait. */
export interface QueueLimits {
  readonly maxCount: number
  readonly maxCharacters: number
}

/** Holds owners' items until they are taken. */
export interface LogQueue<Item> {
  /** Adds an owner's item. Returns how many items were dropped for it. */
  add(owner: string, item: Item): number
  /** Removes and returns all items, each owner's in order. */
  take(): readonly Item[]
}

interface Owner<Item> {
  readonly items: Item[]
  characters: number
}

/**
 * Creates a queue protecting owners from each other: above a limit, the owner with the most loses its longest text, or
 * its latest item if there are too many items.
 *
 * @param shrink returns an item without its texts
 */
export function createLogQueue<Item extends { readonly characters: number }>(
  { maxCount, maxCharacters }: QueueLimits,
  shrink: (item: Item) => Item,
): LogQueue<Item> {
  let owners = new Map<string, Owner<Item>>()
  let count = 0
  let characters = 0

  const findLargest = (measure: (owner: Owner<Item>) => number): Owner<Item> | undefined =>
    [...owners.values()].reduce<Owner<Item> | undefined>(
      (most, each) => (most === undefined || measure(each) > measure(most) ? each : most),
      undefined,
    )

  const dropLatest = () => {
    const dropped = findLargest(({ items }) => items.length)
    const item = dropped?.items.pop()
    if (dropped === undefined || item === undefined) return
    dropped.characters -= item.characters
    characters -= item.characters
    count -= 1
  }

  const dropLongestText = () => {
    const dropped = findLargest((owner) => owner.characters)
    if (dropped === undefined) return
    const longest = dropped.items.reduce(
      (most, { characters }, index) => (characters > (dropped.items[most]?.characters ?? 0) ? index : most),
      0,
    )
    const item = dropped.items[longest]
    if (item === undefined) return
    const shrunk = shrink(item)
    dropped.items[longest] = shrunk
    dropped.characters -= item.characters - shrunk.characters
    characters -= item.characters - shrunk.characters
  }

  return {
    add(name, item) {
      const owner = owners.get(name) ?? { items: [], characters: 0 }
      owners.set(name, owner)
      owner.items.push(item)
      owner.characters += item.characters
      count += 1
      characters += item.characters
      if (characters > maxCharacters) dropLongestText()
      if (count <= maxCount) return 0
      dropLatest()
      return 1
    },
    take() {
      const items = [...owners.values()].flatMap((owner) => owner.items)
      owners = new Map()
      count = 0
      characters = 0
      return items
    },
  }
}

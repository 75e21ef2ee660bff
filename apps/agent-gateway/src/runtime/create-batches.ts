/** Batch limits. */
interface BatchLimits {
  readonly maxItems: number
  /** How many batches run at a time. */
  readonly atOnce: number
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Returns a function that adds an item to a batch and resolves with its result. An item runs at once while a batch is
 * free; otherwise it waits for one, together with later items, in order.
 *
 * @param run returns the items' results; undefined for those it leaves out
 */
export function createBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>,
  { maxItems, atOnce }: BatchLimits,
): (item: Item) => Promise<Result | undefined> {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0

  const runNext = async (): Promise<void> => {
    const batch = waiting.splice(0, maxItems)
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const { item, resolve } of batch) resolve(results.get(item))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const work = async (): Promise<void> => {
    running += 1
    while (waiting.length > 0) await runNext()
    running -= 1
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running < atOnce) void work()
    })
}

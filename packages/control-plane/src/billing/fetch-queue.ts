/** Runs a few jobs at once and makes a bounded number wait. */
export interface FetchQueue {
  /**
   * Runs the work when there is room. Work with the same key runs one after the other.
   *
   * @throws {QueueFullError} at once, if too much waits
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

export function createFetchQueue({
  concurrency,
  maxWaiting,
}: {
  readonly concurrency: number
  readonly maxWaiting: number
}): FetchQueue {
  const running = new Set<string>()
  const waiting: { readonly key: string; readonly start: () => void }[] = []

  const startNext = () => {
    while (running.size < concurrency) {
      const index = waiting.findIndex(({ key }) => !running.has(key))
      const [next] = index < 0 ? [] : waiting.splice(index, 1)
      if (!next) return
      running.add(next.key)
      next.start()
    }
  }

  return {
    async run(key, work) {
      if (waiting.length >= maxWaiting) throw new QueueFullError('Too many requests to Stripe wait.')
      await new Promise<void>((start) => {
        waiting.push({ key, start })
        startNext()
      })
      try {
        return await work()
      } finally {
        running.delete(key)
        startNext()
      }
    },
  }
}

/** The least time between two reports, however many records a person changes at once. */
const intervalMs = 1_000

/**
 * Returns a function that reports the first of several events at once, and the others together a second later.
 *
 * @param wait waits `ms` milliseconds, or less if the agent stops; never rejects
 */
export function spreadEvents(report: () => void, wait: (ms: number) => Promise<void>): () => void {
  let isWaiting = false
  let hasMore = false
  const note = (): void => {
    hasMore = isWaiting
    if (isWaiting) return
    isWaiting = true
    report()
    void wait(intervalMs).then(() => {
      isWaiting = false
      if (hasMore) note()
    })
  }
  return note
}

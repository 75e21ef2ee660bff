/** Work that no response waits for, but the end of the server does. */
export interface BackgroundTasks {
  /** Keeps track of work that never rejects. */
  add(work: Promise<void>): void
  /** Waits for the work that has not ended. */
  finish(): Promise<void>
}

export function createBackgroundTasks(): BackgroundTasks {
  const running = new Set<Promise<void>>()
  return {
    add(work) {
      const task = work.finally(() => running.delete(task))
      running.add(task)
    },
    async finish() {
      await Promise.all(running)
    },
  }
}

/** Work no response waits for, but the server's end does. */
export interface BackgroundTasks {
  /** Keeps track of never-rejecting work. */
  add(work: Promise<void>): void
  /** Waits for unfinished work. */
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

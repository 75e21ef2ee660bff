interface Count {
  ended: number
  readonly total: number
}

/** Counts what has ended: `212 of 590 test files, 34 of 78 journeys`. */
export class TestProgress {
  readonly #counts = new Map<string, Count>()

  /** Adds to a run's total. */
  expect(what: string, total: number): void {
    if (total > 0) this.#counts.set(what, { ended: 0, total: (this.#counts.get(what)?.total ?? 0) + total })
  }

  end(what: string): void {
    const count = this.#counts.get(what)
    if (count) count.ended += 1
  }

  format(): string {
    return [...this.#counts].map(([what, { ended, total }]) => `${ended} of ${total} ${what}`).join(', ')
  }

  /**
   * Prints the time so far and the counts, now and then while the work goes on.
   *
   * @param everyMs pause between two lines, in milliseconds
   */
  async during<T>(work: Promise<T>, write: (line: string) => void, everyMs = 20_000): Promise<T> {
    const startedAt = performance.now()
    const timer = setInterval(() => {
      const counts = this.format()
      if (counts !== '') write(`  ${formatTime(performance.now() - startedAt)}: ${counts}`)
    }, everyMs)
    try {
      return await work
    } finally {
      clearInterval(timer)
    }
  }
}

/** Formats a duration: `4 min 05 s`. */
export function formatTime(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const rest = seconds % 60
  return seconds < 60 ? `${rest} s` : `${Math.floor(seconds / 60)} min ${String(rest).padStart(2, '0')} s`
}

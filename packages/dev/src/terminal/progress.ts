/** Reports a long command's steps. */
export interface Progress {
  step<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Prints each completed step with its duration, and announces a step taking longer than a second. */
export const terminalProgress: Progress = {
  async step(name, work) {
    const startedAt = performance.now()
    const announcement = setTimeout(() => process.stdout.write(`  ${name} …\n`), 1_000)
    try {
      const result = await work()
      process.stdout.write(`✓ ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`)
      return result
    } finally {
      clearTimeout(announcement)
    }
  },
}

/** Reports nothing. */
export const noProgress: Progress = { step: (_name, work) => work() }

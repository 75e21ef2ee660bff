/** Tells a person what is going on, each step with its time. */
export interface Progress {
  step<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Prints one line a step when it is done; a step that takes longer than a moment is announced first. */
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

/** Says nothing. */
export const noProgress: Progress = { step: (_name, work) => work() }

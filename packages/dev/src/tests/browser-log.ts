import type { TestProgress } from '../tasks/test-progress.ts'

/** Reads Playwright's list: counts tests as they end, and shows failing ones. */
export class BrowserLog {
  readonly #progress: TestProgress
  readonly #suite: string
  #isSummary = false

  constructor(progress: TestProgress, suite: string) {
    this.#progress = progress
    this.#suite = suite
  }

  /** Reads a line. Returns it if it is to be printed: a failed test, what explains it, or what the service says. */
  read(line: string): string | undefined {
    const total = /^Running (\d+) tests? using/.exec(line)?.[1]
    if (total !== undefined) this.#progress.expect(this.#suite, Number(total))
    // Failures are explained after the last test, each under its number.
    if (/^ {2}1\) \[/.test(line)) this.#isSummary = true
    const isEnded = !this.#isSummary && /^ {2}[✓✘-] +\d+ /.test(line)
    if (isEnded) this.#progress.end(this.#suite)
    if (total !== undefined || (isEnded && !line.includes('✘')) || line.trim() === '') return undefined
    return line
  }
}

import { formatBreach } from './format-results.ts'
import type { Breach } from './run-group.ts'

/** Reports how far a group is. */
export interface GroupProgress {
  /** An attack was tried. */
  add(breach: Breach | undefined): void
  /** Prints the group's last line. */
  end(): void
}

interface ProgressOptions {
  readonly write: (text: string) => void
  /** Milliseconds. */
  readonly now: () => number
}

const intervalMs = 10_000

/**
 * Prints a line for a group when it ends, and at most every ten seconds while it runs: how many attacks were tried and
 * how many held, and for how many seconds it has run. What did not hold is printed at once.
 */
export function createProgress(name: string, count: number, { write, now }: ProgressOptions): GroupProgress {
  const startedAt = now()
  let printedAt = startedAt
  let tried = 0
  let breaches = 0
  const formatLine = (mark: string) => {
    printedAt = now()
    const seconds = Math.round((printedAt - startedAt) / 1000)
    write(`${mark} ${name}: ${tried} of ${count} tried, ${tried - breaches} held, ${seconds} s\n`)
  }
  return {
    add(breach) {
      tried += 1
      if (breach !== undefined) {
        breaches += 1
        write(`${formatBreach(name, breach)}\n`)
      }
      if (now() - printedAt >= intervalMs) formatLine('…')
    },
    end: () => formatLine(breaches === 0 ? '✓' : '✗'),
  }
}

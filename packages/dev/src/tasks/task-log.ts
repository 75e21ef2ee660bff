import { z } from 'zod'
import type { TestProgress } from './test-progress.ts'

const entrySchema = z.object({ source: z.string(), level: z.string(), text: z.string() })

/** A line with which Vitest reports a test file: passed, failed or skipped. */
const testFile = /^ [✓❯↓] \S+\.test\.tsx? \(/

/** Vitest's line for a failed file or test, or turbo's for a task failing to start. */
const failure = /^ +(❯ \S+\.test\.tsx? \(.* failed|× )/

/** Reads turbo's log (`--json`): counts test files as they end, and keeps failing tasks' output. */
export class TaskLog {
  readonly #progress: TestProgress
  readonly #output = new Map<string, string[]>()
  /** Tasks with unchanged inputs, whose earlier output is printed again: their test files are not in the total. */
  readonly #cached = new Set<string>()
  #failed: readonly string[] = []

  constructor(progress: TestProgress) {
    this.#progress = progress
  }

  /** Reads a line. Returns the text to print at once, if any: a failed test, or turbo's own message. */
  read(line: string): string | undefined {
    const parsed = entrySchema.safeParse(parseJson(line))
    if (!parsed.success) return line.trim() === '' ? undefined : line
    const { source, level, text } = parsed.data
    if (source === 'turbo') return this.#readTurbo(level, text)
    const output = this.#output.get(source)
    if (output) output.push(text)
    else this.#output.set(source, [text])
    if (text.startsWith('cache hit')) this.#cached.add(source)
    if (testFile.test(text) && !this.#cached.has(source)) this.#progress.end('test files')
    return failure.test(text) ? text : undefined
  }

  /** Returns each failed task's whole output, under its name. */
  formatFailures(): string {
    return this.#failed.map((task) => [`── ${task}`, ...(this.#output.get(task) ?? []), ''].join('\n')).join('\n')
  }

  #readTurbo(level: string, text: string): string | undefined {
    const failed = /^Failed: +(.+)$/.exec(text)?.[1]
    if (failed !== undefined) this.#failed = failed.split(',').map((task) => task.trim())
    return level === 'error' ? text : undefined
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

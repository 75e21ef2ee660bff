import type { Logger } from 'pino'

/** A call as the log names it. */
export interface NamedCall {
  /** Its method and path, or its kind. */
  readonly call: string
  readonly realm?: string | undefined
  /** The client's address, where there is no realm. */
  readonly address?: string | undefined
}

export interface EventLoopWatchOptions {
  readonly logger: Pick<Logger, 'info'>
  /** Adds a block's milliseconds to the metrics. */
  readonly recordBlock: (ms: number) => void
  /** Returns a monotonic time in milliseconds; `performance.now` by default. */
  readonly now?: () => number
}

/** How long the event loop may be late without a report. */
const blockedMs = 250
const tickMs = 50
const maxNamed = 10

interface CallUnderWay {
  readonly name: () => NamedCall
  readonly startedAt: number
}

/** Reports when the event loop was blocked, and by which calls it may have been. It changes nothing. */
export class EventLoopWatch {
  readonly #options: EventLoopWatchOptions
  readonly #now: () => number
  readonly #underWay = new Set<CallUnderWay>()
  /** The calls ended since the last tick: a call may end in the turn it blocks. */
  #ended: CallUnderWay[] = []
  #dueAt = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(options: EventLoopWatchOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  start(): void {
    this.#dueAt = this.#now() + tickMs
    this.#timer = setInterval(() => this.tick(), tickMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Notes a call's begin. Returns a function noting its end. */
  begin(name: () => NamedCall): () => void {
    const call: CallUnderWay = { name, startedAt: this.#now() }
    this.#underWay.add(call)
    return () => {
      if (!this.#underWay.delete(call)) return
      if (this.#ended.push(call) > maxNamed) this.#ended.shift()
    }
  }

  /** Compares the time with the last call's. */
  tick(): void {
    const now = this.#now()
    const ms = Math.round(now - this.#dueAt)
    if (ms > blockedMs) this.#report(ms, now)
    this.#dueAt = now + tickMs
    this.#ended = []
  }

  #report(ms: number, now: number): void {
    const { logger, recordBlock } = this.#options
    recordBlock(ms)
    const latest = [...this.#underWay].slice(-maxNamed).reverse()
    const calls = [...this.#ended.reverse(), ...latest]
      .slice(0, maxNamed)
      .map(({ name, startedAt }) => ({ ...name(), ms: Math.round(now - startedAt) }))
    const count = this.#ended.length + this.#underWay.size
    logger.info({ ms, calls, count }, 'The event loop was blocked. These calls were under way or have just ended.')
  }
}

import type { Logger } from 'pino'
import type { ComHosts } from './com-hosts.ts'
import { type Look, parseLook } from './look.ts'

/** How often the agent looks for QuickBooks and its dialogs. */
const lookIntervalMs = 2_000
/** How long a host may take to look. */
const lookTimeoutMs = 5_000
/** How long QuickBooks may be gone from the process list before a call counts as lost. */
const goneMs = 10_000
/**
 * How long a host may leave a look without a response while QuickBooks has no request. It does not look through COM.
 */
const silentMs = 30_000
/** How long a call may take before its host is ended. */
const callMaxMs = 600_000

interface QuickBooksWatchOptions {
  readonly hosts: ComHosts
  /** Is called after each look. */
  readonly onLook: (look: Look | undefined) => void
  readonly clock: () => Date
  /** Waits `ms` milliseconds, or until the agent stops. Never rejects. */
  readonly wait: (ms: number) => Promise<void>
  readonly isStopping: () => boolean
  readonly logger: Logger
}

/**
 * Looks at QuickBooks every two seconds, apart from COM. A host hanging in a call keeps running, because QuickBooks
 * continues the call and would let the next session wait for it; only a lost QuickBooks, a very long call or a person
 * ends it.
 */
export class QuickBooksWatch {
  readonly #options: QuickBooksWatchOptions
  #look: Look | undefined
  #lookStartedAt: number | undefined
  #lastOpenAt: number | undefined
  #callStartedAt: number | undefined
  /** Whether QuickBooks may be working on a request. */
  #isHandedOver = false

  constructor(options: QuickBooksWatchOptions) {
    this.#options = options
  }

  /** Returns the latest look. */
  latest(): Look | undefined {
    return this.#look
  }

  /** Looks now, and returns what it saw, or the latest look if the host takes too long. */
  async look(): Promise<Look | undefined> {
    await Promise.race([this.#lookOnce(), this.#options.wait(lookTimeoutMs)])
    return this.#look
  }

  /** Notes that a call runs, whose host may have to be ended. */
  async during<Result>(call: () => Promise<Result>): Promise<Result> {
    this.#callStartedAt = this.#now()
    try {
      return await call()
    } finally {
      this.#callStartedAt = undefined
    }
  }

  /** Notes that QuickBooks has a request. */
  async duringRequest<Result>(request: () => Promise<Result>): Promise<Result> {
    this.#isHandedOver = true
    try {
      return await request()
    } finally {
      this.#isHandedOver = false
    }
  }

  /** Looks until the agent stops. */
  async run(): Promise<void> {
    const { wait, isStopping } = this.#options
    while (!isStopping()) {
      await wait(lookIntervalMs)
      if (isStopping()) return
      await this.look()
      this.#endSilentHost()
      this.#endHangingCall()
    }
  }

  #now(): number {
    return this.#options.clock().getTime()
  }

  async #lookOnce(): Promise<void> {
    if (this.#lookStartedAt !== undefined) return
    const { hosts, onLook, logger } = this.#options
    this.#lookStartedAt = this.#now()
    const result = await hosts.current().request('look')
    this.#lookStartedAt = undefined
    this.#look = result.ok ? parseLook(result.text) : undefined
    if (!result.ok) logger.error({ text: result.text }, 'the COM host cannot look for QuickBooks')
    if (this.#look?.isOpen) this.#lastOpenAt = this.#now()
    onLook(this.#look)
  }

  /** Ends a host that itself hangs, at its start for instance, unless QuickBooks may be working on a request. */
  #endSilentHost(): void {
    if (this.#isHandedOver || this.#lookStartedAt === undefined || this.#now() - this.#lookStartedAt < silentMs) return
    this.#options.logger.error('ending a COM host that does not respond')
    this.#options.hosts.kill()
  }

  #endHangingCall(): void {
    if (this.#callStartedAt === undefined) return
    const isGone =
      this.#lastOpenAt !== undefined && this.#look?.isOpen === false && this.#now() - this.#lastOpenAt >= goneMs
    if (!isGone && this.#now() - this.#callStartedAt < callMaxMs) return
    this.#options.logger.error({ isGone }, 'ending a call that does not return')
    this.#options.hosts.kill()
  }
}

import type { Logger } from 'pino'
import { describeStripeError } from './stripe-client.ts'

/** Work that no caller waits for, until billing closes. */
export class BackgroundWork {
  readonly #logger: Logger
  readonly #running = new Set<Promise<void>>()
  #isClosed = false

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Starts work unless closed. A failure is logged with the message. */
  start(work: () => Promise<void>, message: string): void {
    if (this.#isClosed) return
    const ended: Promise<void> = work()
      .catch((error: unknown) => this.#logger.warn(describeStripeError(error), message))
      .finally(() => this.#running.delete(ended))
    this.#running.add(ended)
  }

  /** Waits for what was started. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#running)
  }
}

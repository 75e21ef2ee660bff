interface RepeatedWorkOptions {
  readonly intervalMs: number
  readonly onError: (error: unknown) => void
}

/** Does work at an interval, one run after another. */
export class RepeatedWork {
  readonly #timer: NodeJS.Timeout
  readonly #work: (isStopped: () => boolean) => Promise<void>
  readonly #onError: (error: unknown) => void
  #running: Promise<void> = Promise.resolve()
  #isClosed = false

  /** @param work may end early once `isStopped` returns true */
  constructor(work: (isStopped: () => boolean) => Promise<void>, { intervalMs, onError }: RepeatedWorkOptions) {
    this.#work = work
    this.#onError = onError
    this.#timer = setInterval(() => this.run(), intervalMs).unref()
  }

  /** Does the work due, after a run in progress. Never rejects. */
  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#work(() => this.#isClosed)).catch(this.#onError)
    return this.#running
  }

  /** Stops the timer and waits for a run in progress. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#running
  }
}

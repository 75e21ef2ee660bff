import type { Job } from '@bridge/platform/exchange-socket/job'
import { type HeldCall, holdCall } from './held-call.ts'

/** When a call held open ends. */
export interface HoldOptions {
  /** How long it is held open at most, in milliseconds. */
  readonly holdMs: number
  /** Aborted when the Web Connector is gone. */
  readonly signal: AbortSignal
  /** Aborted when the call must have its response now. */
  readonly released: AbortSignal | undefined
}

/** A run's held calls: one waiting for a request to take, or one waiting until there is any. */
export class HeldCalls {
  #poll: HeldCall<Job> | undefined
  #wake: HeldCall<never> | undefined

  /** Whether a call waits for a request to take. */
  get isPolling(): boolean {
    return this.#poll !== undefined
  }

  /** Whether the Web Connector still has the call open waiting for a request to take. */
  get isPollOpen(): boolean {
    return this.#poll?.isOpen() ?? false
  }

  /** Whether a call is held open. */
  get isHeld(): boolean {
    return this.isPollOpen || this.#wake !== undefined
  }

  /**
   * Holds a call open until it takes a request, and ends the previous one.
   *
   * @param isStarting whether a request is about to come, so the call does not end before it
   */
  poll(options: HoldOptions & { readonly isStarting: () => boolean }): HeldCall<Job> {
    this.endPoll()
    const poll = holdCall<Job>({
      ...options,
      onEnd: () => {
        if (this.#poll === poll) this.#poll = undefined
      },
    })
    this.#poll = poll
    return poll
  }

  /** Holds a call open until a request waits. */
  async waitForWork(options: HoldOptions): Promise<void> {
    const wake = holdCall({
      ...options,
      onEnd: () => {
        if (this.#wake === wake) this.#wake = undefined
      },
    })
    this.#wake = wake
    wake.checkSignals()
    await wake.ended
  }

  /** Ends the call waiting for a request, with one or without. */
  endPoll(job?: Job): void {
    this.#poll?.end(job)
  }

  /** Ends the call waiting for a request. */
  endWait(): void {
    this.#wake?.end()
  }
}

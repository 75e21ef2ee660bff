import { hashSecret } from '@bridge/database/secrets'
import { toNetwork } from '@bridge/platform/network'

const minuteMs = 60_000
const maxAttempts = 5
/** The user name and address pairs counted at a time; more than clients make in a minute. */
const maxPairs = 50_000

/** An attempt counted as wrong. */
export interface SignInAttempt {
  /** Counts it no more, because it was not wrong. */
  uncount(): void
}

/**
 * Counts wrong passwords per user name and address: a stranger with a user name, which is in its `.qwc` file, uses up
 * only their own address's attempts. An attempt counts before its password is compared, so attempts at once
 * are no more than attempts in turn.
 */
export class SignInAttempts {
  readonly #clock: () => Date
  #minute = 0
  #counts = new Map<string, number>()

  constructor(clock: () => Date) {
    this.#clock = clock
  }

  /** Begins an attempt, unless five wrong ones were made in this minute. */
  begin(userName: string, address: string): SignInAttempt | undefined {
    const counts = this.#getCounts()
    const pair = hashSecret(`${toNetwork(address)}\n${userName}`)
    const count = counts.get(pair) ?? 0
    if (count >= maxAttempts) return undefined
    // Passwords cannot be guessed. Above the limit, a stranger must not keep others from signing in.
    if (count > 0 || counts.size < maxPairs) counts.set(pair, count + 1)
    return { uncount: () => counts.set(pair, Math.max(0, (counts.get(pair) ?? 0) - 1)) }
  }

  #getCounts(): Map<string, number> {
    const minute = Math.floor(this.#clock().getTime() / minuteMs)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts = new Map()
    }
    return this.#counts
  }
}

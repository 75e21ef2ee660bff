import type { RealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'

/** Releases a call's slot; calling it again has no effect. */
export type Release = () => void

export interface CallSlotLimits {
  /** How many calls per realm run at once. */
  readonly maxRunning: number
  /** How many calls per realm wait for a slot. */
  readonly maxWaiting: number
  /** How long a call waits. */
  readonly maxWaitMs: number
}

interface WaitingCall {
  readonly client: string
  begin(release: Release): void
  refuse(reason: string): void
}

interface Calls {
  /** Each client's running calls, without clients that have none. */
  readonly running: ReadonlyMap<string, number>
  readonly waiting: ReadonlySet<WaitingCall>
}

const retryAfterSeconds = 1

/**
 * Bounds each realm's running calls, so one realm cannot use up the server, and one client cannot use up its realm's
 * slots.
 */
export class CallSlots {
  readonly #limits: CallSlotLimits
  readonly #realms = new Map<RealmId, RealmSlots>()

  constructor(limits: CallSlotLimits) {
    this.#limits = limits
  }

  /**
   * Returns a slot at once, or waits for one: the client with the fewest running calls is first, and a client's calls
   * keep their order.
   *
   * @throws Fault `RATE_LIMITED` if too many calls wait in the realm, most of them from this client, or the call has
   * waited for too long; it has had no effect
   */
  acquire(realmId: RealmId, client: string): Release | Promise<Release> {
    const slots = this.#realms.get(realmId) ?? new RealmSlots(this.#limits, () => this.#realms.delete(realmId))
    this.#realms.set(realmId, slots)
    return slots.acquire(client)
  }
}

class RealmSlots {
  readonly #limits: CallSlotLimits
  readonly #onIdle: () => void
  readonly #running = new Map<string, number>()
  readonly #waiting = new Set<WaitingCall>()

  constructor(limits: CallSlotLimits, onIdle: () => void) {
    this.#limits = limits
    this.#onIdle = onIdle
  }

  acquire(client: string): Release | Promise<Release> {
    const { maxRunning, maxWaiting } = this.#limits
    if (sum(this.#running.values()) < maxRunning) return this.#occupy(client)
    if (this.#waiting.size >= maxWaiting) {
      const tooMany = `${maxWaiting} more wait for them`
      const last = findLastOfGreediest(this.#calls, client)
      if (last === undefined) throw tooManyCalls(maxRunning, tooMany)
      last.refuse(tooMany)
    }
    return this.#wait(client)
  }

  get #calls(): Calls {
    return { running: this.#running, waiting: this.#waiting }
  }

  #occupy(client: string): Release {
    this.#running.set(client, (this.#running.get(client) ?? 0) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#release(client)
    }
  }

  #release(client: string): void {
    const left = (this.#running.get(client) ?? 0) - 1
    if (left > 0) this.#running.set(client, left)
    else this.#running.delete(client)
    const next = findNext(this.#calls)
    if (next) {
      this.#waiting.delete(next)
      next.begin(this.#occupy(next.client))
    } else if (this.#running.size === 0) this.#onIdle()
  }

  #wait(client: string): Promise<Release> {
    const { maxRunning, maxWaitMs } = this.#limits
    return new Promise((resolve, reject) => {
      const refuse = (reason: string) => {
        clearTimeout(timer)
        this.#waiting.delete(call)
        reject(tooManyCalls(maxRunning, reason))
      }
      const timer = setTimeout(() => refuse(`this one has waited for ${maxWaitMs / 1000} s`), maxWaitMs)
      const begin = (release: Release) => {
        clearTimeout(timer)
        resolve(release)
      }
      const call: WaitingCall = { client, begin, refuse }
      this.#waiting.add(call)
    })
  }
}

/** Returns the first waiting call from the client with the fewest running ones. */
function findNext({ running, waiting }: Calls): WaitingCall | undefined {
  const countRunning = ({ client }: WaitingCall) => running.get(client) ?? 0
  let next: WaitingCall | undefined
  for (const call of waiting) if (next === undefined || countRunning(call) < countRunning(next)) next = call
  return next
}

/** Returns the last waiting call from the client with the most, if a further call from `client` leaves it the most. */
function findLastOfGreediest({ waiting }: Calls, client: string): WaitingCall | undefined {
  const counts = new Map([[client, 1]])
  for (const call of waiting) counts.set(call.client, (counts.get(call.client) ?? 0) + 1)
  const most = Math.max(...counts.values())
  if (counts.get(client) === most) return undefined
  return [...waiting].findLast((call) => counts.get(call.client) === most)
}

function sum(counts: Iterable<number>): number {
  let total = 0
  for (const count of counts) total += count
  return total
}

function tooManyCalls(maxRunning: number, rest: string): Fault {
  const detail = `${maxRunning} requests of the company file are running, and ${rest}. Nothing was done. Send fewer requests at once; retry in ${retryAfterSeconds} s.`
  return new Fault('RATE_LIMITED', detail, { retryAfterSeconds })
}

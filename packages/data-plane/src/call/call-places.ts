import type { RealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'

/** Frees the place of a call; calling it again has no effect. */
export type Leave = () => void

/**
 * Bounds the calls of each realm that run at once, so that one realm cannot use up the server, and one client cannot use up
 * the places of its realm.
 */
export interface CallPlaces {
  /**
   * Returns the place of a call at once, or waits for one: calls of the client with the fewest running calls are first, and
   * calls of a client keep their order.
   *
   * @throws Fault `RATE_LIMITED` if too many calls of the realm wait, most of them of this client, or the call has waited
   * for too long; it has had no effect
   */
  enter(realmId: RealmId, client: string): Leave | Promise<Leave>
}

export interface CallPlacesOptions {
  /** The calls of a realm that run at once. */
  readonly runningMax: number
  /** The calls of a realm that wait for a place. */
  readonly waitingMax: number
  /** How long a call waits, in milliseconds. */
  readonly waitMsMax: number
}

interface WaitingCall {
  readonly client: string
  enter(leave: Leave): void
  refuse(reason: string): void
}

interface Realm {
  /** The running calls of each client that has any. */
  readonly running: Map<string, number>
  readonly waiting: Set<WaitingCall>
}

const retryAfterSeconds = 1

/** Creates the places of all realms. */
export function createCallPlaces({ runningMax, waitingMax, waitMsMax }: CallPlacesOptions): CallPlaces {
  const realms = new Map<RealmId, Realm>()

  const takePlace = (realmId: RealmId, realm: Realm, client: string): Leave => {
    realm.running.set(client, (realm.running.get(client) ?? 0) + 1)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const left = (realm.running.get(client) ?? 0) - 1
      if (left > 0) realm.running.set(client, left)
      else realm.running.delete(client)
      const next = findNext(realm)
      if (next) {
        realm.waiting.delete(next)
        next.enter(takePlace(realmId, realm, next.client))
      } else if (realm.running.size === 0) realms.delete(realmId)
    }
  }

  const waitForPlace = (realm: Realm, client: string): Promise<Leave> =>
    new Promise((resolve, reject) => {
      const refuse = (reason: string) => {
        clearTimeout(timer)
        realm.waiting.delete(call)
        reject(tooManyCalls(runningMax, reason))
      }
      const timer = setTimeout(() => refuse(`this one has waited for ${waitMsMax / 1000} s`), waitMsMax)
      const enter = (leave: Leave) => {
        clearTimeout(timer)
        resolve(leave)
      }
      const call: WaitingCall = { client, enter, refuse }
      realm.waiting.add(call)
    })

  return {
    enter(realmId, client) {
      const realm = realms.get(realmId) ?? { running: new Map(), waiting: new Set() }
      realms.set(realmId, realm)
      if (sum(realm.running.values()) < runningMax) return takePlace(realmId, realm, client)
      if (realm.waiting.size >= waitingMax) {
        const tooMany = `${waitingMax} more wait for them`
        const last = findLastOfGreediest(realm, client)
        if (last === undefined) throw tooManyCalls(runningMax, tooMany)
        last.refuse(tooMany)
      }
      return waitForPlace(realm, client)
    },
  }
}

/** Returns the first waiting call of the client with the fewest running ones. */
function findNext({ running, waiting }: Realm): WaitingCall | undefined {
  const countRunning = ({ client }: WaitingCall) => running.get(client) ?? 0
  let next: WaitingCall | undefined
  for (const call of waiting) if (next === undefined || countRunning(call) < countRunning(next)) next = call
  return next
}

/** Returns the last waiting call of the client with the most, if a further call of `client` leaves it the most. */
function findLastOfGreediest({ waiting }: Realm, client: string): WaitingCall | undefined {
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

function tooManyCalls(runningMax: number, rest: string): Fault {
  const detail = `${runningMax} requests of the company file are running, and ${rest}. Nothing was done. Send fewer requests at once; retry in ${retryAfterSeconds} s.`
  return new Fault('RATE_LIMITED', detail, { retryAfterSeconds })
}

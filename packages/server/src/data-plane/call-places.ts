import type { RealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'

/** Frees the place of a call; calling it again has no effect. */
export type Leave = () => void

/** Bounds the calls of each realm that run at once, so that one realm cannot use up the server. */
export interface CallPlaces {
  /**
   * Returns the place of a call at once, or waits for one, in the order of the calls.
   *
   * @throws Fault `RATE_LIMITED` if too many calls of the realm wait, or the call has waited for too long; it has had no
   * effect
   */
  enter(realmId: RealmId): Leave | Promise<Leave>
}

export interface CallPlacesOptions {
  /** The calls of a realm that run at once. */
  readonly runningMax: number
  /** The calls of a realm that wait for a place. */
  readonly waitingMax: number
  /** How long a call waits, in milliseconds. */
  readonly waitMsMax: number
}

interface Realm {
  running: number
  readonly waiting: Set<(leave: Leave) => void>
}

const retryAfterSeconds = 1

export function createCallPlaces({ runningMax, waitingMax, waitMsMax }: CallPlacesOptions): CallPlaces {
  const realms = new Map<RealmId, Realm>()

  const toLeave = (realmId: RealmId, realm: Realm): Leave => {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const [next] = realm.waiting
      if (next) {
        realm.waiting.delete(next)
        next(toLeave(realmId, realm))
        return
      }
      realm.running -= 1
      if (realm.running === 0) realms.delete(realmId)
    }
  }

  const waitForPlace = (realm: Realm): Promise<Leave> =>
    new Promise((resolve, reject) => {
      const enter = (leave: Leave) => {
        clearTimeout(timer)
        resolve(leave)
      }
      const timer = setTimeout(() => {
        realm.waiting.delete(enter)
        reject(tooManyCalls(runningMax, `this one has waited for ${waitMsMax / 1000} s`))
      }, waitMsMax)
      realm.waiting.add(enter)
    })

  return {
    enter(realmId) {
      let realm = realms.get(realmId)
      if (realm === undefined) {
        realm = { running: 0, waiting: new Set() }
        realms.set(realmId, realm)
      }
      if (realm.running < runningMax) {
        realm.running += 1
        return toLeave(realmId, realm)
      }
      if (realm.waiting.size < waitingMax) return waitForPlace(realm)
      throw tooManyCalls(runningMax, `${waitingMax} more wait for them`)
    },
  }
}

function tooManyCalls(runningMax: number, rest: string): Fault {
  const detail = `${runningMax} requests of the company file are running, and ${rest}. Nothing was done. Send fewer requests at once; retry in ${retryAfterSeconds} s.`
  return new Fault('RATE_LIMITED', detail, { retryAfterSeconds })
}

import type { ResourceIds } from '@bridge/harness/create-tenant'
import type { Attack } from '../run/attack.ts'
import { type Reply, serializeComparable } from '../target/reply.ts'
import type { AttackRequest } from '../target/send.ts'
import type { Target } from '../target/start-target.ts'

/** A request to be denied, without revealing whether what it names exists. */
export interface HiddenRequest {
  readonly name: string
  readonly toRequest: (ids: ResourceIds, target: Target) => AttackRequest
  /** Returns whether the response to it is a denial. */
  readonly isDenied: (reply: Reply) => boolean
}

/** Where the named IDs come from. */
const places: Readonly<Record<string, (target: Target) => ResourceIds>> = {
  foreign: ({ victim }) => victim.ids,
  deleted: ({ deletedIds }) => deletedIds,
}

interface Pair {
  readonly isDenied: boolean
  readonly found: string
  readonly missing: string
}

/** Sends the request about foreign and deleted resources, and compares the responses with those about missing ones. */
export function hiddenAttacks({ name, toRequest, isDenied }: HiddenRequest): Attack<Pair>[] {
  return Object.entries(places).map(([place, getIds]) => ({
    name: `${name}, ${place}`,
    attempt: async (target) => {
      const found = await target.send(toRequest(getIds(target), target))
      const missing = await target.send(toRequest(toMissing(target.victim.ids), target))
      return { isDenied: isDenied(found), found: serializeComparable(found), missing: serializeComparable(missing) }
    },
    holds: ({ isDenied, found, missing }) => isDenied && found === missing,
  }))
}

/** Returns a check for a response status. */
export function hasStatus(...statuses: readonly number[]): (reply: Reply) => boolean {
  return ({ status }) => statuses.includes(status)
}

/** Returns unused IDs in the same form. */
function toMissing(ids: ResourceIds): ResourceIds {
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, id.replaceAll(/\d/g, (digit) => String((Number(digit) % 9) + 1))]),
  )
}

import { createHash } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { WriteOperation } from '../data-plane/operation.ts'

/** One use of a `requestid`: the same id is another use once the first was forgotten. */
export interface RunKey {
  readonly realmId: RealmId
  readonly requestId: string
  /** A UUID. */
  readonly run: string
}

/**
 * What makes two writes the same request: operation, entity and body. The order of a body's members, its blanks and
 * the spelling of its numbers make no difference, for they make none to what is written.
 *
 * @throws Fault `BAD_REQUEST` for a body that is nested deeper than any record
 */
export function requestHashOf({ kind, table, body }: WriteOperation): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, table.name, sorted(body, 1)]))
    .digest('base64url')
}

function sorted(value: unknown, level: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (level > levelsMax) throw new Fault('BAD_REQUEST', `The body is nested more than ${levelsMax} levels deep.`)
  if (Array.isArray(value)) return value.map((item) => sorted(item, level + 1))
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member, level + 1)]))
}

/** Far more than a record has, and few enough for the stack. */
const levelsMax = 100

const messageSetIdCharacters = 22
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * The `newMessageSetID` of a write of a run: 22 characters of base 62, for QuickBooks takes 23 at most
 * (facts/qbxml.md, section 7).
 *
 * @param write counts the writes of the run, from 0
 */
export function messageSetIdOf({ realmId, requestId, run }: RunKey, write: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([realmId, requestId, run, write]))
    .digest('hex')
  let rest = BigInt(`0x${digest}`)
  let id = ''
  for (let place = 0; place < messageSetIdCharacters; place += 1) {
    id += digits.charAt(Number(rest % 62n))
    rest /= 62n
  }
  return id
}

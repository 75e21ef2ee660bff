import { createHash } from 'node:crypto'
import type { RealmId } from '@bridge/agent-protocol'
import { Fault } from '@bridge/faults'
import type { WriteOperation } from '../operations/operation.ts'

/** A `requestid` in use. The same `requestid` is a new run once the first is forgotten. */
export interface RunKey {
  readonly realmId: RealmId
  readonly requestId: string
  /** A UUID. */
  readonly run: string
}

/** The key of a write without `requestid` begins with this. It has a space, unlike any `requestid`. */
export const repeatPrefix = 'repeat of '

/**
 * Hashes operation, entity and body. Two writes with the same hash are the same request. Field order, white space and
 * number spelling make no difference.
 *
 * @throws Fault `BAD_REQUEST` for a body nested deeper than any record
 */
export function hashRequest({ kind, table, body }: WriteOperation): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, table.name, sortFields(body, 1)]))
    .digest('base64url')
}

function sortFields(value: unknown, level: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (level > maxLevels) throw new Fault('BAD_REQUEST', `The body is nested more than ${maxLevels} levels deep.`)
  if (Array.isArray(value)) return value.map((item) => sortFields(item, level + 1))
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, sortFields(field, level + 1)]))
}

/** Far more levels than any record needs, and few enough for the stack. */
const maxLevels = 100

/**
 * Returns a `requestid`'s first run in an agent's company file. It needs no database: QuickBooks recognizes a
 * repetition after the database was restored to an earlier time. Later runs follow from it.
 */
export function firstRun(realmId: RealmId, requestId: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(['run', realmId, requestId]))
    .digest('hex')
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** No run has more writes: the record, what its creation cannot set, and its custom fields, twice. */
const maxWrites = 4

/** Returns the IDs of all message sets a run may have sent. */
export function listMessageSetIds(key: RunKey): readonly string[] {
  return Array.from({ length: maxWrites }, (_, write) => messageSetId(key, write))
}

const messageSetIdLength = 22
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Returns a run's `newMessageSetID` for a write: 22 base-62 characters, one less than QuickBooks' maximum.
 *
 * @param write counts the run's writes from 0
 */
export function messageSetId({ realmId, requestId, run }: RunKey, write: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([realmId, requestId, run, write]))
    .digest('hex')
  let rest = BigInt(`0x${digest}`)
  let id = ''
  for (let place = 0; place < messageSetIdLength; place += 1) {
    id += digits.charAt(Number(rest % 62n))
    rest /= 62n
  }
  return id
}

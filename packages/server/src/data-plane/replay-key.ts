import { createHash } from 'node:crypto'
import type { RealmId } from '../http/realm-id.ts'
import type { WriteOperation } from './operation.ts'

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
 */
export const requestHashOf = ({ kind, table, body }: WriteOperation): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, table.name, body], sorted))
    .digest('base64url')

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value

const messageSetIdCharacters = 22
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * The `newMessageSetID` of a write of a run: 22 characters of base 62, for QuickBooks takes 23 at most
 * (facts/qbxml.md, section 7).
 *
 * @param write counts the writes of the run, from 0
 */
export const messageSetIdOf = ({ realmId, requestId, run }: RunKey, write: number): string => {
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

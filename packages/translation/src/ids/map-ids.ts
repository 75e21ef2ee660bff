import { isJsonObject } from '../table/json.ts'
import { RecordText } from '../table/record-text.ts'
import { fromNumericId, toNumericId } from './numeric-id.ts'

/** The members that are IDs wherever they are in a body. References have theirs in `value`. */
export const idMembers: ReadonlySet<string> = new Set(['Id', 'TxnId', 'TxnLineId'])

/** The references whose names do not end in `Ref`. */
const otherReferences: ReadonlySet<string> = new Set(['Entity', 'ShipTo'])

/** Returns whether a member is a reference. */
export function isReferenceName(name: string): boolean {
  return name.endsWith('Ref') || otherReferences.has(name)
}

type Members = Readonly<Record<string, unknown>>

/** No body has IDs at a deeper level. */
const maxLevels = 32

/** Returns a client's body with every numeric ID as in QuickBooks. The others stay as they are. */
export function readIds(body: unknown): unknown {
  return mapIds(body, fromSent, maxLevels)
}

/** Returns a response's body with the IDs as decimal numbers. Records that are already texts stay as they are. */
export function withNumericIds(body: Members): Members {
  return mapMembers(body, (id) => (typeof id === 'string' ? toNumericId(id) : id), maxLevels)
}

/** JSON numbers above 2^53 may be another ID's. */
function fromSent(id: unknown): unknown {
  const text = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id
  if (typeof text !== 'string') return id
  const read = fromNumericId(text.trim())
  return read === text.trim() ? id : read
}

type Convert = (id: unknown) => unknown

/** Copies only what changes, because most bodies have nothing to convert. */
function mapIds(value: unknown, convert: Convert, levels: number): unknown {
  if (levels === 0) return value
  if (Array.isArray(value)) {
    const mapped = value.map((each) => mapIds(each, convert, levels - 1))
    return mapped.some((each, index) => each !== value[index]) ? mapped : value
  }
  return isJsonObject(value) && !(value instanceof RecordText) ? mapMembers(value, convert, levels) : value
}

function mapMembers(members: Members, convert: Convert, levels: number): Members {
  let copy: Record<string, unknown> | undefined
  for (const name of Object.keys(members)) {
    const mapped = mapMember(name, members[name], convert, levels - 1)
    if (mapped === members[name]) continue
    copy ??= { ...members }
    copy[name] = mapped
  }
  return copy ?? members
}

function mapMember(name: string, member: unknown, convert: Convert, levels: number): unknown {
  if (idMembers.has(name)) return convert(member)
  const mapped = mapIds(member, convert, levels)
  if (!isReferenceName(name) || !isJsonObject(mapped) || !Object.hasOwn(mapped, 'value')) return mapped
  const id = convert(mapped.value)
  return id === mapped.value ? mapped : { ...mapped, value: id }
}

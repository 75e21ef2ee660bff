import type { Json, JsonObject } from './tool.ts'

/** The most bytes of a result's JSON. */
export const maxResultBytes = 16 * 1024

/** Room for a result's other members. */
const reservedBytes = 1024

/** Returns the first items fitting in a result together. */
export function takeFitting<Item extends Json>(
  items: readonly Item[],
  maxBytes = maxResultBytes - reservedBytes,
): Item[] {
  let bytes = 0
  const end = items.findIndex((item) => {
    bytes += countBytes(item) + 1
    return bytes > maxBytes
  })
  return items.slice(0, end < 0 ? items.length : end)
}

export function countBytes(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** A record without its largest fields. */
export interface ShrunkRecord {
  readonly record: JsonObject
  /** The names of the fields left out. */
  readonly leftOut: readonly string[]
}

/** Leaves out a record's largest fields until it fits in a result. */
export function shrinkRecord(record: JsonObject, maxBytes = maxResultBytes - reservedBytes): ShrunkRecord {
  const bySize = Object.entries(record)
    .map(([name, value]) => ({ name, bytes: countBytes({ [name]: value }) }))
    .toSorted((left, right) => right.bytes - left.bytes)
  let bytes = countBytes(record)
  const leftOut: string[] = []
  for (const field of bySize) {
    if (bytes <= maxBytes) break
    bytes -= field.bytes
    leftOut.push(field.name)
  }
  const kept = Object.entries(record).filter(([name]) => !leftOut.includes(name))
  return { record: Object.fromEntries(kept), leftOut }
}

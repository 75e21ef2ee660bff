import { childText, type Element, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import { sameJson } from '../check/same-json.ts'
import { findEntity } from '../entities/index.ts'
import { copiedLinesFault } from '../parts/linked-txns.ts'
import { readRecord } from '../read/read.ts'
import { createQueryById } from '../read/requests.ts'
import type { CheckedRecord } from '../table/checked.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject } from '../table/json.ts'

/** A transaction copied by a new record despite having lines. */
interface Copied {
  readonly table: EntityTable
  readonly id: string
  /** The link's path for faults. */
  readonly path: string
}

function findCopied({ id, variant, values, lines = [] }: CheckedRecord): Copied | undefined {
  if (id !== undefined || lines.length === 0) return undefined
  for (const [key, row] of Object.entries(variant?.rows ?? {})) {
    const found = row.kind === 'derived' && row.copies !== undefined ? findEntity(row.copies) : undefined
    const written = values.get(key)
    if (found?.kind !== 'built' || !Array.isArray(written)) continue
    const links: readonly Element[] = written.filter(({ name }: Element) => name === 'LinkToTxnID')
    const [link, ...more] = links
    if (more.length > 0) throw copiedLinesFault(key, found.table.name)
    if (link !== undefined) return { table: found.table, id: link.text, path: `${key}[0]` }
  }
  return undefined
}

/** Creates the query for the transaction whose lines a new record repeats; empty if it copies none. */
export function createCopyQueries(record: CheckedRecord): readonly QbxmlRequest[] {
  const copied = findCopied(record)
  return copied === undefined ? [] : [createQueryById(copied.table, copied.table.query, copied.id)]
}

/**
 * Returns a new record without the lines QuickBooks copies from a linked transaction. Throws UNSUPPORTED_BY_DESKTOP
 * with `element` for lines differing from the transaction's, or if it was copied before, so QuickBooks might copy only
 * a part.
 *
 * @param responses the responses to {@link createCopyQueries}; an unknown transaction is left to the write
 */
export function withoutCopiedLines(record: CheckedRecord, responses: readonly QbxmlResponse[]): CheckedRecord {
  const copied = findCopied(record)
  if (copied === undefined) return record
  const { table, id, path } = copied
  const source = responses
    .filter(({ name }) => name === `${table.query}QueryRs`)
    .flatMap(({ elements }) => elements)
    .find((element) => childText(element, 'TxnID') === id)
  if (source !== undefined && !hasSameLines(record, readRecord(table, source, {})))
    throw copiedLinesFault(path, table.name)
  return { ...record, lines: undefined }
}

function hasSameLines({ lines = [] }: CheckedRecord, { Line, LinkedTxn }: JsonObject): boolean {
  const stored = (Array.isArray(Line) ? Line : []).filter(isJsonObject).filter(({ Id }) => Id !== undefined)
  const isUnused = !Array.isArray(LinkedTxn) || LinkedTxn.length === 0
  return (
    isUnused &&
    lines.length === stored.length &&
    lines.every(({ body }, index) => sameJson({ ...body, Id: null, LineNum: null, LinkedTxn: null }, stored[index]))
  )
}

/** Rejects lines next to a link not compared by {@link withoutCopiedLines}. Throws UNSUPPORTED_BY_DESKTOP. */
export function requireNoCopiedLines(record: CheckedRecord): void {
  const copied = findCopied(record)
  if (copied !== undefined) throw copiedLinesFault(copied.path, copied.table.name)
}

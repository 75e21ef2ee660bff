import { Fault } from '@bridge/faults'
import { checkMembers, requireValues } from './check-members.ts'
import { branch, child, childText, type Element, leaf } from './qbxml/element.ts'
import { lineKindOf, linesOf, readLine } from './read.ts'
import { sameJson, valueAt } from './same-json.ts'
import type { CheckedLine, CheckedValue, CheckedValues } from './table/checked.ts'
import { isJsonObject, type JsonObject } from './table/json.ts'
import type { LineKind } from './table/line-kind.ts'
import { isValueRow, type LinesRow, type Rows } from './table/row.ts'
import { lineElements } from './write.ts'

/** The id that adds a line. */
const newLineId = '-1'

const noContext = { realmId: '' }

/**
 * The complete new line table of an update (specification, "Line-level updates", rules 1 to 6): kept lines in
 * stored order with what changes on them, new lines between them where the client put them. Lines that are left
 * out are deleted by their absence. Throws 2010 with status 400 for an id that is not on the record.
 */
export const mergeLines = (row: LinesRow, sent: readonly CheckedLine[], current: Element): Element[] => {
  const stored = linesOf(row, current)
  const places = new Map(stored.map((line, index) => [childText(line, 'TxnLineID'), index]))
  const placeOf = (line: CheckedLine): number => {
    const place = places.get(line.id)
    if (place === undefined) {
      throw new Fault('2010', `the record has no line ${line.id}; leave Id out to add a line`, {
        element: `${line.path}.Id`,
        status: 400,
      })
    }
    return place
  }
  // QuickBooks refuses kept lines in another order than its own (status 3290), so they take each other's places.
  const kept = sent.filter((line) => line.id !== undefined).sort((one, other) => placeOf(one) - placeOf(other))
  return sent.map((line) => {
    if (line.id === undefined) return modLine(row, newLineId, line.kind?.rows ?? {}, line.values)
    const next = kept.shift() ?? line
    return keepLine(row, next, stored[placeOf(next)] as Element, placeOf(next))
  })
}

const modLine = (row: LinesRow, id: string, rows: Rows, values: CheckedValues): Element =>
  branch(`${row.element}Mod`, [leaf('TxnLineID', id), ...lineElements(rows, values)])

const keepLine = (row: LinesRow, line: CheckedLine, stored: Element, place: number): Element => {
  const kind = lineKindOf(row, stored)
  const id = line.id ?? ''
  if (line.kind !== undefined && line.kind !== kind) throw otherKind(line, kind)
  const before = readLine(row, stored, place + 1, noContext)
  if (kind.keptOnly !== undefined) {
    if (!sameJson({ ...line.body, LineNum: null }, before)) {
      throw new Fault('UNSUPPORTED_BY_DESKTOP', `${line.path}: ${kind.keptOnly}`, { element: line.path })
    }
    return branch(`${row.group}Mod`, [leaf('TxnLineID', id)])
  }
  const path = `${line.path}.`
  const { values, unchanged } = checkMembers(kind.rows, line.body, { operation: 'update', path })
  requireValues(kind.rows, values, 'update', path)
  for (const { path: key, value, reason } of unchanged) requireSame(before, key, value, reason, path)
  const settled =
    kind.beforeWrite?.({ path: line.path, body: line.body, values, current: storedValues(kind, stored) }) ?? values
  return modLine(row, id, kind.rows, settled)
}

const otherKind = ({ path }: CheckedLine, kind: LineKind): Fault =>
  new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    `${path}: QuickBooks Desktop cannot change a ${kind.detailType} line into another kind; leave it out and add a new line`,
    {
      element: `${path}.DetailType`,
    },
  )

/** Refuses a value that QuickBooks cannot set, unless the record has it already. */
export const requireSame = (
  before: JsonObject,
  key: string,
  value: JsonObject[string],
  reason: string,
  path = '',
): void => {
  const stored = valueAt(before, key)
  const isSame =
    value === null
      ? stored === undefined || (isJsonObject(stored) && Object.keys(stored).length === 0)
      : sameJson(value, stored)
  if (!isSame) throw new Fault('UNSUPPORTED_BY_DESKTOP', `${path}${key}: ${reason}`, { element: `${path}${key}` })
}

/** A stored line's values, in the spelling in which new ones come. */
const storedValues = (kind: LineKind, stored: Element): CheckedValues => {
  const values = new Map<string, CheckedValue>()
  for (const [key, row] of Object.entries(kind.rows)) {
    if (!isValueRow(row)) continue
    const element = child(stored, row.element)
    if (element === undefined) continue
    const listId = childText(element, 'ListID')
    if (row.kind !== 'ref') values.set(key, element.text)
    else if (listId !== undefined) values.set(key, { listId })
  }
  return values
}

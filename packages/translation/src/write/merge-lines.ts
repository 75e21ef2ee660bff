import { Fault } from '@bridge/faults'
import { branch, child, childText, type Element, leaf } from '@bridge/qbxml'
import { checkLines, completeLine } from '../check/check-lines.ts'
import { checkMembers, requireValues } from '../check/check-members.ts'
import { sameJson, valueAt } from '../check/same-json.ts'
import { readLine } from '../read/read.ts'
import type { CheckedValue, CheckedValues } from '../table/checked-value.ts'
import { isJsonObject, type JsonObject } from '../table/json.ts'
import { getKindElements, getLines, lineKindFor } from '../table/line-table.ts'
import {
  type CheckedLine,
  type CompleteLine,
  type Confirmation,
  isValueRow,
  type LineAbove,
  type LineKind,
  type LinesRow,
} from '../table/row.ts'
import { createLineElements } from './write.ts'

/** The ID marking a line to add. */
const newLineId = '-1'

const noContext = {}

/**
 * Creates an update's `Line` elements, as required by the row's `updates`; empty if there is nothing to send. Throws
 * UNSUPPORTED_BY_DESKTOP for lines that can only be kept, and the faults from {@link mergeLines}.
 */
export function updateLines(row: LinesRow, sent: readonly CheckedLine[], current: Element): Element[] {
  if (row.updates === 'merged') return mergeLines(row, sent, current).map(({ element }) => element)
  if (isAsStored(row, sent, current)) return []
  if (row.updates === 'kept') {
    throw new Fault(
      'UNSUPPORTED_BY_DESKTOP',
      'Line cannot be changed: the lines of an existing record are read-only here. Omit Line to keep them.',
      { element: 'Line' },
    )
  }
  if (sent.length === 0) {
    throw new Fault('2020', 'Line must contain at least one line. Omit Line to keep the lines.', {
      element: 'Line',
    })
  }
  row.alsoCheck?.(sent.map(completeLine))
  const resolved = row.resolve?.(sent, { body: undefined, stored: getLines(row, current) }) ?? sent
  return resolved.map((line) => {
    const { kind, values } = completeLine(line)
    return branch(getKindElements(row, kind).mod, createLineElements(kind.rows, values, 'mod'))
  })
}

/** A line in an update, as written. */
export interface MergedLine extends CompleteLine {
  readonly element: Element
  readonly written: LineAbove
  readonly confirmations: readonly Confirmation[]
}

/**
 * Merges an update's lines into the stored ones [dp-4.2-lines.1]: kept lines in stored order with their changes, and
 * new lines between them where the client put them. Omitted lines are deleted by their absence. Throws 2010 with status
 * 400 for an ID not on the record.
 */
export function mergeLines(row: LinesRow, sent: readonly CheckedLine[], current: Element): readonly MergedLine[] {
  const stored = getLines(row, current)
  const places = new Map(stored.map((line, index) => [childText(line, 'TxnLineID'), index]))
  const getPlace = (line: CheckedLine): number => {
    const place = places.get(line.id)
    if (place === undefined) {
      throw new Fault('2010', `The record has no line ${line.id}. Omit Id to add a line.`, {
        element: `${line.path}.Id`,
        status: 400,
      })
    }
    return place
  }
  // QuickBooks rejects kept lines in any but its own order (status 3290), so they are reordered among themselves.
  const kept = sent.filter((line) => line.id !== undefined).sort((one, other) => getPlace(one) - getPlace(other))
  const above: LineAbove[] = []
  const merged = sent.map((line): MergedLine => {
    above.push(...(line.subtotals ?? []))
    const next = line.id === undefined ? line : (kept.shift() ?? line)
    const own =
      next.id === undefined
        ? addLine(row, next, above)
        : keepLine(row, next, above, stored[getPlace(next)] as Element, getPlace(next))
    above.push(own.written)
    return own
  })
  row.alsoCheck?.(merged)
  return merged
}

function addLine(row: LinesRow, line: CheckedLine, above: readonly LineAbove[]): MergedLine {
  const { path, body } = line
  const { kind, values } = completeLine(line)
  const draft = { path, body, values, current: undefined, above }
  const resolved = kind.beforeWrite?.(draft) ?? values
  return {
    path,
    kind,
    confirmations: kind.confirms?.({ ...draft, operation: 'update', stored: undefined }) ?? [],
    values: resolved,
    element: modLine(row, kind, newLineId, resolved),
    written: { kind, body, values: resolved, current: undefined },
  }
}

function modLine(row: LinesRow, kind: LineKind, id: string, values?: CheckedValues): Element {
  return branch(getKindElements(row, kind).mod, [
    leaf('TxnLineID', id),
    ...(values === undefined ? [] : createLineElements(kind.rows, values, 'mod')),
  ])
}

function keepLine(
  row: LinesRow,
  line: CheckedLine,
  above: readonly LineAbove[],
  stored: Element,
  place: number,
): MergedLine {
  const kind = keptKind(row, line, lineKindFor(row, stored))
  const id = line.id ?? ''
  const current = storedValues(kind, stored)
  const before = readLine(row, stored, place + 1, noContext)
  if (kind.keptOnly !== undefined && !sameJson({ ...line.body, LineNum: null }, before)) {
    throw new Fault('UNSUPPORTED_BY_DESKTOP', `${line.path} is not supported: ${kind.keptOnly}.`, {
      element: line.path,
    })
  }
  const { body } = line
  if (kind.keptOnly !== undefined || kind.keptById) {
    const written = { kind, body, values: new Map(), current }
    return { path: line.path, kind, confirmations: [], values: current, element: modLine(row, kind, id), written }
  }
  const path = `${line.path}.`
  const { values, unchanged } = checkMembers(kind.rows, body, { operation: 'update', path })
  requireValues(kind.rows, values, 'update', path)
  for (const { path: key, value, reason } of unchanged) requireSame(before, key, value, reason, path)
  const draft = { path: line.path, body, values, current, above }
  const resolved = kind.beforeWrite?.(draft) ?? values
  const inner = kind.isGroup ? mergeInner(row, { path: line.path, kind, body }, before, stored) : []
  const element = modLine(row, kind, id, resolved)
  return {
    path: line.path,
    kind,
    confirmations: [
      ...(kind.confirms?.({ ...draft, operation: 'update', stored }) ?? []),
      ...inner.flatMap(({ confirmations }) => confirmations),
    ],
    values: new Map([...current, ...resolved]),
    element: branch(element.name, [...element.children, ...inner.map((each) => each.element)]),
    written: { kind, body, values: resolved, current },
  }
}

/** Merges the lines sent in a group into its stored ones; empty if there are none, or none differ. */
function mergeInner(
  row: LinesRow,
  { path, kind, body }: Pick<CompleteLine, 'path' | 'kind'> & Pick<CheckedLine, 'body'>,
  before: JsonObject,
  stored: Element,
): readonly MergedLine[] {
  const key = `${kind.detail}.Line`
  const sent = valueAt(body, key)
  if (!Array.isArray(sent) || sent.length === 0 || sameJson(sent, valueAt(before, key))) return []
  const inner = withoutGroups(row)
  return mergeLines(inner, checkLines(inner, sent, 'update', `${path}.${key}`), stored)
}

const innerRows = new WeakMap<LinesRow, LinesRow>()

/** Returns the lines possible in a group, which contains no group. */
function withoutGroups(row: LinesRow): LinesRow {
  const known = innerRows.get(row)
  if (known !== undefined) return known
  const inner = { ...row, kinds: row.kinds.filter(({ isGroup }) => !isGroup) }
  innerRows.set(row, inner)
  return inner
}

/** Returns a kept line's kind: its stored kind, or one with the same `DetailType` and elements. */
function keptKind(row: LinesRow, { path, kind: sent }: CheckedLine, stored: LineKind): LineKind {
  if (sent === undefined || sent === stored) return stored
  const isSibling =
    sent.detailType === stored.detailType && getKindElements(row, sent).mod === getKindElements(row, stored).mod
  if (isSibling) return sent
  throw new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    `${path}.DetailType cannot be changed, nor LinkedTxn added: QuickBooks Desktop cannot convert a ${stored.detailType ?? 'linked'} line. Omit the line and add a new one.`,
    { element: `${path}.DetailType` },
  )
}

/** Returns a stored line's values, spelled as checked values. */
function storedValues(kind: LineKind, stored: Element): CheckedValues {
  const values = new Map<string, CheckedValue>()
  for (const [key, row] of Object.entries(kind.rows)) {
    if (!isValueRow(row)) continue
    const element = row.element.split('/').reduce<Element | undefined>((at, name) => at && child(at, name), stored)
    if (element === undefined) continue
    const listId = childText(element, 'ListID')
    if (row.type !== 'ref') values.set(key, element.text)
    else if (listId !== undefined) values.set(key, { listId })
  }
  return values
}

/** Returns whether the lines equal the stored ones, in any order if they have IDs. */
function isAsStored(row: LinesRow, sent: readonly CheckedLine[], current: Element): boolean {
  const stored = getLines(row, current).map((line, index) => readLine(row, line, index + 1, noContext))
  return (
    sent.length === stored.length &&
    sent.every((line, index) => {
      const before = line.id === undefined ? stored[index] : stored.find(({ Id }) => Id === line.id)
      return before !== undefined && sameJson({ ...line.body, LineNum: null, Id: null }, before)
    })
  )
}

/** Rejects a value QuickBooks cannot set, unless the record already has it. */
export function requireSame(
  before: JsonObject,
  key: string,
  value: JsonObject[string],
  reason: string,
  path = '',
): void {
  const stored = valueAt(before, key)
  const isSame =
    value === null
      ? stored === undefined || (isJsonObject(stored) && Object.keys(stored).length === 0)
      : sameJson(value, stored) || (value === 0 && stored === undefined)
  if (!isSame)
    throw new Fault('UNSUPPORTED_BY_DESKTOP', `${path}${key} cannot be changed: ${reason}.`, {
      element: `${path}${key}`,
    })
}

import { Fault } from '@bridge/faults'
import { branch, child, childText, type Element, leaf, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import { checkValue, isBlank } from '../check/check-value.ts'
import { valueAt } from '../check/same-json.ts'
import type { CheckedRecord } from '../table/checked.ts'
import { type CheckedRef, type CheckedValue, isRef } from '../table/checked-value.ts'
import { findLinesRow, getLines } from '../table/line-table.ts'
import { type CheckedLine, isValueRow, type LinesRow, type ValueRow } from '../table/row.ts'
import { type MergedLine, mergeLines } from './merge-lines.ts'

/**
 * Creates the queries confirming the items on a record's lines; empty if no line requires a certain item type.
 *
 * @param current the record to update, whose stored items need no confirmation
 */
export function createItemQueries(record: CheckedRecord, current?: Element): readonly QbxmlRequest[] {
  return [...new Set(getNamedItems(record, current).map(({ object }) => object))].map((object) =>
    branch(`${object}QueryRq`, [leaf('ActiveStatus', 'All')]),
  )
}

/** A line's item, which must be a certain desktop object (`ItemDiscount`). */
interface NamedItem {
  readonly object: string
  readonly named: CheckedRef
  /** Creates the fault for any other item type. */
  readonly fault: () => Fault
}

function getNamedItems(
  { table, variant, lines = [] }: CheckedRecord,
  current: Element | undefined,
): readonly NamedItem[] {
  const row = findLinesRow((variant ?? table.variants[0])?.rows ?? {})
  return [...getOwnItems(row, lines, current), ...getItemsAbove(row, lines, current)]
}

/** Returns the items named by the lines themselves. */
function getOwnItems(
  row: LinesRow | undefined,
  lines: readonly CheckedLine[],
  current: Element | undefined,
): readonly NamedItem[] {
  const stored = row === undefined || current === undefined ? [] : getLines(row, current)
  return lines.flatMap((line) => {
    const before = line.id === undefined ? undefined : stored.find((each) => childText(each, 'TxnLineID') === line.id)
    const confirmed = line.kind?.confirmsItem
    const item = confirmed && line.kind?.rows[confirmed.key]
    if (confirmed === undefined || item === undefined || !isValueRow(item)) return []
    const { key, object } = confirmed
    const named = line.id === undefined ? line.values.get(key) : changedItem(line, key, item, before)
    return isRef(named) ? [{ object, named, fault: () => wrongItem(`${line.path}.${key}`, object) }] : []
  })
}

function wrongItem(path: string, object: string): Fault {
  return new Fault(
    'MISSING_REQUIRED_DESKTOP_ITEM',
    `${path} does not name an item of the type ${object} in QuickBooks Desktop. Create one there, or name another.`,
    { element: path },
  )
}

/** Returns the items on whose type the values on the line below depend. */
function getItemsAbove(
  row: LinesRow | undefined,
  lines: readonly CheckedLine[],
  current: Element | undefined,
): readonly NamedItem[] {
  if (row === undefined || !lines.some(({ kind }) => kind?.confirmsAbove !== undefined)) return []
  const written = current !== undefined && row.updates === 'merged' ? tryMerge(row, lines, current) : lines
  return written.flatMap(({ path, kind, itemAbove }) => {
    const confirmed = kind?.confirmsAbove
    if (confirmed === undefined || itemAbove === undefined) return []
    return [{ object: confirmed.object, named: itemAbove, fault: () => confirmed.fault(path) }]
  })
}

/** Merges lines into the stored ones; empty if they have a mistake, whose fault is thrown when the write is created. */
function tryMerge(row: LinesRow, lines: readonly CheckedLine[], current: Element): readonly MergedLine[] {
  try {
    return mergeLines(row, lines, current)
  } catch (error) {
    if (error instanceof Fault) return []
    throw error
  }
}

/** Returns a kept line's item, if it differs from the stored one. */
function changedItem(
  { path, body }: CheckedLine,
  key: string,
  row: ValueRow,
  before: Element | undefined,
): CheckedValue | undefined {
  const sent = valueAt(body, key)
  if (sent === undefined || isBlank(sent)) return undefined
  const named = checkValue(row, sent, `${path}.${key}`)
  const stored = before && child(before, row.element)
  return isRef(named) && stored !== undefined && names(stored, named) ? undefined : named
}

function names(item: Element, named: CheckedRef): boolean {
  return 'listId' in named
    ? childText(item, 'ListID') === named.listId
    : [childText(item, 'FullName'), childText(item, 'Name')].some(
        (name) => name?.toLowerCase() === named.fullName.toLowerCase(),
      )
}

/**
 * Rejects a line whose item has another type: QuickBooks would accept a service for a discount and book it as sales.
 * Throws MISSING_REQUIRED_DESKTOP_ITEM with `element`, or 2020 for a percentage on a line that is not a subtotal.
 *
 * @param responses the responses to {@link createItemQueries}
 */
export function requireNamedItems(record: CheckedRecord, responses: readonly QbxmlResponse[], current?: Element): void {
  const found = responses.flatMap(({ elements }) => elements)
  for (const { object, named, fault } of getNamedItems(record, current)) {
    if (!found.some((item) => item.name === `${object}Ret` && names(item, named))) throw fault()
  }
}

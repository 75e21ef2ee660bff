import { Fault } from '@bridge/faults'
import { branch, child, type Element, isStatusIn, leaf, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import { findNamedReference } from '../read/reference-named.ts'
import { variantOfRecord } from '../read/requests.ts'
import { statusFault } from '../read/status-fault.ts'
import type { CheckedRecord } from '../table/checked.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { isValueRow, type Row } from '../table/row.ts'

const nameInUse = 3100

/**
 * Creates the requests adding a record's names to their lists, sent before its write in the same message set.
 * QuickBooks rejects existing names (3100), so the message set continues after an error.
 *
 * @param current the record to update, whose stored names exist
 */
export function createNameRequests(record: CheckedRecord, current?: Element): readonly QbxmlRequest[] {
  return getAddedNames(record, current).map(({ list, name }) =>
    branch(`${list}AddRq`, [branch(`${list}Add`, [leaf('Name', name)])]),
  )
}

/** A record's text kept by QuickBooks as a name in a list. */
interface AddedName {
  /** Client-side path. */
  readonly key: string
  readonly list: string
  readonly name: string
}

function getAddedNames({ table, variant, values }: CheckedRecord, current: Element | undefined): readonly AddedName[] {
  const rows = (variant ?? (current && variantOfRecord(table, current)))?.rows ?? {}
  return [...values].flatMap(([key, name]) => {
    const row = rows[key]
    const list = getList(row)
    if (list === undefined || row === undefined || !isValueRow(row) || typeof name !== 'string') return []
    const isStored = current !== undefined && textAt(current, row.element) === name
    return name === '' || isStored ? [] : [{ key, list, name }]
  })
}

function getList(row: Row | undefined): string | undefined {
  return row !== undefined && isValueRow(row) ? row.write.createsInList : undefined
}

function textAt(record: Element, path: string): string | undefined {
  return path.split('/').reduce<Element | undefined>((at, name) => at && child(at, name), record)?.text
}

/**
 * Returns whether a response belongs to one of {@link createNameRequests}. An added name is harmless even if its record
 * is not written.
 */
export function isNameAddition({ variants }: EntityTable, { name }: QbxmlResponse): boolean {
  return variants.some(({ rows }) => Object.values(rows).some((row) => getList(row) && name === `${getList(row)}AddRs`))
}

/**
 * Explains why a write was rejected for a name missing from its list. Throws the fault for the addition's status with
 * `element`, or 2500 if the name exists but cannot be used here.
 *
 * @param additions the responses to {@link createNameRequests}
 */
export function requireAddedNames(
  record: CheckedRecord,
  additions: readonly QbxmlResponse[],
  { statusCode, statusMessage }: QbxmlResponse,
  current?: Element,
): void {
  if (!isStatusIn(statusCode, 'badReference')) return
  const refused = findNamedReference(statusMessage, record)
  const place = getAddedNames(record, current).findIndex(({ key }) => key === refused)
  const addition = additions[place]
  if (refused === undefined || addition?.statusSeverity !== 'Error') return
  const options = { element: refused }
  if (addition.statusCode !== nameInUse) throw statusFault(addition, options)
  const detail = `${refused} is in its list in QuickBooks Desktop, but cannot be used, probably because it is inactive. Activate it in QuickBooks Desktop, or send another text.`
  throw new Fault('2500', detail, options)
}

import { Fault } from '@bridge/faults'
import { branch, child, childText, type Element, leaf, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import { isBlank, toDecimal } from '../check/check-value.ts'
import { variantOfRecord } from '../read/requests.ts'
import type { BorrowedValue, CheckedRecord } from '../table/checked.ts'
import { isRef } from '../table/checked-value.ts'
import { isJsonObject, type JsonValue, scalarText } from '../table/json.ts'
import { isValueRow } from '../table/row.ts'

/**
 * Creates the queries for the records owning values in a body; empty without such values.
 *
 * @param current the record to update, which has the references omitted from the body
 */
export function createOwnerQueries(record: CheckedRecord, current?: Element): readonly QbxmlRequest[] {
  return record.borrowed.flatMap((value) => {
    const owner = findReferenced(record, value.row.ref, current)
    return owner === undefined ? [] : [branch(`${value.row.query}QueryRq`, [owner])]
  })
}

/** Returns the element selecting the record in a reference, sent or stored: its `ListID` or `FullName`. */
export function findReferenced(
  { table, values, ...record }: CheckedRecord,
  key: string,
  current?: Element,
): Element | undefined {
  const named = values.get(key)
  if (isRef(named)) return 'listId' in named ? leaf('ListID', named.listId) : leaf('FullName', named.fullName)
  const variant = record.variant ?? (current && variantOfRecord(table, current))
  const ref = variant?.rows[key]
  const stored = ref !== undefined && isValueRow(ref) && current ? child(current, ref.element) : undefined
  const id = stored && childText(stored, 'ListID')
  return id === undefined ? undefined : leaf('ListID', id)
}

/**
 * Compares a body's values with their owners'. Returns a warning for each difference, and throws UNSUPPORTED_BY_DESKTOP with
 * `element` where QuickBooks would use its own value instead.
 *
 * @param responses the responses to {@link createOwnerQueries}; a missing owner is left to the write
 */
export function compareWithOwners(
  record: CheckedRecord,
  responses: readonly QbxmlResponse[],
  current?: Element,
): readonly string[] {
  return record.borrowed.flatMap((value) => {
    const { key, row } = value
    const selected = findReferenced(record, value.row.ref, current)
    const owners = responses.filter(({ name }) => name === `${row.query}QueryRs`).flatMap(({ elements }) => elements)
    const owner = owners.find((each) => selected && isSameText(childText(each, selected.name), selected.text))
    if (owner !== undefined && isOwn(value, owner)) return []
    if (owner !== undefined && row.isUsed(record.body, current)) {
      throw new Fault('UNSUPPORTED_BY_DESKTOP', `${key} is not supported: ${row.reason}.`, { element: key })
    }
    return [`${key} ignored; ${row.reason}`]
  })
}

function isOwn({ row, value }: BorrowedValue, owner: Element): boolean {
  const sent = getSent(row.member, value)
  // A structure without the owner's value says something else, such as the tag of an address.
  if (isBlank(sent)) return false
  const own = row.elements.map((path) => textAt(owner, path)).find((text) => text !== undefined)
  const [one, other] = [toDecimal(sent), toDecimal(own)]
  if (one !== undefined && other !== undefined) return one.eq(other)
  return isSameText(scalarText(sent), own)
}

function getSent(member: string | undefined, value: JsonValue): JsonValue | undefined {
  return member !== undefined && isJsonObject(value) ? value[member] : value
}

function textAt(record: Element, path: string): string | undefined {
  return path.split('/').reduce<Element | undefined>((at, name) => at && child(at, name), record)?.text
}

export function isSameText(one: string | undefined, other: string | undefined): boolean {
  return (one ?? '').trim().toLowerCase() === (other ?? '').trim().toLowerCase()
}

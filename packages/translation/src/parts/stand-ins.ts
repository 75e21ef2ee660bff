import { Fault } from '@bridge/faults'
import type { EntityTable } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import { findLinesRow } from '../table/line-table.ts'
import { isValueRow } from '../table/row.ts'
import type { NamedRecords } from '../table/traits.ts'

/** An ID that QBO itself gives to a record which every company file names differently. */
interface StandIn {
  /** The client-side ID. */
  readonly id: string
  /** The realm setting with the desktop's ID. */
  readonly setting: string
  readonly what: string
}

const standIns: readonly StandIn[] = [
  { id: 'SHIPPING_ITEM_ID', setting: 'shippingItem', what: 'the item for shipping' },
]

/** Returns the stand-in for a record named by a realm setting; undefined for other records. */
export function findStandIn(id: string, named: NamedRecords): string | undefined {
  return standIns.find(({ setting }) => named.get(setting)?.toLowerCase() === id.toLowerCase())?.id
}

/**
 * Returns a body with the desktop's IDs in place of stand-ins. Throws MISSING_REQUIRED_DESKTOP_ITEM with `element` for
 * one whose setting is empty.
 */
export function replaceStandIns(table: EntityTable, body: unknown, named: NamedRecords): unknown {
  return mapReferences(table, body, (reference, element) => {
    const found = standIns.find(({ id }) => id === reference)
    const id = found && named.get(found.setting)
    if (found === undefined || id !== undefined) return id ?? reference
    throw new Fault(
      'MISSING_REQUIRED_DESKTOP_ITEM',
      `${element} is ${found.id}, but the company file's settings do not say which item of QuickBooks Desktop is ${found.what}. Name it in the portal, on the Settings page of the company file, or as ${found.setting} in PATCH /admin/v1/realms/{realmId}/settings.`,
      { element },
    )
  })
}

/** Returns a body with stand-ins in place of the desktop's IDs, as records are read. */
export function showStandIns(table: EntityTable, body: unknown, named: NamedRecords): unknown {
  if (named.size === 0) return body
  return mapReferences(table, body, (reference) => findStandIn(reference, named) ?? reference)
}

type MapReference = (id: string, element: string) => string

/** Maps the IDs in a body's references that may be stand-ins. All of them are in lines, and in lines of groups. */
function mapReferences(table: EntityTable, body: unknown, map: MapReference): unknown {
  const keys = findKeys(table)
  if (keys.length === 0 || !isJsonObject(body)) return body
  return mapLines(body, 'Line', keys, (id, element) => map(id, `Line${element}`))
}

function mapLines(owner: JsonObject, name: string, keys: readonly string[], map: MapReference): JsonObject {
  const lines = owner[name]
  if (!Array.isArray(lines)) return owner
  const mapped = lines.map((line, index) => mapLine(line, keys, (id, element) => map(id, `[${index}]${element}`)))
  return { ...owner, [name]: mapped }
}

const groupDetail = 'GroupLineDetail'

function mapLine(line: JsonValue, keys: readonly string[], map: MapReference): JsonValue {
  if (!isJsonObject(line)) return line
  const mapped = { ...line }
  for (const key of keys) {
    const [detail = '', field = ''] = key.split('.')
    const details = line[detail]
    const reference = isJsonObject(details) ? details[field] : undefined
    if (!isJsonObject(details) || !isJsonObject(reference) || typeof reference.value !== 'string') continue
    const value = map(reference.value.trim(), `.${key}`)
    if (value !== reference.value) mapped[detail] = { ...details, [field]: { ...reference, value } }
  }
  const group = line[groupDetail]
  if (isJsonObject(group))
    mapped[groupDetail] = mapLines(group, 'Line', keys, (id, element) => map(id, `.${groupDetail}.Line${element}`))
  return mapped
}

const keysByTable = new WeakMap<EntityTable, readonly string[]>()

function findKeys(table: EntityTable): readonly string[] {
  let keys = keysByTable.get(table)
  if (keys === undefined) {
    const kinds = table.variants.flatMap(({ rows }) => findLinesRow(rows)?.kinds ?? [])
    keys = [...new Set(kinds.flatMap(({ rows }) => Object.keys(rows).filter((key) => mayStandIn(rows[key]))))]
    keysByTable.set(table, keys)
  }
  return keys
}

function mayStandIn(row: Parameters<typeof isValueRow>[0] | undefined): boolean {
  return row !== undefined && isValueRow(row) && row.read.mayStandIn === true
}

import { childText, type Element } from '../qbxml/element.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject, JsonValue } from '../table/json.ts'
import { getLines, lineKindFor } from '../table/line-table.ts'
import type { DerivedRow, LinesRow, Row, Rows, ValueRow } from '../table/row.ts'
import type { ReadContext } from '../table/traits.ts'
import { type ReadText, textReader } from './read-value.ts'

/** A node of the desktop's element tree: the slots that its text fills, and its children. */
interface DesktopNode {
  texts: { readonly slot: number; readonly read: ReadText }[]
  refs: { readonly slot: number; readonly idPrefix: string }[]
  readonly children: Map<string, DesktopNode>
}

type Slots = (JsonValue | undefined)[]

/** Sets one field of the record from the slots, unless the field has no value. */
type Build = (out: JsonObject, slots: Slots, record: Element, context: ReadContext) => void

/** A compiled table, which needs one pass over the desktop's elements and one over the fields of the record. */
interface Reader {
  readonly size: number
  readonly desktop: DesktopNode
  readonly build: readonly Build[]
}

const readers = new WeakMap<Rows, Reader>()
const tables = new WeakMap<EntityTable, ReadonlyMap<string, Reader>>()

/** Converts one desktop line to JSON. */
export function readLine(row: LinesRow, line: Element, number: number, context: ReadContext): JsonObject {
  const kind = lineKindFor(row, line)
  const out: JsonObject = row.withoutIds ? {} : { Id: childText(line, 'TxnLineID') ?? '', LineNum: number }
  run(compile(kind.rows), out, line, context)
  if (kind.detail === undefined) return out
  const detail = out[kind.detail] ?? {}
  out[kind.detail] = detail
  if (kind.isGroup) {
    ;(detail as JsonObject).Line = getLines(row, line).map((inner, index) => readLine(row, inner, index + 1, context))
  }
  return out
}

function run(reader: Reader, out: JsonObject, record: Element, context: ReadContext): JsonObject {
  const slots: Slots = new Array(reader.size).fill(undefined)
  fill(slots, reader.desktop, record)
  for (const build of reader.build) build(out, slots, record, context)
  return out
}

function fill(slots: Slots, node: DesktopNode, element: Element): void {
  for (const each of element.children) {
    const place = node.children.get(each.name)
    if (place === undefined) continue
    for (const { slot, read } of place.texts) slots[slot] ??= read(each.text)
    for (const { slot, idPrefix } of place.refs) slots[slot] ??= readRef(each, idPrefix)
    if (place.children.size > 0) fill(slots, place, each)
  }
}

function readRef(element: Element, idPrefix: string): JsonObject | undefined {
  let value: string | undefined
  let name: string | undefined
  for (const each of element.children) {
    if (each.name === 'ListID') value = idPrefix + each.text
    else if (each.name === 'FullName') name = each.text
  }
  if (value === undefined) return name === undefined ? undefined : { name }
  return name === undefined ? { value } : { value, name }
}

/** Groups fields by their first name, in the order of the table. Groups contain the rest of their paths. */
type Members = Map<string, { row?: Row; key?: string; members?: Members }>

type ReadRow = ValueRow | DerivedRow | LinesRow

function compile(rows: Rows): Reader {
  const known = readers.get(rows)
  if (known !== undefined) return known
  const desktop = emptyNode()
  let size = 0

  const buildMembers = (members: Members): Build[] => {
    const builds: Build[] = []
    for (const [name, { row, members: inner }] of members) {
      if (inner !== undefined) {
        const group = buildMembers(inner)
        if (group.length > 0) builds.push(buildGroup(name, group))
      } else if (row !== undefined && isRead(row)) {
        builds.push(buildMember(name, row))
      }
    }
    return builds
  }

  const buildMember = (name: string, row: ReadRow): Build => {
    if (row.kind === 'derived') return buildFrom(name, row.from)
    if (row.kind === 'lines') {
      return (out, _slots, record, context) => {
        const lines = readLines(row, record, context)
        if (lines !== undefined) out[name] = lines
      }
    }
    if (row.read.from !== undefined) return buildFrom(name, row.read.from)
    const slot = size++
    for (const path of row.alternative === undefined ? [row.element] : [row.element, row.alternative]) {
      const node = nodeAt(desktop, path)
      if (row.type === 'ref') node.refs.push({ slot, idPrefix: row.idPrefix ?? '' })
      else node.texts.push({ slot, read: textReader(row) })
    }
    return (out, slots) => {
      const value = slots[slot]
      if (value !== undefined) out[name] = value
    }
  }

  const build = buildMembers(toMembers(rows))
  const reader: Reader = { size, desktop, build }
  readers.set(rows, reader)
  return reader
}

function emptyNode(): DesktopNode {
  return { texts: [], refs: [], children: new Map() }
}

function buildGroup(name: string, group: readonly Build[]): Build {
  return (out, slots, record, context) => {
    const inner: JsonObject = {}
    for (const build of group) build(inner, slots, record, context)
    if (hasMember(inner)) out[name] = inner
  }
}

function hasMember(object: JsonObject): boolean {
  for (const name in object) return name !== undefined
  return false
}

function isRead(row: Row): row is ReadRow {
  if (row.kind === 'refused' || row.kind === 'ignored' || row.kind === 'borrowed') return false
  return !(row.kind === 'value' && row.read.hidden)
}

function buildFrom(name: string, from: DerivedRow['from']): Build {
  return (out, _slots, record, context) => {
    const value = from(record, context)
    if (value !== undefined) out[name] = value
  }
}

/**
 * Reads the lines of a transaction, with `SubTotalLineDetail` last; undefined if the record was returned without lines.
 */
function readLines(row: LinesRow, record: Element, context: ReadContext): JsonValue[] | undefined {
  const lines = getLines(row, record)
  if (lines.length === 0) return row.isAlwaysRead ? [] : undefined
  const read: JsonValue[] = lines.map((line, index) => readLine(row, line, index + 1, context))
  const subtotal = childText(record, 'Subtotal')
  if (subtotal !== undefined) {
    read.push({ Amount: Number(subtotal), DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} })
  }
  return read
}

function nodeAt(root: DesktopNode, path: string): DesktopNode {
  let node = root
  for (const name of path.split('/')) {
    let next = node.children.get(name)
    if (next === undefined) {
      next = emptyNode()
      node.children.set(name, next)
    }
    node = next
  }
  return node
}

function toMembers(rows: Rows): Members {
  const root: Members = new Map()
  for (const [key, row] of Object.entries(rows)) {
    let members = root
    const path = key.split('.')
    const last = path.pop() ?? key
    for (const name of path) {
      const group = members.get(name) ?? { members: new Map() }
      members.set(name, group)
      members = group.members ?? new Map()
    }
    members.set(last, { row, key })
  }
  return root
}

/** Returns whether an element is a record of this entity. A query for items also returns sales-tax items. */
export function isRecord(table: EntityTable, element: Element): boolean {
  return getReaders(table).has(element.name)
}

function getReaders(table: EntityTable): ReadonlyMap<string, Reader> {
  const known = tables.get(table)
  if (known !== undefined) return known
  const compiled = new Map(table.variants.map((variant) => [`${variant.desktop}Ret`, compile(variant.rows)]))
  tables.set(table, compiled)
  return compiled
}

/**
 * Converts a desktop record to JSON: fields in the order of the table, numbers as JSON numbers, times in UTC with their
 * offset, references as `{ value, name }`.
 */
export function readRecord(table: EntityTable, record: Element, context: ReadContext): JsonObject {
  const reader = getReaders(table).get(record.name)
  if (reader === undefined) throw new Error(`${record.name} is no record of ${table.name}`)
  return run(reader, { domain: 'QBO', sparse: false }, record, context)
}

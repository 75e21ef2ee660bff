import { childText, type Element } from '@bridge/qbxml'
import { maxIdLength } from '../check/check-value.ts'
import { findStandIn } from '../parts/stand-ins.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject, JsonValue } from '../table/json.ts'
import { getLines, lineKindFor } from '../table/line-table.ts'
import type { DerivedRow, LinesRow, Row, Rows, ValueRow } from '../table/row.ts'
import type { ReadContext } from '../table/traits.ts'
import { childNumber, type ReadText, textReader } from './read-value.ts'
import { RecordShapes } from './record-shapes.ts'

/** A node in the desktop's element tree: the slots its text fills, and its children. */
interface DesktopNode {
  texts: { readonly slot: number; readonly read: ReadText; readonly field: string; readonly mayShowNothing: boolean }[]
  refs: { readonly slot: number; readonly idPrefix: string; readonly field: string; readonly mayStandIn: boolean }[]
  readonly children: Map<string, DesktopNode>
}

type Slots = (JsonValue | undefined)[]

/** Reads one member's value from the slots; undefined if it has none. */
type ReadMember = (slots: Slots, record: Element, context: ReadContext) => JsonValue | undefined

interface Member {
  readonly name: string
  readonly read: ReadMember
}

/** A compiled table, which needs one pass over the desktop's elements and one over the record's members. */
interface Reader {
  readonly size: number
  readonly desktop: DesktopNode
  readonly members: readonly Member[]
  readonly shapes: RecordShapes
}

/** What some rows' objects begin with, and the compiled rows. */
interface Beginning {
  readonly names: readonly string[]
  readonly readers: WeakMap<Rows, Reader>
}

const record: Beginning = { names: ['domain', 'sparse'], readers: new WeakMap() }
const line: Beginning = { names: ['Id', 'LineNum'], readers: new WeakMap() }
const lineWithoutIds: Beginning = { names: [], readers: new WeakMap() }

const tables = new WeakMap<EntityTable, ReadonlyMap<string, Reader>>()

/** Converts one desktop line to JSON. */
export function readLine(row: LinesRow, element: Element, number: number, context: ReadContext): JsonObject {
  const kind = lineKindFor(row, element)
  const out = row.withoutIds
    ? run(compile(kind.rows, lineWithoutIds), [], element, context)
    : run(compile(kind.rows, line), [childText(element, 'TxnLineID') ?? '', number], element, context)
  if (kind.detail === undefined) return out
  const detail = out[kind.detail] ?? {}
  out[kind.detail] = detail
  if (kind.isGroup) {
    ;(detail as JsonObject).Line = getLines(row, element).map((inner, index) =>
      readLine(row, inner, index + 1, context),
    )
  }
  return out
}

/** @param values those from the beginning, to which the others are added */
function run(reader: Reader, values: Slots, element: Element, context: ReadContext): JsonObject {
  const slots: Slots = new Array(reader.size).fill(undefined)
  fill(slots, reader.desktop, element, context)
  for (const { read } of reader.members) values.push(read(slots, element, context))
  return reader.shapes.create(values)
}

function fill(slots: Slots, node: DesktopNode, element: Element, context: ReadContext): void {
  for (const each of element.children) {
    const place = node.children.get(each.name)
    if (place === undefined) continue
    for (const text of place.texts) slots[text.slot] ??= readText(text, each.text, context)
    for (const ref of place.refs) slots[ref.slot] ??= readRef(ref, each, context)
    if (place.children.size > 0) fill(slots, place, each, context)
  }
}

function readText(
  { read, field, mayShowNothing }: DesktopNode['texts'][number],
  text: string,
  { onUnreadable }: ReadContext,
): JsonValue | undefined {
  const value = read(text)
  if (value === undefined && text !== '' && !mayShowNothing) onUnreadable?.(field)
  return value
}

function readRef(
  { idPrefix, field, mayStandIn }: DesktopNode['refs'][number],
  element: Element,
  { onUnreadable, namedRecords }: ReadContext,
): JsonObject | undefined {
  let value: string | undefined
  let name: string | undefined
  for (const each of element.children) {
    if (each.name === 'ListID') {
      if (each.text.length <= maxIdLength) value = idPrefix + each.text
      else onUnreadable?.(field)
    } else if (each.name === 'FullName') name = each.text
  }
  if (value === undefined) return name === undefined ? undefined : { name }
  if (mayStandIn && namedRecords !== undefined) value = findStandIn(value, namedRecords) ?? value
  return name === undefined ? { value } : { value, name }
}

/** Groups fields by their first name, in table order. Groups contain the rest of their paths. */
type Fields = Map<string, { row?: Row; key?: string; fields?: Fields }>

type ReadRow = ValueRow | DerivedRow | LinesRow

function compile(rows: Rows, { names, readers }: Beginning): Reader {
  const known = readers.get(rows)
  if (known !== undefined) return known
  const desktop = emptyNode()
  let size = 0

  const compileMembers = (fields: Fields): Member[] => {
    const members: Member[] = []
    for (const [name, { row, key = name, fields: inner }] of fields) {
      if (inner !== undefined) {
        const group = compileMembers(inner)
        if (group.length > 0) members.push({ name, read: readGroup(group) })
      } else if (row !== undefined && isRead(row)) {
        members.push({ name, read: compileMember(row, key) })
      }
    }
    return members
  }

  const compileMember = (row: ReadRow, field: string): ReadMember => {
    if (row.kind === 'derived') return readFrom(row.from)
    if (row.kind === 'lines') return (_slots, element, context) => readLines(row, element, context)
    if (row.read.from !== undefined) return readFrom(row.read.from)
    const slot = size++
    for (const path of row.alternative === undefined ? [row.element] : [row.element, row.alternative]) {
      const node = nodeAt(desktop, path)
      if (row.type === 'ref')
        node.refs.push({ slot, idPrefix: row.idPrefix ?? '', field, mayStandIn: row.read.mayStandIn === true })
      else node.texts.push({ slot, read: textReader(row), field, mayShowNothing: row.read.masks !== undefined })
    }
    return (slots) => slots[slot]
  }

  const members = compileMembers(toFields(rows))
  const shapes = new RecordShapes([...names, ...members.map(({ name }) => name)])
  const reader: Reader = { size, desktop, members, shapes }
  readers.set(rows, reader)
  return reader
}

function emptyNode(): DesktopNode {
  return { texts: [], refs: [], children: new Map() }
}

function readGroup(group: readonly Member[]): ReadMember {
  return (slots, element, context) => {
    let out: JsonObject | undefined
    for (const { name, read } of group) {
      const value = read(slots, element, context)
      if (value === undefined) continue
      out ??= {}
      out[name] = value
    }
    return out
  }
}

function isRead(row: Row): row is ReadRow {
  if (row.kind === 'refused' || row.kind === 'ignored' || row.kind === 'borrowed') return false
  return !(row.kind === 'value' && row.read.hidden)
}

function readFrom(from: DerivedRow['from']): ReadMember {
  return (_slots, element, context) => from(element, context)
}

/** Reads a transaction's lines, with `SubTotalLineDetail` last; undefined if the record was returned without lines. */
function readLines(row: LinesRow, record: Element, context: ReadContext): JsonValue[] | undefined {
  const lines = getLines(row, record)
  if (lines.length === 0) return row.isAlwaysRead ? [] : undefined
  const read: JsonValue[] = lines.map((line, index) => readLine(row, line, index + 1, context))
  const subtotal = childText(record, 'Subtotal')
  if (subtotal !== undefined) {
    read.push({
      Amount: childNumber(record, 'Subtotal').toNumber(),
      DetailType: 'SubTotalLineDetail',
      SubTotalLineDetail: {},
    })
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

function toFields(rows: Rows): Fields {
  const root: Fields = new Map()
  for (const [key, row] of Object.entries(rows)) {
    let fields = root
    const path = key.split('.')
    const last = path.pop() ?? key
    for (const name of path) {
      const group = fields.get(name) ?? { fields: new Map() }
      fields.set(name, group)
      fields = group.fields ?? new Map()
    }
    fields.set(last, { row, key })
  }
  return root
}

/** Returns whether an element is this entity's record. A query for items also returns sales-tax items. */
export function isRecord(table: EntityTable, element: Element): boolean {
  return getReaders(table).has(element.name)
}

function getReaders(table: EntityTable): ReadonlyMap<string, Reader> {
  const known = tables.get(table)
  if (known !== undefined) return known
  const compiled = new Map(table.variants.map((variant) => [`${variant.desktop}Ret`, compile(variant.rows, record)]))
  tables.set(table, compiled)
  return compiled
}

/**
 * Converts a desktop record to JSON: fields in table order, numbers as JSON numbers, times in UTC with their offset,
 * references as `{ value, name }`.
 */
export function readRecord(table: EntityTable, element: Element, context: ReadContext): JsonObject {
  const reader = getReaders(table).get(element.name)
  if (reader === undefined) throw new Error(`${element.name} is no record of ${table.name}`)
  return run(reader, ['QBO', false], element, context)
}

import type { Element } from '@bridge/qbxml'
import { getLineElements } from './resolve.ts'
import type { LineElements, LineKind, LinesRow, Rows } from './row.ts'

/** An indexed line table: each kind's elements, and the kinds able to read an element. */
interface Index {
  readonly elements: ReadonlyMap<LineKind, LineElements>
  readonly readers: ReadonlyMap<string, readonly LineKind[]>
}

const indexes = new WeakMap<LinesRow, Index>()

const linesRows = new WeakMap<Rows, LinesRow | null>()

/** Finds the line table in a record's rows. */
export function findLinesRow(rows: Rows): LinesRow | undefined {
  let row = linesRows.get(rows)
  if (row === undefined) {
    row = Object.values(rows).find((each): each is LinesRow => each.kind === 'lines') ?? null
    linesRows.set(rows, row)
  }
  return row ?? undefined
}

export function getKindElements(row: LinesRow, kind: LineKind): LineElements {
  const found = getIndex(row).elements.get(kind)
  if (found === undefined) throw new Error(`the line table ${row.element} has no kind ${kind.detailType ?? ''}`)
  return found
}

function getIndex(row: LinesRow): Index {
  const known = indexes.get(row)
  if (known !== undefined) return known
  const elements = new Map(row.kinds.map((kind) => [kind, getLineElements(kind, row)]))
  const readers = new Map<string, LineKind[]>()
  for (const [kind, { ret }] of elements) readers.set(ret, [...(readers.get(ret) ?? []), kind])
  const index = { elements, readers }
  indexes.set(row, index)
  return index
}

/** Returns a record's or group line's line elements, in stored order. */
export function getLines(row: LinesRow, record: Element): Element[] {
  const { readers } = getIndex(row)
  return record.children.filter(({ name }) => readers.has(name))
}

export function lineKindFor(row: LinesRow, line: Element): LineKind {
  for (const kind of getIndex(row).readers.get(line.name) ?? [])
    if (kind.reads === undefined || kind.reads(line)) return kind
  throw new Error(`no kind of ${row.element} reads ${line.name}`)
}

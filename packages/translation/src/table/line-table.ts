import type { Element } from '@bridge/qbxml'
import { getLineElements } from './resolve.ts'
import type { LineElements, LineKind, LinesRow, Rows } from './row.ts'

/** A prepared line table: the elements of each kind, and the kinds that can read an element. */
interface Index {
  readonly elements: ReadonlyMap<LineKind, LineElements>
  readonly readers: ReadonlyMap<string, readonly LineKind[]>
}

const indexes = new WeakMap<LinesRow, Index>()

const linesRows = new WeakMap<Rows, LinesRow | null>()

/** Finds the line table among the rows of a table. */
export function findLinesRow(rows: Rows): LinesRow | undefined {
  let row = linesRows.get(rows)
  if (row === undefined) {
    row = Object.values(rows).find((each): each is LinesRow => each.kind === 'lines') ?? null
    linesRows.set(rows, row)
  }
  return row ?? undefined
}

/** Returns the elements of a kind of lines. */
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

/** Returns the desktop's line elements in a record or a group line, from all tables, in stored order. */
export function getLines(row: LinesRow, record: Element): Element[] {
  const { readers } = getIndex(row)
  return record.children.filter(({ name }) => readers.has(name))
}

/** Returns the kind of a desktop line. */
export function lineKindFor(row: LinesRow, line: Element): LineKind {
  for (const kind of getIndex(row).readers.get(line.name) ?? [])
    if (kind.reads === undefined || kind.reads(line)) return kind
  throw new Error(`no kind of ${row.element} reads ${line.name}`)
}

import type { ReportRow, ReportRows, SectionRow } from '../table/report.ts'
import type { DesktopContent } from './desktop-report.ts'

/** Serializes rows as JSON, in parts to be joined. */
export function* serializeRows({ Row: rows }: ReportRows): Generator<string, void> {
  if (rows === undefined) {
    yield '{}'
    return
  }
  yield '{"Row":['
  for (const [index, row] of rows.entries()) {
    if (index > 0) yield ','
    yield* serializeRow(row)
  }
  yield ']}'
}

function* serializeRow(row: ReportRow): Generator<string, void> {
  if (row instanceof SerializedRows) {
    yield row.serialized
    return
  }
  if (!('Rows' in row) || row.Rows === undefined) {
    yield JSON.stringify(row)
    return
  }
  const { Header, Rows, ...rest } = row
  yield Header === undefined ? '{"Rows":' : `{"Header":${JSON.stringify(Header)},"Rows":`
  yield* serializeRows(Rows)
  const others = JSON.stringify(rest)
  yield others === '{}' ? '}' : `,${others.slice(1)}`
}

/** Adds a row to others, in the form taking least memory. */
export type AddRow = (rows: ReportRow[], row: ReportRow) => void

export const addAsObject: AddRow = (rows, row) => {
  rows.push(row)
}

/** Returns how a report's rows are kept: a long report's are serialized at once. */
export function createAddRow({ isLong }: Pick<DesktopContent, 'isLong'>, isReversed = false): AddRow {
  if (!isLong) return addAsObject
  return (rows, row) => {
    if (getLength(row) > maxSerializedLength) {
      rows.push(row)
      return
    }
    const text = [...serializeRow(row)].join('')
    const last = rows[rows.length - 1]
    if (!isReversed && last instanceof SerializedRows && last.hasRoomFor(text)) last.add(text)
    else rows.push(new SerializedRows(text))
  }
}

/** Returns a row in the form taking least memory, to be put in its place later. */
export function packRow({ isLong }: Pick<DesktopContent, 'isLong'>, row: ReportRow): ReportRow {
  return isLong ? new SerializedRows([...serializeRow(row)].join('')) : row
}

/** Longer sections stay lists of rows, since each section around them would copy their texts. */
const maxSerializedLength = 64 * 1024

/** A long report's consecutive rows as JSON, which takes less memory than their members. */
class SerializedRows implements SectionRow {
  readonly type = 'Section'
  #texts: string[]
  #length: number

  constructor(text: string) {
    this.#texts = [text]
    this.#length = text.length
  }

  get serialized(): string {
    return this.#texts.length === 1 ? (this.#texts[0] ?? '') : this.#texts.join(',')
  }

  get length(): number {
    return this.#length
  }

  /** Returns whether a text may be added. When there is no room, no more follow. */
  hasRoomFor({ length }: string): boolean {
    const hasRoom = this.#length + length < maxSerializedLength
    if (!hasRoom) this.#texts = [this.serialized]
    return hasRoom
  }

  add(text: string): void {
    this.#texts.push(text)
    this.#length += text.length + 1
  }
}

/** Returns about the length of a row's JSON; infinite for a row with sections not yet serialized. */
function getLength(row: ReportRow): number {
  if (row instanceof SerializedRows) return row.length
  if (row.group !== undefined) return Number.POSITIVE_INFINITY
  if ('ColData' in row) return row.ColData.length * cellLength
  const rows = row.Rows?.Row ?? []
  return rows.reduce((sum, each) => sum + (isSection(each) ? Number.POSITIVE_INFINITY : getLength(each)), 0)
}

/** A cell's usual length as JSON. */
const cellLength = 50

function isSection(row: ReportRow): boolean {
  return !('ColData' in row) && !(row instanceof SerializedRows)
}

import type { JsonValue } from '../table/json.ts'
import type { ValueRow } from '../table/row.ts'

/** Turns a desktop text into the client's value; undefined leaves the member out. */
export type ReadText = (text: string) => JsonValue | undefined

const readText: ReadText = (text) => (text === '' ? undefined : text)
const readBool: ReadText = (text) => (text === '' ? undefined : text === 'true' || text === '1')
const readNumber: ReadText = (text) => {
  if (text === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}
const readNegated: ReadText = (text) => {
  const value = readNumber(text)
  // 0 - value, for -0 is not a thing that clients expect.
  return typeof value === 'number' ? 0 - value : undefined
}

/** How texts of a row become values. Times are not here: they need their record (`read-times.ts`). */
export function textReader(row: ValueRow): ReadText {
  switch (row.type) {
    case 'bool': {
      const no = row.spelling?.no.map((each) => each.toLowerCase())
      return no === undefined ? readBool : (text) => (text === '' ? undefined : !no.includes(text.toLowerCase()))
    }
    case 'choice': {
      const shown = new Map(
        (row.choices ?? [])
          .filter((each) => each.reads !== false && each.refused === undefined)
          .map((each) => [each.desktop, each.client]),
      )
      // Real files hold values that no published schema has: shown as they are.
      return (text) => (text === '' ? undefined : (shown.get(text) ?? text))
    }
    case 'text':
    case 'date':
    case 'dateTime':
    case 'ref':
      return readText
    default:
      return row.negated ? readNegated : readNumber
  }
}

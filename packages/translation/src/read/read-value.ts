import { childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import { maxNumberCharacters, maxTimeCharacters, toDecimal } from '../check/check-value.ts'
import type { JsonValue } from '../table/json.ts'
import type { ValueRow } from '../table/row.ts'

/** Converts a desktop text to a JSON value; undefined omits the field. */
export type ReadText = (text: string) => JsonValue | undefined

const readText: ReadText = (text) => (text === '' ? undefined : text)
const readTime: ReadText = (text) => (text.length > maxTimeCharacters ? undefined : readText(text))
const readBool: ReadText = (text) => {
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}
const readNumber: ReadText = (text) => {
  if (text === '' || text.length > maxNumberCharacters) return undefined
  const value = Number(text)
  if (value !== 0 && Number.isFinite(value)) return value
  return writtenNumber.test(text) ? Number(text.replaceAll(/[,%]/g, '')) : undefined
}
/** Includes thousands separators and the percent sign, which QuickBooks writes after some rates. */
const writtenNumber = /^[+-]?(?:\d{1,40}|\d{1,3}(?:,\d{3}){1,10})(?:\.\d{0,40})?%?$/
const readNegated: ReadText = (text) => {
  const value = readNumber(text)
  // `0 - value` instead of `-value`, which could be -0.
  return typeof value === 'number' ? 0 - value : undefined
}

/** Returns a child element's number; zero if it is missing or not numeric. */
export function childNumber(element: Element, name: string): Big {
  return toDecimal(childText(element, name)) ?? new Big(0)
}

/** Returns the function converting a row's texts. */
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
      // Real company files contain values missing from every published schema; these are returned unchanged.
      return (text) => (text === '' ? undefined : (shown.get(text) ?? text))
    }
    case 'text': {
      const { idPrefix, read } = row
      if (read.masks !== undefined) return read.masks
      return idPrefix === undefined ? readText : (text) => (text === '' ? undefined : idPrefix + text)
    }
    case 'date':
    case 'dateTime':
      return readTime
    case 'ref':
      return readText
    default:
      return row.negated ? readNegated : readNumber
  }
}

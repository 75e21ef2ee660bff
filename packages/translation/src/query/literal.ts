import { parseEpoch } from '@bridge/qbxml'
import { isCalendarDay, maxTimeCharacters, toDecimal } from '../check/check-value.ts'
import { trimBlanks } from '../check/trim-blanks.ts'
import type { Literal } from './query.ts'
import { validationError } from './query-errors.ts'

/** The seconds covered by a time literal: one second, or a date's whole UTC day [dp-4.3.8]. */
export interface Span {
  readonly from: number
  readonly to: number
}

const day = 86_400

export function parseTextLiteral({ text }: Literal): string {
  return foldText(text)
}

/** Folds a text for comparison, ignoring case and outer blanks [dp-4.3.7]. */
export function foldText(text: string): string {
  return trimBlanks(text).toLowerCase()
}

export function parseNumberLiteral({ text, kind }: Literal, name: string): number {
  const value = kind === 'boolean' ? undefined : toDecimal(text)
  if (value === undefined) throw validationError(`${name} must be compared with a number, not '${shorten(text)}'.`)
  return value.toNumber()
}

function shorten(text: string): string {
  return text.slice(0, 60)
}

export function parseBoolLiteral({ text }: Literal, name: string): boolean {
  const lower = foldText(text)
  if (lower !== 'true' && lower !== 'false')
    throw validationError(`${name} must be compared with true or false, not '${shorten(text)}'.`)
  return lower === 'true'
}

const timeForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(\s*Z|(?:\s*[+-]|\s)(?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i

/** Returns a literal's date as `YYYY-MM-DD`, without its time. */
export function parseDateLiteral(literal: Literal, name: string): string {
  const parts = requireTimeParts(literal, name)
  return `${parts[1]}-${parts[2]}-${parts[3]}`
}

type TimeParts = readonly (string | undefined)[]

function requireTimeParts({ text }: Literal, name: string): TimeParts {
  const parts = findTimeParts(text)
  if (parts === undefined) {
    throw validationError(
      `${name} must be compared with a date like '2026-01-31' or a time like '2026-01-31T10:00:00-08:00', not '${shorten(text)}'.`,
    )
  }
  return parts
}

function findTimeParts(text: string): TimeParts | undefined {
  const parts = text.length > maxTimeCharacters ? null : timeForm.exec(text.trim())
  return parts !== null &&
    isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3])) &&
    Number(parts[4] ?? 0) <= 23 &&
    Number(parts[5] ?? 0) <= 59 &&
    Number(parts[6] ?? 0) <= 59
    ? parts
    : undefined
}

/** Returns the seconds covered by a time literal, in UTC unless it names a zone. */
export function parseTimeLiteral(literal: Literal, name: string): Span {
  return toSpan(requireTimeParts(literal, name))
}

function toSpan([, year, month, dayOfMonth, hours, minutes, seconds = '00', zone = 'Z']: TimeParts): Span {
  const date = `${year}-${month}-${dayOfMonth}`
  if (hours === undefined) {
    const from = parseEpoch(date) ?? 0
    return { from, to: from + day - 1 }
  }
  const from = parseEpoch(`${date}T${hours}:${minutes}:${seconds}${normalizeOffset(zone)}`) ?? 0
  return { from, to: from }
}

/** Converts `-0800`, `+05` and ` 07:00` (whose plus sign was lost in form decoding) to `±hh:mm`. */
function normalizeOffset(text: string): string {
  const zone = text.trim()
  if (zone.toUpperCase() === 'Z') return 'Z'
  const digits = zone.replace(/[^\d]/g, '')
  return `${zone.startsWith('-') ? '-' : '+'}${digits.slice(0, 2)}:${digits.slice(2).padEnd(2, '0')}`
}

/**
 * Returns the seconds covered by a text, in UTC unless it names a zone; undefined if it is neither a date nor a time.
 */
export function parseSpan(text: string): Span | undefined {
  const parts = findTimeParts(text)
  return parts && toSpan(parts)
}

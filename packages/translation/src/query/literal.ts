import { isCalendarDay, toDecimal } from '../check/check-value.ts'
import { epochOf } from '../qbxml/times.ts'
import type { Literal } from './query.ts'
import { validationError } from './query-errors.ts'

/** The seconds that a time literal names: one second, or the whole UTC day of a date (specification, 4.3 rule 8). */
export interface Span {
  readonly from: number
  readonly to: number
}

const day = 86_400

/** A literal for a text: trimmed, without case (rule 7). */
export function textLiteral({ text }: Literal): string {
  return foldText(text)
}

/** How texts are compared. */
export function foldText(text: string): string {
  return text.trim().toLowerCase()
}

export function numberLiteral({ text, kind }: Literal, name: string): number {
  const value = kind === 'boolean' ? undefined : toDecimal(text)
  if (value === undefined) throw validationError(`${name} is compared with a number, not with '${short(text)}'`)
  return value.toNumber()
}

function short(text: string): string {
  return text.slice(0, 60)
}

export function boolLiteral({ text }: Literal, name: string): boolean {
  const lower = foldText(text)
  if (lower !== 'true' && lower !== 'false')
    throw validationError(`${name} is compared with true or false, not with '${short(text)}'`)
  return lower === 'true'
}

const timeForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(\s*Z|(?:\s*[+-]|\s)(?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i

/** `YYYY-MM-DD` of a date literal; a time behind it is left out. */
export function dateLiteral(literal: Literal, name: string): string {
  const parts = partsOf(literal, name)
  return `${parts[1]}-${parts[2]}-${parts[3]}`
}

type TimeParts = readonly (string | undefined)[]

function partsOf({ text }: Literal, name: string): TimeParts {
  const parts = timeParts(text)
  if (parts === undefined) {
    throw validationError(
      `${name} is compared with a date like '2026-01-31' or a time like '2026-01-31T10:00:00-08:00', not with '${short(text)}'`,
    )
  }
  return parts
}

function timeParts(text: string): TimeParts | undefined {
  const parts = timeForm.exec(text.trim())
  return parts !== null &&
    isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3])) &&
    Number(parts[4] ?? 0) <= 23 &&
    Number(parts[5] ?? 0) <= 59 &&
    Number(parts[6] ?? 0) <= 59
    ? parts
    : undefined
}

/** The seconds of a time literal; without a zone it is UTC. */
export function timeLiteral(literal: Literal, name: string): Span {
  return spanOfParts(partsOf(literal, name))
}

function spanOfParts([, year, month, dayOfMonth, hours, minutes, seconds = '00', zone = 'Z']: TimeParts): Span {
  const date = `${year}-${month}-${dayOfMonth}`
  if (hours === undefined) {
    const from = epochOf(date) ?? 0
    return { from, to: from + day - 1 }
  }
  const from = epochOf(`${date}T${hours}:${minutes}:${seconds}${offsetOf(zone)}`) ?? 0
  return { from, to: from }
}

/** `-0800`, `+05`, and `07:00` whose plus sign was lost in form decoding, in the form `±hh:mm`. */
function offsetOf(written: string): string {
  const zone = written.trim()
  if (zone.toUpperCase() === 'Z') return 'Z'
  const digits = zone.replace(/[^\d]/g, '')
  return `${zone.startsWith('-') ? '-' : '+'}${digits.slice(0, 2)}:${digits.slice(2).padEnd(2, '0')}`
}

/** The seconds that a text names; without a zone it is UTC. Undefined where it is neither a date nor a time. */
export function parseSpan(text: string): Span | undefined {
  const parts = timeParts(text)
  return parts && spanOfParts(parts)
}

import { Fault } from '@bridge/faults'
import Big from 'big.js'
import type { CheckedRef, CheckedValue } from '../table/checked-value.ts'
import { isJsonObject, type JsonValue, scalarText } from '../table/json.ts'
import type { ValueRow } from '../table/row.ts'
import type { WriteTraits } from '../table/traits.ts'
import { trimBlanks } from './trim-blanks.ts'

/** The digits before and after the decimal point in each QuickBooks number type. */
const numberForms = {
  amount: { whole: 13, decimals: 2 },
  quantity: { whole: 10, decimals: 5 },
  price: { whole: 10, decimals: 5 },
  percent: { whole: 10, decimals: 5 },
  rate: { whole: 10, decimals: 10 },
  integer: { whole: 9, decimals: 0 },
} as const

/** The maximum ID length (IDTYPE). */
export const maxIdLength = 36

/** The maximum text length for a number: neither side has numbers with as many digits. */
export const maxNumberCharacters = 100

/** The maximum text length for a time, with fractional seconds and an offset. */
export const maxTimeCharacters = 60

/** Characters forbidden in XML 1.0: control characters, unpaired surrogates, U+FFFE and U+FFFF. */
const forbiddenCharacter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** How deep a body is inspected. No field is nested as deeply. */
const maxDepth = 20

/** Returns whether a value is empty, as sent for unused fields. */
export function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Returns whether a value has an effect, unlike blanks, `false`, zero and structures containing only these. */
export function isMeaningful(value: JsonValue | undefined, depth = 0): boolean {
  if (isBlank(value) || value === false || value === 0 || value === '0' || isZeroTime(value)) return false
  if (depth > maxDepth) return true
  if (Array.isArray(value)) return value.some((each) => isMeaningful(each, depth + 1))
  return isJsonObject(value) ? Object.values(value).some((each) => isMeaningful(each, depth + 1)) : true
}

/** Returns whether a value is the first instant in year 1, which Go and .NET send for an unset time. */
export function isZeroTime(value: JsonValue | undefined): boolean {
  return (
    typeof value === 'string' &&
    value.length <= maxTimeCharacters &&
    /^\s*0001-01-01(T00:00:00(\.0+)?(Z|[+-]\d\d:?\d\d)?)?\s*$/.test(value)
  )
}

/** Returns text allowed in XML. Throws 2010 or 2050 with `element`. */
export function checkText(value: JsonValue | undefined, path: string, max?: number): string {
  if (typeof value !== 'string') throw invalid(path, `must be a string, not ${typeName(value)}`)
  if (forbiddenCharacter.test(value)) {
    throw invalid(path, 'contains a control character or an unpaired surrogate, which QuickBooks Desktop cannot store')
  }
  // A string has at least as many UTF-16 units as code points, so most strings need no count.
  if (max !== undefined && value.length > max) {
    const length = [...value].length
    if (length > max) {
      throw new Fault('2050', `${path} has ${length} characters, but QuickBooks Desktop stores at most ${max}.`, {
        element: path,
      })
    }
  }
  return value
}

function invalid(path: string, detail: string): Fault {
  return new Fault('2010', `${path} ${detail}.`, { element: path })
}

function typeName(value: JsonValue | undefined): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'this text' : `a ${typeof value}`
}

/** Returns an ID or a token, which clients also send as a number. */
export function checkToken(value: JsonValue | undefined, path: string, max: number): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : checkText(value, path)
  if (text.length > max) throw invalid(path, `is not a value of this service: it is longer than ${max} characters`)
  return text.trim()
}

/** The row traits deciding how values are checked. */
export type CheckedRow = Pick<ValueRow, 'type' | 'choices' | 'spelling' | 'negated' | 'idPrefix' | 'write'> & {
  /** The accepted decimals, if more than QuickBooks has. */
  readonly decimals?: number
}

/** Converts a non-blank value to the desktop's spelling. Throws 2010 or 2050 with `element`. */
export function checkValue(row: CheckedRow, value: JsonValue, path: string): CheckedValue {
  switch (row.type) {
    case 'text':
      return checkWrittenText(row.write, value, path)
    case 'bool':
      return checkBool(row, value, path)
    case 'date':
      return checkDate(value, path, row.write.earliest)
    case 'dateTime':
      return checkTime(value, path)
    case 'choice':
      return checkChoice(row, value, path)
    case 'ref':
      return checkRef(row, value, path)
    default:
      return checkNumber(row.type, row, value, path)
  }
}

function checkWrittenText({ isName, acceptsNumbers, max }: WriteTraits, value: JsonValue, path: string): string {
  if (isName) return checkName(value, path, max)
  return checkText(acceptsNumbers ? toDigits(value) : value, path, max)
}

/**
 * Returns a JSON number as text; any other value, and a number whose digits JSON readers may have changed, stays what
 * it is. See docs/decisions/0012-follow-the-wire-shapes-that-real-clients-use.md.
 */
export function toDigits(value: JsonValue): JsonValue {
  if (typeof value !== 'number') return value
  const text = String(value)
  const isExact = Number.isSafeInteger(value) || (text.length <= exactDigits && /^-?\d+\.\d+$/.test(text))
  return isExact ? text : value
}

/** The characters in a decimal fraction, including its point, whose digits every JSON number keeps. */
const exactDigits = 16

function checkName(value: JsonValue, path: string, max: number | undefined): string {
  const name = checkText(typeof value === 'string' ? trimBlanks(value) : value, path, max)
  if (/[:\t\r\n]/.test(name)) {
    throw invalid(path, 'must not contain a colon, which separates the levels of a name, a tab or a line break')
  }
  return name
}

function checkBool(row: CheckedRow, value: JsonValue, path: string): string {
  const yes = checkYes(value, path)
  return (yes ? row.spelling?.yes[0] : row.spelling?.no[0]) ?? String(yes)
}

function checkDate(value: JsonValue, path: string, earliest = firstDate): string {
  const parts = dateForm.exec(timeText(value))
  if (parts === null || !isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) {
    throw invalid(path, 'must be a valid date in the form YYYY-MM-DD')
  }
  const day = `${parts[1]}-${parts[2]}-${parts[3]}`
  if (day < earliest || day > lastDate)
    throw invalid(path, `must be between ${earliest} and ${lastDate}, as QuickBooks Desktop has it`)
  return day
}

function checkTime(value: JsonValue, path: string): string {
  const time = timeText(value)
  if (!timeForm.test(time)) throw invalid(path, 'must be a time in the form YYYY-MM-DDThh:mm:ss+hh:mm')
  checkDate(time, path)
  return time
}

function timeText(value: JsonValue): string {
  return typeof value === 'string' && value.length <= maxTimeCharacters ? value.trim() : ''
}

function checkChoice(row: CheckedRow, value: JsonValue, path: string): string {
  const word = typeof value === 'string' ? value.toLowerCase() : undefined
  const choices = row.choices ?? []
  const found = choices.find((each) => each.writes !== false && each.client.toLowerCase() === word)
  if (found?.refused !== undefined) {
    throw new Fault('UNSUPPORTED_BY_DESKTOP', `${path} is not supported: ${found.refused}.`, { element: path })
  }
  if (found === undefined) {
    const known = choices.filter((each) => each.writes !== false && each.refused === undefined)
    const code = word === undefined ? '2010' : (row.write.unknownChoice ?? '2010')
    throw new Fault(code, `${path} must be one of ${known.map((each) => each.client).join(', ')}.`, { element: path })
  }
  return found.desktop
}

function checkRef(row: CheckedRow, value: JsonValue, path: string): CheckedRef | '' {
  if (!isJsonObject(value)) throw invalid(path, `must be a reference { "value": "<id>" }, not ${typeName(value)}`)
  for (const member of Object.keys(value)) {
    if (!refMembers.has(member)) {
      throw new Fault('UNMAPPED_FIELD', `${path}.${member} does not exist. A reference has value and name.`, {
        element: `${path}.${member}`,
      })
    }
  }
  if (!isBlank(value.value)) {
    const id = checkToken(value.value, `${path}.value`, maxIdLength)
    const name = row.write.names?.find((each) => each === id.toUpperCase())
    return name === undefined ? { listId: removePrefix(row, id, path) } : { fullName: name }
  }
  return isBlank(value.name) ? '' : { fullName: checkText(value.name, `${path}.name`, row.write.maxNameLength).trim() }
}

/** Returns the ID in the desktop's list. Throws 2500 for an ID from another merged list. */
function removePrefix({ idPrefix }: CheckedRow, id: string, path: string): string {
  if (idPrefix === undefined) return id
  const rest = id.slice(idPrefix.length)
  if (id.toUpperCase().startsWith(idPrefix) && listIdForm.test(rest)) return rest
  throw new Fault('2500', `No record that ${path} can name has the Id ${JSON.stringify(id)}.`, { element: path })
}

const listIdForm = /^[\dA-F]{1,16}-\d{1,10}$/i

function checkNumber(
  type: keyof typeof numberForms,
  { negated, decimals: passingDecimals, write: { between } }: CheckedRow,
  value: JsonValue,
  path: string,
): string {
  const decimal = toDecimal(value)
  if (decimal === undefined && typeof value === 'number') throw invalid(path, 'is out of range for QuickBooks Desktop')
  if (decimal === undefined) throw invalid(path, `must be a number, not ${typeName(value)}`)
  const { whole, decimals: stored } = numberForms[type]
  const decimals = passingDecimals ?? stored
  const denoised = typeof value === 'number' && stored < noiseDecimals ? decimal.round(noiseDecimals) : decimal
  const rounded = denoised.round(decimals)
  if (!rounded.eq(denoised))
    throw invalid(path, decimals === 0 ? 'must be an integer' : `has more than ${decimals} decimals`)
  if (rounded.abs().gte(new Big(10).pow(whole)))
    throw invalid(path, `has more than ${whole} digits before the decimal point`)
  if (between !== undefined && (rounded.lt(between[0]) || rounded.gt(between[1])))
    throw invalid(path, `must be between ${between[0]} and ${between[1]}`)
  const signed = negated ? rounded.times(-1) : rounded
  return formatNumber(type, signed)
}

/** Returns a boolean, which clients also send as text. */
export function checkYes(value: JsonValue | undefined, path: string): boolean {
  const text = scalarText(value)?.toLowerCase()
  if (typeof value === 'number' || (text !== 'true' && text !== 'false')) {
    throw invalid(path, `must be true or false, not ${typeName(value)}`)
  }
  return text === 'true'
}

const dateForm = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d(?::?\d\d){0,2}(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/
const firstDate = '1970-01-01'
const lastDate = '2038-01-19'

export function isCalendarDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

const timeForm = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/

const refMembers = new Set(['value', 'name', 'type'])

/** Converts a JSON number or numeric text; undefined for anything else. */
export function toDecimal(value: JsonValue | undefined): Big | undefined {
  if (typeof value === 'number' ? !Number.isFinite(value) : typeof value !== 'string') return undefined
  const text = String(value)
  if (text.length > maxNumberCharacters) return undefined
  const digits = text.trim()
  return /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,2})?$/i.test(digits)
    ? new Big(digits.replace(/^\+/, '').replace(/\.$/, '').replace(/\.e/i, 'e'))
    : undefined
}

/** The decimals after which a JSON number shows binary rounding errors (19.99 * 3 is 59.97000000000001). */
const noiseDecimals = 8

/** Formats a decimal for the desktop; amounts always have two decimals. */
export function formatNumber(kind: keyof typeof numberForms, value: Big): string {
  return (value.eq(0) ? new Big(0) : value).toFixed(kind === 'amount' ? 2 : undefined)
}

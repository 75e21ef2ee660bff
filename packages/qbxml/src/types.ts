import type { ElementNode, ValueType } from './messages/notation.ts'

/** The status with which QuickBooks rejects a value. */
export interface ValueError {
  readonly statusCode: number
  readonly statusMessage: string
}

/** How a type's values are formed, and the status for any other value. */
export interface TypeRule {
  /** The type's name in QuickBooks' texts. */
  readonly noun: string
  readonly statusCode: number
  accepts(text: string): boolean
}

const decimal = matches(/^[+-]?(?:\d{1,10}(?:\.\d{0,5})?|\.\d{1,5})$/)

function matches(pattern: RegExp) {
  return (text: string): boolean => pattern.test(text)
}

/** The value types and their exact forms; see `docs/quickbooks/qbxml.md`. */
export const types: Readonly<Record<Exclude<ValueType, 'string' | 'choice'>, TypeRule>> = {
  bool: { noun: 'boolean', statusCode: 3010, accepts: matches(/^(?:true|false|1|0)$/) },
  date: { noun: 'date', statusCode: 3020, accepts: (text) => isDate(text, dates) },
  datetime: { noun: 'date-time', statusCode: 3020, accepts: (text) => isDateTime(text) },
  interval: {
    noun: 'time interval',
    statusCode: 3035,
    accepts: matches(/^PT(?=\d)(?:\d{1,9}H)?(?:\d{1,9}M)?(?:\d{1,9}S)?$/),
  },
  amt: { noun: 'amount', statusCode: 3040, accepts: matches(/^[+-]?\d{1,13}(?:\.\d{2})?$/) },
  price: { noun: 'price', statusCode: 3045, accepts: decimal },
  percent: { noun: 'percent', statusCode: 3050, accepts: decimal },
  quan: { noun: 'quantity', statusCode: 3060, accepts: decimal },
  float: {
    noun: 'number',
    statusCode: 3085,
    accepts: matches(/^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:[eE][+-]?\d{1,2})?$/),
  },
  int: {
    noun: 'integer',
    statusCode: 3085,
    accepts: (text) => /^[+-]?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= 2_147_483_647,
  },
  guid: {
    noun: 'GUID',
    statusCode: 3065,
    accepts: matches(/^(?:0|\{[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}\})$/),
  },
  id: {
    noun: 'object ID',
    statusCode: 3000,
    accepts: matches(/^(?:[\dA-Fa-f]{1,16}-\d{1,10}|-1|[\da-z]{16})$/),
  },
}

interface Calendar {
  readonly first: string
  readonly last: string
}

/** The range for dates, such as dates of birth. */
const dates: Calendar = { first: '1901-01-01', last: '9999-12-31' }
/** The range for times. */
const times: Calendar = { first: '1970-01-01', last: '2038-01-19' }

function isDate(text: string, { first, last }: Calendar): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null || text < first || text > last) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  return month >= 1 && month <= 12 && day >= 1 && day <= getDaysInMonth(year, month)
}

function getDaysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10), times) && (text.length === 10 || timePattern.test(text.slice(10)))
}

/**
 * Returns the error for an element's text; `undefined` if QuickBooks accepts it. Empty text is valid for every type,
 * since it clears a field.
 */
export function findValueError(node: ElementNode, text: string): ValueError | undefined {
  if (text === '') return undefined
  const { name, type, maxLength, values, minimum, maximum } = node
  if (type === 'choice')
    return values?.includes(text)
      ? undefined
      : error(3110, `The enumerated value "${text}" in the field "${name}" is not known.`)
  if (type === 'string' || type === undefined)
    return maxLength !== undefined && isLonger(text, maxLength)
      ? error(3070, `The string "${text}" in the field "${name}" is too long.`)
      : undefined
  const rule = types[type]
  const accepted =
    rule.accepts(text) &&
    (minimum === undefined || Number(text) >= minimum) &&
    (maximum === undefined || Number(text) <= maximum)
  if (accepted) return undefined
  if (type === 'id') return error(3000, `The given object ID "${text}" in the field "${name}" is invalid.`)
  return error(rule.statusCode, `There was an error when converting the ${rule.noun} "${text}" in the field "${name}".`)
}

function error(statusCode: number, statusMessage: string): ValueError {
  return { statusCode, statusMessage }
}

function isLonger(text: string, codePoints: number): boolean {
  return text.length > codePoints && [...text].length > codePoints
}

const timePattern = /^T([01]\d|2[0-3])(?::[0-5]\d(?::[0-5]\d(?:[+-](?:0\d|1[0-4]):[0-5]\d)?)?)?$/

import Big from 'big.js'
import { isBlank, isMeaningful, isZeroTime, toDecimal } from '../check/check-value.ts'
import { findReferenceId } from '../check/confirmable.ts'
import { sameJson } from '../check/same-json.ts'
import { isJsonObject, type JsonValue, scalarText } from '../table/json.ts'
import { isValueRow, type Row, type ValueRow } from '../table/row.ts'

/** A compared value's position. */
export interface CompareScope {
  readonly isLine: boolean
  /** An existing record or line, whose blank fields are cleared. */
  readonly isUpdate: boolean
}

/**
 * Returns whether QuickBooks returned a value as sent. Values ignored by the API's rules pass: read-only ones, refused
 * ones without effect, and those a client can only repeat.
 */
export function isKept(
  row: Row,
  sent: JsonValue,
  stored: JsonValue | undefined,
  { isLine, isUpdate }: CompareScope,
): boolean {
  if ('currency' in row && row.currency !== undefined) return isSameCurrency(row, sent, stored)
  switch (row.access) {
    case 'ignored':
      return row.isEcho === true || !isMeaningful(sent) || row.passes?.(sent, {}) === true
    case 'readOnly':
      return !(isLine || isKeptFromClients(row)) || isSame(row, sent, stored)
    case 'repeatOnly':
      return !isMeaningful(sent) || stored === undefined || isConfirmed(row, sent) || isSame(row, sent, stored)
    case 'createOnly':
      return isUpdate || isSame(row, sent, stored)
    case 'openingBalance':
      return isUpdate || isBlank(sent) || isSame(row, sent, stored)
    case 'readWrite':
      return isUpdate && isBlank(sent) ? isCleared(row, stored) : isSame(row, sent, stored)
    default:
      return true
  }
}

/** Compares codes in any case. A file with one currency returns no rate. */
function isSameCurrency(row: Row, sent: JsonValue, stored: JsonValue | undefined): boolean {
  if (stored === undefined || isBlank(sent)) return true
  if (!isJsonObject(sent) || !isJsonObject(stored)) return isSame(row, sent, stored)
  return isBlank(sent.value) || scalarText(sent.value)?.trim().toUpperCase() === stored.value
}

/** Returns whether a reference was confirmed to name a record equivalent to what QuickBooks returns. */
function isConfirmed(row: Row, sent: JsonValue): boolean {
  return 'rejection' in row && findReferenceId(row.rejection?.passesFor, sent) !== undefined
}

/** Returns whether QuickBooks sets a value QBO lets clients set. */
function isKeptFromClients(row: Row): boolean {
  return isValueRow(row) && row.read.isSetByQuickBooks === true
}

function isCleared(row: Row, stored: JsonValue | undefined): boolean {
  if (!isValueRow(row) || row.read.hidden || row.type === 'bool' || row.type === 'choice') return true
  return stored === undefined || !isMeaningful(stored)
}

function isSame(row: Row, sent: JsonValue, stored: JsonValue | undefined): boolean {
  if (isBlank(sent) || isZeroTime(sent)) return true
  if (!isValueRow(row)) return isUnreadable(row, stored) || sameJson(sent, stored)
  if (row.read.hidden) return row.read.isLost !== true || !isMeaningful(sent)
  if (stored === undefined) return !isMeaningful(sent) || toDecimal(sent)?.eq(0) === true
  return isSameValue(row, sent, stored)
}

/** Returns whether the desktop hides a structure it has stored, such as a copied line's source. */
function isUnreadable(row: Row, stored: JsonValue | undefined): boolean {
  return row.kind !== 'derived' || (row.type === 'structure' && stored === undefined)
}

function isSameValue(row: ValueRow, sent: JsonValue, stored: JsonValue): boolean {
  const [one, other] = [toText(sent), toText(stored)]
  switch (row.type) {
    case 'ref':
      return isSameReference(row, sent, stored)
    case 'text':
      return one === other || (row.read.masks !== undefined && row.read.masks(one) === other)
    case 'bool':
    case 'choice':
      return one.toLowerCase() === other.toLowerCase()
    case 'date':
      return one.slice(0, dayCharacters) === other.slice(0, dayCharacters)
    case 'dateTime':
      return one === other || Date.parse(one) === Date.parse(other)
    default:
      return isSameNumber(sent, stored)
  }
}

const dayCharacters = 'YYYY-MM-DD'.length

/** Returns a text without the differences XML and the desktop make to its blanks and line ends. */
function toText(value: JsonValue): string {
  return (scalarText(value) ?? '').replace(/\r\n?/g, '\n').trim()
}

/** The decimals after which JSON numbers show binary rounding errors. */
const noiseDecimals = 8

function isSameNumber(sent: JsonValue, stored: JsonValue): boolean {
  const [one, other] = [toDecimal(sent), toDecimal(stored)]
  const rounded = typeof sent === 'number' ? one?.round(noiseDecimals) : one
  return rounded !== undefined && other !== undefined && new Big(rounded).eq(other)
}

function isSameReference({ write: { names } }: ValueRow, sent: JsonValue, stored: JsonValue): boolean {
  if (!isJsonObject(sent)) return true
  const returned = isJsonObject(stored) ? stored : {}
  const named = (value: JsonValue | undefined) => toText(value ?? '').toLowerCase()
  if (isBlank(sent.value)) return isBlank(sent.name) || named(sent.name) === named(returned.name)
  const isOtherType = !isBlank(sent.type) && !isBlank(returned.type) && named(sent.type) !== named(returned.type)
  if (isOtherType) return false
  const id = toText(sent.value ?? '')
  return id === returned.value || (names?.includes(id.toUpperCase()) === true && named(id) === named(returned.name))
}

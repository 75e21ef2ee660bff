import { parseEpoch } from '@bridge/qbxml'
import { isCurrencyCode } from '../check/check-currency.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import { requireCurrentOn } from './as-of.ts'
import { LikePattern } from './like.ts'
import {
  foldText,
  parseBoolLiteral,
  parseDateLiteral,
  parseNumberLiteral,
  parseTextLiteral,
  parseTimeLiteral,
} from './literal.ts'
import { getComparedProperty, type Property, requireProperty } from './property.ts'
import type { Condition, Literal, Operator, Query } from './query.ts'
import { validationError } from './query-errors.ts'

type Predicate = (record: JsonObject) => boolean
/** The record's sort values; null for a missing one. */
export type SortKeys = readonly (string | number | null)[]

/** A record's place in an order, without the record. */
export interface Sortable {
  readonly id: string
  /** Empty if the records stay in QuickBooks' order. */
  readonly keys: SortKeys
}

/** Sorts records by keys, and those with the same keys by ID, so that every server sorts alike. */
export interface Order {
  readonly getKeys: (record: JsonObject) => SortKeys
  readonly compare: (one: Sortable, other: Sortable) => number
}

/** A query's functions over records. */
export interface CompiledQuery {
  readonly matches: Predicate
  /** Undefined if the records stay in QuickBooks' order. */
  readonly order: Order | undefined
  readonly project: (record: JsonObject) => JsonObject
}

/**
 * Compiles a query into functions over translated records. They check every condition, including those pushed down.
 * Throws 4000 (unknown property, wrong operator or literal) and UNSUPPORTED_QUERY.
 */
export function compileQuery(query: Query, table: EntityTable): CompiledQuery {
  const asOf = table.readBy?.asOf.key.toLowerCase()
  const isAsOf = ({ property, operator }: Condition): boolean => operator === '=' && property.toLowerCase() === asOf
  const predicates = [
    ...query.conditions.filter((each) => !isAsOf(each)).map((condition) => compileCondition(condition, table)),
    // Last, because they reject records that the other conditions select.
    ...query.conditions.filter(isAsOf).map((condition) => compileAsOf(condition, table)),
  ]
  if (hidesInactive(query, table)) predicates.push((record) => record.Active !== false)
  return {
    matches: (record) => predicates.every((holds) => holds(record)),
    order: compileOrder(query, table),
    project: compileProjection(query, table),
  }
}

function compileCondition({ property: name, operator, values }: Condition, table: EntityTable): Predicate {
  const property = getComparedProperty(requireProperty(table, name))
  const path = property.path.join('.')
  if (property.kind === 'structure')
    throw validationError(`Property ${path} of Entity ${table.name} cannot be used in a condition.`)
  if (!getOperators(property.kind).includes(operator)) {
    throw validationError(
      `Operator ${operator} cannot be used on ${path}, only ${getOperators(property.kind).join(', ')}.`,
    )
  }
  switch (property.kind) {
    case 'text':
    case 'choice':
      return compileTextCondition(property, operator, values)
    case 'bool':
      return compileComparison(
        operator,
        values.map((value) => parseBoolLiteral(value, path)),
        (record) => toScalar(getValue(property, record), 'boolean'),
      )
    case 'ref':
      return compileComparison(
        operator,
        values.map(({ text }) => (property.isCurrency ? parseCurrencyLiteral(text, path) : text)),
        (record) => getReferenceId(getValue(property, record)),
      )
    case 'date':
      return compileComparison(
        operator,
        values.map((value) => parseDateLiteral(value, path)),
        (record) => toScalar(getValue(property, record), 'string'),
      )
    case 'dateTime':
      return compileTimeCondition(property, operator, values, path)
    default:
      return compileComparison(
        operator,
        values.map((value) => parseNumberLiteral(value, path)),
        (record) => toScalar(getValue(property, record), 'number'),
      )
  }
}

/** Returns a currency's code, in any case as everywhere in a query. Throws 4000 for another text, such as a ListID. */
function parseCurrencyLiteral(text: string, path: string): string {
  const code = text.trim().toUpperCase()
  if (isCurrencyCode(code)) return code
  throw validationError(`${path} is compared with a currency's code of three letters, such as 'EUR'.`)
}

/** Compiles a condition by the day for which a record is wanted. Its predicate throws for a day before the record's. */
function compileAsOf({ property: name, values: [value] }: Condition, table: EntityTable): Predicate {
  const property = requireProperty(table, name)
  const key = property.path.join('.')
  const day = value && parseDateLiteral(value, key)
  return (record) => {
    const current = getValue(property, record)
    if (day !== undefined && typeof current === 'string') requireCurrentOn(table.name, key, { day, current })
    return true
  }
}

function getOperators(kind: Property['kind']): readonly Operator[] {
  if (kind === 'text' || kind === 'choice') return operators.text
  return kind === 'bool' || kind === 'ref' ? operators.equality : operators.ordered
}

function compileTextCondition(property: Property, operator: Operator, values: readonly Literal[]): Predicate {
  // A missing text compares like an empty one.
  const read = (record: JsonObject): string =>
    foldText(String(findStandIn(property, record, values) ?? getValue(property, record) ?? ''))
  if (operator !== 'LIKE') return compileComparison(operator, values.map(parseTextLiteral), read)
  const pattern = new LikePattern(values[0]?.text ?? '')
  return (record) => pattern.matches(read(record))
}

/** Returns the name replacing a record's ID, if it is one of the values. */
function findStandIn({ merged, path }: Property, record: JsonObject, values: readonly Literal[]): string | undefined {
  if (merged === undefined || String(getValue({ path }, record)).startsWith(merged.idPrefix) === false) return undefined
  const name = String(record[merged.nameKey]).toUpperCase()
  return merged.names.includes(name) && values.some(({ text }) => text.trim().toUpperCase() === name) ? name : undefined
}

function getValue({ path }: Pick<Property, 'path'>, record: JsonObject): JsonValue | undefined {
  let value: JsonValue | undefined = record
  for (const name of path) {
    if (!isJsonObject(value)) return undefined
    value = value[name]
  }
  return value
}

/** Compiles a comparison, in which a missing value matches only `!=`. */
function compileComparison<T extends string | number | boolean>(
  operator: Operator,
  values: readonly T[],
  read: (record: JsonObject) => T | undefined,
): Predicate {
  const expected = values[0] as T
  const expectedValues = new Set(values)
  const test: (value: T) => boolean = {
    '=': (value: T) => value === expected,
    '!=': (value: T) => value !== expected,
    '<': (value: T) => value < expected,
    '>': (value: T) => value > expected,
    '<=': (value: T) => value <= expected,
    '>=': (value: T) => value >= expected,
    IN: (value: T) => expectedValues.has(value),
    LIKE: () => false,
  }[operator]
  return (record) => {
    const value = read(record)
    return value === undefined ? operator === '!=' : test(value)
  }
}

function toScalar<T extends 'string' | 'number' | 'boolean'>(
  value: JsonValue | undefined,
  type: T,
): (T extends 'string' ? string : T extends 'number' ? number : boolean) | undefined {
  return typeof value === type ? (value as never) : undefined
}

/** Returns the ID by which references are compared, exactly [dp-4.3.7]. */
function getReferenceId(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : isJsonObject(value) ? toScalar(value.value, 'string') : undefined
}

function compileTimeCondition(
  property: Property,
  operator: Operator,
  values: readonly Literal[],
  path: string,
): Predicate {
  const spans = values.map((value) => parseTimeLiteral(value, path))
  const [{ from, to } = { from: 0, to: 0 }] = spans
  const test = (time: number): boolean => {
    switch (operator) {
      case '<':
        return time < from
      case '>':
        return time > to
      case '<=':
        return time <= to
      case '>=':
        return time >= from
      case '!=':
        return time < from || time > to
      default:
        return spans.some((span) => time >= span.from && time <= span.to)
    }
  }
  return (record) => {
    const time = parseEpoch(String(getValue(property, record) ?? ''))
    return time === undefined ? operator === '!=' : test(time)
  }
}

function compileOrder({ sortings }: Query, table: EntityTable): Order | undefined {
  if (sortings.length === 0) return undefined
  const getters = sortings.map(({ property: name }) => {
    const property = getComparedProperty(requireProperty(table, name))
    if (property.kind === 'structure')
      throw validationError(`Entity ${table.name} cannot be sorted by ${property.path.join('.')}.`)
    return compileSortKey(property)
  })
  return {
    getKeys: (record) => getters.map((getKey) => getKey(record) ?? null),
    compare: (one, other) => {
      for (const [index, { descending }] of sortings.entries()) {
        const order = compareKeys(one.keys[index] ?? null, other.keys[index] ?? null)
        if (order !== 0) return descending ? -order : order
      }
      return compareIds(one.id, other.id)
    },
  }
}

type SortKey = SortKeys[number]

/** Compiles the sort key: texts ignore case, and all-digit IDs compare as numbers [dp-4.3.6]. */
function compileSortKey(property: Property): (record: JsonObject) => SortKey | undefined {
  const isId = property.path.length === 1 && property.path[0] === 'Id'
  return (record) => {
    const value = getValue(property, record)
    if (typeof value === 'number') return value
    if (typeof value === 'boolean') return Number(value)
    if (isJsonObject(value)) return toScalar(value.name, 'string')?.toLowerCase() ?? getReferenceId(value)
    if (typeof value !== 'string') return undefined
    if (property.kind === 'dateTime') return parseEpoch(value)
    return isId && /^\d{1,15}$/.test(value) ? Number(value) : foldText(value)
  }
}

/** Compares sort keys: missing values come first, then numbers, then texts. */
function compareKeys(one: SortKey, other: SortKey): number {
  if (one === other) return 0
  if (one === null) return -1
  if (other === null) return 1
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1
  return one < other ? -1 : 1
}

/** Compares IDs, whose numbers QuickBooks counts up: a longer one is later. */
function compareIds(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length
  return one === other ? 0 : one < other ? -1 : 1
}

function compileProjection({ selection }: Query, table: EntityTable): (record: JsonObject) => JsonObject {
  if (selection.kind !== 'columns') return (record) => record
  const properties = selection.properties.map((name) => requireProperty(table, name))
  return (record) => {
    const out: JsonObject = {}
    for (const property of properties) {
      const value = getValue(property, record)
      if (value !== undefined) setValue(out, property.path, value)
    }
    return out
  }
}

/** Sets a value at its path, so dotted columns stay nested [dp-4.3.5]. */
function setValue(out: JsonObject, path: readonly string[], value: JsonValue): void {
  let group = out
  for (const name of path.slice(0, -1)) {
    const inner = group[name]
    const next = isJsonObject(inner) ? inner : {}
    group[name] = next
    group = next
  }
  group[path.at(-1) ?? ''] = isJsonObject(value) ? { ...value } : value
}

/** Returns whether a query shows only active records, as list queries do unless they name `Active`. */
export function hidesInactive({ conditions }: Query, table: EntityTable): boolean {
  return (
    table.kind === 'list' &&
    table.variants.some(({ rows }) => 'Active' in rows) &&
    !conditions.some(({ property }) => property.toLowerCase() === 'active')
  )
}

const operators: Readonly<Record<'text' | 'ordered' | 'equality', readonly Operator[]>> = {
  text: ['=', '!=', '<', '>', '<=', '>=', 'IN', 'LIKE'],
  ordered: ['=', '!=', '<', '>', '<=', '>=', 'IN'],
  equality: ['=', '!=', 'IN'],
}

import { epochOf } from '../qbxml/times.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import { matches, patternOf } from './like.ts'
import { boolLiteral, dateLiteral, foldText, numberLiteral, textLiteral, timeLiteral } from './literal.ts'
import { comparedOf, type Property, propertyOf } from './property.ts'
import type { Condition, Literal, Operator, Query } from './query.ts'
import { validationError } from './query-errors.ts'

type Predicate = (record: JsonObject) => boolean
type Compare = (one: JsonObject, other: JsonObject) => number

/** A query made ready for records. */
export interface Evaluation {
  readonly matches: Predicate
  /** Undefined: as QuickBooks answers them. */
  readonly compare: Compare | undefined
  readonly project: (record: JsonObject) => JsonObject
}

/**
 * Compiles a query for translated records: every condition is checked here, whatever was pushed down.
 * Throws 4000 (unknown property, wrong operator or literal) and UNSUPPORTED_QUERY.
 */
export function evaluation(query: Query, table: EntityTable): Evaluation {
  const predicates = query.conditions.map((condition) => predicateOf(condition, table))
  if (hidesInactive(query, table)) predicates.push((record) => record.Active !== false)
  return {
    matches: (record) => predicates.every((holds) => holds(record)),
    compare: comparerOf(query, table),
    project: projectorOf(query, table),
  }
}

function predicateOf({ property: name, operator, values }: Condition, table: EntityTable): Predicate {
  const property = comparedOf(propertyOf(table, name))
  const shown = property.path.join('.')
  if (property.kind === 'structure')
    throw validationError(`Property ${shown} of Entity ${table.name} cannot stand in a condition`)
  if (!operatorsOf(property.kind).includes(operator)) {
    throw validationError(
      `Operator ${operator} cannot be used on ${shown}; it takes ${operatorsOf(property.kind).join(', ')}`,
    )
  }
  switch (property.kind) {
    case 'text':
    case 'choice':
      return textPredicate(property, operator, values)
    case 'bool':
      return comparison(
        operator,
        values.map((value) => boolLiteral(value, shown)),
        (record) => scalar(propertyValue(property, record), 'boolean'),
      )
    case 'ref':
      return comparison(
        operator,
        values.map(({ text }) => text),
        (record) => referenceId(propertyValue(property, record)),
      )
    case 'date':
      return comparison(
        operator,
        values.map((value) => dateLiteral(value, shown)),
        (record) => scalar(propertyValue(property, record), 'string'),
      )
    case 'dateTime':
      return timePredicate(property, operator, values, shown)
    default:
      return comparison(
        operator,
        values.map((value) => numberLiteral(value, shown)),
        (record) => scalar(propertyValue(property, record), 'number'),
      )
  }
}

function operatorsOf(kind: Property['kind']): readonly Operator[] {
  if (kind === 'text' || kind === 'choice') return operators.text
  return kind === 'bool' || kind === 'ref' ? operators.equality : operators.ordered
}

function textPredicate(property: Property, operator: Operator, values: readonly Literal[]): Predicate {
  // A text that is not there is an empty text to whoever asks for it.
  const read = (record: JsonObject): string => foldText(String(propertyValue(property, record) ?? ''))
  if (operator !== 'LIKE') return comparison(operator, values.map(textLiteral), read)
  const pattern = patternOf(values[0]?.text ?? '')
  return (record) => matches(pattern, read(record))
}

function propertyValue({ path }: Property, record: JsonObject): JsonValue | undefined {
  let value: JsonValue | undefined = record
  for (const name of path) {
    if (!isJsonObject(value)) return undefined
    value = value[name]
  }
  return value
}

/** A comparison of like with like; what is not there is equal to nothing and on neither side of anything. */
function comparison<T extends string | number | boolean>(
  operator: Operator,
  values: readonly T[],
  read: (record: JsonObject) => T | undefined,
): Predicate {
  const wanted = values[0] as T
  const known = new Set(values)
  const holds: (value: T) => boolean = {
    '=': (value: T) => value === wanted,
    '!=': (value: T) => value !== wanted,
    '<': (value: T) => value < wanted,
    '>': (value: T) => value > wanted,
    '<=': (value: T) => value <= wanted,
    '>=': (value: T) => value >= wanted,
    IN: (value: T) => known.has(value),
    LIKE: () => false,
  }[operator]
  return (record) => {
    const value = read(record)
    return value === undefined ? operator === '!=' : holds(value)
  }
}

function scalar<T extends 'string' | 'number' | 'boolean'>(
  value: JsonValue | undefined,
  type: T,
): (T extends 'string' ? string : T extends 'number' ? number : boolean) | undefined {
  return typeof value === type ? (value as never) : undefined
}

/** References are equal where their ids are, exactly (rule 7). */
function referenceId(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : isJsonObject(value) ? scalar(value.value, 'string') : undefined
}

function timePredicate(property: Property, operator: Operator, values: readonly Literal[], shown: string): Predicate {
  const spans = values.map((value) => timeLiteral(value, shown))
  const [{ from, to } = { from: 0, to: 0 }] = spans
  const holds = (time: number): boolean => {
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
    const time = epochOf(String(propertyValue(property, record) ?? ''))
    return time === undefined ? operator === '!=' : holds(time)
  }
}

function comparerOf({ sortings }: Query, table: EntityTable): Compare | undefined {
  if (sortings.length === 0) return undefined
  const comparers = sortings.map(({ property: name, descending }): Compare => {
    const property = comparedOf(propertyOf(table, name))
    if (property.kind === 'structure')
      throw validationError(`Entity ${table.name} cannot be sorted by ${property.path.join('.')}`)
    const direction = descending ? -1 : 1
    const key = sortKey(property)
    return (one, other) => direction * compareKeys(key(one), key(other))
  })
  return (one, other) => {
    for (const compare of comparers) {
      const order = compare(one, other)
      if (order !== 0) return order
    }
    return 0
  }
}

type SortKey = string | number | undefined

/** What a record is sorted by: texts without case, ids as numbers where they are all digits (rule 6). */
function sortKey(property: Property): (record: JsonObject) => SortKey {
  const isId = property.path.length === 1 && property.path[0] === 'Id'
  return (record) => {
    const value = propertyValue(property, record)
    if (typeof value === 'number') return value
    if (typeof value === 'boolean') return Number(value)
    if (isJsonObject(value)) return scalar(value.name, 'string')?.toLowerCase() ?? referenceId(value)
    if (typeof value !== 'string') return undefined
    if (property.kind === 'dateTime') return epochOf(value)
    return isId && /^\d{1,15}$/.test(value) ? Number(value) : foldText(value)
  }
}

/** What is not there comes first; numbers come before texts. */
function compareKeys(one: SortKey, other: SortKey): number {
  if (one === other) return 0
  if (one === undefined) return -1
  if (other === undefined) return 1
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1
  return one < other ? -1 : 1
}

function projectorOf({ selection }: Query, table: EntityTable): (record: JsonObject) => JsonObject {
  if (selection.kind !== 'columns') return (record) => record
  const properties = selection.properties.map((name) => propertyOf(table, name))
  return (record) => {
    const out: JsonObject = {}
    for (const property of properties) {
      const value = propertyValue(property, record)
      if (value !== undefined) place(out, property.path, value)
    }
    return out
  }
}

/** Dotted columns keep their nesting (rule 5). */
function place(out: JsonObject, path: readonly string[], value: JsonValue): void {
  let group = out
  for (const name of path.slice(0, -1)) {
    const inner = group[name]
    const next = isJsonObject(inner) ? inner : {}
    group[name] = next
    group = next
  }
  group[path.at(-1) ?? ''] = isJsonObject(value) ? { ...value } : value
}

/** Lists show active records only, unless the query speaks of `Active` (decisions, "Wire shapes"). */
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

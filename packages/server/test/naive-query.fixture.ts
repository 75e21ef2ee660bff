import type { JsonObject, JsonValue } from '@bridge/translation'
import type { AskedCondition, AskedQuery } from './random-query.fixture.ts'

/** What a field holds, as its values show. */
export type FieldKind = 'text' | 'number' | 'bool' | 'date' | 'time' | 'reference'

/**
 * Answers a query from all records of an entity in the plainest way: every record, every condition, then the order,
 * then the page. It knows nothing of tables, plans or QuickBooks.
 *
 * @param records all of them, the inactive ones too, in the order in which they are listed
 */
export function answerNaively(
  asked: AskedQuery,
  records: readonly JsonObject[],
  kinds: ReadonlyMap<string, FieldKind>,
): JsonObject {
  const speaksOfActive = asked.conditions.some(({ path }) => path === 'Active')
  const found = records.filter(
    (record) =>
      (speaksOfActive || record.Active !== false) &&
      asked.conditions.every((condition) => holds(condition, kinds.get(condition.path) ?? 'text', record)),
  )
  if (asked.columns === 'COUNT(*)') return { totalCount: found.length }
  for (const { path, descending } of asked.orders.toReversed()) {
    const kind = kinds.get(path) ?? 'text'
    // Sorting keeps the order of equals, so the last criterion comes first.
    found.sort((one, other) => inOrder(valueAt(one, path), valueAt(other, path), kind) * (descending ? -1 : 1))
  }
  const page = found.slice(asked.startPosition - 1, asked.startPosition - 1 + asked.maxResults)
  if (page.length === 0) return {}
  const { columns } = asked
  const rows = columns === '*' ? page : page.map((record) => onlyColumns(record, columns))
  return { [asked.entity]: rows, startPosition: asked.startPosition, maxResults: rows.length }
}

/** The fields of records that can stand in a condition, by their dotted paths; what stands in a list is none, nor is what marks an answer. */
export function fieldsOf(records: readonly JsonObject[]): ReadonlyMap<string, FieldKind> {
  const kinds = new Map<string, FieldKind>()
  const look = (value: JsonValue | undefined, path: string): void => {
    if (value === null || value === undefined || Array.isArray(value)) return
    if (typeof value === 'object') {
      if (path !== '' && typeof value.value === 'string') {
        kinds.set(path, 'reference')
        kinds.set(`${path}.value`, 'reference')
        if (value.name !== undefined) kinds.set(`${path}.name`, 'text')
        return
      }
      for (const [name, inner] of Object.entries(value)) look(inner, path === '' ? name : `${path}.${name}`)
      return
    }
    const kind = kindOf(value)
    kinds.set(path, kinds.get(path) === 'text' ? 'text' : kind)
  }
  for (const { domain, sparse, ...fields } of records) look(fields, '')
  return kinds
}

function kindOf(value: string | number | boolean): FieldKind {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'bool'
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date'
  return /^\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:\d\d$/.test(value) ? 'time' : 'text'
}

/** What a record has at a dotted path. */
export function valueAt(record: JsonObject, path: string): JsonValue | undefined {
  return path.split('.').reduce<JsonValue | undefined>((value, name) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value[name]
    return undefined
  }, record)
}

function holds({ path, operator, values }: AskedCondition, kind: FieldKind, record: JsonObject): boolean {
  const value = valueAt(record, path)
  if (operator === 'LIKE') return likePattern(values[0] ?? '').test(plain(value))
  if (operator === 'IN') return values.some((each) => holds({ path, operator: '=', values: [each] }, kind, record))
  const [first, last] = boundsOf(values[0] ?? '', kind)
  if (value === undefined && kind !== 'text') return operator === '!='
  const actual = comparable(value, kind)
  const isWithin = actual >= first && actual <= last
  if (operator === '=') return isWithin
  if (operator === '!=') return !isWithin
  if (operator === '<') return actual < first
  if (operator === '>') return actual > last
  return operator === '<=' ? actual <= last : actual >= first
}

function plain(value: JsonValue | undefined): string {
  return String(value ?? '')
    .trim()
    .toLowerCase()
}

function likePattern(pattern: string): RegExp {
  const parts = plain(pattern)
    .split('%')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}

function comparable(value: JsonValue | undefined, kind: FieldKind): string | number | boolean {
  if (kind === 'reference') return referenceId(value) ?? ''
  if (kind === 'time') return Date.parse(String(value))
  if (kind === 'text') return plain(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/** The first and the last value that a literal stands for: a day is a span of times, anything else is itself. */
function boundsOf(literal: string, kind: FieldKind): readonly [string | number | boolean, string | number | boolean] {
  if (kind === 'time') {
    const from = Date.parse(literal)
    return [from, literal.length === 10 ? from + 86_399_000 : from]
  }
  const value =
    kind === 'number'
      ? Number(literal)
      : kind === 'bool'
        ? plain(literal) === 'true'
        : kind === 'text'
          ? plain(literal)
          : kind === 'date'
            ? literal.slice(0, 10)
            : literal
  return [value, value]
}

function referenceId(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  const id = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.value : undefined
  return typeof id === 'string' ? id : undefined
}

/** What is not there comes first, references go by their names. */
function inOrder(one: JsonValue | undefined, other: JsonValue | undefined, kind: FieldKind): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined)
  const [left, right] = [sortValue(one, kind), sortValue(other, kind)]
  return left < right ? -1 : left > right ? 1 : 0
}

function sortValue(value: JsonValue, kind: FieldKind): string | number | boolean {
  if (kind !== 'reference') return comparable(value, kind)
  const name = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.name : undefined
  return plain(name ?? referenceId(value))
}

function onlyColumns(record: JsonObject, columns: readonly string[]): JsonObject {
  const row: JsonObject = {}
  for (const path of columns) {
    const value = valueAt(record, path)
    if (value === undefined) continue
    const names = path.split('.')
    const last = names.pop() ?? ''
    let place = row
    for (const name of names) {
      place[name] ??= {}
      place = place[name] as JsonObject
    }
    place[last] = value
  }
  return row
}

import type { JsonObject, JsonValue } from '@bridge/translation'

/** A query as its parts. */
export interface QueryParts {
  readonly entity: string
  readonly columns: '*' | 'COUNT(*)' | readonly string[]
  readonly conditions: readonly QueryCondition[]
  readonly orders: readonly { readonly path: string; readonly descending: boolean }[]
  readonly startPosition: number
  readonly maxResults: number
}

export interface QueryCondition {
  readonly path: string
  readonly operator: '=' | '!=' | '<' | '>' | '<=' | '>=' | 'IN' | 'LIKE'
  readonly values: readonly string[]
}

/** A field's kind, inferred from its values. */
export type FieldKind = 'text' | 'number' | 'bool' | 'date' | 'time' | 'reference'

/**
 * Runs a query in the simplest way: every record, every condition, then the order, then the page. It shares no code with
 * tables, plans or QuickBooks.
 *
 * @param records all records, including inactive ones, in list order
 */
export function runNaively(
  query: QueryParts,
  records: readonly JsonObject[],
  kinds: ReadonlyMap<string, FieldKind>,
): JsonObject {
  const filtersActive = query.conditions.some(({ path }) => path === 'Active')
  const found = records.filter(
    (record) =>
      (filtersActive || record.Active !== false) &&
      query.conditions.every((condition) => matches(condition, kinds.get(condition.path) ?? 'text', record)),
  )
  if (query.columns === 'COUNT(*)') return { totalCount: found.length }
  if (query.orders.length > 0) found.sort((one, other) => compareIds(String(one.Id), String(other.Id)))
  for (const { path, descending } of query.orders.toReversed()) {
    const kind = kinds.get(path) ?? 'text'
    // Sorting is stable, so the last criterion is applied first.
    found.sort((one, other) => compare(valueAt(one, path), valueAt(other, path), kind) * (descending ? -1 : 1))
  }
  const page = found.slice(query.startPosition - 1, query.startPosition - 1 + query.maxResults)
  if (page.length === 0) return {}
  const { columns } = query
  const rows = columns === '*' ? page : page.map((record) => selectColumns(record, columns))
  return { [query.entity]: rows, startPosition: query.startPosition, maxResults: rows.length }
}

/** Lists record fields a condition can name, by dotted path; without arrays and the envelope's fields. */
export function listFields(records: readonly JsonObject[]): ReadonlyMap<string, FieldKind> {
  const kinds = new Map<string, FieldKind>()
  const collect = (value: JsonValue | undefined, path: string): void => {
    if (value === null || value === undefined || Array.isArray(value)) return
    if (typeof value === 'object') {
      if (path !== '' && typeof value.value === 'string') {
        kinds.set(path, 'reference')
        kinds.set(`${path}.value`, 'reference')
        if (value.name !== undefined) kinds.set(`${path}.name`, 'text')
        return
      }
      for (const [name, inner] of Object.entries(value)) collect(inner, path === '' ? name : `${path}.${name}`)
      return
    }
    const kind = getKind(value)
    kinds.set(path, kinds.get(path) === 'text' ? 'text' : kind)
  }
  for (const { domain, sparse, ...fields } of records) collect(fields, '')
  return kinds
}

function getKind(value: string | number | boolean): FieldKind {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'bool'
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date'
  return /^\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:\d\d$/.test(value) ? 'time' : 'text'
}

/** Returns a record's value at a dotted path. */
export function valueAt(record: JsonObject, path: string): JsonValue | undefined {
  return path.split('.').reduce<JsonValue | undefined>((value, name) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value[name]
    return undefined
  }, record)
}

function matches({ path, operator, values }: QueryCondition, kind: FieldKind, record: JsonObject): boolean {
  const value = valueAt(record, path)
  if (operator === 'LIKE') return toPattern(values[0] ?? '').test(normalize(value))
  if (operator === 'IN') return values.some((each) => matches({ path, operator: '=', values: [each] }, kind, record))
  const [first, last] = getBounds(values[0] ?? '', kind)
  if (value === undefined && kind !== 'text') return operator === '!='
  const actual = toComparable(value, kind)
  const isWithin = actual >= first && actual <= last
  if (operator === '=') return isWithin
  if (operator === '!=') return !isWithin
  if (operator === '<') return actual < first
  if (operator === '>') return actual > last
  return operator === '<=' ? actual <= last : actual >= first
}

function normalize(value: JsonValue | undefined): string {
  return String(value ?? '')
    .trim()
    .toLowerCase()
}

function toPattern(pattern: string): RegExp {
  const parts = normalize(pattern)
    .split('%')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}

function toComparable(value: JsonValue | undefined, kind: FieldKind): string | number | boolean {
  if (kind === 'reference') return toKey(getReferenceId(value) ?? '')
  if (kind === 'time') return Date.parse(String(value))
  if (kind === 'text') return normalize(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/** Returns a literal's first and last value: a date in a time field is a day, any other literal one value. */
function getBounds(literal: string, kind: FieldKind): readonly [string | number | boolean, string | number | boolean] {
  if (kind === 'time') {
    const from = Date.parse(literal)
    return [from, literal.length === 10 ? from + 86_399_000 : from]
  }
  const value =
    kind === 'number'
      ? Number(literal)
      : kind === 'bool'
        ? normalize(literal) === 'true'
        : kind === 'text'
          ? normalize(literal)
          : kind === 'date'
            ? literal.slice(0, 10)
            : toKey(literal)
  return [value, value]
}

function getReferenceId(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  const id = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.value : undefined
  return typeof id === 'string' ? id : undefined
}

/** Returns what references are compared by: an ID exactly, a currency's code in any case. */
function toKey(reference: string): string {
  return /^[a-z]{3}$/i.test(reference) ? reference.toUpperCase() : reference
}

/** Compares IDs, the shorter one first. */
function compareIds(one: string, other: string): number {
  const [left, right] = [one, other].map((id) => id.padStart(40))
  return String(left) < String(right) ? -1 : 1
}

/** Compares two values: missing ones come first, references are ordered by name. */
function compare(one: JsonValue | undefined, other: JsonValue | undefined, kind: FieldKind): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined)
  const [left, right] = [toSortValue(one, kind), toSortValue(other, kind)]
  return left < right ? -1 : left > right ? 1 : 0
}

function toSortValue(value: JsonValue, kind: FieldKind): string | number | boolean {
  if (kind !== 'reference') return toComparable(value, kind)
  const name = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.name : undefined
  return normalize(name ?? getReferenceId(value))
}

function selectColumns(record: JsonObject, columns: readonly string[]): JsonObject {
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

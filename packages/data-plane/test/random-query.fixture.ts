import type { JsonObject, JsonValue } from '@bridge/translation'
import fc from 'fast-check'
import { type FieldKind, type QueryCondition, type QueryParts, valueAt } from './naive-query.fixture.ts'

/** A query's spelling, which must make no difference. */
export interface Spelling {
  readonly lowerCase: boolean
  readonly quotesNumbers: boolean
  readonly spaces: string
  readonly pagesFirst: boolean
}

/** Prints a query. */
export function serializeQuery(
  { entity, columns, conditions, orders, startPosition, maxResults }: QueryParts,
  kinds: ReadonlyMap<string, FieldKind>,
  { lowerCase, quotesNumbers, spaces, pagesFirst }: Spelling,
): string {
  const cased = (text: string): string => (lowerCase ? text.toLowerCase() : text)
  const literal = (value: string, path: string): string => {
    const kind = kinds.get(path)
    const isBare = kind === 'bool' || (kind === 'number' && !quotesNumbers)
    return isBare ? value : `'${value.replace(/[\\']/g, '\\$&')}'`
  }
  const where = conditions.map(({ path, operator, values }) => {
    const list = values.map((value) => literal(value, path)).join(`,${spaces}`)
    const between = /^\w/.test(operator) ? ` ${spaces}` : spaces
    return cased(path) + between + cased(operator) + between + (operator === 'IN' ? `(${spaces}${list} )` : list)
  })
  const by = orders.map(({ path, descending }) => `${cased(path)}${cased(descending ? ' DESC' : '')}`)
  const pages = [cased(`STARTPOSITION ${startPosition}`), cased(`MAXRESULTS ${maxResults}`)]
  return [
    cased('SELECT'),
    typeof columns === 'string' ? cased(columns) : columns.map(cased).join(`${spaces},`),
    cased('FROM'),
    cased(entity),
    ...(where.length === 0 ? [] : [cased('WHERE'), where.join(cased(' AND '))]),
    ...(by.length === 0 ? [] : [cased(lowerCase ? 'ORDER BY' : 'ORDERBY'), by.join(', ')]),
    ...(pagesFirst ? pages.toReversed() : pages),
  ].join(` ${spaces}`)
}

/** An entity's records, and its fields' kinds. */
export interface EntityRecords {
  readonly name: string
  readonly records: readonly JsonObject[]
  readonly kinds: ReadonlyMap<string, FieldKind>
}

type UpTo = (max: number) => number

/** Fields filtered by QuickBooks itself [dp-4.3.10]. */
const pushedPaths = new Set([
  'Id',
  'TxnDate',
  'MetaData.LastUpdatedTime',
  'MetaData.CreateTime',
  'DocNumber',
  'PaymentRefNum',
  'CustomerRef',
  'VendorRef',
  'EntityRef',
  'Balance',
  'Active',
  'DisplayName',
  'Name',
  'FullyQualifiedName',
])

const ordered = ['=', '!=', '<', '>', '<=', '>=', 'IN'] as const
const operatorsByKind: Readonly<Record<FieldKind, readonly QueryCondition['operator'][]>> = {
  text: [...ordered, 'LIKE', 'LIKE', 'LIKE'],
  number: ordered,
  date: ordered,
  time: ordered,
  bool: ['=', '!=', 'IN'],
  reference: ['=', '!=', 'IN'],
}

/** Fields by which QuickBooks filters lists by name. */
const naming = new Set(['Id', 'DocNumber', 'PaymentRefNum', 'FullyQualifiedName'])

/** Generates queries with conditions on existing values, nearby values, and values in no record. */
export function randomQueries(entities: readonly EntityRecords[]) {
  return fc.gen().map((draw): QueryParts => {
    const upTo = (max: number): number => draw(fc.integer, { min: 0, max })
    const pick = <T>(values: readonly T[]): T => values[upTo(values.length - 1)] as T
    const entity = pick(entities)
    const paths = [...entity.kinds.keys()]
    // Half the conditions are on fields filtered by QuickBooks itself.
    const pushed = paths.filter((path) => pushedPaths.has(path))
    const path = (): string => (pushed.length > 0 && upTo(1) === 0 ? pick(pushed) : pick(paths))
    const condition = (): QueryCondition => {
      const property = path()
      const kind = entity.kinds.get(property) ?? 'text'
      const operator = pick(operatorsByKind[kind])
      const count = operator === 'IN' ? 1 + upTo(3) : 1
      const values = Array.from({ length: count }, () => {
        const text = toLiteral(valueAt(pick(entity.records), property), kind)
        return operator === 'LIKE' ? toPattern(text, upTo) : near(text, kind, upTo)
      })
      return { path: property, operator, values }
    }
    const conditions = Array.from({ length: upTo(3) }, condition)
    const orders = Array.from({ length: upTo(2) }, () => ({ path: path(), descending: upTo(1) === 1 }))
    const isNamed = conditions.some(
      (each) => naming.has(each.path) && (each.operator === '=' || each.operator === 'IN'),
    )
    const columns = pick(['*', '*', 'COUNT(*)', Array.from({ length: 1 + upTo(3) }, path)] as const)
    return {
      entity: entity.name,
      columns,
      conditions,
      orders: isNamed ? [...orders, { path: 'Id', descending: false }] : orders,
      startPosition: pick([1, 1, 1, 2, 5, 40]),
      maxResults: pick([1, 2, 10, 100, 1_000]),
    }
  })
}

const fallback: Readonly<Record<FieldKind, string>> = {
  text: 'nothing like it',
  number: '0',
  bool: 'true',
  date: '2026-01-01',
  time: '2026-01-01',
  reference: '80000001-1',
}

/** Formats a value as a literal; a value without a literal is replaced by another of its kind. */
function toLiteral(value: JsonValue | undefined, kind: FieldKind): string {
  const scalar = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.value : value
  const text = typeof scalar === 'number' || typeof scalar === 'boolean' ? String(scalar) : scalar
  return typeof text === 'string' && !/\p{Cc}/u.test(text) ? text : fallback[kind]
}

/** Returns a value or one near it. */
function near(text: string, kind: FieldKind, upTo: UpTo): string {
  const step = upTo(2) - 1
  switch (kind) {
    case 'text':
      return [text, text.toUpperCase(), ` ${text.toLowerCase()} `, text.slice(0, upTo(text.length))][upTo(3)] ?? text
    case 'number':
      return upTo(3) === 0 ? '0' : String(Number(text) + step)
    case 'date':
      return nearDay(text, step) + (upTo(4) === 0 ? 'T10:00:00' : '')
    case 'time':
      return upTo(1) === 0 ? nearDay(text.slice(0, 10), step) : nearSecond(text, step)
    case 'bool':
      return upTo(1) === 0 ? text : String(text !== 'true')
    case 'reference':
      return upTo(5) === 0 ? text.toLowerCase() : text
  }
}

function nearDay(day: string, step: number): string {
  return new Date(Date.parse(day) + step * 86_400_000).toISOString().slice(0, 10)
}

function nearSecond(time: string, step: number): string {
  return new Date(Date.parse(time) + step * 1_000).toISOString().replace('.000Z', step === 0 ? '+00:00' : 'Z')
}

function toPattern(text: string, upTo: UpTo): string {
  const from = upTo(text.length)
  const to = from + upTo(text.length - from)
  const part = text.slice(from, to)
  const forms = [
    `${text.slice(0, to)}%`,
    `%${text.slice(from)}`,
    `%${part}%`,
    `${text.slice(0, from)}%${text.slice(to)}`,
  ]
  return [...forms, text, `${text.slice(0, 2).toUpperCase()}%${part}%`][upTo(5)] ?? text
}

/** Generates a query's spellings. */
export const spellings = fc.record({
  lowerCase: fc.boolean(),
  quotesNumbers: fc.boolean(),
  spaces: fc.constantFrom('', ' ', '\n\t'),
  pagesFirst: fc.boolean(),
})

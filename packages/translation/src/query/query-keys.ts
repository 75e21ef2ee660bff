import { getIdElement } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { Row, Rows } from '../table/row.ts'
import { hidesInactive } from './evaluate.ts'
import { getComparedProperty, requireProperty } from './property.ts'
import type { Query } from './query.ts'

/** The elements for finding and sorting a query's records without reading them whole. */
export interface QueryKeys {
  /** The elements to read. */
  readonly elements: readonly string[]
  /** QuickBooks applies all conditions, so the records are not checked again. */
  readonly isExact: boolean
  /** The entity table with only the rows for the keys. */
  readonly table: EntityTable
}

/** Returns the keys of a result filtered exactly by QuickBooks, in its own order. */
export function getIdKeys(table: EntityTable): QueryKeys {
  return { elements: [getIdElement(table)], isExact: true, table: selectRows(table, new Set()) }
}

/** Returns the elements that conditions and order need; undefined if they need whole records. */
export function findQueryKeys(query: Query, table: EntityTable): QueryKeys | undefined {
  if (table.companions?.select !== undefined) return undefined
  const elements = new Set([getIdElement(table)])
  const clauses = getClauses(query, table)
  for (const { property } of clauses) {
    const read = findElements(property, table)
    if (read === undefined) return undefined
    for (const element of read) elements.add(element)
  }
  const keys = new Set(clauses.flatMap(({ property }) => getRowKeys(property, table)))
  return { elements: [...elements], isExact: false, table: selectRows(table, keys) }
}

/** Returns a table without its other rows, which takes a fraction of the time to read. */
function selectRows(table: EntityTable, keys: ReadonlySet<string>): EntityTable {
  const select = (rows: Rows): Rows =>
    Object.fromEntries(Object.entries(rows).filter(([key]) => key === 'Id' || keys.has(key)))
  return { ...table, variants: table.variants.map((variant) => ({ ...variant, rows: select(variant.rows) })) }
}

/** Returns the conditions and orders that need whole records: `ORDERBY TotalAmt`. */
export function getClausesNeedingRecords(query: Query, table: EntityTable): string[] {
  return getClauses(query, table).flatMap(({ property, text }) =>
    findElements(property, table) === undefined ? [text] : [],
  )
}

function getClauses(query: Query, table: EntityTable): { readonly property: string; readonly text: string }[] {
  return [
    ...query.conditions.map(({ property, operator }) => ({ property, text: `${property} ${operator}` })),
    ...query.sortings.map(({ property }) => ({ property, text: `ORDERBY ${property}` })),
    ...(hidesInactive(query, table) ? [{ property: 'Active', text: 'Active' }] : []),
  ]
}

/** Returns the elements a property is read from, in any variant; undefined if only whole records have it. */
function findElements(name: string, table: EntityTable): readonly string[] | undefined {
  const [key, keyOfReference] = getRowKeys(name, table)
  const elements: string[] = []
  for (const { rows } of table.variants) {
    const row = rows[key] ?? rows[keyOfReference]
    if (row === undefined) continue
    const read = getElements(row)
    if (read === undefined) return undefined
    elements.push(...read)
  }
  return elements
}

/** Returns the keys of a property's row, whose last name may be a reference's member. */
function getRowKeys(name: string, table: EntityTable): readonly [key: string, keyOfReference: string] {
  const { path } = getComparedProperty(requireProperty(table, name))
  return [path.join('.'), path.slice(0, -1).join('.')]
}

function getElements(row: Row): readonly string[] | undefined {
  switch (row.kind) {
    case 'value': {
      const paths = row.alternative === undefined ? [row.element] : [row.element, row.alternative]
      return [...paths.map((path) => path.split('/', 1).join()), ...(row.read.reads ?? [])]
    }
    case 'derived':
      return row.needs === undefined ? row.reads : undefined
    case 'lines':
      return undefined
    default:
      return []
  }
}

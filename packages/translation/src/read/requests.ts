import { Fault } from '@bridge/faults'
import { arrange, branch, type Element, findMessageTable, getPlaces, leaf, type QbxmlRequest } from '@bridge/qbxml'
import { maxIdLength } from '../check/check-value.ts'
import type { EntityTable, Variant } from '../table/entity-table.ts'
import { findLinesRow } from '../table/line-table.ts'
import { findDesktopRef } from '../table/merged-ids.ts'
import type { Include } from '../table/row.ts'
import type { ReadContext } from '../table/traits.ts'

/** Returns the name of the element holding a record's ID. */
export function getIdElement(table: EntityTable): string {
  return table.kind === 'transaction' ? 'TxnID' : 'ListID'
}

/** Returns the query stems for an entity's records. Some families have several. */
export function getQueries(table: EntityTable): readonly string[] {
  return [...new Set(table.variants.map(({ query }) => query ?? table.query))]
}

export function supports(query: string, element: string): boolean {
  return getPlaces(findMessageTable(`${query}QueryRq`)?.content ?? []).has(element)
}

const everything: ReadonlySet<Include> = new Set(['lines', 'links', 'customFields'])

/** Returns the elements including lines, linked transactions and custom fields in a response. */
export function getIncludeElements(table: EntityTable, query: string, includes = everything): Element[] {
  return [
    ...(includes.has('lines') && table.variants.some(({ rows }) => findLinesRow(rows) !== undefined)
      ? [leaf('IncludeLineItems', 'true')]
      : []),
    ...(includes.has('links') && table.linkedTxns ? [leaf('IncludeLinkedTxns', 'true')] : []),
    ...(includes.has('customFields') && table.ownerId ? [leaf('OwnerID', '0')] : []),
  ].filter(({ name }) => supports(query, name))
}

/** Returns the queries sent with every read. */
export function getCompanionQueries({ companions }: EntityTable, context: ReadContext): readonly QbxmlRequest[] {
  const remembered = (companions?.remembered ?? []).flatMap((list) => list.createRequests(context))
  return [...remembered, ...(companions?.requests ?? [])]
}

/**
 * Creates one message set's requests reading a record with its lines: one for each query in a family, only one of which
 * finds the record. A company file's single record has no ID. Throws 610 for an impossible ID.
 */
export function createReadRequests(
  table: EntityTable,
  id?: string,
  context: ReadContext = {},
): readonly QbxmlRequest[] {
  const companions = getCompanionQueries(table, context)
  if (table.kind === 'single') return [branch(`${table.query}QueryRq`, []), ...companions]
  const clientId = requireIdForm(id)
  const queries = getQueries(table).filter((query) => findDesktopRef(table, query, clientId) !== undefined)
  return [...queries.map((query) => createQueryById(table, query, clientId)), ...companions]
}

/** Creates the request reading one record with one of the entity's queries. Throws 610 for an impossible ID. */
export function createQueryById(table: EntityTable, query: string, id: string | undefined): QbxmlRequest {
  const identity = createIdElement(table, query, requireIdForm(id))
  return arrange(branch(`${query}QueryRq`, [identity, ...getIncludeElements(table, query)]))
}

/** Creates the element by which a query selects the record with a client-side ID. */
export function createIdElement(table: EntityTable, query: string, id: string): Element {
  const ref = findDesktopRef(table, query, id) ?? { listId: id }
  return 'listId' in ref ? leaf(getIdElement(table), ref.listId) : leaf('FullName', ref.fullName)
}

export function requireIdForm(id: string | undefined): string {
  if (id === undefined || id.length > maxIdLength || !/^[\x21-\x7e]+$/.test(id)) {
    throw new Fault('610', `No record has the Id ${JSON.stringify(id?.slice(0, maxIdLength) ?? '')}.`)
  }
  return id
}

export function variantOfRecord(table: EntityTable, record: Element): Variant | undefined {
  return table.variants.find(({ desktop }) => `${desktop}Ret` === record.name)
}

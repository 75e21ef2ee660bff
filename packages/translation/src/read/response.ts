import { Fault } from '@bridge/faults'
import { childText, type Element, isStatusIn, type QbxmlResponse, type Sliced } from '@bridge/qbxml'
import type Big from 'big.js'
import { isBlank, toDecimal } from '../check/check-value.ts'
import { valueAt } from '../check/same-json.ts'
import type { CheckedRecord } from '../table/checked.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject } from '../table/json.ts'
import { findDesktopRef } from '../table/merged-ids.ts'
import type { ReadContext } from '../table/traits.ts'
import { isRecord, readRecord } from './read.ts'
import { findNamedField, findNamedReference } from './reference-named.ts'
import { getIdElement, variantOfRecord } from './requests.ts'
import { statusFault } from './status-fault.ts'

/** A response's content. */
export interface ReadResult {
  /** The client-side records. Empty for a delete. */
  readonly records: readonly JsonObject[]
  /** The same records as QuickBooks returned them. */
  readonly elements: readonly Element[]
  /** The context the records were read in. */
  readonly context: ReadContext
  /** For the warning header. */
  readonly warnings: readonly string[]
}

/**
 * Reads the response to an add, a mod, a delete or a void. Throws an error status's fault, and the fault named by the
 * table for a response without its record.
 *
 * @param sent the written record, which provides the field name for a fault about a reference
 */
export function readResponse(
  response: QbxmlResponse,
  table: EntityTable,
  context: ReadContext,
  sent?: CheckedRecord,
): ReadResult {
  requireSuccess(response, sent)
  const elements = getRecords(table, [response]).filter(
    (element) => childText(element, getIdElement(table)) !== undefined,
  )
  if (/(Add|Mod)Rs$/.test(response.name) && elements.length === 0) throw withoutRecord(response, table)
  if (response.name.endsWith('ModRs') && sent?.id !== undefined) requireId(elements, table, sent.id)
  return toResult(elements, table, { ...context, ...(sent && { sent: sent.body }) }, getWarnings(response))
}

function requireSuccess(response: QbxmlResponse, sent?: CheckedRecord): void {
  const { statusCode, statusSeverity, statusMessage } = response
  if (statusSeverity !== 'Error') return
  const find = isStatusIn(statusCode, 'badReference') ? findNamedReference : findNamedField
  const element = sent && find(statusMessage, sent)
  throw statusFault(response, element === undefined ? {} : { element })
}

function withoutRecord({ name }: QbxmlResponse, table: EntityTable): Fault {
  return new Fault(
    table.withoutRecord ?? 'REQUEST_OUTCOME_UNKNOWN',
    `QuickBooks Desktop responded to ${name} with neither an error nor the ${table.name}. The write may have been applied: check before you send it again.`,
  )
}

function toResult(
  elements: readonly Element[],
  table: EntityTable,
  context: ReadContext,
  warnings: readonly string[],
): ReadResult {
  return {
    records: elements.map((element) => readRecord(table, element, context)),
    elements,
    context,
    warnings,
  }
}

/** Rejects any record but the one with the ID. Throws 500. */
function requireId(elements: readonly Element[], table: EntityTable, id: string): void {
  const other = elements.find((element) => !hasId(element, table, id))
  if (other === undefined) return
  const found = childText(other, getIdElement(table))
  throw new Fault('500', `QuickBooks Desktop returned the ${table.name} ${found}, not ${id}.`)
}

/** Returns whether a record has a client-side ID, or a name replacing one. */
function hasId(element: Element, table: EntityTable, id: string): boolean {
  const variant = variantOfRecord(table, element)
  const ref = variant && findDesktopRef(table, variant.query ?? table.query, id)
  if (ref === undefined) return false
  const [found, expected] =
    'listId' in ref
      ? [childText(element, getIdElement(table)), ref.listId]
      : [childText(element, 'FullName') ?? childText(element, 'Name'), ref.fullName]
  return found?.toLowerCase() === expected.toLowerCase()
}

/**
 * Reads the responses to a query by ID, pausing while long lists are read. Throws 500 for any other record, 610 if none contains the record, and an error
 * status's fault.
 */
export function* readResponses(
  responses: readonly QbxmlResponse[],
  table: EntityTable,
  context: ReadContext,
  id?: string,
): Sliced<ReadResult> {
  const [own, companions] = splitCompanions(responses, table)
  const elements = getRecords(table, own, [...own, ...companions])
  if (id !== undefined) requireId(elements, table, id)
  if (elements.length === 0) {
    for (const response of responses) if (!isStatusIn(response.statusCode, 'noSuchId')) requireSuccess(response)
    throw new Fault('610', `The company file has no ${table.name} with this Id.`)
  }
  const warnings = responses.flatMap((response) =>
    isStatusIn(response.statusCode, 'noMatch') ? [] : getWarnings(response),
  )
  return toResult(elements, table, yield* extendContext(context, table, responses), warnings)
}

/**
 * Separates the responses to companion queries that are never remembered, which come last if there are any. Those
 * before them have no records of the entity.
 */
function splitCompanions(
  responses: readonly QbxmlResponse[],
  table: EntityTable,
): readonly [readonly QbxmlResponse[], readonly QbxmlResponse[]] {
  const count = responses.length - (table.companions?.requests?.length ?? 0)
  return count > 0 ? [responses.slice(0, count), responses.slice(count)] : [responses, []]
}

/** Returns an entity's records from its query responses, as selected by their companions. */
function getRecords(
  table: EntityTable,
  responses: readonly QbxmlResponse[],
  companions: readonly QbxmlResponse[] = [],
): readonly Element[] {
  return responses.flatMap(({ elements }) => elements).filter(createRecordFilter(table, companions))
}

/** Returns whether an element is an entity's record, and selected by the companions. */
export function createRecordFilter(
  table: EntityTable,
  companions: readonly QbxmlResponse[],
): (element: Element) => boolean {
  const isSelected = table.companions?.select?.(companions)
  return (element) => isRecord(table, element) && isSelected?.(element) !== false
}

/** Adds what companion queries returned, pausing while long lists are read. */
export function* extendContext(
  context: ReadContext,
  { companions }: EntityTable,
  responses: readonly QbxmlResponse[],
): Sliced<ReadContext> {
  let extended = context
  for (const list of companions?.remembered ?? []) extended = yield* list.extend(extended, responses)
  return companions?.extend?.(extended, responses) ?? extended
}

/** Returns a response's warnings, QuickBooks' own in the words of [dp-4.2-warnings.1]. */
export function getWarnings({
  statusCode,
  statusSeverity,
  statusMessage,
  hasDroppedCharacters,
}: Omit<QbxmlResponse, 'elements'>): string[] {
  return [
    ...(statusSeverity === 'Warn' ? [`QuickBooks-style warning ${statusCode}: ${statusMessage}`] : []),
    ...(hasDroppedCharacters ? ['Control characters were dropped from the response of QuickBooks Desktop'] : []),
  ]
}

/** Returns a warning if QuickBooks computed a different tax total than the client stated [dp-4.2-warnings.2]. */
export function findTaxWarnings({ body }: CheckedRecord, { records }: ReadResult): string[] {
  const computed = toDecimal(valueAt(records[0] ?? {}, 'TxnTaxDetail.TotalTax') ?? 0)
  const stated = getStatedTax(body)
  if (computed === undefined || stated === undefined || stated.eq(computed)) return []
  return [`TxnTaxDetail.TotalTax ignored; desktop computed ${computed.toFixed(2)}`]
}

/** Returns the tax stated by a client: the total, or else the tax lines' sum. */
function getStatedTax(body: JsonObject): Big | undefined {
  const total = valueAt(body, 'TxnTaxDetail.TotalTax')
  if (!isBlank(total)) return toDecimal(total)
  const lines = valueAt(body, 'TxnTaxDetail.TaxLine')
  const amounts = (Array.isArray(lines) ? lines : []).filter(isJsonObject).map(({ Amount }) => toDecimal(Amount))
  return amounts.reduce((sum, each) => each?.plus(sum ?? 0) ?? sum, undefined)
}

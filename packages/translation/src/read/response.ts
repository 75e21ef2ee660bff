import { Fault, faultFromStatus } from '@bridge/faults'
import { isBlank, toDecimal } from '../check/check-value.ts'
import { valueAt } from '../check/same-json.ts'
import { childText, type Element } from '../qbxml/element.ts'
import type { QbxmlResponse } from '../qbxml/message-set.ts'
import { isStatusIn } from '../qbxml/status.ts'
import type { CheckedRecord } from '../table/checked.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { ReadContext } from '../table/traits.ts'
import { isRecordOf, readRecord } from './read.ts'
import { referenceNamedIn } from './reference-named.ts'
import { idElement } from './requests.ts'

/** What a response holds. */
export interface ReadResult {
  /** In the reference API's shape. Empty for a delete. */
  readonly records: readonly JsonObject[]
  /** The same records as QuickBooks gave them. */
  readonly elements: readonly Element[]
  /** What was known besides the records when they were read. */
  readonly context: ReadContext
  /** For the warning header. */
  readonly warnings: readonly string[]
}

/**
 * Reads the answer to an add, a mod, a delete or a void. Throws the fault of an error status, and the one that the table
 * names where a record should have come and did not.
 *
 * @param sent the record that was written, which a fault about a reference names its field of
 */
export function readResponse(
  response: QbxmlResponse,
  table: EntityTable,
  context: ReadContext,
  sent?: CheckedRecord,
): ReadResult {
  requireSuccess(response, sent)
  const elements = recordsOf(table, [response]).filter((element) => childText(element, idElement(table)) !== undefined)
  if (/(Add|Mod)Rs$/.test(response.name) && elements.length === 0) throw withoutRecord(response, table)
  return resultOf(elements, table, { ...context, ...(sent && { sent: sent.body }) }, warningsOf(response))
}

function requireSuccess({ statusCode, statusSeverity, statusMessage }: QbxmlResponse, sent?: CheckedRecord): void {
  if (statusSeverity !== 'Error') return
  const element = sent && isStatusIn(statusCode, 'badReference') ? referenceNamedIn(statusMessage, sent) : undefined
  throw faultFromStatus(statusCode, statusMessage, element === undefined ? {} : { element })
}

function withoutRecord({ name }: QbxmlResponse, table: EntityTable): Fault {
  return new Fault(
    table.withoutRecord ?? '500',
    `QuickBooks Desktop answered ${name} without an error and without the record of ${table.name}`,
  )
}

function resultOf(
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

/**
 * Reads the answers to a query by id. Throws 610 where none found the record (facts/qbxml.md, section 4.4), and the
 * fault of an error status.
 */
export function readResponses(
  responses: readonly QbxmlResponse[],
  table: EntityTable,
  context: ReadContext,
): ReadResult {
  const elements = recordsOf(table, responses)
  if (elements.length === 0) {
    for (const response of responses) if (!isStatusIn(response.statusCode, 'noSuchId')) requireSuccess(response)
    throw new Fault('610', `no ${table.name} has this id in the company file`)
  }
  const warnings = responses.flatMap((response) =>
    isStatusIn(response.statusCode, 'noMatch') ? [] : warningsOf(response),
  )
  return resultOf(elements, table, extendContext(context, table, responses), warnings)
}

/** The records of an entity in the responses to its queries and to their companions. */
export function recordsOf(table: EntityTable, responses: readonly QbxmlResponse[]): Element[] {
  const elements = responses.flatMap((response) => response.elements.filter((element) => isRecordOf(table, element)))
  const isSelected = table.companions?.select?.(responses)
  return isSelected === undefined ? elements : elements.filter(isSelected)
}

/** The context with what the responses to companion queries say. */
export function extendContext(
  context: ReadContext,
  { companions }: EntityTable,
  responses: readonly QbxmlResponse[],
): ReadContext {
  return companions?.extend?.(context, responses) ?? context
}

/** The warning of a response, in the words of the specification ("Warnings", rule 1). */
export function warningsOf({ statusCode, statusSeverity, statusMessage }: QbxmlResponse): string[] {
  return statusSeverity === 'Warn' ? [`QuickBooks-style warning ${statusCode}: ${statusMessage}`] : []
}

/** Warnings about a write, once its record is read: a tax total that QuickBooks computed otherwise (rule 2). */
export function writeWarnings({ body }: CheckedRecord, { records }: ReadResult): string[] {
  const sent = valueAt(body, 'TxnTaxDetail.TotalTax')
  if (isBlank(sent)) return []
  const computed = toDecimal(valueAt(records[0] ?? {}, 'TxnTaxDetail.TotalTax') ?? 0)
  const wanted = toDecimal(sent)
  if (computed === undefined || wanted === undefined || wanted.eq(computed)) return []
  return [`TxnTaxDetail.TotalTax ignored; desktop computed ${computed.toFixed(2)}`]
}

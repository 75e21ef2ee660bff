import { Fault, faultOfStatus } from '@bridge/faults'
import { isBlank, toDecimal } from './check-value.ts'
import type { Element } from './qbxml/element.ts'
import type { Response } from './qbxml/message-set.ts'
import { isRecordOf, readRecord } from './read.ts'
import { referenceNamedIn } from './reference-named.ts'
import { valueAt } from './same-json.ts'
import type { CheckedRecord } from './table/checked.ts'
import type { EntityTable } from './table/entity-table.ts'
import type { JsonObject } from './table/json.ts'
import type { ReadContext } from './table/row.ts'

/** What a response holds. */
export interface ReadResult {
  /** In the reference API's shape. Empty for a delete. */
  readonly records: readonly JsonObject[]
  /** The same records as QuickBooks gave them. */
  readonly elements: readonly Element[]
  /** For the warning header. */
  readonly warnings: readonly string[]
}

/** Statuses that blame a reference: malformed, no such parent, no such record. */
const wrongReference = new Set([3000, 3130, 3140])

/** Statuses of a query that found nothing, or not everything it was asked for by id. */
const nothingFound = new Set([1, 500])

/**
 * Reads the answer to an add, a mod, a delete, or a query by id. Throws the fault of an error status,
 * and 610 where a read found nothing (facts/qbxml.md, section 4.4).
 *
 * @param sent the record that was written, which a fault about a reference names its field of
 */
export const readResponse = (
  response: Response,
  table: EntityTable,
  context: ReadContext,
  sent?: CheckedRecord,
): ReadResult => {
  requireSuccess(response, sent)
  const isRead = response.name.endsWith('QueryRs')
  const elements = response.elements.filter((element) => isRecordOf(table, element))
  if (isRead && elements.length === 0) throw new Fault('610', `no ${table.name} has this id in the company file`)
  if (!isRead && !response.name.endsWith('DelRs') && elements.length === 0) {
    throw new Fault('500', `QuickBooks Desktop answered ${response.name} without the record`)
  }
  return {
    records: elements.map((element) => readRecord(table, element, context)),
    elements,
    warnings: nothingFound.has(response.statusCode) ? [] : warningsOf(response),
  }
}

const requireSuccess = ({ statusCode, statusSeverity, statusMessage }: Response, sent?: CheckedRecord): void => {
  if (statusSeverity !== 'Error') return
  const element = sent && wrongReference.has(statusCode) ? referenceNamedIn(statusMessage, sent) : undefined
  throw faultOfStatus(statusCode, statusMessage, element === undefined ? {} : { element })
}

/** The warning of a response, in the words of the specification ("Warnings", rule 1). */
export const warningsOf = ({ statusCode, statusSeverity, statusMessage }: Response): string[] =>
  statusSeverity === 'Warn' ? [`QuickBooks-style warning ${statusCode}: ${statusMessage}`] : []

/** Warnings about a write, once its record is read: a tax total that QuickBooks computed otherwise (rule 2). */
export const writeWarnings = ({ body }: CheckedRecord, { records }: ReadResult): string[] => {
  const sent = valueAt(body, 'TxnTaxDetail.TotalTax')
  if (isBlank(sent)) return []
  const computed = toDecimal(valueAt(records[0] ?? {}, 'TxnTaxDetail.TotalTax') ?? 0)
  const wanted = toDecimal(sent)
  if (computed === undefined || wanted === undefined || wanted.eq(computed)) return []
  return [`TxnTaxDetail.TotalTax ignored; desktop computed ${computed.toFixed(2)}`]
}

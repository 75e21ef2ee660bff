import { Fault, faultOfStatus } from '@bridge/faults'
import { isBlank, toDecimal } from './check-value.ts'
import type { Element } from './qbxml/element.ts'
import type { Response } from './qbxml/message-set.ts'
import { isRecordOf, readRecord } from './read.ts'
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

/** Statuses of a query that found nothing, or not everything it was asked for by id. */
const nothingFound = new Set([1, 500])

/**
 * Reads the answer to an add, a mod, a delete, or a query by id. Throws the fault of an error status,
 * and 610 where a read found nothing (facts/qbxml.md, section 4.4).
 */
export const readResponse = (response: Response, table: EntityTable, context: ReadContext): ReadResult => {
  requireSuccess(response)
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

/** Throws the fault of an error status. */
export const requireSuccess = ({ statusCode, statusSeverity, statusMessage }: Response): void => {
  if (statusSeverity === 'Error') throw faultOfStatus(statusCode, statusMessage)
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

import { isBlank, toDecimal } from '../check/check-value.ts'
import { valueAt } from '../check/same-json.ts'
import type { CheckedRecord } from '../table/checked.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../table/json.ts'
import type { ReadResult } from './response.ts'

/**
 * Returns warnings about a written form whose discount reduces the taxed amount: if the client did not request it, and
 * if other lines are not taxable. QBO then reduces the amount in part, QuickBooks Desktop in full.
 */
export function findDiscountTaxWarnings(
  { id, body }: Pick<CheckedRecord, 'id' | 'body'>,
  { records: [record] }: Pick<ReadResult, 'records'>,
): string[] {
  if (record?.ApplyTaxAfterDiscount !== true || !isTaxed(record)) return []
  const isRequested = id !== undefined || !isBlank(body.ApplyTaxAfterDiscount) || hasTaxCodes(body.Line)
  return [
    ...(isRequested ? [] : ['ApplyTaxAfterDiscount is true, because the discount item is taxable']),
    ...(getSoldLines(record.Line).every(isTaxableLine)
      ? []
      : ['ApplyTaxAfterDiscount: QuickBooks Desktop subtracts the whole discount from the taxable lines']),
  ]
}

function isTaxed(record: JsonObject): boolean {
  return toObjects(valueAt(record, 'TxnTaxDetail.TaxLine')).some(
    (line) => toDecimal(valueAt(line, 'TaxLineDetail.TaxPercent'))?.gt(0) === true,
  )
}

/** Returns whether every discount in a body has its own tax code. */
function hasTaxCodes(lines: JsonValue | undefined): boolean {
  const discounts = toObjects(lines).filter(({ DetailType }) => DetailType === 'DiscountLineDetail')
  return discounts.every((line) => !isBlank(valueAt(line, 'DiscountLineDetail.TaxCodeRef')))
}

/** Returns the lines with a sold item, including those in groups. */
function getSoldLines(lines: JsonValue | undefined): readonly JsonObject[] {
  return toObjects(lines).flatMap((line) => {
    const inner = toObjects(valueAt(line, 'GroupLineDetail.Line'))
    return inner.length > 0 ? getSoldLines(inner as JsonObject[]) : isJsonObject(line.SalesItemLineDetail) ? [line] : []
  })
}

function isTaxableLine(line: JsonObject): boolean {
  const code = valueAt(line, 'SalesItemLineDetail.TaxCodeRef.name')
  return toDecimal(line.Amount)?.eq(0) === true || (typeof code === 'string' && code.toLowerCase() === 'tax')
}

function toObjects(list: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

import { childText, type Element } from '@bridge/qbxml'
import type { JsonValue } from '../table/json.ts'

/**
 * Reads sales-tax items as an ordered list of rates.
 *
 * @param items records, or references to them
 */
export function toRateList(items: readonly Element[]): JsonValue {
  return {
    TaxRateDetail: items.map((item, order) => ({
      TaxRateRef: {
        value: childText(item, 'ListID') ?? '',
        name: childText(item, 'FullName') ?? childText(item, 'Name') ?? '',
      },
      TaxTypeApplicable: 'TaxOnAmount',
      TaxOrder: order,
    })),
  }
}

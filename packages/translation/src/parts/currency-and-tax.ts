import { isJsonObject, type JsonValue } from '../table/json.ts'
import type { Traits } from '../table/row.ts'
import { passing } from '../table/rows.ts'

/** The names of QBO's two tax codes in US companies; QuickBooks Desktop calls them so unless somebody renamed them. */
export const taxCodeNames = ['TAX', 'NON'] as const

/** `Taxable` as the name of a sales-tax code. */
export const taxable: Traits = { spelling: { yes: ['Tax'], no: ['Non'] } }

/** Whether a client names the currency of the company, by its code. */
export function isHomeCurrency(value: JsonValue): boolean {
  return isJsonObject(value) && value.value === 'USD'
}

/** The currency of a record: read, never written; the home currency passes by its code. */
export const homeCurrency: Traits = {
  fixed: {
    reason:
      'QuickBooks Desktop takes the currency from the customer, vendor or account; another one cannot be chosen here',
    passes: isHomeCurrency,
  },
}

/** The exchange rate of a transaction: read, never written; the rate of the home currency passes. */
export const homeRate: Traits = {
  fixed: { reason: 'QuickBooks Desktop takes the exchange rate from its list of currencies', passes: passing(1) },
}

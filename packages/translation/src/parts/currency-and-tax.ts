import { isJsonObject, type JsonValue } from '../table/json.ts'
import { passing, repeatOnly, spelled } from '../table/rows.ts'

/** The two tax codes of QBO in the US. QuickBooks Desktop has them under the same names unless a user renamed them. */
export const taxCodeNames = ['TAX', 'NON'] as const

/** `Taxable` as the name of a sales-tax code. */
export const taxable = spelled({ yes: ['Tax'], no: ['Non'] })

/** The currency of a record, which a client cannot choose. The code of the home currency passes. */
export const homeCurrency = repeatOnly(
  'QuickBooks Desktop uses the currency of the customer, vendor or account',
  isHomeCurrency,
)

export function isHomeCurrency(value: JsonValue): boolean {
  return isJsonObject(value) && value.value === 'USD'
}

/** The exchange rate of a transaction, which a client cannot choose. A rate of 1 passes. */
export const homeRate = repeatOnly('QuickBooks Desktop uses the exchange rate of its currency list', passing(1))

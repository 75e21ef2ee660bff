import { amountText, priceText, quantityText } from './decimal.ts'
import type { Fields, FieldValue } from './record.ts'

const booleanText = (text: string): string => (text === '1' ? 'true' : text === '0' ? 'false' : text)

const stored = new Map<string, (text: string) => string>()
for (const name of ['Amount', 'CreditLimit', 'OpenBalance']) stored.set(name, amountText)
for (const name of ['Price', 'PricePercent', 'SalesPrice', 'PurchaseCost', 'Rate', 'RatePercent'])
  stored.set(name, priceText)
for (const name of ['DiscountRate', 'DiscountRatePercent', 'DiscountPct', 'TaxRate']) stored.set(name, priceText)
stored.set('Quantity', quantityText)
for (const name of ['IsActive', 'IsTaxable', 'IsPending', 'IsFinanceCharge', 'IsToBePrinted', 'IsToBeEmailed']) {
  stored.set(name, booleanText)
}
for (const name of ['IsVendorEligibleFor1099', 'DefaultShipTo']) stored.set(name, booleanText)

/** Fields with their values spelt as QuickBooks prints them: `5` is the amount `5.00`, `1` the boolean `true`. */
export const storedValues = (fields: Fields): Fields => {
  const result: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(fields)) result[name] = storedValue(name, value)
  return result
}

const storedValue = (name: string, value: FieldValue): FieldValue => {
  if (typeof value === 'string') return value === '' ? value : (stored.get(name)?.(value) ?? value)
  return Array.isArray(value) ? value.map(storedValues) : storedValues(value as Fields)
}

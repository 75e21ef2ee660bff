import { amountText, priceText, quantityText } from './decimal.ts'
import type { Fields, FieldValue } from './record.ts'

const stored = new Map<string, (text: string) => string>([
  ...words('Amount CreditLimit OpenBalance TotalAmount TotalValue CostBasis TargetBonus YearEndBookValue').map(
    (name) => [name, amountText] as const,
  ),
  ...words(`Price PricePercent SalesPrice SalesExpense PurchaseCost Rate RatePercent Cost MarkupRate MarkupRatePercent DiscountRate
    DiscountRatePercent DiscountPct TaxRate`).map((name) => [name, priceText] as const),
  ...words('Quantity QuantityOnHand ReorderPoint Max BuildPoint').map((name) => [name, quantityText] as const),
  ['DefaultShipTo', booleanText],
  ['CreditCardNumber', maskedNumber],
])

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

function booleanText(text: string): string {
  return text === '1' ? 'true' : text === '0' ? 'false' : text
}

// QuickBooks keeps a card's number to itself and shows its last digits.
function maskedNumber(text: string): string {
  return text.replaceAll(/\d(?=\d{4})/g, 'x')
}

/** Fields with their values spelt as QuickBooks prints them: `5` is the amount `5.00`, `1` the boolean `true`. */
export function formatFields(fields: Fields): Fields {
  const result: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(fields)) result[name] = formatField(name, value)
  return result
}

function formatField(name: string, value: FieldValue): FieldValue {
  if (typeof value === 'string') return value === '' ? value : (findFormat(name)?.(value) ?? value)
  return Array.isArray(value) ? value.map(formatFields) : formatFields(value as Fields)
}

function findFormat(name: string): ((text: string) => string) | undefined {
  return stored.get(name) ?? (/^Is[A-Z]/.test(name) ? booleanText : undefined)
}

import { findElementType, type ValueType } from '@bridge/translation/qbxml'
import { amountText, priceText, quantityText } from './decimal.ts'
import type { Fields, FieldValue } from './record.ts'

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
  if (name === 'CreditCardNumber') return maskedNumber
  const type = findElementType(name)
  return type && formats[type]
}

const formats: Partial<Record<ValueType, (text: string) => string>> = {
  amt: amountText,
  price: priceText,
  percent: priceText,
  quan: quantityText,
  bool: booleanText,
}

function booleanText(text: string): string {
  return text === '1' ? 'true' : text === '0' ? 'false' : text
}

// QuickBooks keeps a card's number to itself and shows its last digits.
function maskedNumber(text: string): string {
  return text.replaceAll(/\d(?=\d{4})/g, 'x')
}

import { findElementType, type ValueType } from '@bridge/qbxml'
import { amountText, priceText, quantityText } from './decimal.ts'
import type { Fields, FieldValue } from './record.ts'

const formats: { readonly [Type in ValueType]?: (text: string) => string } = {
  amt: amountText,
  price: priceText,
  percent: priceText,
  quan: quantityText,
  bool: (text) => (text === '1' ? 'true' : text === '0' ? 'false' : text),
}

/** Formats field values as QuickBooks prints them: the amount `5` as `5.00`, the boolean `1` as `true`. */
export function formatFields(fields: Fields): Fields {
  const result: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(fields)) result[name] = formatField(name, value)
  return result
}

function formatField(name: string, value: FieldValue): FieldValue {
  if (typeof value === 'string') return value === '' ? value : formatText(name, value)
  return Array.isArray(value) ? value.map(formatFields) : formatFields(value as Fields)
}

// QuickBooks never shows a full card number.
function formatText(name: string, text: string): string {
  if (name === 'CreditCardNumber') return text.replaceAll(/\d(?=\d{4})/g, 'x')
  const type = findElementType(name)
  return type === undefined ? text : (formats[type]?.(text) ?? text)
}

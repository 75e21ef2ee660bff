import { getText } from '../books/fields.ts'
import type { Fields, FieldValue, Line } from '../books/record.ts'

const taken = ['ItemRef', 'Desc', 'CustomerRef', 'ClassRef', 'OverrideItemAccountRef'] as const

/** Returns the item line receiving a purchase order line's open quantity. */
export function toReceivedLine({ fields }: Line, open: string | undefined): Fields {
  const line: Record<string, FieldValue> = {}
  for (const name of taken) {
    const value = fields[name]
    if (value !== undefined) line[name] = value
  }
  const cost = getText(fields, 'Rate')
  if (cost !== undefined) line.Cost = cost
  if (open !== undefined) line.Quantity = open
  else if (getText(fields, 'Amount') !== undefined) line.Amount = getText(fields, 'Amount') ?? ''
  return line
}

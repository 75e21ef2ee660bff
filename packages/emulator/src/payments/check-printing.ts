import { getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import type { Entry } from '../transactions/transaction-kind.ts'

/** Returns the header of a check: one that is to be printed has no number, and one with a number is not printed. */
export function printing({ given, fields }: Entry): Fields {
  if (getText(given, 'IsToBePrinted') === undefined && getText(given, 'RefNumber') !== undefined) {
    return { ...fields, IsToBePrinted: 'false' }
  }
  if (getText(fields, 'IsToBePrinted') !== 'true') return fields
  const { RefNumber: _number, ...unnumbered } = fields
  return unnumbered
}

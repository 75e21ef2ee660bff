import { getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import type { Entry } from '../transactions/transaction-kind.ts'

/** Returns a check's header, which either has a number or waits to be printed. */
export function withPrintStatus({ requested, fields }: Entry): Fields {
  if (getText(requested, 'IsToBePrinted') === undefined && getText(requested, 'RefNumber') !== undefined) {
    return { ...fields, IsToBePrinted: 'false' }
  }
  if (getText(fields, 'IsToBePrinted') !== 'true') return fields
  const { RefNumber: _number, ...unnumbered } = fields
  return unnumbered
}

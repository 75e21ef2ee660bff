import type { RowSpec, RowSpecs } from '../table/row.ts'
import { field, ignored, refused } from '../table/rows.ts'

const onePhone = 'QuickBooks Desktop keeps a telephone number as one text; use FreeFormNumber'

/** A telephone number, `{ FreeFormNumber }`. */
export function phone(key: string, element: string): RowSpecs {
  return {
    [`${key}.FreeFormNumber`]: field(element),
    [`${key}.Id`]: ignored,
    [`${key}.Default`]: ignored,
    [`${key}.Tag`]: ignored,
    [`${key}.DeviceType`]: ignored,
    [`${key}.CountryCode`]: refused(onePhone),
    [`${key}.AreaCode`]: refused(onePhone),
    [`${key}.ExchangeCode`]: refused(onePhone),
    [`${key}.Extension`]: refused(onePhone),
  }
}

/** An email address, `{ Address }`. */
export function email(key: string, element: string): RowSpecs {
  return {
    [`${key}.Address`]: field(element),
    [`${key}.Id`]: ignored,
    [`${key}.Default`]: ignored,
    [`${key}.Tag`]: ignored,
  }
}

/** Several fields that share one row, for example one reason to refuse them. */
export function sameRow(keys: readonly string[], row: RowSpec): RowSpecs {
  return Object.fromEntries(keys.map((key) => [key, row]))
}

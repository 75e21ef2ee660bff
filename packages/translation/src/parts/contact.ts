import type { RowSpecs } from '../table/row.ts'
import { echo, field, ignored, part, refused } from '../table/rows.ts'

const onePhone = 'QuickBooks Desktop stores a phone number as a single text; use FreeFormNumber'

/** Creates the rows of a phone number, `{ FreeFormNumber }`. */
export function phone(key: string, element: string): RowSpecs {
  return part('contact', {
    [`${key}.FreeFormNumber`]: field(element),
    [`${key}.Id`]: echo,
    [`${key}.Default`]: ignored,
    [`${key}.Tag`]: ignored,
    [`${key}.DeviceType`]: ignored,
    [`${key}.CountryCode`]: refused(onePhone),
    [`${key}.AreaCode`]: refused(onePhone),
    [`${key}.ExchangeCode`]: refused(onePhone),
    [`${key}.Extension`]: refused(onePhone),
  })
}

/** Creates the rows of an email address, `{ Address }`. */
export function email(key: string, element: string): RowSpecs {
  return part('contact', {
    [`${key}.Address`]: field(element),
    [`${key}.Id`]: echo,
    [`${key}.Default`]: ignored,
    [`${key}.Tag`]: ignored,
  })
}

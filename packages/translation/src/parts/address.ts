import type { Rows } from '../table/row.ts'
import { ignored, max, refused, text } from '../table/rows.ts'

const onlyInAddress = 'QuickBooks Desktop addresses have no such part; put it into a line of the address'

/** A postal address: `Line1`…`Line5`, `City`, … on one side, `Addr1`…`Addr5`, `City`, … on the other. */
export function address(key: string, element: string): Rows {
  return {
    [`${key}.Line1`]: text(`${element}/Addr1`, max(41)),
    [`${key}.Line2`]: text(`${element}/Addr2`, max(41)),
    [`${key}.Line3`]: text(`${element}/Addr3`, max(41)),
    [`${key}.Line4`]: text(`${element}/Addr4`, max(41)),
    [`${key}.Line5`]: text(`${element}/Addr5`, max(41)),
    [`${key}.City`]: text(`${element}/City`, max(31)),
    [`${key}.CountrySubDivisionCode`]: text(`${element}/State`, max(21)),
    [`${key}.PostalCode`]: text(`${element}/PostalCode`, max(13)),
    [`${key}.Country`]: text(`${element}/Country`, max(31)),
    [`${key}.Note`]: text(`${element}/Note`, max(41)),
    [`${key}.Id`]: ignored,
    [`${key}.Lat`]: ignored,
    [`${key}.Long`]: ignored,
    [`${key}.Tag`]: ignored,
    [`${key}.CountryCode`]: refused(onlyInAddress),
    [`${key}.County`]: refused(onlyInAddress),
    [`${key}.PostalCodeSuffix`]: refused(onlyInAddress),
  }
}

import type { RowSpecs } from '../table/row.ts'
import { acceptsNumbers, echo, field, ignored, part, refused } from '../table/rows.ts'

const onlyInAddress = 'QuickBooks Desktop addresses have no such field; add it to an address line'

/**
 * Creates a postal address: `Line1`…`Line5`, `City`, … on the client side, `Addr1`…`Addr5`, `City`, … on the desktop
 * side.
 */
export function address(key: string, element: string): RowSpecs {
  return part('address', {
    [`${key}.Line1`]: field(`${element}/Addr1`),
    [`${key}.Line2`]: field(`${element}/Addr2`),
    [`${key}.Line3`]: field(`${element}/Addr3`),
    [`${key}.Line4`]: field(`${element}/Addr4`),
    [`${key}.Line5`]: field(`${element}/Addr5`),
    [`${key}.City`]: field(`${element}/City`),
    [`${key}.CountrySubDivisionCode`]: field(`${element}/State`),
    [`${key}.PostalCode`]: field(`${element}/PostalCode`, acceptsNumbers),
    [`${key}.Country`]: field(`${element}/Country`),
    [`${key}.Note`]: field(`${element}/Note`, acceptsNumbers),
    [`${key}.Id`]: echo,
    [`${key}.Lat`]: echo,
    [`${key}.Long`]: echo,
    [`${key}.Tag`]: ignored,
    [`${key}.CountryCode`]: refused(onlyInAddress, 'Put the text into a free line of the address, such as Line3.'),
    [`${key}.County`]: refused(onlyInAddress, 'Put the text into a free line of the address, such as Line3.'),
    [`${key}.PostalCodeSuffix`]: refused(onlyInAddress, 'Put the text into a free line of the address, such as Line3.'),
  })
}

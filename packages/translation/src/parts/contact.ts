import type { FieldSpec, RowSpecs } from '../table/row.ts'
import { acceptsNumbers, echo, field, ignored, labeled, note, part, refused } from '../table/rows.ts'
import type { Traits } from '../table/traits.ts'
import { address } from './address.ts'

const onePhone = 'QuickBooks Desktop stores a phone number as a single text; use FreeFormNumber'

/** Creates a phone number, `{ FreeFormNumber }`. */
export function phone(key: string, element: string | FieldSpec): RowSpecs {
  return part('contact', {
    [`${key}.FreeFormNumber`]: typeof element === 'string' ? field(element, acceptsNumbers) : element,
    [`${key}.Id`]: echo,
    [`${key}.Default`]: ignored,
    [`${key}.Tag`]: ignored,
    [`${key}.DeviceType`]: ignored,
    [`${key}.CountryCode`]: refused(onePhone, 'Send the whole number in FreeFormNumber.'),
    [`${key}.AreaCode`]: refused(onePhone, 'Send the whole number in FreeFormNumber.'),
    [`${key}.ExchangeCode`]: refused(onePhone, 'Send the whole number in FreeFormNumber.'),
    [`${key}.Extension`]: refused(onePhone, 'Send the whole number in FreeFormNumber.'),
  })
}

/** Creates an email address, `{ Address }`. */
export function email(key: string, element: string): RowSpecs {
  return part('contact', {
    [`${key}.Address`]: field(element),
    [`${key}.Id`]: echo,
    [`${key}.Default`]: ignored,
    [`${key}.Tag`]: ignored,
  })
}

/** Creates a web address, `{ URI }`. */
export function webAddress(key: string, row: FieldSpec): RowSpecs {
  return part('contact', {
    [`${key}.URI`]: row,
    [`${key}.Id`]: echo,
    [`${key}.Default`]: ignored,
    [`${key}.Tag`]: ignored,
  })
}

/** Creates how a customer or vendor is named and reached. `billing` is the element with the billing address. */
export function contacts(billing: string): RowSpecs {
  return {
    CompanyName: field('CompanyName'),
    Title: field('Salutation'),
    GivenName: field('FirstName'),
    MiddleName: field('MiddleName'),
    FamilyName: field('LastName'),
    Suffix: refused('QuickBooks Desktop (US) has no name suffix', 'Put the suffix at the end of FamilyName.'),
    ...address('BillAddr', billing),
    ...address('ShipAddr', 'ShipAddress'),
    ...phone('PrimaryPhone', 'Phone'),
    ...phone('AlternatePhone', 'AltPhone'),
    ...phone('Fax', 'Fax'),
    ...phone('Mobile', contact('Mobile', acceptsNumbers)),
    ...webAddress('WebAddr', contact('Website')),
    ...email('PrimaryEmailAddr', 'Email'),
    ContactName: field('Contact'),
    AltContactName: field('AltContact'),
  }
}

/** Contact labels that are also elements on customers and vendors. */
const ofElements = ['Main Phone', 'Alt. Phone', 'Fax', 'Main Email', 'CC Email']
/** Contact labels that are elements on employees only. */
const ofEmployees = ['Mobile', 'Pager']

/** Creates a contact kept by QuickBooks under a label on its customer and vendor forms. */
function contact(label: string, ...traits: readonly Traits[]): FieldSpec {
  return createContact(label, ofElements, traits)
}

/** Creates a contact kept by QuickBooks under a label on its employee form. */
export function contactOfEmployee(label: string): FieldSpec {
  return createContact(label, [...ofElements, ...ofEmployees])
}

function createContact(label: string, repeats: readonly string[], traits: readonly Traits[] = []): FieldSpec {
  return labeled(
    'AdditionalContactRef/ContactValue',
    { element: 'ContactName', text: label, repeats },
    note(`the contact with the label ${label}`),
    ...traits,
  )
}

import type { FieldSpec, RowSpecs } from '../table/row.ts'
import { echo, field, ignored, labeled, note, part, refused } from '../table/rows.ts'

const onePhone = 'QuickBooks Desktop stores a phone number as a single text; use FreeFormNumber'

/** Creates the rows of a phone number, `{ FreeFormNumber }`. */
export function phone(key: string, element: string | FieldSpec): RowSpecs {
  return part('contact', {
    [`${key}.FreeFormNumber`]: typeof element === 'string' ? field(element) : element,
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

/** Creates the rows of a web address, `{ URI }`. */
export function webAddress(key: string, row: FieldSpec): RowSpecs {
  return part('contact', {
    [`${key}.URI`]: row,
    [`${key}.Id`]: echo,
    [`${key}.Default`]: ignored,
    [`${key}.Tag`]: ignored,
  })
}

/** The labels of contacts that are also elements of a name. */
const ofElements = ['Main Phone', 'Alt. Phone', 'Fax', 'Main Email', 'CC Email']
/** The labels of contacts that are elements of an employee only. */
const ofEmployees = ['Mobile', 'Pager']

/** Creates a contact that QuickBooks keeps under a label of its form for customers and vendors. */
export function contact(label: string): FieldSpec {
  return createContact(label, ofElements)
}

/** Creates a contact that QuickBooks keeps under a label of its form for employees. */
export function contactOfEmployee(label: string): FieldSpec {
  return createContact(label, [...ofElements, ...ofEmployees])
}

function createContact(label: string, repeats: readonly string[]): FieldSpec {
  return labeled(
    'AdditionalContactRef/ContactValue',
    { element: 'ContactName', text: label, repeats },
    note(`the contact with the label ${label}`),
  )
}

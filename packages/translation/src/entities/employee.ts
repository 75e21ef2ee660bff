import { Fault } from '@bridge/faults'
import { isBlank } from '../check/check-value.ts'
import { address } from '../parts/address.ts'
import { email, phone, sameRow } from '../parts/contact.ts'
import { customFields } from '../parts/custom-fields.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { childText } from '../qbxml/element.ts'
import { list, type RecordDraft } from '../table/entity-table.ts'
import { scalarText } from '../table/json.ts'
import {
  bool,
  choice,
  composedOf,
  createOnly,
  date,
  filter,
  ignored,
  isName,
  max,
  note,
  readFrom,
  refused,
  text,
} from '../table/rows.ts'

const noSuchPart = refused('an address of an employee in QuickBooks Desktop has two lines, city, state and postal code')
const noRate = refused('QuickBooks Desktop keeps the rates of an employee in payroll and in its billing rate levels')
const noSuchField = refused('QuickBooks Desktop has no such field on employees')

export const Employee = list('Employee', {
  can: ['create', 'update'],
  ownerId: true,
  rows: {
    ...envelope,
    ...listIdentity,
    DisplayName: text(
      'Name',
      composedOf('GivenName', 'MiddleName', 'FamilyName'),
      filter('byName'),
      note('QuickBooks Desktop makes it from the parts of the name; a write may only name what they give'),
    ),
    Active: bool('IsActive', filter('byActive')),
    Title: text('Salutation', max(15)),
    GivenName: text('FirstName', max(25), isName),
    MiddleName: text('MiddleName', max(5), isName),
    FamilyName: text('LastName', max(25), isName),
    Suffix: refused('QuickBooks Desktop (US) has no name suffix'),
    ...address('PrimaryAddr', 'EmployeeAddress'),
    ...sameRow(
      ['Line3', 'Line4', 'Line5', 'Country', 'Note'].map((part) => `PrimaryAddr.${part}`),
      noSuchPart,
    ),
    PrintOnCheckName: text('PrintAs', max(41)),
    ...phone('PrimaryPhone', 'Phone'),
    ...phone('Mobile', 'Mobile'),
    ...phone('AlternatePhone', 'AltPhone'),
    ...phone('Fax', 'Fax'),
    SSN: text(
      'SSN',
      max(15),
      createOnly,
      readFrom((record) => masked(childText(record, 'SSN'))),
      note('written on creation; reads show the last four digits'),
    ),
    ...email('PrimaryEmailAddr', 'Email'),
    EmployeeType: choice('EmployeeType', ['Officer', 'Owner', 'Regular', 'Statutory']),
    Gender: choice('Gender', ['Male', 'Female'], createOnly),
    HiredDate: date('HiredDate'),
    ReleasedDate: date('ReleasedDate'),
    BirthDate: date('BirthDate'),
    EmployeeNumber: text('AccountNumber', max(99)),
    Notes: text('Notes', max(4095)),
    CustomField: customFields,

    BillableTime: refused('QuickBooks Desktop decides on each time activity whether it is billed'),
    BillRate: noRate,
    CostRate: noRate,
    UseTimeEntry: refused('the payroll settings of an employee are not passed through', (value) => value === 'NotSet'),
    ...sameRow(['CompanyName', 'OtherAddr', 'WebAddr', 'OtherContactInfo', 'Organization'], noSuchField),
    DefaultTaxCodeRef: noSuchField,
    ...sameRow(['FullyQualifiedName', 'V4IDPseudonym', 'IntuitId', 'UserId'], ignored),
  },
  alsoCheck: (draft) => {
    needsName(draft)
    refuseMasked(draft)
  },
})

/** A number as anybody may see it: `XXX-XX-6789`. QuickBooks itself shows it so to some users. */
function masked(number: string | undefined): string | undefined {
  const last = number?.replaceAll(/[^\d]/g, '').slice(-4)
  return last?.length === 4 ? `XXX-XX-${last}` : undefined
}

function needsName({ operation, body }: RecordDraft): void {
  if (operation === 'update' || !isBlank(body.GivenName) || !isBlank(body.FamilyName)) return
  throw new Fault('2020', 'a new employee needs GivenName or FamilyName; QuickBooks Desktop makes the name from them', {
    element: 'GivenName',
  })
}

function refuseMasked({ operation, body }: RecordDraft): void {
  if (operation === 'create' && /^\s*[X*]/i.test(scalarText(body.SSN) ?? '')) {
    throw new Fault('2010', 'SSN is the masked form that reads show, not the number', { element: 'SSN' })
  }
}

import { Fault } from '@bridge/faults'
import { isBlank } from '../check/check-value.ts'
import { address } from '../parts/address.ts'
import { contactOfEmployee, email, phone, webAddress } from '../parts/contact.ts'
import { decidedByDesktop } from '../parts/copies.ts'
import { customFields } from '../parts/custom-fields.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { list, type RecordDraft } from '../table/entity-table.ts'
import { type JsonObject, type JsonValue, scalarText } from '../table/json.ts'
import {
  acceptsNumbers,
  choice,
  createOnly,
  echo,
  field,
  filter,
  isName,
  note,
  refused,
  repeatOnly,
  sameRow,
  since,
} from '../table/rows.ts'

/** A day in a person's life, which can be before QuickBooks Desktop's first transaction date. */
const inLifetime = since('1901-01-01')
const noSuchPart = refused(
  'employee addresses in QuickBooks Desktop have only two lines, city, state and postal code',
  'Use Line1 and Line2, and keep the rest in your app.',
)
const noRate = refused(
  'QuickBooks Desktop keeps the rates of an employee in payroll and in its billing rate levels',
  'Set UnitPrice on the service Item that the TimeActivity names.',
)
const noSuchField = refused(
  'QuickBooks Desktop has no such field on employees',
  'Put the text in Notes of the employee where it has them, or keep it in your app.',
)

export const Employee = list('Employee', {
  can: ['create', 'update'],
  ownerId: true,
  rows: {
    ...envelope,
    ...listIdentity,
    DisplayName: field(
      'Name',
      // Passes any value, because `checkDisplayName` compares it with the parts.
      repeatOnly(
        'QuickBooks Desktop joins it from the parts of the name; a write may only repeat the result',
        'Send GivenName, MiddleName and FamilyName.',
        () => true,
      ),
      filter('byName'),
    ),
    Active: field('IsActive', filter('byActive')),
    Title: field('Salutation'),
    GivenName: field('FirstName', isName),
    MiddleName: field('MiddleName', isName),
    FamilyName: field('LastName', isName),
    Suffix: refused('QuickBooks Desktop (US) has no name suffix', 'Put the suffix at the end of FamilyName.'),
    ...address('PrimaryAddr', 'EmployeeAddress'),
    ...sameRow(
      ['Line3', 'Line4', 'Line5', 'Country', 'Note'].map((part) => `PrimaryAddr.${part}`),
      noSuchPart,
    ),
    PrintOnCheckName: field('PrintAs'),
    ...phone('PrimaryPhone', 'Phone'),
    ...phone('Mobile', 'Mobile'),
    ...phone('AlternatePhone', 'AltPhone'),
    ...phone('Fax', 'Fax'),
    SSN: field(
      'SSN',
      createOnly,
      { read: { masks: maskNumber } },
      note('set on create; reads show the last four digits'),
    ),
    ...email('PrimaryEmailAddr', 'Email'),
    ...webAddress('WebAddr', contactOfEmployee('Website')),
    EmployeeType: choice('EmployeeType', ['Officer', 'Owner', 'Regular', 'Statutory']),
    Gender: choice('Gender', ['Male', 'Female'], createOnly),
    HiredDate: field('HiredDate', inLifetime),
    ReleasedDate: field('ReleasedDate'),
    BirthDate: field('BirthDate', inLifetime),
    EmployeeNumber: field('AccountNumber', acceptsNumbers),
    Notes: field('Notes', acceptsNumbers),
    CustomField: customFields,

    BillableTime: decidedByDesktop(
      'QuickBooks Desktop has the billable status on each time activity',
      'Set BillableStatus on each TimeActivity.',
    ),
    BillRate: noRate,
    CostRate: noRate,
    UseTimeEntry: refused(
      'the payroll settings of an employee are not passed through',
      'Change the setting under Employee Defaults in QuickBooks Desktop.',
      (value) => value === 'NotSet',
    ),
    ...sameRow(['CompanyName', 'OtherAddr', 'OtherContactInfo', 'Organization'], noSuchField),
    DefaultTaxCodeRef: noSuchField,
    ...sameRow(['FullyQualifiedName', 'V4IDPseudonym', 'IntuitId', 'UserId'], echo),
  },
  alsoCheck: (draft) => {
    needsName(draft)
    refuseMasked(draft)
    checkDisplayName(draft)
  },
})

const nameParts = ['GivenName', 'MiddleName', 'FamilyName']

/** Rejects a name that differs from the sent and stored parts as QuickBooks joins them. */
function checkDisplayName({ operation, body, unchanged }: RecordDraft): void {
  const { DisplayName: value } = body
  if (value === undefined || isBlank(value)) return
  const check = (before: JsonObject): void => requireJoinedName(value, body, before)
  if (operation === 'create') check({})
  else unchanged.push({ path: 'DisplayName', value, reason: '', check })
}

function requireJoinedName(value: JsonValue, body: JsonObject, before: JsonObject): void {
  const parts = nameParts.map((key) => scalarText(Object.hasOwn(body, key) ? body[key] : before[key])?.trim() ?? '')
  const name = parts.filter((part) => part !== '').join(' ')
  const sent = scalarText(value)?.trim()
  // A client changing part of the name may echo the name it read.
  if (sent === name || sent === before.DisplayName) return
  throw new Fault(
    '2010',
    `DisplayName must be ${JSON.stringify(name)}, since QuickBooks Desktop composes it from ${nameParts.join(', ')}. Omit DisplayName, or change those.`,
    { element: 'DisplayName', status: 400 },
  )
}

/** Masks a number as QuickBooks does for some users: `XXX-XX-6789`. */
function maskNumber(number: string): string | undefined {
  const last = number.replaceAll(/[^\d]/g, '').slice(-4)
  return last.length === 4 ? `XXX-XX-${last}` : undefined
}

function needsName({ operation, body }: RecordDraft): void {
  if (operation === 'update' || !isBlank(body.GivenName) || !isBlank(body.FamilyName)) return
  throw new Fault(
    '2020',
    'GivenName or FamilyName is required, since QuickBooks Desktop composes the name from them.',
    {
      element: 'GivenName',
    },
  )
}

function refuseMasked({ operation, body }: RecordDraft): void {
  const number = scalarText(body.SSN)?.trim() ?? ''
  if (operation === 'update' || number === '') return
  if (/^[X*]/i.test(number)) {
    throw new Fault('2010', 'SSN must be the full number, not the masked form of a read record.', { element: 'SSN' })
  }
  if (!/^\d{3}-?\d{2}-?\d{4}$/.test(number)) {
    throw new Fault('2010', 'SSN must have nine digits, as in 123-45-6789.', { element: 'SSN' })
  }
}

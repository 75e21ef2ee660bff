import { child, childText } from '@bridge/qbxml'
import { address } from '../parts/address.ts'
import { email, phone } from '../parts/contact.ts'
import { toCountryCode } from '../parts/country-code.ts'
import { envelope, timesOfReading } from '../parts/identity.ts'
import { single } from '../table/entity-table.ts'
import type { RowSpecs } from '../table/row.ts'
import { derived, field, ignored, refused, sameRow } from '../table/rows.ts'

const flags = ['CompanyType', 'TaxForm'] as const

/** The company. Its ID is the realm's. The desktop has neither an edit sequence nor times for it. */
export const CompanyInfo = single('CompanyInfo', 'Company', {
  ...envelope,
  Id: derived('text', (_record, { realmId }) => realmId),
  SyncToken: derived('text', () => '0'),
  ...timesOfReading,
  CompanyName: field('CompanyName'),
  LegalName: field('LegalCompanyName'),
  ...companyAddress('CompanyAddr', 'Address'),
  ...companyAddress('LegalAddr', 'LegalAddress'),
  ...companyAddress('CustomerCommunicationAddr', 'CompanyAddressForCustomer'),
  ...phone('PrimaryPhone', 'Phone'),
  ...phone('Fax', 'Fax'),
  ...email('Email', 'Email'),
  'WebAddr.URI': field('CompanyWebSite'),
  FiscalYearStartMonth: field('FirstMonthFiscalYear'),
  TaxYearStartMonth: field('FirstMonthIncomeTaxYear'),
  EmployerId: field('EIN'),
  SampleFile: field('IsSampleCompany'),
  Country: derived('text', () => 'US'),
  SupportedLanguages: derived('text', () => 'en'),
  NameValue: derived('structure', (record) => {
    const known = flags.flatMap((name) => {
      const value = childText(record, name)
      return value === undefined ? [] : [{ Name: name, Value: value }]
    })
    return known.length === 0 ? undefined : known
  }),

  CompanyStartDate: refused(
    'QuickBooks Desktop does not show when the company was founded',
    'Read FiscalYearStartMonth for the first month of the fiscal year.',
  ),
  CompanyFileName: refused(
    'QuickBooks Desktop does not expose the path of the company file to integrations',
    'Read CompanyName to name the company file, or the realm’s name in the portal.',
  ),
  QBVersion: refused(
    'the version of the application is not part of the company file',
    'Read the release on the company file’s page in the portal.',
  ),
  CompanyURL: refused('the address of the website is WebAddr', 'Use WebAddr.'),
  ...sameRow(
    ['CompanyEmailAddr', 'CustomerCommunicationEmailAddr', 'CompanyUserAdminEmail'],
    refused('the email address is Email', 'Use Email.'),
  ),
  ...sameRow(
    [
      'ShipAddr',
      'OtherAddr',
      'Mobile',
      'OtherContactInfo',
      'CompanyUserId',
      'DefaultTimeZone',
      'FlavorStratum',
      'FifoCalculationStatus',
    ],
    refused(
      'QuickBooks Desktop has no such field on the company',
      'Use CompanyAddr, LegalAddr, PrimaryPhone or Email, which the company has.',
    ),
  ),
  ...sameRow(['LastImportedTime', 'LastSyncTime', 'MultiByteCharsSupported', 'CustomField'], ignored),
})

/** Creates an address whose country is its code of three letters, where it is known. */
function companyAddress(key: string, element: string): RowSpecs {
  return {
    ...address(key, element),
    [`${key}.Country`]: derived(
      'text',
      (record) => {
        const stored = child(record, element)
        const country = stored && childText(stored, 'Country')
        return country === undefined ? undefined : toCountryCode(country)
      },
      { note: 'three letters for a known country, such as USA' },
    ),
  }
}

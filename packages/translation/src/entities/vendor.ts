import { address } from '../parts/address.ts'
import { email, phone, sameRow } from '../parts/contact.ts'
import { homeCurrency } from '../parts/currency-and-tax.ts'
import { customFields } from '../parts/custom-fields.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { nameFromParts } from '../parts/name-from-parts.ts'
import { list } from '../table/entity-table.ts'
import {
  amount,
  bool,
  createOnly,
  date,
  filter,
  ignored,
  isName,
  max,
  openedBy,
  passing,
  permanent,
  readOnly,
  ref,
  refused,
  required,
  text,
  writeOnly,
} from '../table/rows.ts'

const noOtherCountry = refused(
  'this field belongs to tax rules of other countries; QuickBooks Desktop (US) does not have it',
)
const noSuchField = refused('QuickBooks Desktop has no such field on vendors')

export const Vendor = list('Vendor', {
  can: ['create', 'update'],
  iterates: true,
  ownerId: true,
  rows: {
    ...envelope,
    ...listIdentity,
    DisplayName: text('Name', max(41), required, isName, filter('byName')),
    Active: bool('IsActive', filter('byActive')),
    CompanyName: text('CompanyName', max(41)),
    Title: text('Salutation', max(15)),
    GivenName: text('FirstName', max(25)),
    MiddleName: text('MiddleName', max(5)),
    FamilyName: text('LastName', max(25)),
    Suffix: refused('QuickBooks Desktop (US) has no name suffix'),
    ...address('BillAddr', 'VendorAddress'),
    ...address('ShipAddr', 'ShipAddress'),
    ...phone('PrimaryPhone', 'Phone'),
    ...phone('AlternatePhone', 'AltPhone'),
    ...phone('Fax', 'Fax'),
    ...email('PrimaryEmailAddr', 'Email'),
    ContactName: text('Contact', max(41)),
    AltContactName: text('AltContact', max(41)),
    PrintOnCheckName: text('NameOnCheck', max(41)),
    AcctNum: text('AccountNumber', max(99)),
    Notes: text('Notes', max(4095)),
    VendorTypeRef: ref('VendorTypeRef', permanent),
    TermRef: ref('TermsRef', permanent),
    CreditLimit: amount('CreditLimit'),
    TaxIdentifier: text('VendorTaxIdent', max(15)),
    Vendor1099: bool('IsVendorEligibleFor1099'),
    Balance: amount('Balance', readOnly, openedBy('OpenBalance', 'OpenBalanceDate')),
    OpenBalanceDate: date('OpenBalanceDate', createOnly, writeOnly),
    // The desktop keeps up to three; a change of the first would drop the others.
    PrefillAccountRef: ref('PrefillAccountRef', createOnly),
    CurrencyRef: ref('CurrencyRef', homeCurrency),
    CustomField: customFields,

    ParentRef: refused('vendors of QuickBooks Desktop have no levels'),
    APAccountRef: refused('QuickBooks Desktop keeps the payables account on each transaction, not on the vendor'),
    Mobile: refused('QuickBooks Desktop (US) has no mobile number on vendors; use AlternatePhone'),
    WebAddr: refused('QuickBooks Desktop has no web address on vendors'),
    BillRate: refused('QuickBooks Desktop keeps the rates of a vendor in a list of billing rate levels'),
    CostRate: refused('QuickBooks Desktop has no cost rate of a vendor'),
    VendorPaymentBankDetail: refused('bank details of vendors are not passed through'),
    TaxReportingBasis: refused('QuickBooks Desktop chooses the basis in each report', passing('Accrual', 'Cash')),
    ...sameRow(['GSTIN', 'GSTRegistrationType', 'BusinessNumber', 'HasTPAR', 'T4AEligible'], noOtherCountry),
    ...sameRow(['T5018Eligible', 'TaxCountry', 'TaxIdEffectiveDate', 'CompanyRegistrationNumber'], noOtherCountry),
    ...sameRow(
      ['TDSEnabled', 'TDSEntityTypeId', 'TDSSectionTypeId', 'TDSOverrideThreshold', 'IsSubContractor'],
      noOtherCountry,
    ),
    ...sameRow(['SubcontractorType', 'CISRate'], noOtherCountry),
    ...sameRow(['OtherAddr', 'OtherContactInfo', 'DefaultTaxCodeRef', 'Organization'], noSuchField),
    ...sameRow(
      ['AgencyVerificationStatus', 'AgencyVerificationStatusMsg', 'AgencyVerificationTSUTC', 'Source'],
      ignored,
    ),
    ...sameRow(['IntuitId', 'UserId'], ignored),
  },
  alsoCheck: ({ operation, body, values }) => {
    if (operation === 'create') nameFromParts(body, values)
  },
})

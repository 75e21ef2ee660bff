import { contacts } from '../parts/contact.ts'
import { chosenCurrency } from '../parts/currency-rows.ts'
import { customFields } from '../parts/custom-fields.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { nameFromParts } from '../parts/name-from-parts.ts'
import { requireOpeningBalance } from '../parts/opening-balance.ts'
import { list } from '../table/entity-table.ts'
import {
  acceptsNumbers,
  createOnly,
  echo,
  field,
  filter,
  ignored,
  isName,
  openingBalance,
  passing,
  readOnly,
  refused,
  required,
  sameRow,
  writeOnly,
} from '../table/rows.ts'

const noOtherCountry = refused(
  'this field is for taxes of other countries, which QuickBooks Desktop (US) does not have',
  'Leave it out: taxes of the United States need SalesTaxCodeRef and DefaultTaxCodeRef only.',
)
const noSuchField = refused('QuickBooks Desktop has no such field on vendors', 'Put the text in Notes of the vendor.')

export const Vendor = list('Vendor', {
  can: ['create', 'update'],
  iterates: true,
  ownerId: true,
  rows: {
    ...envelope,
    ...listIdentity,
    DisplayName: field('Name', required, isName, filter('byName')),
    Active: field('IsActive', filter('byActive')),
    ...contacts('VendorAddress'),
    PrintOnCheckName: field('NameOnCheck'),
    AcctNum: field('AccountNumber', acceptsNumbers),
    Notes: field('Notes', acceptsNumbers),
    VendorTypeRef: field('VendorTypeRef'),
    TermRef: field('TermsRef'),
    CreditLimit: field('CreditLimit'),
    TaxIdentifier: field('VendorTaxIdent', acceptsNumbers),
    Vendor1099: field('IsVendorEligibleFor1099'),
    Balance: field('Balance', readOnly, openingBalance('OpenBalance', 'OpenBalanceDate')),
    OpenBalanceDate: field('OpenBalanceDate', createOnly, writeOnly),
    // The desktop has up to three, and changing the first would drop the others.
    PrefillAccountRef: field('PrefillAccountRef', createOnly),
    CurrencyRef: field('CurrencyRef', chosenCurrency),
    CustomField: customFields,

    ParentRef: refused(
      'QuickBooks Desktop vendors have no levels',
      'Put the name of the parent in front of DisplayName.',
    ),
    APAccountRef: refused(
      'QuickBooks Desktop keeps the payables account on each transaction, not on the vendor',
      'Set APAccountRef on the Bill.',
    ),
    BillRate: refused(
      'QuickBooks Desktop keeps the rates of a vendor in a list of billing rate levels',
      'Set PurchaseCost on the service Item.',
    ),
    CostRate: refused('QuickBooks Desktop has no cost rate on vendors', 'Set PurchaseCost on the service Item.'),
    VendorPaymentBankDetail: refused(
      'bank details of vendors are not passed through',
      'Keep bank details with the bank or service that pays.',
    ),
    TaxReportingBasis: refused(
      'QuickBooks Desktop chooses the basis in each report',
      'Send accounting_method with each report.',
      passing('Accrual', 'Cash'),
    ),
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
    ...sameRow(['IntuitId', 'UserId'], echo),
  },
  alsoCheck: (draft) => {
    nameFromParts(draft)
    requireOpeningBalance(draft)
  },
})

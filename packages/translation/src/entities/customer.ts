import { address } from '../parts/address.ts'
import { email, phone, sameRow } from '../parts/contact.ts'
import { homeCurrency, taxable } from '../parts/currency-and-tax.ts'
import { customFields } from '../parts/custom-fields.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { nameFromParts } from '../parts/name-from-parts.ts'
import { childText } from '../qbxml/element.ts'
import { list } from '../table/entity-table.ts'
import {
  amount,
  bool,
  choice,
  createOnly,
  date,
  derived,
  filter,
  ignored,
  isName,
  max,
  openedBy,
  permanent,
  readOnly,
  ref,
  refused,
  required,
  text,
  whole,
  writeOnly,
} from '../table/rows.ts'

const noOtherCountry = 'this field belongs to tax rules of other countries; QuickBooks Desktop (US) does not have it'
const noSuchField = 'QuickBooks Desktop has no such field on customers'

export const Customer = list('Customer', {
  can: ['create', 'update'],
  iterates: true,
  hierarchical: true,
  ownerId: true,
  rows: {
    ...envelope,
    ...listIdentity,
    DisplayName: text('Name', max(41), required, isName, filter('byName')),
    FullyQualifiedName: text('FullName', readOnly, filter('byFullName')),
    Active: bool('IsActive', filter('byActive')),
    ParentRef: ref('ParentRef', permanent),
    Job: derived('bool', (record) => childText(record, 'Sublevel') !== '0'),
    Level: whole('Sublevel', readOnly),
    CompanyName: text('CompanyName', max(41)),
    Title: text('Salutation', max(15)),
    GivenName: text('FirstName', max(25)),
    MiddleName: text('MiddleName', max(5)),
    FamilyName: text('LastName', max(25)),
    Suffix: refused('QuickBooks Desktop (US) has no name suffix'),
    ...address('BillAddr', 'BillAddress'),
    ...address('ShipAddr', 'ShipAddress'),
    ...phone('PrimaryPhone', 'Phone'),
    ...phone('AlternatePhone', 'AltPhone'),
    ...phone('Fax', 'Fax'),
    ...email('PrimaryEmailAddr', 'Email'),
    ContactName: text('Contact', max(41)),
    AltContactName: text('AltContact', max(41)),
    CustomerTypeRef: ref('CustomerTypeRef', permanent),
    SalesTermRef: ref('TermsRef', permanent),
    SalesRepRef: ref('SalesRepRef', permanent),
    Balance: amount('Balance', readOnly, openedBy('OpenBalance', 'OpenBalanceDate')),
    BalanceWithJobs: amount('TotalBalance', readOnly),
    OpenBalanceDate: date('OpenBalanceDate', createOnly, writeOnly),
    Taxable: bool('SalesTaxCodeRef/FullName', taxable),
    DefaultTaxCodeRef: ref('ItemSalesTaxRef', permanent),
    ResaleNum: text('ResaleNumber', max(15)),
    AcctNum: text('AccountNumber', max(99)),
    CreditLimit: amount('CreditLimit'),
    PaymentMethodRef: ref('PreferredPaymentMethodRef', permanent),
    'JobInfo.Status': choice('JobStatus', ['Awarded', 'Closed', 'InProgress', 'None', 'NotAwarded', 'Pending']),
    'JobInfo.StartDate': date('JobStartDate'),
    'JobInfo.ProjectedEndDate': date('JobProjectedEndDate'),
    'JobInfo.EndDate': date('JobEndDate'),
    'JobInfo.Description': text('JobDesc', max(99)),
    'JobInfo.JobTypeRef': ref('JobTypeRef', permanent),
    Notes: text('Notes', max(4095)),
    PreferredDeliveryMethod: choice('PreferredDeliveryMethod', [
      'None',
      'Email',
      'Fax',
      { client: 'Print', desktop: 'None', reads: false },
      { client: 'Print', desktop: 'Mail', writes: false },
    ]),
    PriceLevelRef: ref('PriceLevelRef', permanent),
    CurrencyRef: ref('CurrencyRef', homeCurrency),
    CustomField: customFields,

    BillWithParent: refused('QuickBooks Desktop bills a job on the job itself'),
    IsProject: refused('QuickBooks Desktop has jobs, not projects'),
    Mobile: refused('QuickBooks Desktop (US) has no mobile number on customers; use AlternatePhone'),
    WebAddr: refused('QuickBooks Desktop has no web address on customers'),
    PrintOnCheckName: refused('QuickBooks Desktop prints no checks to customers', (value, body) =>
      [body.DisplayName, body.CompanyName].includes(value),
    ),
    ARAccountRef: refused('QuickBooks Desktop keeps the receivables account on each transaction, not on the customer'),
    TaxExemptionReasonId: refused('QuickBooks Desktop marks a customer as not taxable without a reason'),
    CCDetail: refused('card data is not passed through'),
    ...sameRow(
      ['SecondaryTaxIdentifier', 'PrimaryTaxIdentifier', 'GSTIN', 'GSTRegistrationType'],
      refused(noOtherCountry),
    ),
    ...sameRow(['BusinessNumber', 'TDSEnabled', 'IsCISContractor', 'TaxRegime'], refused(noOtherCountry)),
    ...sameRow(
      ['OtherAddr', 'OtherContactInfo', 'TaxGroupCodeRef', 'TaxRateRef', 'Organization'],
      refused(noSuchField),
    ),
    Source: ignored,
    RootCustomerRef: ignored,
    OverDueBalance: ignored,
    TotalRevenue: ignored,
    TotalExpense: ignored,
    ClientCompanyId: ignored,
    ClientEntityId: ignored,
    IntuitId: ignored,
    UserId: ignored,
  },
  alsoCheck: ({ operation, body, values }) => {
    if (operation === 'create') nameFromParts(body, values)
  },
})

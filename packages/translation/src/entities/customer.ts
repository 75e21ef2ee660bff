import { child, childText } from '@bridge/qbxml'
import { contacts } from '../parts/contact.ts'
import { decidedByDesktop } from '../parts/copies.ts'
import { salesTaxItem, taxable, taxCodes } from '../parts/currency-and-tax.ts'
import { chosenCurrency } from '../parts/currency-rows.ts'
import { customFields } from '../parts/custom-fields.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { isBelowParent } from '../parts/level.ts'
import { nameFromParts } from '../parts/name-from-parts.ts'
import { requireOpeningBalance } from '../parts/opening-balance.ts'
import { list } from '../table/entity-table.ts'
import {
  acceptsNumbers,
  choice,
  createOnly,
  derived,
  echo,
  field,
  filter,
  ignored,
  isName,
  notClearable,
  openingBalance,
  readOnly,
  refused,
  required,
  sameRow,
  writeOnly,
} from '../table/rows.ts'

const noOtherCountry = 'this field is for taxes of other countries, which QuickBooks Desktop (US) does not have'
const noSuchField = 'QuickBooks Desktop has no such field on customers'

export const Customer = list('Customer', {
  can: ['create', 'update'],
  iterates: true,
  hierarchical: true,
  ownerId: true,
  companions: { remembered: [taxCodes] },
  rows: {
    ...envelope,
    ...listIdentity,
    DisplayName: field('Name', required, isName, filter('byName')),
    FullyQualifiedName: field('FullName', readOnly, filter('byFullName')),
    Active: field('IsActive', filter('byActive')),
    ParentRef: field('ParentRef', notClearable),
    Job: isBelowParent,
    Level: field('Sublevel', readOnly),
    ...contacts('BillAddress'),
    CustomerTypeRef: field('CustomerTypeRef'),
    SalesTermRef: field('TermsRef'),
    SalesRepRef: field('SalesRepRef'),
    Balance: field('Balance', readOnly, openingBalance('OpenBalance', 'OpenBalanceDate')),
    BalanceWithJobs: field('TotalBalance', readOnly),
    OpenBalanceDate: field('OpenBalanceDate', createOnly, writeOnly),
    Taxable: field('SalesTaxCodeRef/FullName', taxable),
    DefaultTaxCodeRef: field('ItemSalesTaxRef', ...salesTaxItem),
    ResaleNum: field('ResaleNumber', acceptsNumbers),
    AcctNum: field('AccountNumber', acceptsNumbers),
    CreditLimit: field('CreditLimit'),
    PaymentMethodRef: field('PreferredPaymentMethodRef'),
    'JobInfo.Status': choice('JobStatus', ['Awarded', 'Closed', 'InProgress', 'None', 'NotAwarded', 'Pending']),
    'JobInfo.StartDate': field('JobStartDate'),
    'JobInfo.ProjectedEndDate': field('JobProjectedEndDate'),
    'JobInfo.EndDate': field('JobEndDate'),
    'JobInfo.Description': field('JobDesc', acceptsNumbers),
    'JobInfo.JobTypeRef': field('JobTypeRef'),
    Notes: field('Notes', acceptsNumbers),
    PreferredDeliveryMethod: choice('PreferredDeliveryMethod', [
      'None',
      'Email',
      'Fax',
      { client: 'Print', desktop: 'None', reads: false },
      { client: 'Print', desktop: 'Mail', writes: false },
    ]),
    PriceLevelRef: field('PriceLevelRef'),
    CurrencyRef: field('CurrencyRef', chosenCurrency),
    CustomField: customFields,

    BillWithParent: {
      ...decidedByDesktop(
        'QuickBooks Desktop adds what a job owes to the balance of its customer',
        'Send the Invoice to the customer itself, without naming the job.',
        (record) => child(record, 'ParentRef') !== undefined,
      ),
      reads: ['ParentRef'],
    },
    IsProject: refused(
      'QuickBooks Desktop has jobs, not projects',
      'Send Job and ParentRef: a job is a Customer below another one.',
    ),
    PrintOnCheckName: derived('text', (record) => childText(record, 'Name'), {
      reads: ['Name'],
      rejection: {
        reason: 'QuickBooks Desktop does not print checks to customers',
        instead: 'Set PrintOnCheckName on a Vendor with the same name, and pay that.',
        passes: (value, body) => [body.DisplayName, body.CompanyName].includes(value),
      },
    }),
    ARAccountRef: refused(
      'QuickBooks Desktop keeps the receivables account on each transaction, not on the customer',
      'Set ARAccountRef on the transaction.',
    ),
    TaxExemptionReasonId: refused(
      'QuickBooks Desktop marks a customer as not taxable without a reason',
      'Send Taxable false, and put the reason in ResaleNum.',
    ),
    CCDetail: refused(
      'card data is not passed through',
      'Charge the card with your payment provider, and record the result as a Payment.',
    ),
    ...sameRow(
      ['SecondaryTaxIdentifier', 'PrimaryTaxIdentifier', 'GSTIN', 'GSTRegistrationType'],
      refused(noOtherCountry, 'Leave it out: taxes of the United States need DefaultTaxCodeRef and ResaleNum only.'),
    ),
    ...sameRow(
      ['BusinessNumber', 'TDSEnabled', 'IsCISContractor', 'TaxRegime'],
      refused(noOtherCountry, 'Leave it out: taxes of the United States need DefaultTaxCodeRef and ResaleNum only.'),
    ),
    ...sameRow(
      ['OtherAddr', 'OtherContactInfo', 'TaxGroupCodeRef', 'TaxRateRef', 'Organization'],
      refused(noSuchField, 'Put the text in Notes of the customer.'),
    ),
    Source: ignored,
    RootCustomerRef: ignored,
    OverDueBalance: echo,
    TotalRevenue: echo,
    TotalExpense: echo,
    ClientCompanyId: echo,
    ClientEntityId: echo,
    IntuitId: echo,
    UserId: echo,
  },
  alsoCheck: (draft) => {
    nameFromParts(draft)
    requireOpeningBalance(draft)
  },
})

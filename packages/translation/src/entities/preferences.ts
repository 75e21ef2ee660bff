import { readCurrency } from '../parts/currency-and-tax.ts'
import { envelope, timesOfReading } from '../parts/identity.ts'
import { branch, child, childText, type Element } from '../qbxml/element.ts'
import { single } from '../table/entity-table.ts'
import type { DerivedRow, RowSpec, RowSpecs } from '../table/row.ts'
import { choice, derived, field, ignored, readFrom, refused, sameRow, spelled } from '../table/rows.ts'

const agingBasis = spelled({ yes: ['AgeFromTransactionDate'], no: ['AgeFromDueDate'] })

const notExposed = refused('QuickBooks Desktop does not expose this setting to integrations')
const inCompanyInfo = refused('CompanyInfo has this setting')
const notAvailable = refused('QuickBooks Desktop has no such setting')

/** A setting that QuickBooks Desktop does not have because it always behaves so. */
const always = derived('bool', () => true)

const rows: RowSpecs = {
  ...envelope,
  Id: derived('text', () => '1'),
  SyncToken: derived('text', () => '0'),
  ...timesOfReading,
  'AccountingInfoPrefs.UseAccountNumbers': field('AccountingPreferences/IsUsingAccountNumbers'),
  'AccountingInfoPrefs.TrackDepartments': derived('bool', () => false),
  'AccountingInfoPrefs.ClassTrackingPerTxn': field('AccountingPreferences/IsUsingClassTracking'),
  'AccountingInfoPrefs.ClassTrackingPerTxnLine': derived(
    'bool',
    createPreferenceReader('AccountingPreferences', 'IsUsingClassTracking', isTrue),
  ),
  'AccountingInfoPrefs.BookCloseDate': field('AccountingPreferences/ClosingDate'),
  'AccountingInfoPrefs.FirstMonthOfFiscalYear': ofCompany('FirstMonthFiscalYear'),
  'AccountingInfoPrefs.TaxYearMonth': ofCompany('FirstMonthIncomeTaxYear'),
  'AccountingInfoPrefs.TaxForm': inCompanyInfo,
  'AccountingInfoPrefs.CustomerTerminology': derived('text', () => 'Customers'),
  'AccountingInfoPrefs.DepartmentTerminology': notAvailable,
  'ProductAndServicesPrefs.QuantityOnHand': field('PurchasesAndVendorsPreferences/IsUsingInventory'),
  ...below('ProductAndServicesPrefs', ['ForSales', 'ForPurchase', 'QuantityWithPriceAndRate'], always),
  'SalesFormsPrefs.AllowEstimates': field('JobsAndEstimatesPreferences/IsUsingEstimates'),
  'SalesFormsPrefs.UsingProgressInvoicing': field('JobsAndEstimatesPreferences/IsUsingProgressInvoicing'),
  ...below('SalesFormsPrefs', ['CustomTxnNumbers', 'AllowDiscount', 'AllowServiceDate', 'AllowShipping'], always),
  'SalesFormsPrefs.AllowDeposit': derived('bool', () => false),
  ...below('SalesFormsPrefs', ['CustomField', 'DefaultDiscountAccount', 'DefaultTerms'], notExposed),
  ...below('SalesFormsPrefs', ['DefaultCustomerMessage', 'AutoApplyCredit'], notExposed),
  'VendorAndPurchasesPrefs.DefaultMarkup': field('SalesAndCustomersPreferences/DefaultMarkup'),
  ...below('VendorAndPurchasesPrefs', ['TrackingByCustomer', 'BillableExpenseTracking'], always),
  ...below('VendorAndPurchasesPrefs', ['DefaultTerms', 'DefaultMarkupAccount', 'POCustomField'], notExposed),
  'TaxPrefs.UsingSalesTax': derived('bool', (record) => child(record, 'SalesTaxPreferences') !== undefined),
  'TaxPrefs.PartnerTaxEnabled': derived('bool', () => false),
  'TaxPrefs.TaxGroupCodeRef': field('SalesTaxPreferences/DefaultItemSalesTaxRef'),
  'CurrencyPrefs.MultiCurrencyEnabled': field('MultiCurrencyPreferences/IsMultiCurrencyOn'),
  'CurrencyPrefs.HomeCurrency': field(
    'MultiCurrencyPreferences/HomeCurrencyRef',
    readFrom((record) => readCurrency(child(child(record, 'MultiCurrencyPreferences') ?? record, 'HomeCurrencyRef'))),
  ),
  'ReportPrefs.ReportBasis': choice('ReportsPreferences/SummaryReportBasis', ['Accrual', 'Cash']),
  'ReportPrefs.CalcAgingReportFromTxnDate': field('ReportsPreferences/AgingReportBasis', agingBasis),
  'TimeTrackingPrefs.WorkWeekStartDate': field('TimeTrackingPreferences/FirstDayOfWeek'),
  ...below(
    'TimeTrackingPrefs',
    ['UseServices', 'BillCustomers', 'ShowBillRateToAll', 'MarkTimeEntriesBillable'],
    notExposed,
  ),
  // QBO always has these groups; clients read members of them without a check.
  ...sameRow(
    ['EmailMessagesPrefs', 'OtherPrefs'],
    derived('structure', () => ({})),
  ),
  ...sameRow(['AdvancedInventoryPrefs', 'PrintDocumentPrefs', 'FinanceChargesPrefs'], notExposed),
  CustomField: ignored,
}

/** The settings of the company file that QBO also has. Two of them are fields of the company. */
export const Preferences = single('Preferences', 'Preferences', rows, {
  companions: {
    requests: [branch('CompanyQueryRq', [])],
    extend: (context, responses) => {
      const company = responses.flatMap(({ elements }) => elements).find(({ name }) => name === 'CompanyRet')
      return company === undefined ? context : { ...context, company }
    },
  },
})

function ofCompany(element: string): DerivedRow {
  return derived('text', (_record, { company }) => company && childText(company, element))
}

/** Creates the reader of a preference, which returns undefined if the company file does not have its group. */
function createPreferenceReader(group: string, element: string, convert: (text: string | undefined) => boolean) {
  return (record: Element): boolean | undefined => {
    const found = child(record, group)
    return found === undefined ? undefined : convert(childText(found, element))
  }
}

function isTrue(text: string | undefined): boolean {
  return text === 'true'
}

function below(group: string, names: readonly string[], row: RowSpec): RowSpecs {
  return sameRow(
    names.map((name) => `${group}.${name}`),
    row,
  )
}

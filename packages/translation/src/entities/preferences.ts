import { envelope } from '../parts/identity.ts'
import { child, childText, type Element } from '../qbxml/element.ts'
import { single } from '../table/entity-table.ts'
import type { RowSpec, RowSpecs } from '../table/row.ts'
import { choice, derived, field, ignored, refused, sameRow, spelled } from '../table/rows.ts'

const agingBasis = spelled({ yes: ['AgeFromTransactionDate'], no: ['AgeFromDueDate'] })

const notExposed = refused('QuickBooks Desktop does not expose this setting to integrations')
const inCompanyInfo = refused('CompanyInfo has this setting')
const notAvailable = refused('QuickBooks Desktop has no such setting')

/** The settings of the company file that QBO also has. */
export const Preferences = single('Preferences', 'Preferences', {
  ...envelope,
  Id: derived('text', () => '1'),
  SyncToken: derived('text', () => '0'),
  'AccountingInfoPrefs.UseAccountNumbers': field('AccountingPreferences/IsUsingAccountNumbers'),
  'AccountingInfoPrefs.TrackDepartments': derived('bool', () => false),
  'AccountingInfoPrefs.ClassTrackingPerTxn': field('AccountingPreferences/IsUsingClassTracking'),
  'AccountingInfoPrefs.ClassTrackingPerTxnLine': derived(
    'bool',
    createPreferenceReader('AccountingPreferences', 'IsUsingClassTracking', isTrue),
  ),
  'AccountingInfoPrefs.BookCloseDate': field('AccountingPreferences/ClosingDate'),
  ...below('AccountingInfoPrefs', ['FirstMonthOfFiscalYear', 'TaxYearMonth', 'TaxForm'], inCompanyInfo),
  ...below('AccountingInfoPrefs', ['CustomerTerminology', 'DepartmentTerminology'], notAvailable),
  'ProductAndServicesPrefs.QuantityOnHand': field('PurchasesAndVendorsPreferences/IsUsingInventory'),
  ...below('ProductAndServicesPrefs', ['ForSales', 'ForPurchase', 'QuantityWithPriceAndRate'], notAvailable),
  'SalesFormsPrefs.AllowEstimates': field('JobsAndEstimatesPreferences/IsUsingEstimates'),
  'SalesFormsPrefs.UsingProgressInvoicing': field('JobsAndEstimatesPreferences/IsUsingProgressInvoicing'),
  ...below('SalesFormsPrefs', ['CustomField', 'CustomTxnNumbers', 'AllowDeposit', 'AllowDiscount'], notExposed),
  ...below(
    'SalesFormsPrefs',
    ['DefaultDiscountAccount', 'AllowServiceDate', 'AllowShipping', 'DefaultTerms'],
    notExposed,
  ),
  ...below('SalesFormsPrefs', ['DefaultCustomerMessage', 'AutoApplyCredit'], notExposed),
  'VendorAndPurchasesPrefs.DefaultMarkup': field('SalesAndCustomersPreferences/DefaultMarkup'),
  ...below(
    'VendorAndPurchasesPrefs',
    ['TrackingByCustomer', 'BillableExpenseTracking', 'DefaultTerms', 'DefaultMarkupAccount', 'POCustomField'],
    notExposed,
  ),
  'TaxPrefs.UsingSalesTax': derived('bool', (record) => child(record, 'SalesTaxPreferences') !== undefined),
  'TaxPrefs.PartnerTaxEnabled': derived('bool', () => false),
  'TaxPrefs.TaxGroupCodeRef': field('SalesTaxPreferences/DefaultItemSalesTaxRef'),
  'CurrencyPrefs.MultiCurrencyEnabled': field('MultiCurrencyPreferences/IsMultiCurrencyOn'),
  'CurrencyPrefs.HomeCurrency': field('MultiCurrencyPreferences/HomeCurrencyRef'),
  'ReportPrefs.ReportBasis': choice('ReportsPreferences/SummaryReportBasis', ['Accrual', 'Cash']),
  'ReportPrefs.CalcAgingReportFromTxnDate': field('ReportsPreferences/AgingReportBasis', agingBasis),
  'TimeTrackingPrefs.WorkWeekStartDate': field('TimeTrackingPreferences/FirstDayOfWeek'),
  ...below(
    'TimeTrackingPrefs',
    ['UseServices', 'BillCustomers', 'ShowBillRateToAll', 'MarkTimeEntriesBillable'],
    notExposed,
  ),
  EmailMessagesPrefs: refused('QuickBooks Desktop does not expose the texts of its emails to integrations'),
  ...sameRow(['OtherPrefs', 'AdvancedInventoryPrefs', 'PrintDocumentPrefs', 'FinanceChargesPrefs'], notExposed),
  ...sameRow(['MetaData', 'CustomField'], ignored),
})

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

import { envelope } from '../parts/identity.ts'
import { child, childText, type Element } from '../qbxml/element.ts'
import { single } from '../table/entity-table.ts'
import type { RowSpec, RowSpecs } from '../table/row.ts'
import { choice, derived, field, ignored, refused, sameRow, spelled } from '../table/rows.ts'

const agesFromTransaction = spelled({ yes: ['AgeFromTransactionDate'], no: ['AgeFromDueDate'] })

const notTold = refused('QuickBooks Desktop does not expose this setting to integrations')
const ofCompany = refused('CompanyInfo has this setting')
const notKept = refused('QuickBooks Desktop has no such setting')

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
    says('AccountingPreferences', 'IsUsingClassTracking', isTrue),
  ),
  'AccountingInfoPrefs.BookCloseDate': field('AccountingPreferences/ClosingDate'),
  ...below('AccountingInfoPrefs', ['FirstMonthOfFiscalYear', 'TaxYearMonth', 'TaxForm'], ofCompany),
  ...below('AccountingInfoPrefs', ['CustomerTerminology', 'DepartmentTerminology'], notKept),
  'ProductAndServicesPrefs.QuantityOnHand': field('PurchasesAndVendorsPreferences/IsUsingInventory'),
  ...below('ProductAndServicesPrefs', ['ForSales', 'ForPurchase', 'QuantityWithPriceAndRate'], notKept),
  'SalesFormsPrefs.AllowEstimates': field('JobsAndEstimatesPreferences/IsUsingEstimates'),
  'SalesFormsPrefs.UsingProgressInvoicing': field('JobsAndEstimatesPreferences/IsUsingProgressInvoicing'),
  ...below('SalesFormsPrefs', ['CustomField', 'CustomTxnNumbers', 'AllowDeposit', 'AllowDiscount'], notTold),
  ...below('SalesFormsPrefs', ['DefaultDiscountAccount', 'AllowServiceDate', 'AllowShipping', 'DefaultTerms'], notTold),
  ...below('SalesFormsPrefs', ['DefaultCustomerMessage', 'AutoApplyCredit'], notTold),
  'VendorAndPurchasesPrefs.DefaultMarkup': field('SalesAndCustomersPreferences/DefaultMarkup'),
  ...below(
    'VendorAndPurchasesPrefs',
    ['TrackingByCustomer', 'BillableExpenseTracking', 'DefaultTerms', 'DefaultMarkupAccount', 'POCustomField'],
    notTold,
  ),
  'TaxPrefs.UsingSalesTax': derived('bool', (record) => child(record, 'SalesTaxPreferences') !== undefined),
  'TaxPrefs.PartnerTaxEnabled': derived('bool', () => false),
  'TaxPrefs.TaxGroupCodeRef': field('SalesTaxPreferences/DefaultItemSalesTaxRef'),
  'CurrencyPrefs.MultiCurrencyEnabled': field('MultiCurrencyPreferences/IsMultiCurrencyOn'),
  'CurrencyPrefs.HomeCurrency': field('MultiCurrencyPreferences/HomeCurrencyRef'),
  'ReportPrefs.ReportBasis': choice('ReportsPreferences/SummaryReportBasis', ['Accrual', 'Cash']),
  'ReportPrefs.CalcAgingReportFromTxnDate': field('ReportsPreferences/AgingReportBasis', agesFromTransaction),
  'TimeTrackingPrefs.WorkWeekStartDate': field('TimeTrackingPreferences/FirstDayOfWeek'),
  ...below(
    'TimeTrackingPrefs',
    ['UseServices', 'BillCustomers', 'ShowBillRateToAll', 'MarkTimeEntriesBillable'],
    notTold,
  ),
  EmailMessagesPrefs: refused('QuickBooks Desktop does not expose the texts of its emails to integrations'),
  ...sameRow(['OtherPrefs', 'AdvancedInventoryPrefs', 'PrintDocumentPrefs', 'FinanceChargesPrefs'], notTold),
  ...sameRow(['MetaData', 'CustomField'], ignored),
})

/** Reads a preference of a group; undefined if the company file does not have the group. */
function says(group: string, element: string, holds: (text: string | undefined) => boolean) {
  return (record: Element): boolean | undefined => {
    const found = child(record, group)
    return found === undefined ? undefined : holds(childText(found, element))
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

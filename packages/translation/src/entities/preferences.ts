import { child, childText } from '../qbxml/element.ts'
import { single } from '../table/entity-table.ts'
import { envelope } from '../table/identity.ts'
import { bool, choice, date, derived, percent, ref, spelled, text } from '../table/rows.ts'

const agesFromTransaction = spelled({ yes: ['AgeFromTransactionDate'], no: ['AgeFromDueDate'] })

/** The settings of the company file that QBO knows, too. */
export const Preferences = single('Preferences', 'Preferences', {
  ...envelope,
  Id: derived('text', () => '1'),
  SyncToken: derived('text', () => '0'),
  'AccountingInfoPrefs.UseAccountNumbers': bool('AccountingPreferences/IsUsingAccountNumbers'),
  'AccountingInfoPrefs.TrackDepartments': derived('bool', () => false),
  'AccountingInfoPrefs.ClassTrackingPerTxn': bool('AccountingPreferences/IsUsingClassTracking'),
  'AccountingInfoPrefs.ClassTrackingPerTxnLine': derived('bool', (record) => {
    const accounting = child(record, 'AccountingPreferences')
    return accounting === undefined ? undefined : childText(accounting, 'IsUsingClassTracking') === 'true'
  }),
  'AccountingInfoPrefs.BookCloseDate': date('AccountingPreferences/ClosingDate'),
  'ProductAndServicesPrefs.QuantityOnHand': bool('PurchasesAndVendorsPreferences/IsUsingInventory'),
  'SalesFormsPrefs.AllowEstimates': bool('JobsAndEstimatesPreferences/IsUsingEstimates'),
  'SalesFormsPrefs.UsingProgressInvoicing': bool('JobsAndEstimatesPreferences/IsUsingProgressInvoicing'),
  'VendorAndPurchasesPrefs.DefaultMarkup': percent('SalesAndCustomersPreferences/DefaultMarkup'),
  'TaxPrefs.UsingSalesTax': derived('bool', (record) => child(record, 'SalesTaxPreferences') !== undefined),
  'TaxPrefs.TaxGroupCodeRef': ref('SalesTaxPreferences/DefaultItemSalesTaxRef'),
  'CurrencyPrefs.MultiCurrencyEnabled': bool('MultiCurrencyPreferences/IsMultiCurrencyOn'),
  'CurrencyPrefs.HomeCurrency': ref('MultiCurrencyPreferences/HomeCurrencyRef'),
  'ReportPrefs.ReportBasis': choice('ReportsPreferences/SummaryReportBasis', ['Accrual', 'Cash']),
  'ReportPrefs.CalcAgingReportFromTxnDate': bool('ReportsPreferences/AgingReportBasis', agesFromTransaction),
  'TimeTrackingPrefs.WorkWeekStartDate': text('TimeTrackingPreferences/FirstDayOfWeek'),
})

import { branch, child, childText, type Element } from '@bridge/qbxml'
import { readCurrency } from '../parts/currencies.ts'
import { salesTaxCodeId } from '../parts/currency-and-tax.ts'
import { customFieldPreferences } from '../parts/custom-field-preferences.ts'
import { customFieldDefinitions } from '../parts/custom-fields.ts'
import { financeChargePreferences, inventoryPreferences } from '../parts/desktop-preferences.ts'
import { envelope, timesOfReading } from '../parts/identity.ts'
import { single } from '../table/entity-table.ts'
import type { DerivedRow, RowSpec, RowSpecs } from '../table/row.ts'
import { choice, derived, field, ignored, readFrom, refused, sameRow, spelled } from '../table/rows.ts'

const agingBasis = spelled({ yes: ['AgeFromTransactionDate'], no: ['AgeFromDueDate'] })

const notExposed = refused(
  'QuickBooks Desktop does not expose this setting to integrations',
  'Look the setting up in QuickBooks Desktop, under Edit, Preferences.',
)
const sales = 'SalesAndCustomersPreferences'
const purchases = 'PurchasesAndVendorsPreferences'

const salesCustomFields = customFieldPreferences(['Invoice', 'SalesReceipt', 'Estimate', 'CreditMemo', 'SalesOrder'], {
  use: 'SalesFormsPrefs.UseSalesCustom',
  name: 'SalesFormsPrefs.SalesCustomName',
})
const orderCustomFields = customFieldPreferences(['PurchaseOrder'], {
  use: 'PurchasePrefs.UsePurchaseCustom',
  name: 'PurchasePrefs.PurchaseCustomName',
})
const inCompanyInfo = refused('CompanyInfo has this setting', 'Read it from CompanyInfo.')
const notAvailable = refused(
  'QuickBooks Desktop has no such setting',
  'Use ClassTrackingPerTxn: classes are what QuickBooks Desktop has instead.',
)

/** A setting missing from QuickBooks Desktop, which always behaves this way. */
const always = derived('bool', () => true)

const rows: RowSpecs = {
  ...envelope,
  Id: derived('text', () => '1'),
  SyncToken: derived('text', () => '0'),
  ...timesOfReading,
  'AccountingInfoPrefs.UseAccountNumbers': field('AccountingPreferences/IsUsingAccountNumbers'),
  'AccountingInfoPrefs.RequiresAccounts': field('AccountingPreferences/IsRequiringAccounts'),
  'AccountingInfoPrefs.AutoJournalEntryNumber': field('AccountingPreferences/IsAssigningJournalEntryNumbers'),
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
  'ProductAndServicesPrefs.QuantityOnHand': field(`${purchases}/IsUsingInventory`),
  'ProductAndServicesPrefs.InventoryAndPurchaseOrder': field(`${purchases}/IsUsingInventory`),
  ...below('ProductAndServicesPrefs', ['ForSales', 'ForPurchase', 'QuantityWithPriceAndRate'], always),
  'SalesFormsPrefs.AllowEstimates': field('JobsAndEstimatesPreferences/IsUsingEstimates'),
  'SalesFormsPrefs.UsingProgressInvoicing': field('JobsAndEstimatesPreferences/IsUsingProgressInvoicing'),
  ...below('SalesFormsPrefs', ['CustomTxnNumbers', 'AllowDiscount', 'AllowServiceDate', 'AllowShipping'], always),
  'SalesFormsPrefs.AllowDeposit': derived('bool', () => false),
  'SalesFormsPrefs.CustomField': salesCustomFields,
  'SalesFormsPrefs.PrintItemWithZeroAmount': field('JobsAndEstimatesPreferences/IsPrintingItemsWithZeroAmounts'),
  'SalesFormsPrefs.AutoApplyPayments': field(`${sales}/IsAutoApplyingPayments`),
  'SalesFormsPrefs.DefaultShipMethodRef': field(`${sales}/DefaultShipMethodRef`),
  'SalesFormsPrefs.DefaultFOB': field(`${sales}/DefaultFOB`),
  'SalesFormsPrefs.DefaultMarkup': field(`${sales}/DefaultMarkup`),
  'SalesFormsPrefs.TrackReimbursableExpensesAsIncome': field(`${sales}/IsTrackingReimbursedExpensesAsIncome`),
  'SalesFormsPrefs.UsingPriceLevels': field(`${sales}/PriceLevels/IsUsingPriceLevels`),
  ...below('SalesFormsPrefs', ['DefaultDiscountAccount', 'DefaultTerms', 'UsingSalesOrders'], notExposed),
  ...below('SalesFormsPrefs', ['DefaultCustomerMessage', 'AutoApplyCredit'], notExposed),
  'VendorAndPurchasesPrefs.DefaultMarkup': field(`${sales}/DefaultMarkup`),
  'VendorAndPurchasesPrefs.POCustomField': orderCustomFields,
  'VendorAndPurchasesPrefs.UsingInventory': field(`${purchases}/IsUsingInventory`),
  'VendorAndPurchasesPrefs.UsingMultiLocationInventory': field(
    'MultiLocationInventoryPreferences/IsMultiLocationInventoryEnabled',
  ),
  'VendorAndPurchasesPrefs.DaysBillsAreDue': field(`${purchases}/DaysBillsAreDue`),
  'VendorAndPurchasesPrefs.DiscountAccountRef': field(`${purchases}/DefaultDiscountAccountRef`),
  ...below('VendorAndPurchasesPrefs', ['TrackingByCustomer', 'BillableExpenseTracking'], always),
  ...below('VendorAndPurchasesPrefs', ['DefaultTerms', 'DefaultMarkupAccount'], notExposed),
  'TaxPrefs.UsingSalesTax': derived('bool', (record) => child(record, 'SalesTaxPreferences') !== undefined),
  'TaxPrefs.PartnerTaxEnabled': derived('bool', () => false),
  'TaxPrefs.TaxGroupCodeRef': field('SalesTaxPreferences/DefaultItemSalesTaxRef'),
  'TaxPrefs.TaxableSalesTaxCodeRef': field('SalesTaxPreferences/DefaultTaxableSalesTaxCodeRef', salesTaxCodeId),
  'TaxPrefs.NonTaxableSalesTaxCodeRef': field('SalesTaxPreferences/DefaultNonTaxableSalesTaxCodeRef', salesTaxCodeId),
  'TaxPrefs.PaySalesTax': choice('SalesTaxPreferences/PaySalesTax', ['Monthly', 'Quarterly', 'Annually']),
  'CurrencyPrefs.MultiCurrencyEnabled': field('MultiCurrencyPreferences/IsMultiCurrencyOn'),
  'CurrencyPrefs.HomeCurrency': field(
    'MultiCurrencyPreferences/HomeCurrencyRef',
    readFrom((record, context) =>
      readCurrency(child(child(record, 'MultiCurrencyPreferences') ?? record, 'HomeCurrencyRef'), context),
    ),
  ),
  'ReportPrefs.ReportBasis': choice('ReportsPreferences/SummaryReportBasis', ['Accrual', 'Cash']),
  'ReportPrefs.CalcAgingReportFromTxnDate': field('ReportsPreferences/AgingReportBasis', agingBasis),
  'TimeTrackingPrefs.TimeTrackingEnabled': derived(
    'bool',
    (record) => child(record, 'TimeTrackingPreferences') !== undefined,
  ),
  'TimeTrackingPrefs.WorkWeekStartDate': field('TimeTrackingPreferences/FirstDayOfWeek'),
  ...below(
    'TimeTrackingPrefs',
    ['UseServices', 'BillCustomers', 'ShowBillRateToAll', 'MarkTimeEntriesBillable'],
    notExposed,
  ),
  // QBO always has these groups; clients read their members without a check.
  ...sameRow(
    ['EmailMessagesPrefs', 'OtherPrefs'],
    derived('structure', () => ({})),
  ),
  ...inventoryPreferences,
  ...financeChargePreferences,
  PrintDocumentPrefs: notExposed,
  CustomField: ignored,
}

/** The company file's settings with a QBO equivalent. Two of them are company fields. */
export const Preferences = single('Preferences', 'Preferences', rows, {
  companions: {
    remembered: [customFieldDefinitions],
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

/** Creates a preference reader, which returns undefined if the company file lacks its group. */
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

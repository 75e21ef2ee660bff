import { branch, type Element, leaf } from '@bridge/qbxml'
import type { Books } from '../books/books.ts'
import { homeCurrency } from '../books/currencies.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isIncluded, referenceElements } from '../responses/ret.ts'
import { getRetOptions } from '../responses/ret-options.ts'

const no = 'false'
const yes = 'true'

/** Runs `PreferencesQueryRq`: returns a small business's preferences with classes, stock and sales tax. */
export function queryPreferences(request: Element, { books, switches }: RequestContext): RequestResult {
  const options = getRetOptions(request)
  const elements = [
    group('AccountingPreferences', {
      IsUsingAccountNumbers: String(switches.accountNumbers),
      IsRequiringAccounts: yes,
      IsUsingClassTracking: yes,
      AssignClassesTo: 'Items',
      IsUsingAuditTrail: yes,
      IsAssigningJournalEntryNumbers: yes,
      ...(switches.closingDate === null ? {} : { ClosingDate: switches.closingDate }),
    }),
    group('FinanceChargePreferences', {
      AnnualInterestRate: '0.00',
      MinFinanceCharge: '0.00',
      GracePeriod: '0',
      IsAssessingForOverdueCharges: no,
      CalculateChargesFrom: 'DueDate',
      IsMarkedToBePrinted: no,
    }),
    group('JobsAndEstimatesPreferences', {
      IsUsingEstimates: yes,
      IsUsingProgressInvoicing: no,
      IsPrintingItemsWithZeroAmounts: no,
    }),
    group(
      'MultiCurrencyPreferences',
      { IsMultiCurrencyOn: String(switches.multiCurrency) },
      switches.multiCurrency ? reference(books, 'HomeCurrencyRef', 'Currency', homeCurrency) : [],
    ),
    group('MultiLocationInventoryPreferences', {
      IsMultiLocationInventoryAvailable: yes,
      IsMultiLocationInventoryEnabled: yes,
    }),
    group('PurchasesAndVendorsPreferences', {
      IsUsingInventory: String(switches.inventory),
      DaysBillsAreDue: '10',
      IsAutomaticallyUsingDiscounts: no,
    }),
    group('ReportsPreferences', {
      AgingReportBasis: switches.agingBasis,
      SummaryReportBasis: switches.reportBasis,
    }),
    group('SalesAndCustomersPreferences', { IsTrackingReimbursedExpensesAsIncome: no, IsAutoApplyingPayments: yes }, [
      branch('PriceLevels', [leaf('IsUsingPriceLevels', yes)]),
    ]),
    ...salesTax(books),
    group('TimeTrackingPreferences', { FirstDayOfWeek: 'Monday' }),
    group('CurrentAppAccessRights', {
      IsAutomaticLoginAllowed: no,
      IsPersonalDataAccessAllowed: String(switches.personalDataAccess),
    }),
    group('ItemsAndInventoryPreferences', {
      EnhancedInventoryReceivingEnabled: no,
      IsTrackingSerialOrLotNumber: 'None',
      isTrackingOnSalesTransactionsEnabled: no,
      isTrackingOnPurchaseTransactionsEnabled: no,
      isTrackingOnInventoryAdjustmentEnabled: no,
      isTrackingOnBuildAssemblyEnabled: no,
      FIFOEnabled: no,
      IsRSBEnabled: no,
      IsBarcodeEnabled: no,
    }),
  ]
  return {
    elements: [
      branch(
        'PreferencesRet',
        elements.filter((element) => isIncluded(options, element.name)),
      ),
    ],
  }
}

function group(name: string, values: Readonly<Record<string, string>>, more: readonly Element[] = []): Element {
  return branch(name, [...Object.entries(values).map(([field, text]) => leaf(field, text)), ...more])
}

function reference(books: Books, name: string, family: string, fullName: string): readonly Element[] {
  return referenceElements(books, name, family, books.lists.byFullName(family, fullName)?.id ?? '')
}

function salesTax(books: Books): readonly Element[] {
  const item = reference(books, 'DefaultItemSalesTaxRef', 'Item', 'Sales Tax')
  const taxable = reference(books, 'DefaultTaxableSalesTaxCodeRef', 'SalesTaxCode', 'Tax')
  const nonTaxable = reference(books, 'DefaultNonTaxableSalesTaxCodeRef', 'SalesTaxCode', 'Non')
  if (item.length === 0 || taxable.length === 0 || nonTaxable.length === 0) return []
  return [branch('SalesTaxPreferences', [...item, leaf('PaySalesTax', 'Monthly'), ...taxable, ...nonTaxable])]
}

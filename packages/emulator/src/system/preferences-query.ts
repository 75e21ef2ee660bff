import { branch, type Element, leaf } from '@bridge/translation/qbxml'
import type { Books } from '../books/books.ts'
import { isAskedFor } from '../lists/ret.ts'
import { retOptionsOf } from '../queries/ret-options.ts'
import type { RequestContext, RequestResult } from '../request-context.ts'

const group = (name: string, values: Readonly<Record<string, string>>, more: readonly Element[] = []): Element =>
  branch(name, [...Object.entries(values).map(([field, text]) => leaf(field, text)), ...more])

const no = 'false'
const yes = 'true'

/** Answers `PreferencesQueryRq`: a small service business that tracks classes and sales tax. */
export const queryPreferences = (request: Element, { books }: RequestContext): RequestResult => {
  const options = retOptionsOf(request)
  const elements = [
    group('AccountingPreferences', {
      IsUsingAccountNumbers: no,
      IsRequiringAccounts: yes,
      IsUsingClassTracking: yes,
      AssignClassesTo: 'Items',
      IsUsingAuditTrail: yes,
      IsAssigningJournalEntryNumbers: yes,
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
    group('MultiCurrencyPreferences', { IsMultiCurrencyOn: no }),
    group('MultiLocationInventoryPreferences', {
      IsMultiLocationInventoryAvailable: no,
      IsMultiLocationInventoryEnabled: no,
    }),
    group('PurchasesAndVendorsPreferences', {
      IsUsingInventory: no,
      DaysBillsAreDue: '10',
      IsAutomaticallyUsingDiscounts: no,
    }),
    group('ReportsPreferences', { AgingReportBasis: 'AgeFromDueDate', SummaryReportBasis: 'Accrual' }),
    group('SalesAndCustomersPreferences', {
      IsTrackingReimbursedExpensesAsIncome: no,
      IsAutoApplyingPayments: yes,
    }),
    ...salesTax(books),
    group('TimeTrackingPreferences', { FirstDayOfWeek: 'Monday' }),
    group('CurrentAppAccessRights', { IsAutomaticLoginAllowed: no, IsPersonalDataAccessAllowed: no }),
  ]
  return {
    elements: [
      branch(
        'PreferencesRet',
        elements.filter((element) => isAskedFor(options, element.name)),
      ),
    ],
  }
}

const salesTax = (books: Books): readonly Element[] => {
  const reference = (name: string, family: string, fullName: string): Element | undefined => {
    const record = books.lists.byFullName(family, fullName)
    return record === undefined
      ? undefined
      : branch(name, [leaf('ListID', record.id), leaf('FullName', books.lists.fullName(record))])
  }
  const item = reference('DefaultItemSalesTaxRef', 'Item', 'Sales Tax')
  const taxable = reference('DefaultTaxableSalesTaxCodeRef', 'SalesTaxCode', 'Tax')
  const nonTaxable = reference('DefaultNonTaxableSalesTaxCodeRef', 'SalesTaxCode', 'Non')
  if (item === undefined || taxable === undefined || nonTaxable === undefined) return []
  return [branch('SalesTaxPreferences', [item, leaf('PaySalesTax', 'Monthly'), taxable, nonTaxable])]
}

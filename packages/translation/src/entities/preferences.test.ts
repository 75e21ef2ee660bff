import { describe, expect, it } from 'vitest'
import { context, parseResponse, read, requireTable } from '../../test/translation.fixture.ts'
import { readResponses } from '../read/response.ts'

const stored = `
  <PreferencesRet>
    <AccountingPreferences>
      <IsUsingAccountNumbers>true</IsUsingAccountNumbers><IsRequiringAccounts>true</IsRequiringAccounts>
      <IsUsingClassTracking>true</IsUsingClassTracking><IsUsingAuditTrail>true</IsUsingAuditTrail>
      <IsAssigningJournalEntryNumbers>true</IsAssigningJournalEntryNumbers><ClosingDate>2025-12-31</ClosingDate>
    </AccountingPreferences>
    <FinanceChargePreferences>
      <GracePeriod>0</GracePeriod><IsAssessingForOverdueCharges>false</IsAssessingForOverdueCharges>
      <CalculateChargesFrom>DueDate</CalculateChargesFrom><IsMarkedToBePrinted>false</IsMarkedToBePrinted>
    </FinanceChargePreferences>
    <JobsAndEstimatesPreferences>
      <IsUsingEstimates>true</IsUsingEstimates><IsUsingProgressInvoicing>false</IsUsingProgressInvoicing>
      <IsPrintingItemsWithZeroAmounts>false</IsPrintingItemsWithZeroAmounts>
    </JobsAndEstimatesPreferences>
    <MultiCurrencyPreferences>
      <IsMultiCurrencyOn>true</IsMultiCurrencyOn>
      <HomeCurrencyRef><ListID>80000096-1</ListID><FullName>US Dollar</FullName></HomeCurrencyRef>
    </MultiCurrencyPreferences>
    <PurchasesAndVendorsPreferences>
      <IsUsingInventory>true</IsUsingInventory><DaysBillsAreDue>10</DaysBillsAreDue>
      <IsAutomaticallyUsingDiscounts>false</IsAutomaticallyUsingDiscounts>
    </PurchasesAndVendorsPreferences>
    <ReportsPreferences>
      <AgingReportBasis>AgeFromTransactionDate</AgingReportBasis><SummaryReportBasis>Cash</SummaryReportBasis>
    </ReportsPreferences>
    <SalesAndCustomersPreferences>
      <DefaultMarkup>12.5</DefaultMarkup><IsTrackingReimbursedExpensesAsIncome>false</IsTrackingReimbursedExpensesAsIncome>
      <IsAutoApplyingPayments>true</IsAutoApplyingPayments>
    </SalesAndCustomersPreferences>
    <SalesTaxPreferences>
      <DefaultItemSalesTaxRef><ListID>8000000A-1</ListID><FullName>San Tomas</FullName></DefaultItemSalesTaxRef>
      <PaySalesTax>Quarterly</PaySalesTax>
    </SalesTaxPreferences>
    <TimeTrackingPreferences><FirstDayOfWeek>Monday</FirstDayOfWeek></TimeTrackingPreferences>
  </PreferencesRet>`

describe('Preferences', () => {
  it('reads the preferences that both sides have', () => {
    expect(read('Preferences', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '1',
      SyncToken: '0',
      AccountingInfoPrefs: {
        UseAccountNumbers: true,
        TrackDepartments: false,
        ClassTrackingPerTxn: true,
        ClassTrackingPerTxnLine: true,
        BookCloseDate: '2025-12-31',
        CustomerTerminology: 'Customers',
      },
      ProductAndServicesPrefs: {
        QuantityOnHand: true,
        ForSales: true,
        ForPurchase: true,
        QuantityWithPriceAndRate: true,
      },
      SalesFormsPrefs: {
        AllowEstimates: true,
        UsingProgressInvoicing: false,
        CustomTxnNumbers: true,
        AllowDiscount: true,
        AllowServiceDate: true,
        AllowShipping: true,
        AllowDeposit: false,
      },
      VendorAndPurchasesPrefs: { DefaultMarkup: 12.5, TrackingByCustomer: true, BillableExpenseTracking: true },
      EmailMessagesPrefs: {},
      OtherPrefs: {},
      TaxPrefs: {
        UsingSalesTax: true,
        PartnerTaxEnabled: false,
        TaxGroupCodeRef: { value: '8000000A-1', name: 'San Tomas' },
      },
      CurrencyPrefs: { MultiCurrencyEnabled: true, HomeCurrency: { value: '80000096-1', name: 'US Dollar' } },
      ReportPrefs: { ReportBasis: 'Cash', CalcAgingReportFromTxnDate: true },
      TimeTrackingPrefs: { WorkWeekStartDate: 'Monday' },
    })
  })

  it('reads the months from the company, and the home currency of a file with one currency', () => {
    const Preferences = requireTable('Preferences')
    const company = '<CompanyRet><FirstMonthFiscalYear>July</FirstMonthFiscalYear></CompanyRet>'
    const { records } = readResponses(
      [
        parseResponse('PreferencesQueryRs', '<PreferencesRet></PreferencesRet>'),
        parseResponse('CompanyQueryRs', company),
      ],
      Preferences,
      context,
    )
    expect(records).toMatchObject([
      {
        AccountingInfoPrefs: { FirstMonthOfFiscalYear: 'July' },
        CurrencyPrefs: { HomeCurrency: { value: 'USD', name: 'United States Dollar' } },
      },
    ])
  })

  it('reports no departments by default [cp-4.8]', () => {
    expect(read('Preferences', stored)).toMatchObject({ AccountingInfoPrefs: { TrackDepartments: false } })
  })
})

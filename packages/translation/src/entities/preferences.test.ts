import { describe, expect, it } from 'vitest'
import { read } from '../../test/translation.fixture.ts'

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
      },
      ProductAndServicesPrefs: { QuantityOnHand: true },
      SalesFormsPrefs: { AllowEstimates: true, UsingProgressInvoicing: false },
      VendorAndPurchasesPrefs: { DefaultMarkup: 12.5 },
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

  it('reports no departments by default [cp-4.8]', () => {
    expect(read('Preferences', stored)).toMatchObject({ AccountingInfoPrefs: { TrackDepartments: false } })
  })
})

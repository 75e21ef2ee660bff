import { runAtOnce } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import {
  context,
  createRememberingContext,
  createTradingContext,
  parseResponse,
  read,
  requireTable,
} from '../../test/translation.fixture.ts'
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
      <DefaultTaxableSalesTaxCodeRef><ListID>80000001-1</ListID><FullName>Tax</FullName></DefaultTaxableSalesTaxCodeRef>
    </SalesTaxPreferences>
    <TimeTrackingPreferences><FirstDayOfWeek>Monday</FirstDayOfWeek></TimeTrackingPreferences>
    <ItemsAndInventoryPreferences>
      <IsTrackingSerialOrLotNumber>LotNumber</IsTrackingSerialOrLotNumber><FIFOEnabled>true</FIFOEnabled>
      <FIFOEffectiveDate>2025-01-01</FIFOEffectiveDate>
    </ItemsAndInventoryPreferences>
  </PreferencesRet>`

describe('Preferences', () => {
  it('reads the preferences both sides have', () => {
    expect(read('Preferences', stored, createTradingContext())).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '1',
      SyncToken: '0',
      MetaData: { CreateTime: '2026-03-16T10:00:00+00:00', LastUpdatedTime: '2026-03-16T10:00:00+00:00' },
      AccountingInfoPrefs: {
        UseAccountNumbers: true,
        RequiresAccounts: true,
        AutoJournalEntryNumber: true,
        TrackDepartments: false,
        ClassTrackingPerTxn: true,
        ClassTrackingPerTxnLine: true,
        BookCloseDate: '2025-12-31',
        CustomerTerminology: 'Customers',
      },
      ProductAndServicesPrefs: {
        QuantityOnHand: true,
        InventoryAndPurchaseOrder: true,
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
        PrintItemWithZeroAmount: false,
        AutoApplyPayments: true,
        DefaultMarkup: 12.5,
        TrackReimbursableExpensesAsIncome: false,
      },
      VendorAndPurchasesPrefs: {
        DefaultMarkup: 12.5,
        UsingInventory: true,
        DaysBillsAreDue: 10,
        TrackingByCustomer: true,
        BillableExpenseTracking: true,
      },
      AdvancedInventoryPrefs: { TrackingSerialOrLotNumber: true, FIFOEnabled: true, FIFOEffectiveDate: '2025-01-01' },
      FinanceChargesPrefs: { GracePeriod: 0, CalcFinChrgFromTxnDate: false, AssessFinChrgForOverdueCharges: false },
      EmailMessagesPrefs: {},
      OtherPrefs: {},
      TaxPrefs: {
        UsingSalesTax: true,
        PartnerTaxEnabled: false,
        TaxGroupCodeRef: { value: '8000000A-1', name: 'San Tomas' },
        TaxableSalesTaxCodeRef: { value: 'TC-80000001-1', name: 'Tax' },
        PaySalesTax: 'Quarterly',
      },
      CurrencyPrefs: { MultiCurrencyEnabled: true, HomeCurrency: { value: 'USD', name: 'US Dollar' } },
      ReportPrefs: { ReportBasis: 'Cash', CalcAgingReportFromTxnDate: true },
      TimeTrackingPrefs: { TimeTrackingEnabled: true, WorkWeekStartDate: 'Monday' },
    })
  })

  it('reads the months from the company, and a single-currency file’s home currency', () => {
    const Preferences = requireTable('Preferences')
    const company = '<CompanyRet><FirstMonthFiscalYear>July</FirstMonthFiscalYear></CompanyRet>'
    const { records } = runAtOnce(
      readResponses(
        [
          parseResponse('PreferencesQueryRs', '<PreferencesRet></PreferencesRet>'),
          parseResponse('CompanyQueryRs', company),
        ],
        Preferences,
        context,
      ),
    )
    expect(records).toMatchObject([
      {
        AccountingInfoPrefs: { FirstMonthOfFiscalYear: 'July' },
        CurrencyPrefs: { HomeCurrency: { value: 'USD', name: 'United States Dollar' } },
      },
    ])
  })

  it('lists the custom fields on sales forms and orders under names ending in their IDs', () => {
    const define = (id: number, name: string, object: string) =>
      `<DataExtDefRet><OwnerID>0</OwnerID><DataExtID>${id}</DataExtID><DataExtName>${name}</DataExtName><AssignToObject>Customer</AssignToObject><AssignToObject>${object}</AssignToObject></DataExtDefRet>`
    const definitions = define(1, 'Crew', 'Invoice') + define(2, 'Color', 'Item') + define(3, 'Buyer', 'PurchaseOrder')
    const { records } = runAtOnce(
      readResponses(
        [
          parseResponse('PreferencesQueryRs', '<PreferencesRet></PreferencesRet>'),
          parseResponse('DataExtDefQueryRs', definitions),
          parseResponse('CompanyQueryRs', '<CompanyRet></CompanyRet>'),
        ],
        requireTable('Preferences'),
        createRememberingContext(),
      ),
    )
    expect(records).toMatchObject([
      {
        SalesFormsPrefs: {
          CustomField: [
            { CustomField: [{ Name: 'SalesFormsPrefs.UseSalesCustom1', Type: 'BooleanType', BooleanValue: true }] },
            { CustomField: [{ Name: 'SalesFormsPrefs.SalesCustomName1', Type: 'StringType', StringValue: 'Crew' }] },
          ],
        },
        VendorAndPurchasesPrefs: {
          POCustomField: [
            { CustomField: [{ Name: 'PurchasePrefs.UsePurchaseCustom3', Type: 'BooleanType', BooleanValue: true }] },
            { CustomField: [{ Name: 'PurchasePrefs.PurchaseCustomName3', Type: 'StringType', StringValue: 'Buyer' }] },
          ],
        },
      },
    ])
  })

  it('reports no departments by default [cp-4.8]', () => {
    expect(read('Preferences', stored)).toMatchObject({ AccountingInfoPrefs: { TrackDepartments: false } })
  })
})

import { connect, findErrorResponse, getRealmId } from '../test/client-libraries.ts'
import { expect, test } from '../test/test.ts'

/** The methods in node-quickbooks by report. */
const served: Readonly<Record<string, string>> = {
  reportProfitAndLoss: 'ProfitAndLoss',
  reportProfitAndLossDetail: 'ProfitAndLossDetail',
  reportBalanceSheet: 'BalanceSheet',
  reportTrialBalance: 'TrialBalance',
  reportGeneralLedgerDetail: 'GeneralLedger',
  reportJournalReport: 'JournalReport',
  reportTransactionList: 'TransactionList',
  reportAgedReceivables: 'AgedReceivables',
  reportAgedReceivableDetail: 'AgedReceivableDetail',
  reportAgedPayables: 'AgedPayables',
  reportAgedPayableDetail: 'AgedPayableDetail',
  reportCustomerBalance: 'CustomerBalance',
  reportCustomerBalanceDetail: 'CustomerBalanceDetail',
  reportVendorBalance: 'VendorBalance',
  reportVendorBalanceDetail: 'VendorBalanceDetail',
  reportCustomerIncome: 'CustomerIncome',
  reportVendorExpenses: 'VendorExpenses',
  reportCustomerSales: 'CustomerSales',
  reportItemSales: 'ItemSales',
  reportInventoryValuationSummary: 'InventoryValuationSummary',
}

/** The methods for reports missing in QuickBooks Desktop. */
const unknown = [
  'reportCashFlow',
  'reportTaxSummary',
  'reportClassSales',
  'reportDepartmentSales',
  'reportAccountListDetail',
  'reportTrialBalanceFR',
  'reportTransactionListWithSplits',
  'reportTransactionListByCustomer',
  'reportTransactionListByVendor',
]

for (const kind of ['sandbox', 'production'] as const) {
  test(`node-quickbooks reads the reports of a ${kind} realm [dp-4.6:minorversion] [dp-7.2:REPORT_UNKNOWN]`, async ({
    page,
  }) => {
    const { call } = await connect(page, getRealmId(kind))
    for (const [method, name] of Object.entries(served)) {
      const report = await call(method, {})
      expect(report, method).toMatchObject({ Header: { ReportName: name, Currency: 'USD' }, Rows: expect.anything() })
    }
    for (const method of unknown) {
      const response = await findErrorResponse(call(method, {}))
      expect(response?.data, method).toMatchObject({ Fault: { Error: [{ code: 'REPORT_UNKNOWN' }] } })
    }
  })
}

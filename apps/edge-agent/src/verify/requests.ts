/** Wraps requests in a message set. `attributes` are those of the set, such as `newMessageSetID="1"`. */
export function toMessageSet(
  requests: string,
  { version = '13.0', attributes = 'onError="stopOnError"' } = {},
): string {
  return `<?xml version="1.0" encoding="utf-8"?><?qbxml version="${version}"?><QBXML><QBXMLMsgsRq ${attributes}>${requests}</QBXMLMsgsRq></QBXML>`
}

const few = '<MaxReturned>5</MaxReturned>'
const custom = '<OwnerID>0</OwnerID>'
const lines = '<IncludeLineItems>true</IncludeLineItems>'
const links = '<IncludeLinkedTxns>true</IncludeLinkedTxns>'

/** Queries with the most that each returns, five records at a time, and lists before what refers to them. */
export const recordQueries: readonly (readonly [name: string, content: string])[] = [
  ['CompanyQueryRq', custom],
  ['PreferencesQueryRq', ''],
  ['AccountQueryRq', few],
  ['ClassQueryRq', few],
  ['StandardTermsQueryRq', few],
  ['DateDrivenTermsQueryRq', few],
  ['PaymentMethodQueryRq', few],
  ['ShipMethodQueryRq', few],
  ['CustomerMsgQueryRq', few],
  ['CustomerTypeQueryRq', few],
  ['VendorTypeQueryRq', few],
  ['JobTypeQueryRq', few],
  ['SalesTaxCodeQueryRq', few],
  ['VendorQueryRq', `${few}${custom}`],
  ['SalesRepQueryRq', few],
  ['PriceLevelQueryRq', few],
  ['ItemQueryRq', `${few}${custom}`],
  ['CustomerQueryRq', `${few}${custom}`],
  ['EmployeeQueryRq', `${few}${custom}`],
  ['OtherNameQueryRq', `${few}${custom}`],
  ['EstimateQueryRq', `${few}${lines}${links}${custom}`],
  ['SalesOrderQueryRq', `${few}${lines}${links}${custom}`],
  ['PurchaseOrderQueryRq', `${few}${lines}${links}${custom}`],
  ['InvoiceQueryRq', `${few}${lines}${links}${custom}`],
  ['SalesReceiptQueryRq', `${few}${lines}${custom}`],
  ['CreditMemoQueryRq', `${few}${lines}${links}${custom}`],
  ['ReceivePaymentQueryRq', `${few}${lines}${custom}`],
  ['ARRefundCreditCardQueryRq', `${few}${lines}${links}${custom}`],
  ['BillQueryRq', `${few}${lines}${links}${custom}`],
  ['VendorCreditQueryRq', `${few}${lines}${links}${custom}`],
  ['BillPaymentCheckQueryRq', `${few}${lines}${custom}`],
  ['BillPaymentCreditCardQueryRq', `${few}${lines}${custom}`],
  ['CheckQueryRq', `${few}${lines}${links}${custom}`],
  ['CreditCardChargeQueryRq', `${few}${lines}${custom}`],
  ['CreditCardCreditQueryRq', `${few}${lines}${custom}`],
  ['DepositQueryRq', `${few}${lines}${custom}`],
  ['TransferQueryRq', few],
  ['JournalEntryQueryRq', `${few}${lines}${custom}`],
  ['InventoryAdjustmentQueryRq', `${few}${lines}${custom}`],
  ['TimeTrackingQueryRq', few],
]

/** Read-only requests that QuickBooks rejects with a status, and none of which names a record of the file. */
export const rejectedRequests: readonly string[] = [
  '<CustomerQueryRq><ListID>7FFFFFFF-1000000000</ListID></CustomerQueryRq>',
  '<CustomerQueryRq><ListID>not an ID</ListID></CustomerQueryRq>',
  '<CustomerQueryRq><FullName>No such customer (Bridge Service check)</FullName></CustomerQueryRq>',
  '<CustomerQueryRq><MaxReturned>many</MaxReturned></CustomerQueryRq>',
  '<CustomerQueryRq><FromModifiedDate>2026-13-01</FromModifiedDate></CustomerQueryRq>',
  '<CustomerQueryRq><FromModifiedDate>2026-02-02</FromModifiedDate><ToModifiedDate>2026-01-01</ToModifiedDate></CustomerQueryRq>',
  '<InvoiceQueryRq><TxnID>7FFFFFFF-1000000000</TxnID></InvoiceQueryRq>',
  '<InvoiceQueryRq><RefNumber>no such no.</RefNumber></InvoiceQueryRq>',
  '<InvoiceQueryRq><IncludeLineItems>perhaps</IncludeLineItems></InvoiceQueryRq>',
  '<AccountQueryRq><AccountType>Nonsense</AccountType></AccountQueryRq>',
]

const summaries = [
  'BalanceSheetStandard',
  'BalanceSheetSummary',
  'ProfitAndLossStandard',
  'TrialBalance',
  'CustomerBalanceSummary',
  'VendorBalanceSummary',
  'ExpenseByVendorSummary',
  'IncomeByCustomerSummary',
  'SalesByCustomerSummary',
  'SalesByItemSummary',
  'InventoryValuationSummary',
  'SalesTaxLiability',
] as const
const details = [
  'GeneralLedger',
  'CustomerBalanceDetail',
  'VendorBalanceDetail',
  'ProfitAndLossDetail',
  'Journal',
  'TxnListByDate',
] as const
const agings = ['ARAgingSummary', 'APAgingSummary'] as const

/** The twenty reports, each of this month only. */
export const reportRequests: readonly string[] = [
  ...summaries.map((type) => report('GeneralSummaryReport', type)),
  ...details.map((type) => report('GeneralDetailReport', type)),
  ...agings.map((type) => `<AgingReportQueryRq><AgingReportType>${type}</AgingReportType></AgingReportQueryRq>`),
]

function report(family: string, type: string): string {
  return `<${family}QueryRq><${family}Type>${type}</${family}Type><ReportDateMacro>ThisMonth</ReportDateMacro></${family}QueryRq>`
}

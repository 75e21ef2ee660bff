import type { FilterName, ListName } from '../table/list-name.ts'
import type { WordFilterName } from '../table/word-filter-name.ts'

/** A filter by IDs. */
export interface IdFilter {
  /** The parameter, with the other names clients use. */
  readonly parameters: readonly string[]
  /** The desktop's element, of which a request has one. */
  readonly element: string
  /** The lists that may contain the IDs. */
  readonly lists: readonly ListName[]
}

export const idFilters: Readonly<Record<FilterName, IdFilter>> = {
  customer: { parameters: ['customer'], element: 'ReportEntityFilter', lists: ['customer'] },
  vendor: { parameters: ['vendor'], element: 'ReportEntityFilter', lists: ['vendor'] },
  employee: { parameters: ['employee'], element: 'ReportEntityFilter', lists: ['employee'] },
  name: { parameters: ['name'], element: 'ReportEntityFilter', lists: ['customer', 'vendor', 'employee'] },
  item: { parameters: ['item'], element: 'ReportItemFilter', lists: ['item'] },
  class: { parameters: ['class', 'classid'], element: 'ReportClassFilter', lists: ['class'] },
  account: { parameters: ['account'], element: 'ReportAccountFilter', lists: ['account'] },
}

export const filterNames = Object.keys(idFilters) as readonly FilterName[]

/** A filter by QBO's words. */
export interface WordFilter {
  readonly element: string
  /** The element inside it, one per word. */
  readonly child: string
  readonly takesSeveral: boolean
  /** QBO's words in lower case without spaces, and the desktop's. A word without one filters nothing. */
  readonly words: Readonly<Record<string, string | undefined>>
}

const accountTypes: Readonly<Record<string, string>> = {
  accountspayable: 'AccountsPayable',
  accountsreceivable: 'AccountsReceivable',
  bank: 'Bank',
  costofgoodssold: 'CostOfSales',
  creditcard: 'CreditCard',
  equity: 'Equity',
  expense: 'OrdinaryExpense',
  fixedasset: 'FixedAsset',
  income: 'OrdinaryIncome',
  longtermliability: 'LongTermLiability',
  nonposting: 'NonPosting',
  otherasset: 'OtherAsset',
  othercurrentasset: 'OtherCurrentAsset',
  othercurrentliability: 'OtherCurrentLiability',
  otherexpense: 'OtherExpense',
  otherincome: 'OtherIncome',
}

const transactionTypes: Readonly<Record<string, string | undefined>> = {
  all: undefined,
  bill: 'Bill',
  billpaymentcheck: 'BillPaymentCheck',
  billpaymentcreditcard: 'BillPaymentCreditCard',
  charge: 'Charge',
  check: 'Check',
  creditcardcharge: 'CreditCardCharge',
  creditcardcredit: 'CreditCardCredit',
  creditmemo: 'CreditMemo',
  creditrefund: 'ARRefundCreditCard',
  deposit: 'Deposit',
  estimate: 'Estimate',
  inventoryquantityadjustment: 'InventoryAdjustment',
  invoice: 'Invoice',
  itemreceipt: 'ItemReceipt',
  journalentry: 'JournalEntry',
  payment: 'ReceivePayment',
  purchaseorder: 'PurchaseOrder',
  receivepayment: 'ReceivePayment',
  salesorder: 'SalesOrder',
  salesreceipt: 'SalesReceipt',
  transfer: 'Transfer',
  vendorcredit: 'VendorCredit',
}

const byAccountType: WordFilter = {
  element: 'ReportAccountFilter',
  child: 'AccountTypeFilter',
  takesSeveral: false,
  words: accountTypes,
}

export const wordFilters: Readonly<Record<WordFilterName, WordFilter>> = {
  account_type: byAccountType,
  source_account_type: byAccountType,
  transaction_type: {
    element: 'ReportTxnTypeFilter',
    child: 'TxnTypeFilter',
    takesSeveral: true,
    words: transactionTypes,
  },
}

export const wordFilterNames = Object.keys(wordFilters) as readonly WordFilterName[]

/** The desktop's element for transactions modified within some days. */
export const modifiedFilter = 'ReportModifiedDateRangeFilter'

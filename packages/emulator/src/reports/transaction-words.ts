/** How reports show a transaction kind. */
export interface TransactionWord {
  /** The `TxnType` column's text. */
  readonly word: string
  /** On a cash basis, its income and expenses count when it is paid. */
  readonly isPaidLater?: true
  /** It sells goods or services, or takes them back (-1). */
  readonly saleSign?: 1 | -1
  /** It has no postings; the special account it is listed under. */
  readonly listedUnder?: string
}

const words: Readonly<Record<string, TransactionWord>> = {
  Opening: { word: 'General Journal' },
  Invoice: { word: 'Invoice', isPaidLater: true, saleSign: 1 },
  SalesReceipt: { word: 'Sales Receipt', saleSign: 1 },
  CreditMemo: { word: 'Credit Memo', isPaidLater: true, saleSign: -1 },
  ReceivePayment: { word: 'Payment' },
  ARRefundCreditCard: { word: 'C Card Refund' },
  Estimate: { word: 'Estimate', listedUnder: 'Estimates' },
  Bill: { word: 'Bill', isPaidLater: true },
  VendorCredit: { word: 'Credit', isPaidLater: true },
  PurchaseOrder: { word: 'Purchase Order', listedUnder: 'PurchaseOrders' },
  BillPaymentCheck: { word: 'Bill Pmt -Check' },
  BillPaymentCreditCard: { word: 'Bill Pmt -CCard' },
  Check: { word: 'Check' },
  CreditCardCharge: { word: 'Credit Card Charge' },
  CreditCardCredit: { word: 'Credit Card Credit' },
  Deposit: { word: 'Deposit' },
  Transfer: { word: 'Transfer' },
  JournalEntry: { word: 'General Journal' },
  InventoryAdjustment: { word: 'Inventory Adjust' },
}

/** Returns how reports show a kind; undefined for one no report shows, such as time tracking. */
export function findTransactionWord(kind: string): TransactionWord | undefined {
  return words[kind]
}

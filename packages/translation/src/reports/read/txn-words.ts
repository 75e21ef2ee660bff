/** QBO's words for transaction types, and the desktop's in reports and in requests. */
const wordsByType: readonly (readonly [client: string, ...desktop: string[]])[] = [
  ['Payment', 'Payment', 'ReceivePayment'],
  ['Bill Payment (Check)', 'Bill Pmt -Check', 'BillPaymentCheck'],
  ['Bill Payment (Credit Card)', 'Bill Pmt -CCard', 'BillPaymentCreditCard'],
  ['Vendor Credit', 'Credit', 'VendorCredit', 'Bill Credit'],
  ['Credit Card Expense', 'Credit Card Charge'],
  ['Credit Card Credit', 'Credit Card Credit', 'CCard Credit'],
  ['Refund', 'C Card Refund', 'ARRefundCreditCard'],
  ['Journal Entry', 'General Journal', 'JournalEntry'],
  ['Inventory Qty Adjust', 'Inventory Adjust', 'InventoryAdjustment'],
  ['Invoice', 'Invoice'],
  ['Credit Memo', 'Credit Memo'],
  ['Sales Receipt', 'Sales Receipt'],
  ['Bill', 'Bill'],
  ['Check', 'Check'],
  ['Deposit', 'Deposit'],
  ['Transfer', 'Transfer'],
  ['Estimate', 'Estimate'],
  ['Purchase Order', 'Purchase Order'],
  ['Sales Order', 'Sales Order'],
  ['Item Receipt', 'Item Receipt'],
]

const clientWords: ReadonlyMap<string, string> = new Map(
  wordsByType.flatMap(([client, ...desktop]) => desktop.map((word) => [fold(word), client] as const)),
)

const nonPosting: ReadonlySet<string> = new Set(['Estimate', 'Purchase Order', 'Sales Order'].map(fold))

function fold(text: string): string {
  return text.toLowerCase().replace(/[\s-]+/g, '')
}

/** Returns QBO's word for a transaction type, or the desktop's if QBO has none. */
export function toClientType(desktop: string): string {
  return clientWords.get(fold(desktop)) ?? desktop
}

/** Returns whether a transaction type changes balances. */
export function isPosting(desktop: string): boolean {
  return !nonPosting.has(fold(desktop))
}

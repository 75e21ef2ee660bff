import { expect, test } from 'vitest'
import { isPosting, toClientType } from './txn-words.ts'

test.each([
  ['Invoice', 'Invoice'],
  ['Bill Pmt -Check', 'Bill Payment (Check)'],
  ['BillPaymentCheck', 'Bill Payment (Check)'],
  ['Bill Pmt -CCard', 'Bill Payment (Credit Card)'],
  ['ReceivePayment', 'Payment'],
  ['CreditMemo', 'Credit Memo'],
  ['Credit', 'Vendor Credit'],
  ['Credit Card Charge', 'Credit Card Expense'],
  ['ARRefundCreditCard', 'Refund'],
  ['General Journal', 'Journal Entry'],
  ['Inventory Adjust', 'Inventory Qty Adjust'],
  ['Paycheck', 'Paycheck'],
])('shows the type %s as %s', (desktop, client) => {
  expect(toClientType(desktop)).toBe(client)
})

test('knows the types that do not post', () => {
  expect(['Estimate', 'PurchaseOrder', 'Sales Order', 'Invoice'].map(isPosting)).toEqual([false, false, false, true])
})

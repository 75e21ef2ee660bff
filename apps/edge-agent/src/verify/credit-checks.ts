import { childrenByName, childText } from '@bridge/qbxml'
import type { WriteId } from '@bridge/truth'
import { getRecords, idOf, nameRecord, reference, saleLine, withBooks } from './checked-books.ts'
import { type BeliefCheck, decide, describeAnswer, noted, skipped } from './finding.ts'
import { toMessageSet } from './requests.ts'

/** Checks of credits, payments and their links, in Intuit's sample company. Each deletes what it has added. */
export const creditChecks = {
  A74: withBooks('A74', async (books, kit) => {
    const customer = await books.add('Customer', nameRecord(kit))
    const item = await books.findFirst('ItemService')
    if (customer === undefined || item === undefined) return skipped('no customer or item for an invoice')
    const invoice = await books.add('Invoice', `${reference('Customer', customer)}${saleLine('Invoice', item)}`)
    const payment = await books.add(
      'ReceivePayment',
      `${reference('Customer', customer)}<TotalAmount>10.00</TotalAmount><AppliedToTxnAdd><TxnID>${idOf(invoice)}</TxnID><PaymentAmount>10.00</PaymentAmount></AppliedToTxnAdd>`,
    )
    if (payment === undefined) return skipped('no payment of the invoice')
    return noted(`the response is ${describeAnswer(await books.remove('Invoice', idOf(invoice)))}`)
  }),
  A81: withBooks('A81', async (books, kit) => {
    const customer = await books.add('Customer', nameRecord(kit))
    const item = await books.findFirst('ItemService')
    if (customer === undefined || item === undefined) return skipped('no customer or item for an invoice')
    const credit = await books.add('CreditMemo', `${reference('Customer', customer)}${saleLine('CreditMemo', item)}`)
    const refund = await books.add(
      'ARRefundCreditCard',
      `${reference('Customer', customer)}<RefundAppliedToTxnAdd><TxnID>${idOf(credit)}</TxnID><RefundAmount>4.00</RefundAmount></RefundAppliedToTxnAdd>`,
    )
    const [applied] = refund === undefined ? [] : childrenByName(refund, 'RefundAppliedToTxnRet')
    if (applied === undefined) return skipped('no refund of the credit')
    const answer = await kit.ask(
      'A81',
      toMessageSet(
        `<CreditMemoQueryRq><TxnID>${idOf(credit)}</TxnID><IncludeLinkedTxns>true</IncludeLinkedTxns></CreditMemoQueryRq>`,
      ),
    )
    const [read] = getRecords(answer)
    const [link] = read === undefined ? [] : childrenByName(read, 'LinkedTxn')
    const remaining = childText(applied, 'CreditRemaining')
    const sign = link === undefined ? 'no link' : childText(link, 'Amount')?.startsWith('-') ? 'negative' : 'positive'
    return noted(
      `CreditRemaining of the refund is ${remaining === undefined ? 'missing' : 'present'}, of the credit ${read && childText(read, 'CreditRemaining')}, link ${sign}`,
    )
  }),
  A103: withBooks('A103', async (books, kit) => {
    const vendor = await books.add('Vendor', nameRecord(kit))
    const [bank, expense] = [await books.findAccount('Bank'), await books.findAccount('Expense')]
    if (vendor === undefined || bank === undefined || expense === undefined) return skipped('no account for a bill')
    const lines = `<ExpenseLineAdd>${reference('Account', expense)}<Amount>10.00</Amount></ExpenseLineAdd>`
    const bill = await books.add('Bill', `${reference('Vendor', vendor)}${lines}`)
    const credit = await books.add('VendorCredit', `${reference('Vendor', vendor)}${lines}`)
    const payment = await books.add(
      'BillPaymentCheck',
      `${reference('PayeeEntity', vendor)}${reference('BankAccount', bank)}<IsToBePrinted>false</IsToBePrinted><AppliedToTxnAdd><TxnID>${idOf(bill)}</TxnID><SetCredit><CreditTxnID>${idOf(credit)}</CreditTxnID><AppliedAmount>10.00</AppliedAmount></SetCredit></AppliedToTxnAdd>`,
    )
    if (payment === undefined) return noted('a bill cannot be paid by a credit only')
    const answer = await kit.ask(
      'A103',
      toMessageSet(`<BillPaymentCheckQueryRq><TxnID>${idOf(payment)}</TxnID></BillPaymentCheckQueryRq>`),
    )
    const [stub] = getRecords(answer)
    const amount = stub && childText(stub, 'Amount')
    return decide(stub === undefined || amount === '0.00', stub === undefined ? 'no payment stays' : `Amount ${amount}`)
  }),
} as const satisfies Partial<Record<WriteId, BeliefCheck>>

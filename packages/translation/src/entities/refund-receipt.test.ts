import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  inDollars,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { createReadRequests } from '../read/requests.ts'

const RefundReceipt = requireTable('RefundReceipt')
const draft = { CustomerRef: { value: '8000000C-1' }, DepositToAccountRef: { value: '80000020-1' } }
function create(body: object): string {
  return serializeCreate(RefundReceipt, { ...draft, ...body })
}
const refunded = { Amount: 30, LinkedTxn: [{ TxnId: '90-1', TxnType: 'CreditMemo' }] }

const stored = `
  <ARRefundCreditCardRet>
    <TxnID>B0-1</TxnID><EditSequence>7</EditSequence>
    <CustomerRef><ListID>8000000C-1</ListID><FullName>Abercrombie</FullName></CustomerRef>
    <RefundFromAccountRef><ListID>80000020-1</ListID><FullName>Checking</FullName></RefundFromAccountRef>
    <ARAccountRef><ListID>80000022-1</ListID><FullName>Accounts Receivable</FullName></ARAccountRef>
    <TxnDate>2026-07-03</TxnDate><RefNumber>R-1</RefNumber><TotalAmount>30.00</TotalAmount>
    <Address><Addr1>Main Street 1</Addr1></Address>
    <PaymentMethodRef><ListID>80000007-1</ListID><FullName>Visa</FullName></PaymentMethodRef>
    <Memo>sent back</Memo>
    <RefundAppliedToTxnRet>
      <TxnID>90-1</TxnID><TxnType>CreditMemo</TxnType><TxnDate>2026-07-01</TxnDate><RefNumber>C-1</RefNumber>
      <CreditRemaining>0.00</CreditRemaining><RefundAmount>30.00</RefundAmount>
    </RefundAppliedToTxnRet>
  </ARRefundCreditCardRet>`

describe('RefundReceipt', () => {
  it('reads a credit card refund with the refunded credit', () => {
    expect(read('RefundReceipt', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      Id: 'B0-1',
      SyncToken: '7',
      CustomerRef: { value: '8000000C-1', name: 'Abercrombie' },
      DepositToAccountRef: { value: '80000020-1', name: 'Checking' },
      ARAccountRef: { value: '80000022-1', name: 'Accounts Receivable' },
      TxnDate: '2026-07-03',
      DocNumber: 'R-1',
      TotalAmt: 30,
      Balance: 0,
      PaymentType: 'CreditCard',
      BillAddr: { Line1: 'Main Street 1' },
      PaymentMethodRef: { value: '80000007-1', name: 'Visa' },
      PrivateNote: 'sent back',
      Line: [refunded],
    })
  })

  it('creates a refund for a credit memo', () => {
    expect(create({ DocNumber: 'R-1', PaymentMethodRef: { name: 'Visa' }, Line: [refunded] })).toBe(
      compact(`
        <ARRefundCreditCardAddRq><ARRefundCreditCardAdd>
          <CustomerRef><ListID>8000000C-1</ListID></CustomerRef>
          <RefundFromAccountRef><ListID>80000020-1</ListID></RefundFromAccountRef><RefNumber>R-1</RefNumber>
          <PaymentMethodRef><FullName>Visa</FullName></PaymentMethodRef>
          <RefundAppliedToTxnAdd><TxnID>90-1</TxnID><RefundAmount>30.00</RefundAmount></RefundAppliedToTxnAdd>
        </ARRefundCreditCardAdd></ARRefundCreditCardAddRq>`),
    )
  })

  it('explains how to refund items [dp-7.1:UNSUPPORTED_BY_DESKTOP]', () => {
    const item = {
      Amount: 30,
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ItemRef: { value: '8000000E-1' }, Qty: 1, UnitPrice: 30 },
    }
    for (const line of [item, { Amount: 30 }]) {
      expect(catchFault(() => create({ Line: [line] }))).toMatchObject({
        code: 'UNSUPPORTED_BY_DESKTOP',
        detail: expect.stringContaining('create a CreditMemo and name it in LinkedTxn'),
      })
    }
    const invoice = { Amount: 30, LinkedTxn: [{ TxnId: '5D-1', TxnType: 'Invoice' }] }
    expect(catchFault(() => create({ Line: [invoice] }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].LinkedTxn[0].TxnType',
    })
    expect(catchFault(() => create({}))).toMatchObject({ code: '2020', element: 'Line' })
    expect(catchFault(() => create({ Line: [refunded], DepositToAccountRef: null }))).toMatchObject({
      code: '2020',
      element: 'DepositToAccountRef',
    })
  })

  it('refunds cannot be updated or deleted', () => {
    expect(
      catchFault(() => checkUpdate(RefundReceipt, { Id: 'B0-1', SyncToken: '7', PrivateNote: 'x' })),
    ).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
    })
    expect(RefundReceipt.can).toEqual(['read', 'query', 'create'])
  })

  it('refunds are read by their desktop name', () => {
    expect(createReadRequests(RefundReceipt, 'B0-1').map(serializeRequest)).toEqual([
      '<ARRefundCreditCardQueryRq><TxnID>B0-1</TxnID><IncludeLineItems>true</IncludeLineItems></ARRefundCreditCardQueryRq>',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  context,
  inDollars,
  parseElement,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkUpdate } from '../check/check.ts'
import { parseQuery } from '../query/parse.ts'
import { planQuery } from '../query/plan.ts'
import { createModRequest } from '../write/requests.ts'

const Payment = requireTable('Payment')
const customer = { CustomerRef: { value: '8000000C-1' } }
function create(body: object): string {
  return serializeCreate(Payment, { ...customer, ...body })
}
function invoice(Amount: number, TxnId = '5D-1', credits: object[] = []): object {
  return {
    Amount,
    LinkedTxn: [{ TxnId, TxnType: 'Invoice' }, ...credits],
  }
}
function memo(TxnId = '90-1'): object {
  return { TxnId, TxnType: 'CreditMemo' }
}

/** Serializes the lines applied by a new payment. */
function applied(body: object): string {
  const text = create(body)
  return text.slice(text.indexOf('<AppliedToTxnAdd>'), text.indexOf('</ReceivePaymentAdd>'))
}

const stored = `
  <ReceivePaymentRet>
    <TxnID>A0-1782900009</TxnID>
    <TimeCreated>2026-07-01T10:00:09+00:00</TimeCreated><TimeModified>2026-07-01T10:00:09+00:00</TimeModified>
    <EditSequence>1782900009</EditSequence>
    <CustomerRef><ListID>8000000C-1</ListID><FullName>Abercrombie</FullName></CustomerRef>
    <ARAccountRef><ListID>80000022-1</ListID><FullName>Accounts Receivable</FullName></ARAccountRef>
    <TxnDate>2026-07-01</TxnDate><RefNumber>4711</RefNumber><TotalAmount>100.00</TotalAmount>
    <PaymentMethodRef><ListID>80000005-1</ListID><FullName>Check</FullName></PaymentMethodRef>
    <Memo>by post</Memo>
    <DepositToAccountRef><ListID>80000020-1</ListID><FullName>Undeposited Funds</FullName></DepositToAccountRef>
    <UnusedPayment>25.00</UnusedPayment><UnusedCredits>0.00</UnusedCredits>
    <AppliedToTxnRet>
      <TxnID>5D-1</TxnID><TxnType>Invoice</TxnType><TxnDate>2026-06-01</TxnDate><RefNumber>1026</RefNumber>
      <BalanceRemaining>0.00</BalanceRemaining><Amount>60.00</Amount>
      <DiscountAmount>5.00</DiscountAmount>
      <DiscountAccountRef><ListID>80000031-1</ListID><FullName>Discounts</FullName></DiscountAccountRef>
    </AppliedToTxnRet>
    <AppliedToTxnRet>
      <TxnID>5E-1</TxnID><TxnType>JournalEntry</TxnType><BalanceRemaining>10.00</BalanceRemaining><Amount>15.00</Amount>
    </AppliedToTxnRet>
  </ReceivePaymentRet>`

function update(body: object): string {
  const record = checkUpdate(Payment, { Id: 'A0-1782900009', SyncToken: '1782900009', ...body })
  const text = serializeRequest(createModRequest(record, parseElement(stored)))
  return text.slice(text.indexOf('</EditSequence>') + '</EditSequence>'.length, text.indexOf('</ReceivePaymentMod>'))
}

describe('Payment', () => {
  it('reads a record as client-side JSON', () => {
    expect(read('Payment', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      ProcessPayment: false,
      Id: 'A0-1782900009',
      SyncToken: '1782900009',
      MetaData: { CreateTime: '2026-07-01T10:00:09+00:00', LastUpdatedTime: '2026-07-01T10:00:09+00:00' },
      CustomerRef: { value: '8000000C-1', name: 'Abercrombie' },
      ARAccountRef: { value: '80000022-1', name: 'Accounts Receivable' },
      TxnDate: '2026-07-01',
      PaymentRefNum: '4711',
      DocNumber: '4711',
      TotalAmt: 100,
      UnappliedAmt: 25,
      PaymentMethodRef: { value: '80000005-1', name: 'Check' },
      PrivateNote: 'by post',
      DepositToAccountRef: { value: '80000020-1', name: 'Undeposited Funds' },
      Line: [
        { Amount: 60, LinkedTxn: [{ TxnId: '5D-1', TxnType: 'Invoice' }] },
        { Amount: 15, LinkedTxn: [{ TxnId: '5E-1', TxnType: 'JournalEntry' }] },
      ],
    })
  })

  it('creates a payment for invoices', () => {
    expect(
      create({
        TotalAmt: 100,
        PaymentRefNum: '12345678901234567890',
        TxnDate: '2026-07-01',
        PaymentMethodRef: { value: '80000005-1' },
        DepositToAccountRef: { value: '80000020-1' },
        PrivateNote: 'by post',
        Line: [invoice(60), { Amount: '15.00', LinkedTxn: [{ TxnId: '5E-1', TxnType: 'JournalEntry' }] }],
      }),
    ).toBe(
      compact(`
        <ReceivePaymentAddRq><ReceivePaymentAdd>
          <CustomerRef><ListID>8000000C-1</ListID></CustomerRef><TxnDate>2026-07-01</TxnDate>
          <RefNumber>12345678901234567890</RefNumber><TotalAmount>100.00</TotalAmount>
          <PaymentMethodRef><ListID>80000005-1</ListID></PaymentMethodRef><Memo>by post</Memo>
          <DepositToAccountRef><ListID>80000020-1</ListID></DepositToAccountRef>
          <AppliedToTxnAdd><TxnID>5D-1</TxnID><PaymentAmount>60.00</PaymentAmount></AppliedToTxnAdd>
          <AppliedToTxnAdd><TxnID>5E-1</TxnID><PaymentAmount>15.00</PaymentAmount></AppliedToTxnAdd>
        </ReceivePaymentAdd></ReceivePaymentAddRq>`),
    )
  })

  it.each([[undefined], [null], [[]]])('creates an unapplied payment without lines: %j', (Line) => {
    expect(create({ TotalAmt: 100, Line })).toContain(
      '<TotalAmount>100.00</TotalAmount><IsAutoApply>false</IsAutoApply></ReceivePaymentAdd>',
    )
  })

  const set = (id: string, amount: string) =>
    `<SetCredit><CreditTxnID>${id}</CreditTxnID><AppliedAmount>${amount}</AppliedAmount></SetCredit>`

  it('applies a credit memo to a line’s unpaid rest [dp-4.2-notes:5]', () => {
    expect(applied({ TotalAmt: 25, Line: [invoice(55, '5D-1', [memo()])] })).toBe(
      `<AppliedToTxnAdd><TxnID>5D-1</TxnID><PaymentAmount>25.00</PaymentAmount>${set('90-1', '30.00')}</AppliedToTxnAdd>`,
    )
    expect(applied({ TotalAmt: 10, Line: [invoice(55, '5D-1', [memo()]), invoice(10, '5E-1')] })).toBe(
      `<AppliedToTxnAdd><TxnID>5D-1</TxnID>${set('90-1', '55.00')}</AppliedToTxnAdd>` +
        '<AppliedToTxnAdd><TxnID>5E-1</TxnID><PaymentAmount>10.00</PaymentAmount></AppliedToTxnAdd>',
    )
  })

  it('spreads credit memos on separate lines over several invoices', () => {
    const credit = (Amount: number, id: string) => ({ Amount, LinkedTxn: [memo(id)] })
    const Line = [invoice(20), invoice(30, '5E-1'), credit(25, '90-1'), credit(5, '91-1')]
    expect(applied({ TotalAmt: 50, Line })).toBe(
      `<AppliedToTxnAdd><TxnID>5D-1</TxnID>${set('90-1', '20.00')}</AppliedToTxnAdd>` +
        `<AppliedToTxnAdd><TxnID>5E-1</TxnID><PaymentAmount>20.00</PaymentAmount>${set('90-1', '5.00')}${set('91-1', '5.00')}</AppliedToTxnAdd>`,
    )
  })

  it('rejects credits covering everything [dp-4.2-notes:5]', () => {
    for (const TotalAmt of [undefined, 0, '0.00', null]) {
      const fault = catchFault(() => create({ TotalAmt, Line: [invoice(55, '5D-1', [memo()])] }))
      expect(fault).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', element: 'TotalAmt' })
    }
    expect(catchFault(() => create({ Line: [invoice(55)] }))).toMatchObject({ code: '2020', element: 'TotalAmt' })
  })

  it('rejects a zero payment, for which QuickBooks creates no transaction [dp-1.3]', () => {
    for (const Line of [undefined, [], [invoice(0)]]) {
      const fault = catchFault(() => create({ TotalAmt: 0, Line }))
      expect(fault).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', element: 'TotalAmt' })
    }
  })

  it.each([
    ['a credit of which nothing is used', 55, [invoice(55, '5D-1', [memo()])], 'Line[0].Amount'],
    ['two credits without amounts', 5, [invoice(55, '5D-1', [memo(), memo('91-1')])], 'Line[0].LinkedTxn'],
    ['more credit than lines take', 5, [invoice(20), { Amount: 30, LinkedTxn: [memo()] }], 'Line[1].Amount'],
    ['an invoice named twice', 40, [invoice(20), invoice(20)], 'Line[1].LinkedTxn'],
    [
      'two invoices on a line',
      40,
      [{ Amount: 40, LinkedTxn: ['5D-1', '5E-1'].map((TxnId) => ({ TxnId, TxnType: 'Invoice' })) }],
      'Line[0].LinkedTxn',
    ],
  ])('rejects %s [dp-7.3:2010]', (_, TotalAmt, Line, element) => {
    expect(catchFault(() => create({ TotalAmt, Line }))).toMatchObject({ code: '2010', element })
  })

  it('rejects links to unpayable transactions, and lines without a link', () => {
    const pays = (TxnType: string) =>
      catchFault(() => create({ TotalAmt: 5, Line: [{ Amount: 5, LinkedTxn: [{ TxnId: '5D-1', TxnType }] }] }))
    expect(pays('Estimate')).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].LinkedTxn[0].TxnType',
    })
    expect(catchFault(() => create({ TotalAmt: 5, Line: [{ Amount: 5 }] }))).toMatchObject({
      code: '2020',
      element: 'Line[0].LinkedTxn',
    })
    expect(
      catchFault(() => create({ TotalAmt: 5, Line: [{ LinkedTxn: [{ TxnId: '1', TxnType: 'Invoice' }] }] })),
    ).toMatchObject({ code: '2020', element: 'Line[0].Amount' })
  })

  it('accepts a PaymentRefNum of at most 20 characters, and no DocNumber [dp-7.3:2050]', () => {
    expect(catchFault(() => create({ TotalAmt: 5, PaymentRefNum: '1'.repeat(21) }))).toMatchObject({
      code: '2050',
      element: 'PaymentRefNum',
    })
    expect(create({ TotalAmt: 5, PaymentRefNum: 'A', DocNumber: 'A' })).toContain('<RefNumber>A</RefNumber>')
    expect(catchFault(() => create({ TotalAmt: 5, DocNumber: 'B' }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'DocNumber',
      detail: expect.stringContaining('PaymentRefNum'),
    })
  })

  it('updates only the header', () => {
    expect(update({ TotalAmt: 120, PrivateNote: '' })).toBe('<TotalAmount>120.00</TotalAmount><Memo />')
  })

  it('replaces the applied lines, and keeps QuickBooks’ discount', () => {
    expect(update({ Line: [invoice(50), invoice(50, '5F-1')] })).toBe(
      compact(`
        <AppliedToTxnMod>
          <TxnID>5D-1</TxnID><PaymentAmount>50.00</PaymentAmount><DiscountAmount>5.00</DiscountAmount>
          <DiscountAccountRef><ListID>80000031-1</ListID><FullName>Discounts</FullName></DiscountAccountRef>
        </AppliedToTxnMod>
        <AppliedToTxnMod><TxnID>5F-1</TxnID><PaymentAmount>50.00</PaymentAmount></AppliedToTxnMod>`),
    )
  })

  it('accepts its own record as an update without changing the applied lines', () => {
    expect(update({ ...read('Payment', stored), PrivateNote: 'found' })).not.toContain('AppliedToTxn')
  })

  it('rejects credits in an update, which QuickBooks would apply again', () => {
    expect(catchFault(() => update({ Line: [invoice(60, '5D-1', [memo()])] }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Line[0].LinkedTxn[1]',
    })
  })

  it('payments are filtered by DocNumber, a synonym for PaymentRefNum [dp-4.3.10]', () => {
    for (const name of ['DocNumber', 'PaymentRefNum']) {
      const query = parseQuery(`SELECT * FROM Payment WHERE ${name} = '4711'`)
      const request = planQuery(query, Payment, context).next()
      expect(JSON.stringify(request)).toContain('4711')
      expect(JSON.stringify(request)).toContain('"RefNumber"')
    }
  })
})

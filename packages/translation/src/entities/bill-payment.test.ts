import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  inDollars,
  read,
  requireTable,
  serializeCreate,
  serializeRequest,
  serializeUpdate,
} from '../../test/translation.fixture.ts'
import { createReadRequests } from '../read/requests.ts'

const BillPayment = requireTable('BillPayment')
function pays(id: string, amount: unknown, type = 'Bill'): object {
  return {
    Amount: amount,
    LinkedTxn: [{ TxnId: id, TxnType: type }],
  }
}
const byCheck = { PayType: 'Check', CheckPayment: { BankAccountRef: { value: '80000001-1' } } }
const byCard = { PayType: 'CreditCard', CreditCardPayment: { CCAccountRef: { value: '80000060-1' } } }
function create(body: object): string {
  return serializeCreate(BillPayment, {
    VendorRef: { value: '80000031-1' },
    TotalAmt: 50,
    Line: [pays('81-1', 50)],
    ...byCheck,
    ...body,
  })
}
function update(body: object, current = storedCheck): string {
  return serializeUpdate(BillPayment, { Id: 'E0-1782900000', SyncToken: '1782900000', ...body }, current)
}

const head = `
    <TxnID>E0-1782900000</TxnID>
    <TimeCreated>2026-07-01T10:00:00+00:00</TimeCreated><TimeModified>2026-07-01T10:00:00+00:00</TimeModified>
    <EditSequence>1782900000</EditSequence><TxnNumber>90</TxnNumber>
    <PayeeEntityRef><ListID>80000031-1</ListID><FullName>Patton Hardware</FullName></PayeeEntityRef>
    <APAccountRef><ListID>80000021-1</ListID><FullName>Accounts Payable</FullName></APAccountRef>
    <TxnDate>2026-07-01</TxnDate>`
const applied = `
    <AppliedToTxnRet>
      <TxnID>81-1</TxnID><TxnType>Bill</TxnType><TxnDate>2026-06-01</TxnDate><RefNumber>INV-9</RefNumber>
      <BalanceRemaining>0.00</BalanceRemaining><Amount>60.00</Amount>
    </AppliedToTxnRet>
    <AppliedToTxnRet>
      <TxnID>82-1</TxnID><TxnType>Bill</TxnType><TxnDate>2026-06-02</TxnDate><BalanceRemaining>25.00</BalanceRemaining>
      <Amount>15.50</Amount>
    </AppliedToTxnRet>`
const storedCheck = `
  <BillPaymentCheckRet>${head}
    <BankAccountRef><ListID>80000001-1</ListID><FullName>Checking</FullName></BankAccountRef><Amount>75.50</Amount>
    <RefNumber>501</RefNumber><Memo>June</Memo><Address><Addr1>33 Old Bayshore Rd</Addr1></Address>
    <IsToBePrinted>false</IsToBePrinted>${applied}
  </BillPaymentCheckRet>`
const storedCard = `
  <BillPaymentCreditCardRet>${head}
    <CreditCardAccountRef><ListID>80000060-1</ListID><FullName>Visa</FullName></CreditCardAccountRef>
    <Amount>75.50</Amount><Memo>June</Memo>${applied}
  </BillPaymentCreditCardRet>`

const common = {
  domain: 'QBO',
  sparse: false,
  ...inDollars,
  Id: 'E0-1782900000',
  SyncToken: '1782900000',
  MetaData: { CreateTime: '2026-07-01T10:00:00+00:00', LastUpdatedTime: '2026-07-01T10:00:00+00:00' },
  TxnDate: '2026-07-01',
  VendorRef: { value: '80000031-1', name: 'Patton Hardware' },
  APAccountRef: { value: '80000021-1', name: 'Accounts Payable' },
  PrivateNote: 'June',
  Line: [
    { Amount: 60, LinkedTxn: [{ TxnId: '81-1', TxnType: 'Bill' }] },
    { Amount: 15.5, LinkedTxn: [{ TxnId: '82-1', TxnType: 'Bill' }] },
  ],
  TotalAmt: 75.5,
}

describe('BillPayment', () => {
  it('reads a check and a card payment as client-side JSON', () => {
    expect(read('BillPayment', storedCheck)).toEqual({
      ...common,
      PayType: 'Check',
      DocNumber: '501',
      CheckPayment: {
        BankAccountRef: { value: '80000001-1', name: 'Checking' },
        PrintStatus: 'NotSet',
        PayeeAddr: { Line1: '33 Old Bayshore Rd' },
      },
    })
    expect(read('BillPayment', storedCard)).toEqual({
      ...common,
      PayType: 'CreditCard',
      CreditCardPayment: { CCAccountRef: { value: '80000060-1', name: 'Visa' } },
    })
  })

  it('writes a check with its number', () => {
    const text = create({
      TxnDate: '2026-07-01',
      APAccountRef: { value: '80000021-1' },
      DocNumber: '501',
      PrivateNote: 'June',
      TotalAmt: 75.5,
      Line: [pays('81-1', 60), pays('82-1', '15.5')],
    })
    expect(text).toBe(
      compact(`
        <BillPaymentCheckAddRq><BillPaymentCheckAdd>
          <PayeeEntityRef><ListID>80000031-1</ListID></PayeeEntityRef>
          <APAccountRef><ListID>80000021-1</ListID></APAccountRef><TxnDate>2026-07-01</TxnDate>
          <BankAccountRef><ListID>80000001-1</ListID></BankAccountRef><RefNumber>501</RefNumber><Memo>June</Memo>
          <AppliedToTxnAdd><TxnID>81-1</TxnID><PaymentAmount>60.00</PaymentAmount></AppliedToTxnAdd>
          <AppliedToTxnAdd><TxnID>82-1</TxnID><PaymentAmount>15.50</PaymentAmount></AppliedToTxnAdd>
        </BillPaymentCheckAdd></BillPaymentCheckAddRq>`),
    )
  })

  it.each([
    ['NeedToPrint', '<IsToBePrinted>true</IsToBePrinted>'],
    ['NotSet', '<IsToBePrinted>false</IsToBePrinted>'],
    [undefined, '<IsToBePrinted>false</IsToBePrinted>'],
  ])('writes a check’s print status without a number: %s', (PrintStatus, expected) => {
    const text = create({ CheckPayment: { ...byCheck.CheckPayment, PrintStatus } })
    expect(text).toContain(`</BankAccountRef>${expected}<AppliedToTxnAdd>`)
  })

  it('creates a card payment', () => {
    expect(create({ ...byCard, CheckPayment: undefined, DocNumber: '77' })).toBe(
      compact(`
        <BillPaymentCreditCardAddRq><BillPaymentCreditCardAdd>
          <PayeeEntityRef><ListID>80000031-1</ListID></PayeeEntityRef>
          <CreditCardAccountRef><ListID>80000060-1</ListID></CreditCardAccountRef><RefNumber>77</RefNumber>
          <AppliedToTxnAdd><TxnID>81-1</TxnID><PaymentAmount>50.00</PaymentAmount></AppliedToTxnAdd>
        </BillPaymentCreditCardAdd></BillPaymentCreditCardAddRq>`),
    )
  })

  it('applies vendor credits and pays the bills’ remainders', () => {
    const text = create({ TotalAmt: 76, Line: [pays('81-1', 100), pays('90-1', 24, 'VendorCredit')] })
    expect(text).toContain(
      compact(`
        <AppliedToTxnAdd>
          <TxnID>81-1</TxnID><PaymentAmount>76.00</PaymentAmount>
          <SetCredit><CreditTxnID>90-1</CreditTxnID><AppliedAmount>24.00</AppliedAmount></SetCredit>
        </AppliedToTxnAdd>`),
    )
  })

  it.each([
    ['TotalAmt', { TotalAmt: 60 }, '2010'],
    ['TotalAmt', { TotalAmt: null }, '2020'],
    ['TotalAmt', { TotalAmt: 'much' }, '2010'],
    ['TotalAmt', { TotalAmt: 0, Line: [pays('81-1', 24), pays('90-1', 24, 'VendorCredit')] }, 'UNSUPPORTED_BY_DESKTOP'],
    ['TotalAmt', { TotalAmt: 0, Line: [pays('81-1', 0)] }, 'UNSUPPORTED_BY_DESKTOP'],
    ['Line', { Line: [] }, '2020'],
    ['Line[0].LinkedTxn', { Line: [{ Amount: 50 }] }, '2020'],
    ['Line[0].Amount', { Line: [{ LinkedTxn: [{ TxnId: '81-1', TxnType: 'Bill' }] }] }, '2020'],
    ['Line[0].LinkedTxn[0].TxnType', { Line: [pays('81-1', 50, 'Invoice')] }, 'UNSUPPORTED_BY_DESKTOP'],
    ['PayType', { PayType: undefined }, '2020'],
    ['PayType', { PayType: 'Cash' }, '2010'],
    ['CheckPayment.BankAccountRef', { CheckPayment: undefined }, '2020'],
    [
      'CheckPayment.PrintStatus',
      { DocNumber: '5', CheckPayment: { ...byCheck.CheckPayment, PrintStatus: 'NeedToPrint' } },
      '2010',
    ],
    ['CheckPayment', { ...byCard }, 'UNSUPPORTED_BY_DESKTOP'],
    ['DocNumber', { DocNumber: '123456789012' }, '2050'],
  ])('rejects a wrong %s [dp-7.3:2050]', (element, body, code) => {
    expect(catchFault(() => create(body))).toMatchObject({ code, element })
  })

  it('updates a check’s header, its number or its print status', () => {
    expect(update({ PrivateNote: '', DocNumber: '502', TxnDate: '2026-07-02' })).toBe(
      '<BillPaymentCheckModRq><BillPaymentCheckMod><TxnID>E0-1782900000</TxnID><EditSequence>1782900000</EditSequence>' +
        '<TxnDate>2026-07-02</TxnDate><RefNumber>502</RefNumber><Memo /></BillPaymentCheckMod></BillPaymentCheckModRq>',
    )
    expect(update({ DocNumber: '', CheckPayment: { PrintStatus: 'NeedToPrint' } })).toContain(
      '<EditSequence>1782900000</EditSequence><IsToBePrinted>true</IsToBePrinted></BillPaymentCheckMod>',
    )
  })

  it('accepts its own record as an update, but no changed lines, total or payee [dp-4.2-lines.11]', () => {
    const record = read('BillPayment', storedCheck)
    expect(update(record)).not.toContain('Applied')
    for (const [element, other] of [
      ['Line', { Line: [pays('81-1', 10)] }],
      ['TotalAmt', { TotalAmt: 10 }],
      ['VendorRef', { VendorRef: { value: '80000032-1' } }],
      ['PayType', { PayType: 'CreditCard' }],
    ] as const) {
      expect(catchFault(() => update({ ...record, ...other }))).toMatchObject({
        code: 'UNSUPPORTED_BY_DESKTOP',
        element,
      })
    }
  })

  it('rejects an update of a card payment, which QuickBooks cannot change', () => {
    expect(catchFault(() => update({ PrivateNote: 'x' }, storedCard)).code).toBe('UNSUPPORTED_BY_DESKTOP')
    expect(catchFault(() => update(read('BillPayment', storedCard), storedCard)).code).toBe('UNSUPPORTED_BY_DESKTOP')
  })

  it('reads a voided payment without lines [dp-4.2-void.4]', () => {
    const voided = storedCheck.replace(applied, '').replace('75.50', '0.00').replace('June', 'VOID: June')
    const record = read('BillPayment', voided)
    expect(record).toMatchObject({ TotalAmt: 0, PrivateNote: 'VOID: June' })
    expect(record.Line).toEqual([])
  })

  it('payments are read by both queries, and cannot be deleted [dp-4.2.4]', () => {
    expect(createReadRequests(BillPayment, 'E0-1').map(serializeRequest)).toEqual([
      '<BillPaymentCheckQueryRq><TxnID>E0-1</TxnID><IncludeLineItems>true</IncludeLineItems></BillPaymentCheckQueryRq>',
      '<BillPaymentCreditCardQueryRq><TxnID>E0-1</TxnID><IncludeLineItems>true</IncludeLineItems></BillPaymentCreditCardQueryRq>',
    ])
    expect(BillPayment.can).not.toContain('delete')
  })

  it('shows a vendor credit returned with a paid bill, and accepts it repeated', () => {
    const link = (type: string) =>
      `<LinkedTxn><TxnID>90-1</TxnID><TxnType>${type}</TxnType><TxnDate>2026-07-01</TxnDate><Amount>5.00</Amount></LinkedTxn>`
    const withCredit = storedCheck.replace(
      '<Amount>60.00</Amount>',
      `<Amount>60.00</Amount>${link('VendorCredit')}${link('JournalEntry')}`,
    )
    const record = read('BillPayment', withCredit)
    expect(record.Line).toMatchObject([
      {
        Amount: 60,
        LinkedTxn: [
          { TxnId: '81-1', TxnType: 'Bill' },
          { TxnId: '90-1', TxnType: 'VendorCredit' },
        ],
      },
      { LinkedTxn: [{ TxnId: '82-1', TxnType: 'Bill' }] },
    ])
    expect(serializeUpdate(requireTable('BillPayment'), record, withCredit)).not.toContain('SetCredit')
  })
})

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
import { checkUpdate } from '../check/check.ts'
import { createModRequest, needsCurrent } from '../write/requests.ts'

const Deposit = requireTable('Deposit')
function other(detail: object = {}, rest: object = {}): object {
  return {
    Amount: 20,
    DetailType: 'DepositLineDetail',
    DepositLineDetail: { AccountRef: { value: '80000050-1' }, ...detail },
    ...rest,
  }
}
const payment = { Amount: 100, LinkedTxn: [{ TxnId: 'C5-1', TxnType: 'Payment', TxnLineId: '0' }] }
function create(body: object): string {
  return serializeCreate(Deposit, { DepositToAccountRef: { value: '80000001-1' }, Line: [payment], ...body })
}
function update(body: object): string {
  return serializeUpdate(Deposit, { Id: 'C0-1782900000', SyncToken: '1782900000', ...body }, stored)
}

const stored = `
  <DepositRet>
    <TxnID>C0-1782900000</TxnID>
    <TimeCreated>2026-07-01T10:00:00+00:00</TimeCreated><TimeModified>2026-07-01T10:00:00+00:00</TimeModified>
    <EditSequence>1782900000</EditSequence><TxnNumber>70</TxnNumber><TxnDate>2026-07-01</TxnDate>
    <DepositToAccountRef><ListID>80000001-1</ListID><FullName>Checking</FullName></DepositToAccountRef>
    <Memo>Monday</Memo><DepositTotal>90.00</DepositTotal>
    <CashBackInfoRet>
      <TxnLineID>C1-1</TxnLineID><AccountRef><ListID>80000051-1</ListID><FullName>Petty Cash</FullName></AccountRef>
      <Memo>till</Memo><Amount>30.00</Amount>
    </CashBackInfoRet>
    <DepositLineRet>
      <TxnType>ReceivePayment</TxnType><TxnID>C5-1</TxnID><TxnLineID>C2-1</TxnLineID><PaymentTxnLineID>C6-1</PaymentTxnLineID>
      <EntityRef><ListID>8000000C-1</ListID><FullName>Abercrombie</FullName></EntityRef>
      <AccountRef><ListID>80000052-1</ListID><FullName>Undeposited Funds</FullName></AccountRef>
      <CheckNumber>1044</CheckNumber><PaymentMethodRef><ListID>80000002-1</ListID><FullName>Check</FullName></PaymentMethodRef>
      <Amount>100.00</Amount>
    </DepositLineRet>
    <DepositLineRet>
      <TxnLineID>C3-1</TxnLineID><EntityRef><ListID>8000000D-1</ListID><FullName>Byron</FullName></EntityRef>
      <AccountRef><ListID>80000050-1</ListID><FullName>Interest</FullName></AccountRef><Memo>June</Memo>
      <CheckNumber>7</CheckNumber><ClassRef><ListID>80000003-1</ListID><FullName>Remodel</FullName></ClassRef><Amount>20.00</Amount>
    </DepositLineRet>
  </DepositRet>`

describe('Deposit', () => {
  it('reads a record with its payment lines’ links as client-side JSON', () => {
    expect(read('Deposit', stored)).toEqual({
      domain: 'QBO',
      sparse: false,
      ...inDollars,
      Id: 'C0-1782900000',
      SyncToken: '1782900000',
      MetaData: { CreateTime: '2026-07-01T10:00:00+00:00', LastUpdatedTime: '2026-07-01T10:00:00+00:00' },
      TxnDate: '2026-07-01',
      DepositToAccountRef: { value: '80000001-1', name: 'Checking' },
      PrivateNote: 'Monday',
      CashBack: { AccountRef: { value: '80000051-1', name: 'Petty Cash' }, Memo: 'till', Amount: 30 },
      Line: [
        {
          Id: 'C2-1',
          LineNum: 1,
          Amount: 100,
          LinkedTxn: [{ TxnId: 'C5-1', TxnType: 'Payment', TxnLineId: 'C6-1' }],
          DepositLineDetail: {
            Entity: { value: '8000000C-1', name: 'Abercrombie' },
            AccountRef: { value: '80000052-1', name: 'Undeposited Funds' },
            CheckNum: '1044',
            PaymentMethodRef: { value: '80000002-1', name: 'Check' },
          },
        },
        {
          Id: 'C3-1',
          LineNum: 2,
          Description: 'June',
          Amount: 20,
          DetailType: 'DepositLineDetail',
          DepositLineDetail: {
            Entity: { value: '8000000D-1', name: 'Byron' },
            AccountRef: { value: '80000050-1', name: 'Interest' },
            CheckNum: '7',
            ClassRef: { value: '80000003-1', name: 'Remodel' },
          },
        },
      ],
      TotalAmt: 90,
    })
  })

  it('writes payments by ID and other money by account', () => {
    const text = create({
      TxnDate: '2026-07-01',
      PrivateNote: 'Monday',
      CashBack: { AccountRef: { value: '80000051-1' }, Amount: 30, Memo: 'till' },
      Line: [
        payment,
        { LinkedTxn: [{ TxnId: 'C7-1', TxnType: 'SalesReceipt', TxnLineId: 'C8-1' }] },
        other(
          {
            Entity: { value: '8000000D-1', type: 'CUSTOMER' },
            CheckNum: '7',
            PaymentMethodRef: { value: '80000002-1' },
          },
          { Description: 'June' },
        ),
      ],
    })
    expect(text).toBe(
      compact(`
        <DepositAddRq><DepositAdd>
          <TxnDate>2026-07-01</TxnDate><DepositToAccountRef><ListID>80000001-1</ListID></DepositToAccountRef>
          <Memo>Monday</Memo>
          <CashBackInfoAdd>
            <AccountRef><ListID>80000051-1</ListID></AccountRef><Memo>till</Memo><Amount>30.00</Amount>
          </CashBackInfoAdd>
          <DepositLineAdd><PaymentTxnID>C5-1</PaymentTxnID></DepositLineAdd>
          <DepositLineAdd><PaymentTxnID>C7-1</PaymentTxnID><PaymentTxnLineID>C8-1</PaymentTxnLineID></DepositLineAdd>
          <DepositLineAdd>
            <EntityRef><ListID>8000000D-1</ListID></EntityRef><AccountRef><ListID>80000050-1</ListID></AccountRef>
            <Memo>June</Memo><CheckNumber>7</CheckNumber>
            <PaymentMethodRef><ListID>80000002-1</ListID></PaymentMethodRef><Amount>20.00</Amount>
          </DepositLineAdd>
        </DepositAdd></DepositAddRq>`),
    )
  })

  it('keeps a payment line by ID and ignores its amount and payer [dp-4.2-lines.8]', () => {
    const text = update({
      Line: [
        { Id: 'C2-1', Amount: 5, LinkedTxn: payment.LinkedTxn, DepositLineDetail: { Entity: { value: '8000000D-1' } } },
        { Id: 'C3-1', Amount: 25, DepositLineDetail: { CheckNum: '' } },
        { LinkedTxn: [{ TxnId: 'C9-1', TxnType: 'Payment' }] },
        other(),
      ],
    })
    expect(text).toContain(
      compact(`
        <DepositLineMod><TxnLineID>C2-1</TxnLineID></DepositLineMod>
        <DepositLineMod><TxnLineID>C3-1</TxnLineID><CheckNumber /><Amount>25.00</Amount></DepositLineMod>
        <DepositLineMod><TxnLineID>-1</TxnLineID><PaymentTxnID>C9-1</PaymentTxnID></DepositLineMod>
        <DepositLineMod>
          <TxnLineID>-1</TxnLineID><AccountRef><ListID>80000050-1</ListID></AccountRef><Amount>20.00</Amount>
        </DepositLineMod>`),
    )
  })

  it('keeps a payment line consisting only of its ID [dp-4.2-lines.8]', () => {
    expect(update({ Line: [{ Id: 'C2-1' }] })).toContain('<DepositLineMod><TxnLineID>C2-1</TxnLineID></DepositLineMod>')
  })

  it('requires an account for cash back unless the amount is zero [dp-7.3:2020]', () => {
    for (const CashBack of [{ Amount: 30 }, { Memo: 'till' }, { Amount: 30, AccountRef: {} }]) {
      expect(catchFault(() => create({ CashBack }))).toMatchObject({ code: '2020', element: 'CashBack.AccountRef' })
    }
    for (const CashBack of [null, {}, { Amount: 0 }]) expect(create({ CashBack })).toBe(create({}))
  })

  it.each([
    ['CashBack.Amount', { Amount: 31 }],
    ['CashBack.Amount', { Amount: 0 }],
    ['CashBack.Memo', { Memo: 'other till' }],
    ['CashBack.AccountRef', { AccountRef: { value: '80000050-1' } }],
  ])('rejects a change to %s [dp-4.2-lines.8]', (element, CashBack) => {
    expect(catchFault(() => update({ CashBack }))).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP', element })
  })

  it('updates the header without the current record, and keeps lines and cash back [dp-4.2.3]', () => {
    const record = checkUpdate(Deposit, {
      Id: 'C0-1',
      SyncToken: '7',
      TxnDate: '2026-07-02',
      DepositToAccountRef: { value: '80000002-1' },
      PrivateNote: '',
    })
    expect(needsCurrent(record)).toBe(false)
    expect(serializeRequest(createModRequest(record))).toBe(
      compact(`
        <DepositModRq><DepositMod>
          <TxnID>C0-1</TxnID><EditSequence>7</EditSequence><TxnDate>2026-07-02</TxnDate>
          <DepositToAccountRef><ListID>80000002-1</ListID></DepositToAccountRef><Memo />
        </DepositMod></DepositModRq>`),
    )
  })

  it('accepts unchanged cash back [dp-4.2-lines.8]', () => {
    const { CashBack } = read('Deposit', stored)
    expect(update({ CashBack })).toBe(
      '<DepositModRq><DepositMod><TxnID>C0-1782900000</TxnID><EditSequence>1782900000</EditSequence></DepositMod></DepositModRq>',
    )
  })

  it('accepts its own record as an update and keeps every line', () => {
    const text = update(read('Deposit', stored))
    expect([...text.matchAll(/<TxnLineID>(.+?)<\/TxnLineID>/g)].map(([, id]) => id)).toEqual(['C2-1', 'C3-1'])
    expect(text).not.toContain('PaymentTxnID')
  })

  it.each([
    ['DepositToAccountRef', { DepositToAccountRef: {} }, '2020'],
    ['Line', { Line: [] }, '2020'],
    ['Line[0].DepositLineDetail.AccountRef', { Line: [{ DetailType: 'DepositLineDetail', Amount: 1 }] }, '2020'],
    [
      'Line[0].LinkedTxn[0].TxnType',
      { Line: [{ LinkedTxn: [{ TxnId: '1-1', TxnType: 'Bill' }] }] },
      'UNSUPPORTED_BY_DESKTOP',
    ],
    ['Line[0].LinkedTxn', { Line: [{ Amount: 1, LinkedTxn: 'C5-1' }] }, '2010'],
    ['DocNumber', { DocNumber: '1' }, 'UNSUPPORTED_BY_DESKTOP'],
  ])('rejects a wrong %s', (element, body, code) => {
    expect(catchFault(() => create(body))).toMatchObject({ code, element })
  })
})

import type { Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { sendXml } from '../../test/company.fixture.ts'
import {
  add,
  deleting,
  done,
  ledger,
  openPurchases,
  read,
  ref,
  refusal,
  rowsAt,
  textAt,
  textsAt,
  toMod,
  voiding,
} from '../../test/purchases.fixture.ts'
import type { Company } from '../company/company.ts'

const bank = ref('DepositToAccountRef', 'Checking')
function receive(company: Company, amount: string) {
  return add(
    company,
    'ReceivePayment',
    `${ref('CustomerRef', 'Amber Bakery')}<RefNumber>882</RefNumber><TotalAmount>${amount}</TotalAmount>${ref('PaymentMethodRef', 'Check')}<Memo>Thanks</Memo><IsAutoApply>false</IsAutoApply>`,
  )
}
function sell(company: Company) {
  return add(
    company,
    'SalesReceipt',
    `${ref('CustomerRef', 'Amber Bakery')}<SalesReceiptLineAdd>${ref('ItemRef', 'Cleaning')}<Rate>35.00</Rate></SalesReceiptLineAdd>`,
  )
}
function payment(record: Element, rest = '') {
  return `<DepositLineAdd><PaymentTxnID>${textAt(record, 'TxnID')}</PaymentTxnID>${rest}</DepositLineAdd>`
}
function free(account: string, amount: string, entity = '') {
  return `<DepositLineAdd>${entity}${ref('AccountRef', account)}<Amount>${amount}</Amount></DepositLineAdd>`
}
function depositRq(lines: string) {
  return `<DepositAddRq><DepositAdd>${bank}${lines}</DepositAdd></DepositAddRq>`
}
async function waiting(company: Company) {
  return (await sendXml(company, '<ReceivePaymentToDepositQueryRq/>')).elements.map((row) =>
    textsAt(row, 'TxnID', 'TxnType', 'CustomerRef/FullName', 'Amount'),
  )
}
function lineMod(id: string | undefined, fields = '') {
  return `<DepositLineMod><TxnLineID>${id}</TxnLineID>${fields}</DepositLineMod>`
}

describe('a deposit', () => {
  it('moves received payments from undeposited funds to the bank', async () => {
    const { company } = await openPurchases()
    const received = await receive(company, '120.00')
    const sold = await sell(company)
    expect(await waiting(company)).toEqual([
      [textAt(received, 'TxnID'), 'ReceivePayment', 'Amber Bakery', '120.00'],
      [textAt(sold, 'TxnID'), 'SalesReceipt', 'Amber Bakery', '35.00'],
    ])
    const override = '<OverrideMemo>Till</OverrideMemo>'
    const deposit = await add(company, 'Deposit', `${bank}${payment(received)}${payment(sold, override)}`)
    expect(textAt(deposit, 'DepositTotal')).toBe('155.00')
    const columns = ['TxnType', 'TxnID', 'EntityRef/FullName', 'AccountRef/FullName', 'Memo', 'CheckNumber', 'Amount']
    expect(rowsAt(await read(company, deposit), 'DepositLineRet', ...columns)).toEqual([
      ['ReceivePayment', textAt(received, 'TxnID'), 'Amber Bakery', 'Undeposited Funds', 'Thanks', '882', '120.00'],
      ['SalesReceipt', textAt(sold, 'TxnID'), 'Amber Bakery', 'Undeposited Funds', 'Till', undefined, '35.00'],
    ])
    expect(await ledger(company)).toEqual({
      Checking: '155.00',
      'Accounts Receivable': '-120.00',
      'Professional Fees': '-35.00',
    })
    expect(await waiting(company)).toEqual([])
  })

  it('accepts other lines, including those of customers, and cash back', async () => {
    const { company } = await openPurchases()
    const cash = `<CashBackInfoAdd>${ref('AccountRef', 'Petty Cash')}<Memo>Till</Memo><Amount>20.00</Amount></CashBackInfoAdd>`
    const lines = `${free('Interest Income', '5.00')}${free('Accounts Receivable', '50.00', ref('EntityRef', 'Amber Bakery'))}`
    const deposit = await add(company, 'Deposit', `${bank}${cash}${lines}`)
    expect(textsAt(deposit, 'DepositTotal', 'CashBackInfoRet/AccountRef/FullName', 'CashBackInfoRet/Amount')).toEqual([
      '35.00',
      'Petty Cash',
      '20.00',
    ])
    expect(await ledger(company)).toEqual({
      Checking: '35.00',
      'Petty Cash': '20.00',
      'Interest Income': '-5.00',
      'Accounts Receivable': '-50.00',
    })
    const customer = await done(company, '<CustomerQueryRq><FullName>Amber Bakery</FullName></CustomerQueryRq>')
    expect(textAt(customer, 'Balance')).toBe('-50.00')
  })

  it('keeps the payment, amount and payer of a line [dp-4.2-lines.8]', async () => {
    const { company } = await openPurchases()
    const received = await receive(company, '120.00')
    const deposit = await add(company, 'Deposit', `${bank}${payment(received)}${free('Interest Income', '5.00')}`)
    const [linked, other] = rowsAt(deposit, 'DepositLineRet', 'TxnLineID').flat()
    const edits = `${ref('EntityRef', 'City Power')}<Memo>Noted</Memo><Amount>1.00</Amount>`
    const changed = await done(
      company,
      toMod(deposit, lineMod(linked, edits) + lineMod(other, '<Amount>7.00</Amount>')),
    )
    expect(rowsAt(changed, 'DepositLineRet', 'TxnLineID', 'TxnID', 'EntityRef/FullName', 'Memo', 'Amount')).toEqual([
      [linked, textAt(received, 'TxnID'), 'Amber Bakery', 'Noted', '120.00'],
      [other, undefined, undefined, undefined, '7.00'],
    ])
    expect(textAt(changed, 'DepositTotal')).toBe('127.00')
  })

  it('rejects a new line with the payment of a kept line', async () => {
    const { company } = await openPurchases()
    const received = await receive(company, '120.00')
    const deposit = await add(company, 'Deposit', `${bank}${payment(received)}`)
    const id = textAt(deposit, 'DepositLineRet/TxnLineID')
    const again = lineMod(id, `<PaymentTxnID>${textAt(received, 'TxnID')}</PaymentTxnID>`)
    expect((await refusal(company, toMod(deposit, again)))[0]).toBe(3210)
  })

  it('returns a payment that a Mod omits to undeposited funds', async () => {
    const { company } = await openPurchases()
    const received = await receive(company, '120.00')
    const deposit = await add(company, 'Deposit', `${bank}${payment(received)}${free('Interest Income', '5.00')}`)
    const [, other] = rowsAt(deposit, 'DepositLineRet', 'TxnLineID').flat()
    await done(company, toMod(deposit, lineMod(other)))
    expect((await waiting(company)).map(([id]) => id)).toEqual([textAt(received, 'TxnID')])
    expect((await ledger(company))['Undeposited Funds']).toBe('120.00')
  })

  it('accepts a change of its cash back', async () => {
    const { company } = await openPurchases()
    const cash = `<CashBackInfoAdd>${ref('AccountRef', 'Petty Cash')}<Memo>Till</Memo><Amount>20.00</Amount></CashBackInfoAdd>`
    const deposit = await add(company, 'Deposit', `${bank}${cash}${free('Interest Income', '50.00')}`)
    const changed = await done(company, toMod(deposit, '<CashBackInfoMod><Amount>30.00</Amount></CashBackInfoMod>'))
    expect(textsAt(changed, 'DepositTotal', 'CashBackInfoRet/Memo', 'CashBackInfoRet/Amount')).toEqual([
      '20.00',
      'Till',
      '30.00',
    ])
    expect(textAt(changed, 'CashBackInfoRet/TxnLineID')).toBe(textAt(deposit, 'CashBackInfoRet/TxnLineID'))
    expect(await ledger(company)).toEqual({ Checking: '20.00', 'Petty Cash': '30.00', 'Interest Income': '-50.00' })
  })

  it('rejects payments that are already deposited, listed twice, not in undeposited funds or unknown', async () => {
    const { company } = await openPurchases()
    const received = await receive(company, '120.00')
    const bill = await add(company, 'Bill', ref('VendorRef', 'City Power'))
    expect((await refusal(company, depositRq(payment(received) + payment(received))))[0]).toBe(3210)
    expect((await refusal(company, depositRq(payment(bill))))[0]).toBe(3210)
    expect(
      (await refusal(company, depositRq('<DepositLineAdd><PaymentTxnID>FFFF-1</PaymentTxnID></DepositLineAdd>')))[0],
    ).toBe(3120)
    await add(company, 'Deposit', `${bank}${payment(received)}`)
    expect((await refusal(company, depositRq(payment(received))))[0]).toBe(3210)
  })

  it.each([
    [
      'more cash back than there is',
      `<CashBackInfoAdd>${ref('AccountRef', 'Petty Cash')}<Amount>9.00</Amount></CashBackInfoAdd>${free('Rent', '1.00')}`,
    ],
    ['a receivable line without a customer', free('Accounts Receivable', '1.00')],
    ['an account without postings', free('Estimates', '1.00')],
  ])('a deposit is rejected with %s', async (_what, lines) => {
    const { company } = await openPurchases()
    expect((await refusal(company, depositRq(lines)))[0]).toBe(3210)
    expect(await ledger(company)).toEqual({})
  })

  it.each([
    ['voided', voiding],
    ['deleted', deleting],
  ])('leaves its payments in undeposited funds when %s', async (_how, request) => {
    const { company } = await openPurchases()
    const cash = `<CashBackInfoAdd>${ref('AccountRef', 'Petty Cash')}<Amount>20.00</Amount></CashBackInfoAdd>`
    const received = await receive(company, '120.00')
    const deposit = await add(
      company,
      'Deposit',
      `${bank}${cash}${payment(received)}${free('Interest Income', '5.00')}`,
    )
    await done(company, request(deposit))
    expect(await ledger(company)).toEqual({ 'Undeposited Funds': '120.00', 'Accounts Receivable': '-120.00' })
    expect((await waiting(company)).map(([id]) => id)).toEqual([textAt(received, 'TxnID')])
  })

  it('keeps its other lines with zero amounts when voided', async () => {
    const { company } = await openPurchases()
    const deposit = await add(company, 'Deposit', `${bank}<Memo>May</Memo>${free('Interest Income', '5.00')}`)
    await done(company, voiding(deposit))
    const voided = await read(company, deposit)
    expect(textsAt(voided, 'Memo', 'DepositTotal', 'DepositLineRet/Amount')).toEqual(['VOID: May', '0.00', '0.00'])
  })

  it('protects its payments from deletion and from changes of amount or account', async () => {
    const { company } = await openPurchases()
    const received = await receive(company, '120.00')
    await add(company, 'Deposit', `${bank}${payment(received)}`)
    const current = await done(company, '<ReceivePaymentQueryRq/>')
    expect((await refusal(company, toMod(current, '<TotalAmount>90.00</TotalAmount>')))[0]).toBe(3210)
    expect((await refusal(company, toMod(current, ref('DepositToAccountRef', 'Savings'))))[0]).toBe(3210)
    expect(textAt(await done(company, toMod(current, '<Memo>Noted</Memo>')), 'Memo')).toBe('Noted')
    expect((await refusal(company, deleting(received)))[0]).toBe(3160)
  })
})

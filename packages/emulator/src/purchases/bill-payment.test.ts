import { describe, expect, it } from 'vitest'
import { sendXml } from '../../test/company.fixture.ts'
import {
  add,
  deleting,
  done,
  expenseLine,
  ledger,
  openPurchases,
  owed,
  paperMill,
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

function addBill(company: Company, amount: string) {
  return add(company, 'Bill', `${paperMill}${expenseLine(amount)}`)
}
function addCredit(company: Company, amount: string) {
  return add(company, 'VendorCredit', `${paperMill}${expenseLine(amount)}`)
}
function applied(id: string | undefined, fields: string) {
  return `<AppliedToTxnAdd><TxnID>${id}</TxnID>${fields}</AppliedToTxnAdd>`
}
function paid(id: string | undefined, amount: string) {
  return applied(id, `<PaymentAmount>${amount}</PaymentAmount>`)
}
function checkFields(lines: string) {
  return `${ref('PayeeEntityRef', 'Paper Mill')}${ref('BankAccountRef', 'Checking')}<RefNumber>501</RefNumber>${lines}`
}
function pay(company: Company, lines: string) {
  return add(company, 'BillPaymentCheck', checkFields(lines))
}
function payRq(lines: string) {
  return `<BillPaymentCheckAddRq><BillPaymentCheckAdd>${checkFields(lines)}</BillPaymentCheckAdd></BillPaymentCheckAddRq>`
}

describe('a bill payment', () => {
  it('pays bills in part or in full by check', async () => {
    const { company } = await openPurchases()
    const first = await addBill(company, '60.00')
    const second = await addBill(company, '40.00')
    const payment = await pay(company, paid(textAt(first, 'TxnID'), '60.00') + paid(textAt(second, 'TxnID'), '15.00'))
    expect(textsAt(payment, 'Amount', 'RefNumber', 'IsToBePrinted', 'Address/City', 'AddressBlock/Addr2')).toEqual([
      '75.00',
      '501',
      'false',
      'Auburn',
      'Auburn',
    ])
    expect(rowsAt(payment, 'AppliedToTxnRet', 'TxnID', 'TxnType', 'BalanceRemaining', 'Amount')).toEqual([
      [textAt(first, 'TxnID'), 'Bill', '0.00', '60.00'],
      [textAt(second, 'TxnID'), 'Bill', '25.00', '15.00'],
    ])
    const paidBill = await read(company, first)
    expect(textsAt(paidBill, 'IsPaid', 'OpenAmount', 'AmountDue')).toEqual(['true', '0.00', '60.00'])
    expect(rowsAt(paidBill, 'LinkedTxn', 'TxnID', 'TxnType', 'Amount')).toEqual([
      [textAt(payment, 'TxnID'), 'BillPaymentCheck', '-60.00'],
    ])
    expect(await ledger(company)).toEqual({ Utilities: '100.00', 'Accounts Payable': '-25.00', Checking: '-75.00' })
    expect(await owed(company, 'Paper Mill')).toBe('25.00')
    const open = await sendXml(company, '<BillQueryRq><PaidStatus>NotPaidOnly</PaidStatus></BillQueryRq>')
    expect(open.elements.map((bill) => textAt(bill, 'TxnID'))).toEqual([textAt(second, 'TxnID')])
  })

  it('increases the balance of a credit card', async () => {
    const { company } = await openPurchases()
    const bill = await addBill(company, '60.00')
    const fields = `${ref('PayeeEntityRef', 'Paper Mill')}${ref('CreditCardAccountRef', 'Company Credit Card')}`
    await add(company, 'BillPaymentCreditCard', `${fields}${paid(textAt(bill, 'TxnID'), '60.00')}`)
    expect(await ledger(company)).toEqual({ Utilities: '60.00', 'Company Credit Card': '-60.00' })
  })

  it('applies a discount and uses a credit', async () => {
    const { company } = await openPurchases()
    const bill = await addBill(company, '100.00')
    const credit = await addCredit(company, '30.00')
    const discount = `<DiscountAmount>2.00</DiscountAmount>${ref('DiscountAccountRef', 'Interest Income')}`
    const set = `<SetCredit><CreditTxnID>${textAt(credit, 'TxnID')}</CreditTxnID><AppliedAmount>20.00</AppliedAmount></SetCredit>`
    const line = applied(textAt(bill, 'TxnID'), `<PaymentAmount>78.00</PaymentAmount>${set}${discount}`)
    const payment = await pay(company, line)
    expect(rowsAt(payment, 'AppliedToTxnRet', 'Amount', 'DiscountAmount', 'DiscountAccountRef/FullName')).toEqual([
      ['78.00', '2.00', 'Interest Income'],
    ])
    expect(textsAt(await read(company, bill), 'OpenAmount', 'IsPaid')).toEqual(['0.00', 'true'])
    const used = await read(company, credit)
    expect(textsAt(used, 'CreditAmount', 'OpenAmount')).toEqual(['30.00', '10.00'])
    expect(rowsAt(used, 'LinkedTxn', 'TxnID', 'Amount')).toEqual([[textAt(bill, 'TxnID'), '20.00']])
    expect(await ledger(company)).toEqual({
      Utilities: '70.00',
      'Accounts Payable': '10.00',
      Checking: '-78.00',
      'Interest Income': '-2.00',
    })
  })

  it('stores no transaction when it only uses credits', async () => {
    const { company } = await openPurchases()
    const bill = await addBill(company, '30.00')
    const credit = await addCredit(company, '30.00')
    const set = `<SetCredit><CreditTxnID>${textAt(credit, 'TxnID')}</CreditTxnID><AppliedAmount>30.00</AppliedAmount></SetCredit>`
    const { statusCode, elements } = await sendXml(company, payRq(applied(textAt(bill, 'TxnID'), set)))
    expect(statusCode).toBe(0)
    expect(elements.map((element) => textAt(element, 'TxnID'))).not.toContainEqual(expect.any(String))
    expect(textAt(await read(company, bill), 'IsPaid')).toBe('true')
    expect((await sendXml(company, '<BillPaymentCheckQueryRq/>')).statusCode).toBe(1)
  })

  it.each([
    ['more than is due', (id: string | undefined) => paid(id, '60.01'), 3210],
    ['the same bill twice', (id: string | undefined) => paid(id, '1.00') + paid(id, '1.00'), 3210],
    ['a bill that does not exist', () => paid('FFFF-1', '1.00'), 3120],
  ])('rejects %s', async (_what, lines, status) => {
    const { company } = await openPurchases()
    const bill = await addBill(company, '60.00')
    expect((await refusal(company, payRq(lines(textAt(bill, 'TxnID')))))[0]).toBe(status)
    expect(textAt(await read(company, bill), 'OpenAmount')).toBe('60.00')
  })

  it('rejects the bill of another vendor, a payee that is not a vendor, and another type of account', async () => {
    const { company } = await openPurchases()
    const other = await add(company, 'Bill', `${ref('VendorRef', 'City Power')}${expenseLine('5.00')}`)
    const lines = paid(textAt(other, 'TxnID'), '5.00')
    expect((await refusal(company, payRq(lines)))[0]).toBe(3210)
    expect((await refusal(company, payRq(lines).replace('Paper Mill', 'Amber Bakery')))[0]).toBe(3140)
    expect((await refusal(company, payRq(lines).replace('Checking', 'Utilities')))[0]).toBe(3140)
  })

  it('replaces its applications in a Mod', async () => {
    const { company } = await openPurchases()
    const first = await addBill(company, '60.00')
    const second = await addBill(company, '40.00')
    const payment = await pay(company, paid(textAt(first, 'TxnID'), '60.00'))
    const list = `<AppliedToTxnMod><TxnID>${textAt(second, 'TxnID')}</TxnID><PaymentAmount>40.00</PaymentAmount></AppliedToTxnMod>`
    const changed = await done(company, toMod(payment, list))
    expect(textAt(changed, 'Amount')).toBe('40.00')
    expect(textAt(await read(company, first), 'OpenAmount')).toBe('60.00')
    expect(textAt(await read(company, second), 'OpenAmount')).toBe('0.00')
    expect(await ledger(company)).toEqual({ Utilities: '100.00', 'Accounts Payable': '-60.00', Checking: '-40.00' })

    const noted = await done(company, toMod(changed, '<Memo>Noted</Memo>'))
    expect(textsAt(noted, 'Memo', 'Amount', 'AppliedToTxnRet/Amount')).toEqual(['Noted', '40.00', '40.00'])
  })

  it('loses its applications and reopens the bills when voided [dp-4.2-void.4]', async () => {
    const { company } = await openPurchases()
    const bill = await addBill(company, '60.00')
    const payment = await pay(company, paid(textAt(bill, 'TxnID'), '60.00'))
    await done(company, voiding(payment))
    const voided = await read(company, payment)
    expect(textsAt(voided, 'Amount', 'Memo', 'RefNumber')).toEqual(['0.00', 'VOID: ', '501'])
    expect(rowsAt(voided, 'AppliedToTxnRet', 'TxnID')).toEqual([])
    expect(textsAt(await read(company, bill), 'OpenAmount', 'IsPaid')).toEqual(['60.00', 'false'])
    expect(await ledger(company)).toEqual({ Utilities: '60.00', 'Accounts Payable': '-60.00' })

    await done(company, voiding(payment))
    expect(textAt(await read(company, payment), 'EditSequence')).toBe(textAt(voided, 'EditSequence'))
  })

  it('reopens the bills when deleted, and prevents their deletion until then', async () => {
    const { company } = await openPurchases()
    const bill = await addBill(company, '60.00')
    const payment = await pay(company, paid(textAt(bill, 'TxnID'), '20.00'))
    expect((await refusal(company, deleting(bill)))[0]).toBe(3160)
    await done(company, deleting(payment))
    expect(textAt(await read(company, bill), 'OpenAmount')).toBe('60.00')
    await done(company, deleting(bill))
    expect(await ledger(company)).toEqual({})
  })

  it('returns its applications only when a query includes lines', async () => {
    const { company } = await openPurchases()
    const bill = await addBill(company, '60.00')
    await pay(company, paid(textAt(bill, 'TxnID'), '60.00'))
    const payment = await done(company, '<BillPaymentCheckQueryRq/>')
    expect(rowsAt(payment, 'AppliedToTxnRet', 'TxnID')).toEqual([])
    expect(textAt(payment, 'Amount')).toBe('60.00')
  })
})

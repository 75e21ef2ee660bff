import { describe, expect, it } from 'vitest'
import {
  add,
  done,
  expenseLine,
  itemLine,
  ledger,
  openPurchases,
  owed,
  paperMill,
  ref,
  refusal,
  textAt,
  textsAt,
  voiding,
} from '../../test/purchases.fixture.ts'

describe('a vendor credit', () => {
  it('reduces the balance of the vendor and the cost of the purchase', async () => {
    const { company } = await openPurchases()
    await add(company, 'Bill', `${paperMill}${itemLine('Lamp', '<Quantity>5</Quantity>')}`)
    const returned = itemLine('Lamp', '<Quantity>2</Quantity>')
    const credit = await add(company, 'VendorCredit', `${paperMill}${expenseLine('6.00')}${returned}`)
    expect(textsAt(credit, 'CreditAmount', 'OpenAmount')).toEqual(['30.00', '30.00'])
    expect(await ledger(company)).toEqual({ 'Accounts Payable': '-30.00', Goods: '36.00', Utilities: '-6.00' })
    const lamp = await done(company, '<ItemInventoryQueryRq><FullName>Lamp</FullName></ItemInventoryQueryRq>')
    expect(textAt(lamp, 'QuantityOnHand')).toBe('3')
    expect(await owed(company, 'Paper Mill')).toBe('30.00')
  })

  it('reopens the bill that it paid when voided', async () => {
    const { company } = await openPurchases()
    const bill = await add(company, 'Bill', `${paperMill}${expenseLine('20.00')}`)
    const credit = await add(company, 'VendorCredit', `${paperMill}${expenseLine('20.00')}`)
    const set = `<SetCredit><CreditTxnID>${textAt(credit, 'TxnID')}</CreditTxnID><AppliedAmount>5.00</AppliedAmount></SetCredit>`
    const line = `<AppliedToTxnAdd><TxnID>${textAt(bill, 'TxnID')}</TxnID><PaymentAmount>1.00</PaymentAmount>${set}</AppliedToTxnAdd>`
    const header = `${ref('PayeeEntityRef', 'Paper Mill')}${ref('BankAccountRef', 'Checking')}<RefNumber>1</RefNumber>`
    await add(company, 'BillPaymentCheck', `${header}${line}`)
    const open = async () => textAt(await done(company, '<BillQueryRq/>'), 'OpenAmount')
    expect(await open()).toBe('14.00')
    await done(company, voiding(credit))
    expect(await open()).toBe('19.00')
    expect(await ledger(company)).toEqual({ Utilities: '20.00', 'Accounts Payable': '-19.00', Checking: '-1.00' })
  })

  it('a vendor credit is rejected with a negative total', async () => {
    const { company } = await openPurchases()
    const xml = `<VendorCreditAddRq><VendorCreditAdd>${paperMill}${expenseLine('-6.00')}</VendorCreditAdd></VendorCreditAddRq>`
    expect((await refusal(company, xml))[0]).toBe(3210)
  })
})

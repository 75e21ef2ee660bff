import { describe, expect, it } from 'vitest'
import {
  add,
  deleting,
  done,
  expenseLine,
  itemLine,
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

describe('a bill', () => {
  it('copies terms and address from its vendor, and increases its balance', async () => {
    const { company } = await openPurchases()
    const bill = await add(company, 'Bill', `${paperMill}<TxnDate>2026-03-01</TxnDate>${expenseLine('60.00')}`)
    expect(textsAt(bill, 'TermsRef/FullName', 'VendorAddress/City', 'APAccountRef/FullName')).toEqual([
      'Net 30',
      'Auburn',
      'Accounts Payable',
    ])
    expect(textsAt(bill, 'DueDate', 'AmountDue', 'OpenAmount', 'IsPaid', 'RefNumber')).toEqual([
      '2026-03-31',
      '60.00',
      '60.00',
      'false',
      undefined,
    ])
    expect(await ledger(company)).toEqual({ 'Accounts Payable': '-60.00', Utilities: '60.00' })
    expect(await owed(company, 'Paper Mill')).toBe('60.00')
  })

  it('a bill is due after the number of days in the preferences when it has no terms', async () => {
    const { company } = await openPurchases()
    const fields = `${ref('VendorRef', 'City Power')}<TxnDate>2026-03-01</TxnDate>${expenseLine('1.00')}`
    expect(textAt(await add(company, 'Bill', fields), 'DueDate')).toBe('2026-03-11')
  })

  it('posts item lines to the expense or inventory asset account', async () => {
    const { company } = await openPurchases()
    const lines = `${itemLine('Cleaning', '<Quantity>2</Quantity>')}${itemLine('Paper', '<Quantity>3</Quantity>')}${itemLine('Lamp', '<Quantity>4</Quantity><Cost>11.25</Cost>')}`
    const bill = await add(company, 'Bill', `${paperMill}${expenseLine('5.00')}${lines}`)
    expect(rowsAt(bill, 'ItemLineRet', 'ItemRef/FullName', 'Desc', 'Quantity', 'Cost', 'Amount')).toEqual([
      ['Cleaning', 'Cleaning of rooms', '2', '25.00', '50.00'],
      ['Paper', 'Paper, a ream', '3', '4.50', '13.50'],
      ['Lamp', 'Desk lamp', '4', '11.25', '45.00'],
    ])
    expect(await ledger(company)).toEqual({
      'Accounts Payable': '-113.50',
      Utilities: '5.00',
      'Professional Fees': '50.00',
      'Office Supplies': '13.50',
      Goods: '45.00',
    })
    const lamp = await done(company, '<ItemInventoryQueryRq><FullName>Lamp</FullName></ItemInventoryQueryRq>')
    expect(textsAt(lamp, 'QuantityOnHand', 'AverageCost')).toEqual(['4', '11.25'])
  })

  it.each([
    ['the amount, which makes the cost', '<Quantity>3</Quantity><Amount>10.00</Amount>', '3.33333', '10.00'],
    ['the amount rather than the cost', '<Quantity>2</Quantity><Cost>7</Cost><Amount>10.00</Amount>', '5.00', '10.00'],
    ['quantity × cost', '<Quantity>1.5</Quantity><Cost>3.33</Cost>', '3.33', '5.00'],
  ])('accepts item lines with %s', async (_what, fields, cost, amount) => {
    const { company } = await openPurchases()
    const bill = await add(company, 'Bill', `${paperMill}${itemLine('Paper', fields)}`)
    expect(textsAt(bill, 'ItemLineRet/Cost', 'ItemLineRet/Amount')).toEqual([cost, amount])
  })

  it('keeps the customer that an expense is billed to', async () => {
    const { company } = await openPurchases()
    const billable = `${ref('CustomerRef', 'Amber Bakery')}<BillableStatus>Billable</BillableStatus>`
    const bill = await add(company, 'Bill', `${paperMill}${expenseLine('8.00', 'Travel', billable)}`)
    expect(rowsAt(bill, 'ExpenseLineRet', 'CustomerRef/FullName', 'BillableStatus')).toEqual([
      ['Amber Bakery', 'Billable'],
    ])
  })

  it('keeps a line table while the other changes, and clears it on request', async () => {
    const { company } = await openPurchases()
    const bill = await add(
      company,
      'Bill',
      `${paperMill}${expenseLine('5.00')}${expenseLine('7.00', 'Rent')}${itemLine('Paper')}`,
    )
    const [first, second] = rowsAt(bill, 'ExpenseLineRet', 'TxnLineID').flat()
    const keepSecond = `<ExpenseLineMod><TxnLineID>${second}</TxnLineID></ExpenseLineMod>`
    const shorter = await done(company, toMod(bill, keepSecond))
    expect(rowsAt(shorter, 'ExpenseLineRet', 'TxnLineID', 'Amount')).toEqual([[second, '7.00']])
    expect(rowsAt(shorter, 'ItemLineRet', 'Amount')).toEqual([['4.50']])

    const cleared = await done(company, toMod(shorter, '<ClearItemLines>true</ClearItemLines>'))
    expect(rowsAt(cleared, 'ItemLineRet', 'Amount')).toEqual([])
    expect(textAt(cleared, 'AmountDue')).toBe('7.00')
    expect(await ledger(company)).toEqual({ 'Accounts Payable': '-7.00', Rent: '7.00' })
    expect(
      (await refusal(company, toMod(cleared, `<ExpenseLineMod><TxnLineID>${first}</TxnLineID></ExpenseLineMod>`)))[0],
    ).toBe(3120)
  })

  it('rejects kept lines in another order', async () => {
    const { company } = await openPurchases()
    const bill = await add(company, 'Bill', `${paperMill}${expenseLine('5.00')}${expenseLine('7.00')}`)
    const ids = rowsAt(bill, 'ExpenseLineRet', 'TxnLineID').flat().reverse()
    const lines = ids.map((id) => `<ExpenseLineMod><TxnLineID>${id}</TxnLineID></ExpenseLineMod>`).join('')
    expect((await refusal(company, toMod(bill, lines)))[0]).toBe(3290)
  })

  it.each([
    ['a vendor that does not exist', `${ref('VendorRef', 'Nobody')}${expenseLine('1.00')}`, 3140],
    ['a customer as vendor', `${ref('VendorRef', 'Amber Bakery')}${expenseLine('1.00')}`, 3140],
    [
      'an account of another type as payable',
      `${paperMill}${ref('APAccountRef', 'Checking')}${expenseLine('1.00')}`,
      3140,
    ],
    ['a negative total', `${paperMill}${expenseLine('-1.00')}`, 3210],
    ['an amount without an account', `${paperMill}<ExpenseLineAdd><Amount>1.00</Amount></ExpenseLineAdd>`, 3270],
    ['an account without postings', `${paperMill}${expenseLine('1.00', 'Estimates')}`, 3210],
    ['a receivable line without a customer', `${paperMill}${expenseLine('1.00', 'Accounts Receivable')}`, 3210],
  ])('rejects %s', async (_what, fields, status) => {
    const { company } = await openPurchases()
    expect((await refusal(company, `<BillAddRq><BillAdd>${fields}</BillAdd></BillAddRq>`))[0]).toBe(status)
    expect(await ledger(company)).toEqual({})
  })

  it('names an unknown payable account as QuickBooks does', async () => {
    const { company } = await openPurchases()
    const fields = `${paperMill}${ref('APAccountRef', 'Owed')}${expenseLine('1.00')}`
    expect((await refusal(company, `<BillAddRq><BillAdd>${fields}</BillAdd></BillAddRq>`))[1]).toBe(
      'There is an invalid reference to QuickBooks AP Account "Owed" in the Bill.  QuickBooks error message: Invalid argument.  The specified record does not exist in the list.',
    )
  })

  it('keeps zero amounts when voided', async () => {
    const { company } = await openPurchases()
    const bill = await add(company, 'Bill', `${paperMill}<Memo>March</Memo>${expenseLine('5.00')}${itemLine('Lamp')}`)
    await done(company, voiding(bill))
    const voided = await read(company, bill)
    expect(textsAt(voided, 'Memo', 'AmountDue', 'OpenAmount', 'ItemLineRet/Quantity')).toEqual([
      'VOID: March',
      '0.00',
      '0.00',
      '0',
    ])
    expect(await ledger(company)).toEqual({})
    expect(await owed(company, 'Paper Mill')).toBe('0.00')
  })

  it('reduces the balance of the vendor when deleted', async () => {
    const { company } = await openPurchases()
    const bill = await add(company, 'Bill', `${paperMill}${expenseLine('5.00')}`)
    await done(company, deleting(bill))
    expect(await ledger(company)).toEqual({})
    expect((await refusal(company, deleting(bill)))[0]).toBe(3120)
  })
})

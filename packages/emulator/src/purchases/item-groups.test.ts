import { childrenByName } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { add, done, ledger, openPurchases, ref, rowsAt, textsAt, toMod } from '../../test/purchases.fixture.ts'

describe('an item group on a purchase', () => {
  it('multiplies its members by its quantity, also after a change', async () => {
    const { company } = await openPurchases()
    const member = (name: string, count: string) =>
      `<ItemGroupLine>${ref('ItemRef', name)}<Quantity>${count}</Quantity></ItemGroupLine>`
    await add(
      company,
      'ItemGroup',
      `<Name>Desk</Name><ItemDesc>A desk</ItemDesc>${member('Paper', '2')}${member('Lamp', '1')}`,
    )
    const group = `<ItemGroupLineAdd>${ref('ItemGroupRef', 'Desk')}<Quantity>3</Quantity></ItemGroupLineAdd>`
    const bill = await add(company, 'Bill', `${ref('VendorRef', 'Paper Mill')}${group}`)
    const [first] = childrenByName(bill, 'ItemGroupLineRet')
    if (first === undefined) throw new Error('The bill has no group')
    expect(textsAt(first, 'ItemGroupRef/FullName', 'Desc', 'Quantity', 'TotalAmount')).toEqual([
      'Desk',
      'A desk',
      '3',
      '63.00',
    ])
    expect(rowsAt(first, 'ItemLineRet', 'ItemRef/FullName', 'Quantity', 'Amount')).toEqual([
      ['Paper', '6', '27.00'],
      ['Lamp', '3', '36.00'],
    ])
    expect(await ledger(company)).toEqual({ 'Accounts Payable': '-63.00', 'Office Supplies': '27.00', Goods: '36.00' })

    const [id] = textsAt(first, 'TxnLineID')
    const less = `<ItemGroupLineMod><TxnLineID>${id}</TxnLineID><Quantity>1</Quantity></ItemGroupLineMod>`
    await done(company, toMod(bill, less))
    expect(await ledger(company)).toEqual({ 'Accounts Payable': '-21.00', 'Office Supplies': '9.00', Goods: '12.00' })
  })
})

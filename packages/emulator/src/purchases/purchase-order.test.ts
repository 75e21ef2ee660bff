import { describe, expect, it } from 'vitest'
import {
  add,
  deleting,
  done,
  ledger,
  openPurchases,
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

function line(name: string, fields = '') {
  return `<PurchaseOrderLineAdd>${ref('ItemRef', name)}${fields}</PurchaseOrderLineAdd>`
}
function order(company: Company) {
  return add(
    company,
    'PurchaseOrder',
    `${paperMill}<TxnDate>2026-03-02</TxnDate>${line('Lamp', '<Quantity>10</Quantity><Rate>11.50</Rate>')}${line('Paper', '<Quantity>6</Quantity>')}`,
  )
}
function received(purchaseOrder: Parameters<typeof rowsAt>[0]) {
  return rowsAt(purchaseOrder, 'PurchaseOrderLineRet', 'Quantity', 'ReceivedQuantity', 'UnbilledQuantity', 'IsBilled')
}

describe('a purchase order', () => {
  it('a purchase order has a number and a total, and posts nothing', async () => {
    const { company } = await openPurchases()
    const purchaseOrder = await order(company)
    expect(textsAt(purchaseOrder, 'RefNumber', 'TotalAmount', 'IsManuallyClosed', 'IsFullyReceived')).toEqual([
      '1',
      '142.00',
      'false',
      'false',
    ])
    expect(textsAt(purchaseOrder, 'TermsRef/FullName', 'VendorAddressBlock/Addr2', 'DueDate')).toEqual([
      'Net 30',
      'Auburn',
      '2026-03-02',
    ])
    expect(rowsAt(purchaseOrder, 'PurchaseOrderLineRet', 'Desc', 'Quantity', 'Rate', 'Amount')).toEqual([
      ['Desk lamp', '10', '11.50', '115.00'],
      ['Paper, a ream', '6', '4.50', '27.00'],
    ])
    expect(await ledger(company)).toEqual({})
  })

  it('recalculates the amount after a change of quantity or rate [dp-4.2-lines.9]', async () => {
    const { company } = await openPurchases()
    const purchaseOrder = await order(company)
    const [lamp, paper] = rowsAt(purchaseOrder, 'PurchaseOrderLineRet', 'TxnLineID').flat()
    const mod = (id: string | undefined, fields: string) =>
      `<PurchaseOrderLineMod><TxnLineID>${id}</TxnLineID>${fields}</PurchaseOrderLineMod>`
    const lines = mod(lamp, '<Quantity>20</Quantity>') + mod(paper, '<Rate>5.00</Rate>')
    const changed = await done(company, toMod(purchaseOrder, lines))
    expect(rowsAt(changed, 'PurchaseOrderLineRet', 'Quantity', 'Rate', 'Amount')).toEqual([
      ['20', '11.50', '230.00'],
      ['6', '5.00', '30.00'],
    ])
  })

  it('a purchase order is received by a bill that links to it, up to its open quantity', async () => {
    const { company } = await openPurchases()
    const purchaseOrder = await order(company)
    const id = textAt(purchaseOrder, 'TxnID')
    const lampLine = textAt(purchaseOrder, 'PurchaseOrderLineRet/TxnLineID')
    const link = `<LinkToTxn><TxnID>${id}</TxnID><TxnLineID>${lampLine}</TxnLineID></LinkToTxn>`
    const part = await add(company, 'Bill', `${paperMill}<ItemLineAdd><Quantity>4</Quantity>${link}</ItemLineAdd>`)
    expect(rowsAt(part, 'ItemLineRet', 'ItemRef/FullName', 'Quantity', 'Cost', 'Amount')).toEqual([
      ['Lamp', '4', '11.50', '46.00'],
    ])
    expect(received(await read(company, purchaseOrder))).toEqual([
      ['10', '4', '0', 'false'],
      ['6', '0', '0', 'false'],
    ])

    const rest = await add(company, 'Bill', `${paperMill}<LinkToTxnID>${id}</LinkToTxnID>`)
    expect(rowsAt(rest, 'ItemLineRet', 'ItemRef/FullName', 'Quantity', 'Amount')).toEqual([
      ['Lamp', '6', '69.00'],
      ['Paper', '6', '27.00'],
    ])
    const whole = await read(company, purchaseOrder)
    expect(received(whole)).toEqual([
      ['10', '10', '0', 'true'],
      ['6', '6', '0', 'true'],
    ])
    expect(textAt(whole, 'IsFullyReceived')).toBe('true')
    expect(rowsAt(whole, 'LinkedTxn', 'TxnID', 'TxnType', 'Amount')).toEqual([
      [textAt(part, 'TxnID'), 'Bill', '46.00'],
      [textAt(rest, 'TxnID'), 'Bill', '96.00'],
    ])
    expect(rowsAt(await read(company, rest), 'LinkedTxn', 'TxnID', 'TxnType')).toEqual([[id, 'PurchaseOrder']])
  })

  it('a purchase order is open again when its bill is deleted', async () => {
    const { company } = await openPurchases()
    const purchaseOrder = await order(company)
    const linked = `${paperMill}<LinkToTxnID>${textAt(purchaseOrder, 'TxnID')}</LinkToTxnID>`
    await done(company, deleting(await add(company, 'Bill', linked)))
    expect(textAt(await read(company, purchaseOrder), 'IsFullyReceived')).toBe('false')
    const bill = await add(company, 'Bill', linked)
    await done(company, voiding(bill))
    expect(received(await read(company, purchaseOrder))).toEqual([
      ['10', '0', '0', 'false'],
      ['6', '0', '0', 'false'],
    ])
  })

  it('a purchase order is closed and reopened manually, as a whole or by line', async () => {
    const { company } = await openPurchases()
    const purchaseOrder = await order(company)
    const closed = await done(company, toMod(purchaseOrder, '<IsManuallyClosed>true</IsManuallyClosed>'))
    expect(textAt(closed, 'IsManuallyClosed')).toBe('true')
    const opened = await done(company, toMod(closed, '<IsManuallyClosed>false</IsManuallyClosed>'))
    expect(textAt(opened, 'IsManuallyClosed')).toBe('false')
    const ids = rowsAt(opened, 'PurchaseOrderLineRet', 'TxnLineID').flat()
    const lines = ids.map((id, index) => {
      const closing = index === 1 ? '<IsManuallyClosed>1</IsManuallyClosed>' : ''
      return `<PurchaseOrderLineMod><TxnLineID>${id}</TxnLineID>${closing}</PurchaseOrderLineMod>`
    })
    const partly = await done(company, toMod(opened, lines.join('')))
    expect(rowsAt(partly, 'PurchaseOrderLineRet', 'IsManuallyClosed').flat()).toEqual(['false', 'true'])
  })

  it('a purchase order cannot be voided', async () => {
    const { company } = await openPurchases()
    const purchaseOrder = await order(company)
    expect((await refusal(company, voiding(purchaseOrder)))[0]).not.toBe(0)
    expect(textAt(await read(company, purchaseOrder), 'TotalAmount')).toBe('142.00')
  })
})

describe('a custom field', () => {
  it('a custom field is kept on a purchase order and returned to its owner', async () => {
    const { company } = await openPurchases()
    const definition =
      '<OwnerID>0</OwnerID><DataExtName>Project</DataExtName><DataExtType>STR255TYPE</DataExtType><AssignToObject>PurchaseOrder</AssignToObject>'
    await done(company, `<DataExtDefAddRq><DataExtDefAdd>${definition}</DataExtDefAdd></DataExtDefAddRq>`)
    const purchaseOrder = await order(company)
    const id = textAt(purchaseOrder, 'TxnID')
    const value = `<OwnerID>0</OwnerID><DataExtName>Project</DataExtName><TxnDataExtType>PurchaseOrder</TxnDataExtType><TxnID>${id}</TxnID><DataExtValue>Annex</DataExtValue>`
    await done(company, `<DataExtModRq><DataExtMod>${value}</DataExtMod></DataExtModRq>`)
    const query = `<PurchaseOrderQueryRq><TxnID>${id}</TxnID><OwnerID>0</OwnerID></PurchaseOrderQueryRq>`
    expect(rowsAt(await done(company, query), 'DataExtRet', 'DataExtName', 'DataExtValue')).toEqual([
      ['Project', 'Annex'],
    ])
  })
})

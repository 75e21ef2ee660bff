import { childrenByName, childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { getPostedChanges, only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'
import { trialBalance } from '../company/trial-balance.ts'

function name(tag: string, fullName: string) {
  return `<${tag}><FullName>${fullName}</FullName></${tag}>`
}
async function add(company: Company, kind: string, fields: string) {
  return only(await sendXml(company, `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`))
}

const accounts = `${name('IncomeAccountRef', 'Product Income')}${name('COGSAccountRef', 'Cost of Goods Sold')}${name('AssetAccountRef', 'Inventory Asset')}`

/** A company with ten bolts that cost 2.00 each. */
async function openWithBolts() {
  const opened = openTestCompany()
  const { company } = opened
  const opening =
    '<QuantityOnHand>10</QuantityOnHand><TotalValue>20.00</TotalValue><InventoryDate>2026-01-01</InventoryDate>'
  await add(
    company,
    'ItemInventory',
    `<Name>Bolt</Name>${name('SalesTaxCodeRef', 'Non')}<SalesPrice>5</SalesPrice>${accounts}${opening}`,
  )
  await add(company, 'Customer', '<Name>Smith</Name>')
  await add(company, 'Vendor', '<Name>Forge</Name>')
  return opened
}

function sale(kind: string, date: string, quantity: number) {
  return `${name('CustomerRef', 'Smith')}<TxnDate>${date}</TxnDate><${kind}LineAdd>${name('ItemRef', 'Bolt')}<Quantity>${quantity}</Quantity></${kind}LineAdd>`
}

function bill(date: string, quantity: number, cost: string) {
  return `${name('VendorRef', 'Forge')}<TxnDate>${date}</TxnDate><ItemLineAdd>${name('ItemRef', 'Bolt')}<Quantity>${quantity}</Quantity><Cost>${cost}</Cost></ItemLineAdd>`
}

async function levels(company: Company) {
  return texts(only(await sendXml(company, '<ItemInventoryQueryRq/>')), 'QuantityOnHand', 'AverageCost')
}

function remove(company: Company, kind: string, id = '') {
  return sendXml(company, `<TxnDelRq><TxnDelType>${kind}</TxnDelType><TxnID>${id}</TxnID></TxnDelRq>`)
}

describe('a sale of goods', () => {
  it('posts income at its price and cost of goods sold at average cost', async () => {
    const { company } = await openWithBolts()
    expect(await getPostedChanges(company, () => add(company, 'Invoice', sale('Invoice', '2026-02-01', 4)))).toEqual({
      'Accounts Receivable': '20.00',
      'Product Income': '-20.00',
      'Cost of Goods Sold': '8.00',
      'Inventory Asset': '-8.00',
    })
    expect(await levels(company)).toEqual(['6', '2.00'])
  })

  it('a sale of goods is returned by a credit memo at average cost', async () => {
    const { company } = await openWithBolts()
    await add(company, 'Invoice', sale('Invoice', '2026-02-01', 4))
    expect(
      await getPostedChanges(company, () => add(company, 'CreditMemo', sale('CreditMemo', '2026-02-02', 1))),
    ).toEqual({
      'Accounts Receivable': '-5.00',
      'Product Income': '5.00',
      'Cost of Goods Sold': '-2.00',
      'Inventory Asset': '2.00',
    })
    expect(await levels(company)).toEqual(['7', '2.00'])
  })

  it('restores the stock when it is voided or deleted', async () => {
    const { company } = await openWithBolts()
    const invoice = await add(company, 'Invoice', sale('Invoice', '2026-02-01', 4))
    const id = childText(invoice, 'TxnID')
    await sendXml(company, `<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`)
    expect(await levels(company)).toEqual(['10', '2.00'])
    const receipt = await add(company, 'SalesReceipt', sale('SalesReceipt', '2026-02-01', 3))
    expect(await levels(company)).toEqual(['7', '2.00'])
    await remove(company, 'SalesReceipt', childText(receipt, 'TxnID'))
    expect(await levels(company)).toEqual(['10', '2.00'])
  })

  it('restores one piece for a line without a quantity [dp-4.2-void.4]', async () => {
    const { company } = await openWithBolts()
    const bolt = `<SalesReceiptLineAdd>${name('ItemRef', 'Bolt')}</SalesReceiptLineAdd>`
    const receipt = await add(company, 'SalesReceipt', `${name('CustomerRef', 'Smith')}${bolt}`)
    const [id] = texts(receipt, 'TxnID')
    expect(await levels(company)).toEqual(['9', '2.00'])
    await sendXml(company, `<TxnVoidRq><TxnVoidType>SalesReceipt</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`)
    expect(await levels(company)).toEqual(['10', '2.00'])
    const query = `<SalesReceiptQueryRq><TxnID>${id}</TxnID><IncludeLineItems>true</IncludeLineItems></SalesReceiptQueryRq>`
    const voided = only(await sendXml(company, query))
    const lines = childrenByName(voided, 'SalesReceiptLineRet').map((each) => texts(each, 'Quantity', 'Rate', 'Amount'))
    expect(lines).toEqual([['0', '5.00', '0.00']])
    const [editSequence] = texts(voided, 'EditSequence')
    const mod = `<TxnID>${id}</TxnID><EditSequence>${editSequence}</EditSequence><TxnDate>2026-02-03</TxnDate>`
    await sendXml(company, `<SalesReceiptModRq><SalesReceiptMod>${mod}</SalesReceiptMod></SalesReceiptModRq>`)
    expect(await levels(company)).toEqual(['10', '2.00'])
  })

  it('a sale of goods is recalculated after a purchase with an earlier date', async () => {
    const { company } = await openWithBolts()
    await add(company, 'Invoice', sale('Invoice', '2026-02-01', 4))
    expect(await getPostedChanges(company, () => add(company, 'Bill', bill('2026-01-15', 10, '4')))).toEqual({
      'Accounts Payable': '-40.00',
      'Cost of Goods Sold': '4.00',
      'Inventory Asset': '36.00',
    })
    expect(await levels(company)).toEqual(['16', '3.00'])
  })

  it('a sale of goods is corrected by the next purchase if it exceeded the stock', async () => {
    const { company } = await openWithBolts()
    await add(company, 'Invoice', sale('Invoice', '2026-02-01', 15))
    expect(await levels(company)).toEqual(['-5', '2.00'])
    expect(await getPostedChanges(company, () => add(company, 'Bill', bill('2026-02-05', 10, '3')))).toEqual({
      'Accounts Payable': '-30.00',
      'Cost of Goods Sold': '5.00',
      'Inventory Asset': '25.00',
    })
    expect(await levels(company)).toEqual(['5', '3.00'])
  })

  it('a sale of goods is found by the accounts of its cost', async () => {
    const { company } = await openWithBolts()
    await add(company, 'Invoice', sale('Invoice', '2026-02-01', 4))
    const query = (account: string) =>
      sendXml(
        company,
        `<InvoiceQueryRq><AccountFilter><FullName>${account}</FullName></AccountFilter></InvoiceQueryRq>`,
      )
    expect((await query('Inventory Asset')).elements).toHaveLength(1)
    expect((await query('Travel')).elements).toHaveLength(0)
  })
})

describe('an inventory adjustment', () => {
  const adjust = (line: string, account = 'Inventory Adjustments') =>
    `${name('AccountRef', account)}<TxnDate>2026-02-10</TxnDate><InventoryAdjustmentLineAdd>${name('ItemRef', 'Bolt')}${line}</InventoryAdjustmentLineAdd>`
  const toJournalLine = (adjustment: ReturnType<typeof only>) => {
    const [line] = childrenByName(adjustment, 'InventoryAdjustmentLineRet')
    return line && texts(line, 'QuantityDifference', 'ValueDifference')
  }

  it.each([
    ['<QuantityAdjustment><NewQuantity>7</NewQuantity></QuantityAdjustment>', '-3', '-6.00'],
    ['<QuantityAdjustment><QuantityDifference>2.5</QuantityDifference></QuantityAdjustment>', '2.5', '5.00'],
    ['<ValueAdjustment><NewQuantity>8</NewQuantity><NewValue>24.00</NewValue></ValueAdjustment>', '-2', '4.00'],
    [
      '<ValueAdjustment><QuantityDifference>0</QuantityDifference><ValueDifference>-5.00</ValueDifference></ValueAdjustment>',
      '0',
      '-5.00',
    ],
  ])('an inventory adjustment with %s changes quantity by %s and value by %s', async (line, quantity, value) => {
    const { company } = await openWithBolts()
    let adjustment: ReturnType<typeof only> | undefined
    const posted = await getPostedChanges(company, async () => {
      adjustment = await add(company, 'InventoryAdjustment', adjust(line))
    })
    expect(adjustment && toJournalLine(adjustment)).toEqual([quantity, value])
    const other = value.startsWith('-') ? value.slice(1) : `-${value}`
    expect(posted).toEqual({ 'Inventory Asset': value, 'Inventory Adjustments': other })
  })

  it('an inventory adjustment can be changed, voided and deleted like any transaction', async () => {
    const { company } = await openWithBolts()
    const line = '<QuantityAdjustment><NewQuantity>7</NewQuantity></QuantityAdjustment>'
    const adjustment = await add(company, 'InventoryAdjustment', adjust(line))
    const [id, token] = texts(adjustment, 'TxnID', 'EditSequence')
    const [stored] = childrenByName(adjustment, 'InventoryAdjustmentLineRet')
    const change = `<InventoryAdjustmentLineMod><TxnLineID>${stored && childText(stored, 'TxnLineID')}</TxnLineID><QuantityDifference>-4</QuantityDifference></InventoryAdjustmentLineMod>`
    const head = `<TxnID>${id}</TxnID><EditSequence>${token}</EditSequence>`
    const mod = `<InventoryAdjustmentModRq><InventoryAdjustmentMod>${head}${change}</InventoryAdjustmentMod></InventoryAdjustmentModRq>`
    expect(toJournalLine(only(await sendXml(company, mod)))).toEqual(['-4', '-8.00'])
    expect(await levels(company)).toEqual(['6', '2.00'])
    await sendXml(company, `<TxnVoidRq><TxnVoidType>InventoryAdjustment</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRq>`)
    expect(await levels(company)).toEqual(['10', '2.00'])
    expect(await remove(company, 'InventoryAdjustment', id)).toMatchObject({ statusCode: 0 })
    expect((await trialBalance(company)).total).toBe('0.00')
  })

  it('an inventory adjustment is found by its item', async () => {
    const { company } = await openWithBolts()
    const query = (item: string) =>
      `<InventoryAdjustmentQueryRq><ItemFilter><FullName>${item}</FullName></ItemFilter></InventoryAdjustmentQueryRq>`
    expect((await sendXml(company, query('Bolt'))).elements).toHaveLength(1)
    expect(await sendXml(company, query('Sales Tax'))).toMatchObject({ statusCode: 1 })
  })

  it('accepts only inventory items, and requires an account', async () => {
    const { company } = await openWithBolts()
    const line = '<QuantityAdjustment><NewQuantity>7</NewQuantity></QuantityAdjustment>'
    const send = (fields: string) =>
      sendXml(
        company,
        `<InventoryAdjustmentAddRq><InventoryAdjustmentAdd>${fields}</InventoryAdjustmentAdd></InventoryAdjustmentAddRq>`,
      )
    expect(await send(adjust(line).replace('Bolt', 'Sales Tax'))).toMatchObject({ statusCode: 3210 })
    expect(await send(adjust(line, 'Nowhere'))).toMatchObject({ statusCode: 3140 })
    const lots = '<LotNumberAdjustment><LotNumber>7</LotNumber></LotNumberAdjustment>'
    expect(await send(adjust(lots))).toMatchObject({ statusCode: 3250 })
  })
})

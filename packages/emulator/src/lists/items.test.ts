import { child, childrenByName, childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function name(tag: string, fullName: string) {
  return `<${tag}><FullName>${fullName}</FullName></${tag}>`
}
const applyMovement = `${name('IncomeAccountRef', 'Product Income')}<PurchaseCost>2.50</PurchaseCost>${name('COGSAccountRef', 'Cost of Goods Sold')}${name('AssetAccountRef', 'Inventory Asset')}`

async function add(company: Company, kind: string, fields: string) {
  return only(await sendXml(company, `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`))
}

async function mod(company: Company, kind: string, record: ReturnType<typeof only>, fields: string) {
  const [id, token] = texts(record, 'ListID', 'EditSequence')
  const head = `<ListID>${id}</ListID><EditSequence>${token}</EditSequence>`
  return sendXml(company, `<${kind}ModRq><${kind}Mod>${head}${fields}</${kind}Mod></${kind}ModRq>`)
}

describe('an inventory item', () => {
  it('an inventory item has a quantity and an average cost, and gets its opening stock by an adjustment', async () => {
    const { company } = openTestCompany()
    const opening =
      '<QuantityOnHand>10</QuantityOnHand><TotalValue>35.00</TotalValue><InventoryDate>2026-01-01</InventoryDate>'
    const item = await add(
      company,
      'ItemInventory',
      `<Name>Bolt</Name><SalesPrice>4</SalesPrice>${applyMovement}${opening}`,
    )
    expect(texts(item, 'SalesTaxCodeRef', 'SalesPrice', 'AssetAccountRef', 'QuantityOnHand', 'AverageCost')).toEqual([
      'Tax',
      '4.00',
      'Inventory Asset',
      '10',
      '3.50',
    ])
    const query = '<InventoryAdjustmentQueryRq><IncludeLineItems>true</IncludeLineItems></InventoryAdjustmentQueryRq>'
    const adjustment = only(await sendXml(company, query))
    expect(texts(adjustment, 'AccountRef', 'TxnDate')).toEqual(['Opening Balance Equity', '2026-01-01'])
    const [line] = childrenByName(adjustment, 'InventoryAdjustmentLineRet')
    expect(line && texts(line, 'ItemRef', 'QuantityDifference', 'ValueDifference')).toEqual(['Bolt', '10', '35.00'])
  })

  it('values opening stock at purchase cost by default', async () => {
    const { company } = openTestCompany()
    const fields = `<Name>Bolt</Name>${applyMovement}<QuantityOnHand>4</QuantityOnHand>`
    expect(texts(await add(company, 'ItemInventory', fields), 'QuantityOnHand', 'AverageCost')).toEqual(['4', '2.50'])
  })

  it('requires its three accounts', async () => {
    const { company } = openTestCompany()
    const xml = '<ItemInventoryAddRq><ItemInventoryAdd><Name>Bolt</Name></ItemInventoryAdd></ItemInventoryAddRq>'
    expect(await sendXml(company, xml)).toMatchObject({
      statusCode: 3270,
      statusMessage: 'Missing posting account: IncomeAccountRef',
    })
  })

  it('an inventory item is on order until the purchase order is received or closed', async () => {
    const { company } = openTestCompany()
    await add(company, 'ItemInventory', `<Name>Bolt</Name>${applyMovement}`)
    await add(company, 'Vendor', '<Name>Forge</Name>')
    const line = `<PurchaseOrderLineAdd>${name('ItemRef', 'Bolt')}<Quantity>12</Quantity></PurchaseOrderLineAdd>`
    const order = await add(company, 'PurchaseOrder', `${name('VendorRef', 'Forge')}${line}`)
    const read = async () => only(await sendXml(company, '<ItemInventoryQueryRq/>'))
    expect(texts(await read(), 'QuantityOnHand', 'QuantityOnOrder')).toEqual(['0', '12'])
    const link = `<LinkToTxnID>${childText(order, 'TxnID')}</LinkToTxnID>`
    await add(company, 'Bill', `${name('VendorRef', 'Forge')}${link}`)
    expect(texts(await read(), 'QuantityOnHand', 'QuantityOnOrder')).toEqual(['12', '0'])
  })
})

describe('composed items', () => {
  it('composed items replace or clear the lines of a group in a Mod', async () => {
    const { company } = openTestCompany()
    await add(company, 'ItemInventory', `<Name>Bolt</Name>${applyMovement}`)
    await add(company, 'ItemSubtotal', '<Name>Sum</Name>')
    const line = (item: string, quantity: number) =>
      `<ItemGroupLine>${name('ItemRef', item)}<Quantity>${quantity}</Quantity></ItemGroupLine>`
    const group = await add(company, 'ItemGroup', `<Name>Kit</Name>${line('Bolt', 4)}${line('Sum', 1)}`)
    const members = (record: typeof group) =>
      childrenByName(record, 'ItemGroupLine').map((each) => texts(each, 'ItemRef', 'Quantity'))
    expect(texts(group, 'IsPrintItemsInGroup')).toEqual(['false'])
    expect(members(group)).toEqual([
      ['Bolt', '4'],
      ['Sum', '1'],
    ])
    const changed = only(await mod(company, 'ItemGroup', group, line('Bolt', 8)))
    expect(members(changed)).toEqual([['Bolt', '8']])
    const cleared = only(await mod(company, 'ItemGroup', changed, '<ClearItemsInGroup>true</ClearItemsInGroup>'))
    expect(members(cleared)).toEqual([])
    expect(await mod(company, 'ItemGroup', cleared, line('Kit', 1))).toMatchObject({ statusCode: 3210 })
  })

  it('composed items reject an assembly that contains itself', async () => {
    const { company } = openTestCompany()
    await add(company, 'ItemInventory', `<Name>Bolt</Name>${applyMovement}`)
    const part = (item: string) =>
      `<ItemInventoryAssemblyLine>${name('ItemInventoryRef', item)}<Quantity>2</Quantity></ItemInventoryAssemblyLine>`
    const frame = await add(company, 'ItemInventoryAssembly', `<Name>Frame</Name>${applyMovement}${part('Bolt')}`)
    expect(childrenByName(frame, 'ItemInventoryAssemblyLine').map((each) => texts(each, 'ItemInventoryRef'))).toEqual([
      ['Bolt'],
    ])
    expect(await mod(company, 'ItemInventoryAssembly', frame, part('Frame'))).toMatchObject({ statusCode: 3210 })
  })

  it('composed items prevent the deletion of their parts', async () => {
    const { company } = openTestCompany()
    const bolt = await add(company, 'ItemInventory', `<Name>Bolt</Name>${applyMovement}`)
    const line = `<ItemGroupLine>${name('ItemRef', 'Bolt')}</ItemGroupLine>`
    const group = await add(company, 'ItemGroup', `<Name>Kit</Name>${line}`)
    const remove = (kind: string, record: typeof group) =>
      sendXml(
        company,
        `<ListDelRq><ListDelType>${kind}</ListDelType><ListID>${childText(record, 'ListID')}</ListID></ListDelRq>`,
      )
    expect(await remove('ItemInventory', bolt)).toMatchObject({ statusCode: 3160 })
    expect(await remove('ItemGroup', group)).toMatchObject({ statusCode: 0 })
    expect(await remove('ItemInventory', bolt)).toMatchObject({ statusCode: 0 })
    const query =
      '<ListDeletedQueryRq><ListDelType>ItemGroup</ListDelType><ListDelType>ItemInventory</ListDelType></ListDeletedQueryRq>'
    expect((await sendXml(company, query)).elements.map((each) => texts(each, 'ListDelType', 'FullName'))).toEqual([
      ['ItemGroup', 'Kit'],
      ['ItemInventory', 'Bolt'],
    ])
  })
})

describe('sales tax groups', () => {
  it('sales tax groups accept only sales tax items', async () => {
    const { company } = openTestCompany()
    await add(company, 'ItemSalesTax', '<Name>City</Name><TaxRate>1.5</TaxRate>')
    const members = name('ItemSalesTaxRef', 'Sales Tax') + name('ItemSalesTaxRef', 'City')
    const group = await add(company, 'ItemSalesTaxGroup', `<Name>Both</Name>${members}`)
    expect(childrenByName(group, 'ItemSalesTaxRef').map((each) => childText(each, 'FullName'))).toEqual([
      'Sales Tax',
      'City',
    ])
    const nested = `<Name>All</Name>${name('ItemSalesTaxRef', 'Both')}`
    expect(
      await sendXml(
        company,
        `<ItemSalesTaxGroupAddRq><ItemSalesTaxGroupAdd>${nested}</ItemSalesTaxGroupAdd></ItemSalesTaxGroupAddRq>`,
      ),
    ).toMatchObject({ statusCode: 3140 })
  })
})

describe('ItemQuery', () => {
  it('returns items of every kind', async () => {
    const { company } = openTestCompany()
    await add(company, 'ItemInventory', `<Name>A</Name>${applyMovement}`)
    await add(company, 'ItemInventoryAssembly', `<Name>B</Name>${applyMovement}`)
    const asset = `<AcquiredAs>New</AcquiredAs><PurchaseDesc>Truck</PurchaseDesc><PurchaseDate>2026-01-05</PurchaseDate><PurchaseCost>900</PurchaseCost>`
    await add(
      company,
      'ItemFixedAsset',
      `<Name>C</Name>${asset}${name('AssetAccountRef', 'Furniture and Equipment')}<CostBasis>900</CostBasis>`,
    )
    await add(
      company,
      'ItemPayment',
      `<Name>D</Name>${name('DepositToAccountRef', 'Checking')}${name('PaymentMethodRef', 'Check')}`,
    )
    await add(company, 'ItemSubtotal', '<Name>E</Name>')
    await add(company, 'ItemGroup', '<Name>F</Name>')
    await add(
      company,
      'ItemOtherCharge',
      `<Name>G</Name><SalesOrPurchase><Price>5</Price>${name('AccountRef', 'Shipping Income')}</SalesOrPurchase>`,
    )
    const { elements } = await sendXml(company, '<ItemQueryRq><OwnerID>0</OwnerID></ItemQueryRq>')
    expect(elements.map((each) => each.name)).toEqual([
      'ItemOtherChargeRet',
      'ItemInventoryRet',
      'ItemInventoryAssemblyRet',
      'ItemFixedAssetRet',
      'ItemSubtotalRet',
      'ItemPaymentRet',
      'ItemSalesTaxRet',
      'ItemGroupRet',
    ])
    const fixed = elements[3]
    expect(fixed && texts(fixed, 'PurchaseDesc', 'PurchaseCost', 'CostBasis')).toEqual(['Truck', '900.00', '900.00'])
    expect(fixed && child(fixed, 'FullName')).toBeUndefined()
  })
})

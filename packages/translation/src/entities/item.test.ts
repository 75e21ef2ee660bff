import { describe, expect, it } from 'vitest'
import {
  catchFault,
  compact,
  read,
  requireTable,
  serializeCreate,
  serializeUpdate,
} from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { needsCurrent } from '../write/requests.ts'

const Item = requireTable('Item')
const income = { value: '80000013-1748340001' }
function create(body: object): string {
  return serializeCreate(Item, { Name: 'Hours', IncomeAccountRef: income, ...body })
}
function update(body: object, current: string): string {
  return serializeUpdate(Item, { Id: '8000000E-1', SyncToken: '1782900005', ...body }, current)
}

function service(price: string): string {
  return `
  <ItemServiceRet>
    <ListID>8000000E-1782900005</ListID>
    <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
    <EditSequence>1782900005</EditSequence>
    <Name>Hours</Name><FullName>Work:Hours</FullName><IsActive>true</IsActive>
    <ParentRef><ListID>8000000A-1</ListID><FullName>Work</FullName></ParentRef><Sublevel>1</Sublevel>
    <SalesTaxCodeRef><ListID>80000001-1</ListID><FullName>Tax</FullName></SalesTaxCodeRef>
    ${price}
  </ItemServiceRet>`
}
const sold = service(
  `<SalesOrPurchase><Desc>an hour</Desc><Price>120.00</Price><AccountRef><ListID>80000013-1748340001</ListID><FullName>Consulting</FullName></AccountRef></SalesOrPurchase>`,
)
const bought = service(
  `<SalesAndPurchase><SalesDesc>an hour</SalesDesc><SalesPrice>120.5</SalesPrice><IncomeAccountRef><ListID>80000013-1748340001</ListID><FullName>Consulting</FullName></IncomeAccountRef><PurchaseCost>80</PurchaseCost><ExpenseAccountRef><ListID>80000014-1</ListID><FullName>Cost</FullName></ExpenseAccountRef></SalesAndPurchase>`,
)

const stock = {
  Type: 'Inventory',
  TrackQtyOnHand: true,
  QtyOnHand: 25,
  InvStartDate: '2026-01-01',
  ExpenseAccountRef: { value: '80000014-1' },
  AssetAccountRef: { value: '80000015-1' },
}
const part = `
  <ItemInventoryRet>
    <ListID>8000000E-1782900005</ListID><EditSequence>1782900005</EditSequence><Name>Bolt</Name>
    <SalesPrice>2</SalesPrice><COGSAccountRef><ListID>80000014-1</ListID></COGSAccountRef><QuantityOnHand>25</QuantityOnHand>
  </ItemInventoryRet>`

const shared = {
  domain: 'QBO',
  sparse: false,
  Id: '8000000E-1782900005',
  SyncToken: '1782900005',
  MetaData: { CreateTime: '2026-07-01T10:00:05+00:00', LastUpdatedTime: '2026-07-01T10:00:05+00:00' },
  Name: 'Hours',
  FullyQualifiedName: 'Work:Hours',
  Active: true,
  Type: 'Service',
  ParentRef: { value: '8000000A-1', name: 'Work' },
  SubItem: true,
  Level: 1,
  SalesTaxCodeRef: { value: 'TC-80000001-1', name: 'Tax' },
  Taxable: true,
  Description: 'an hour',
  IncomeAccountRef: { value: '80000013-1748340001', name: 'Consulting' },
  TrackQtyOnHand: false,
}

describe('Item', () => {
  it('reads services only sold, and also purchased', () => {
    expect(read('Item', sold)).toEqual({ ...shared, UnitPrice: 120 })
    expect(read('Item', bought)).toEqual({
      ...shared,
      UnitPrice: 120.5,
      PurchaseCost: 80,
      ExpenseAccountRef: { value: '80000014-1', name: 'Cost' },
    })
  })

  it('reads other charges and discounts as services [dp-4.2-notes:1]', () => {
    const charge =
      '<ItemOtherChargeRet><ListID>80000001-1</ListID><SalesOrPurchase><PricePercent>5</PricePercent></SalesOrPurchase></ItemOtherChargeRet>'
    expect(read('Item', charge)).toMatchObject({ Type: 'Service', RatePercent: 5, PercentBased: true })
    const discount =
      '<ItemDiscountRet><ListID>80000001-1</ListID><ItemDesc>less</ItemDesc><DiscountRate>5.00</DiscountRate></ItemDiscountRet>'
    expect(read('Item', discount)).toMatchObject({ Type: 'Service', Description: 'less', UnitPrice: 5 })
  })

  it('reads an inventory item', () => {
    const part =
      '<ItemInventoryRet><ListID>80000001-1</ListID><ManufacturerPartNumber>X-1</ManufacturerPartNumber><SalesPrice>2</SalesPrice><COGSAccountRef><ListID>80000002-1</ListID></COGSAccountRef><QuantityOnHand>3.5</QuantityOnHand></ItemInventoryRet>'
    expect(read('Item', part)).toMatchObject({
      Type: 'Inventory',
      Sku: 'X-1',
      UnitPrice: 2,
      ExpenseAccountRef: { value: '80000002-1' },
      TrackQtyOnHand: true,
      QtyOnHand: 3.5,
    })
  })

  it('creates a service with the sales-and-purchase form if a field needs it', () => {
    expect(create({ Type: 'Service', UnitPrice: 12.5, Taxable: false })).toBe(
      compact(`
        <ItemServiceAddRq><ItemServiceAdd>
          <Name>Hours</Name>
          <SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef>
          <SalesOrPurchase><Price>12.5</Price><AccountRef><ListID>80000013-1748340001</ListID></AccountRef></SalesOrPurchase>
        </ItemServiceAdd></ItemServiceAddRq>`),
    )
    expect(create({ UnitPrice: 12.5, PurchaseCost: 3, ExpenseAccountRef: { name: 'Cost' } })).toContain(
      compact(`
        <SalesAndPurchase>
          <SalesPrice>12.5</SalesPrice><IncomeAccountRef><ListID>80000013-1748340001</ListID></IncomeAccountRef>
          <PurchaseCost>3</PurchaseCost><ExpenseAccountRef><FullName>Cost</FullName></ExpenseAccountRef>
        </SalesAndPurchase>`),
    )
  })

  it('updates a service in the current record’s form', () => {
    expect(needsCurrent(checkUpdate(Item, { Id: '8000000E-1', SyncToken: '1782900005', UnitPrice: 1 }))).toBe(true)
    expect(update({ UnitPrice: 99.5 }, sold)).toBe(
      compact(`
        <ItemServiceModRq><ItemServiceMod>
          <ListID>8000000E-1</ListID><EditSequence>1782900005</EditSequence>
          <SalesOrPurchaseMod><Price>99.5</Price></SalesOrPurchaseMod>
        </ItemServiceMod></ItemServiceModRq>`),
    )
    expect(update({ UnitPrice: 99.5 }, bought)).toContain(
      '<SalesAndPurchaseMod><SalesPrice>99.5</SalesPrice></SalesAndPurchaseMod>',
    )
    expect(catchFault(() => update({ PurchaseCost: 1 }, sold))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'PurchaseCost',
    })
  })

  it('accepts its own record as an update', () => {
    expect(update(read('Item', sold), sold)).toContain('<SalesTaxCodeRef><ListID>80000001-1</ListID></SalesTaxCodeRef>')
  })

  it('another company tax code decides whether an item is taxable', () => {
    const SalesTaxCodeRef = { value: 'TC-80000003-1', name: 'OOS' }
    for (const Taxable of [true, false]) {
      expect(update({ ...read('Item', sold), SalesTaxCodeRef, Taxable }, sold)).toContain(
        '<SalesTaxCodeRef><ListID>80000003-1</ListID></SalesTaxCodeRef>',
      )
    }
  })

  it('rejects a Taxable that contradicts the tax code', () => {
    expect(catchFault(() => update({ ...read('Item', sold), Taxable: false }, sold))).toMatchObject({
      code: '2010',
      element: 'Taxable',
    })
  })

  it('rejects types impossible to create, and type changes', () => {
    expect(catchFault(() => create({ Type: 'Group' }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Type',
    })
    expect(catchFault(() => create({ Type: 'Category' })).detail).toContain('has no items of the type Category')
    expect(catchFault(() => create({ Type: 'Idea' }))).toMatchObject({ code: '2010', element: 'Type' })
    expect(catchFault(() => update({ Type: 'NonInventory' }, sold))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Type',
    })
    const group = '<ItemGroupRet><ListID>80000001-1</ListID></ItemGroupRet>'
    expect(catchFault(() => update({ Active: false }, group))).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP' })
  })

  it('requires a new service’s income account', () => {
    expect(catchFault(() => checkCreate(Item, { Name: 'Hours' }))).toMatchObject({
      code: '2020',
      element: 'IncomeAccountRef',
    })
  })

  it('creates inventory and non-inventory items [dp-4.2-notes:1]', () => {
    expect(create({ Type: 'NonInventory', Sku: 'X-1', UnitPrice: 2 })).toBe(
      compact(`
        <ItemNonInventoryAddRq><ItemNonInventoryAdd>
          <Name>Hours</Name><ManufacturerPartNumber>X-1</ManufacturerPartNumber>
          <SalesOrPurchase><Price>2</Price><AccountRef><ListID>80000013-1748340001</ListID></AccountRef></SalesOrPurchase>
        </ItemNonInventoryAdd></ItemNonInventoryAddRq>`),
    )
    expect(create({ ...stock, ReorderPoint: 10, PurchaseCost: 1.5, Taxable: true })).toBe(
      compact(`
        <ItemInventoryAddRq><ItemInventoryAdd>
          <Name>Hours</Name><SalesTaxCodeRef><FullName>Tax</FullName></SalesTaxCodeRef>
          <IncomeAccountRef><ListID>80000013-1748340001</ListID></IncomeAccountRef><PurchaseCost>1.5</PurchaseCost>
          <COGSAccountRef><ListID>80000014-1</ListID></COGSAccountRef><AssetAccountRef><ListID>80000015-1</ListID></AssetAccountRef>
          <ReorderPoint>10</ReorderPoint><QuantityOnHand>25</QuantityOnHand><InventoryDate>2026-01-01</InventoryDate>
        </ItemInventoryAdd></ItemInventoryAddRq>`),
    )
    expect(create({ ...stock, Type: undefined })).toContain('<ItemInventoryAdd>')
  })

  it('requires an inventory item’s accounts, and rejects one without tracking', () => {
    for (const account of ['IncomeAccountRef', 'ExpenseAccountRef', 'AssetAccountRef']) {
      expect(catchFault(() => create({ ...stock, [account]: null }))).toMatchObject({ code: '2020', element: account })
    }
    expect(catchFault(() => create({ ...stock, TrackQtyOnHand: false }))).toMatchObject({
      code: '2010',
      element: 'TrackQtyOnHand',
    })
    expect(catchFault(() => create({ ...stock, TrackQtyOnHand: 'no' }))).toMatchObject({ element: 'TrackQtyOnHand' })
    expect(catchFault(() => create({ Type: 'Service', QtyOnHand: 5 }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'QtyOnHand',
    })
  })

  it('updates an inventory item, but not its quantity [dp-1.3]', () => {
    expect(update({ UnitPrice: 3, QtyOnHand: 25 }, part)).toBe(
      compact(`
        <ItemInventoryModRq><ItemInventoryMod>
          <ListID>8000000E-1</ListID><EditSequence>1782900005</EditSequence><SalesPrice>3</SalesPrice>
        </ItemInventoryMod></ItemInventoryModRq>`),
    )
    for (const quantity of [24, 0])
      expect(catchFault(() => update({ QtyOnHand: quantity }, part))).toMatchObject({
        code: 'UNSUPPORTED_BY_DESKTOP',
        element: 'QtyOnHand',
      })
  })

  it('applies a changed account only to future transactions', () => {
    expect(update({ ExpenseAccountRef: { value: '80000016-1' } }, part)).toContain(
      '<COGSAccountRef><ListID>80000016-1</ListID></COGSAccountRef><ApplyCOGSAccountRefToExistingTxns>false</ApplyCOGSAccountRefToExistingTxns>',
    )
    expect(update({ IncomeAccountRef: { value: '80000016-1' } }, bought)).toContain(
      '<IncomeAccountRef><ListID>80000016-1</ListID></IncomeAccountRef><ApplyIncomeAccountRefToExistingTxns>false</ApplyIncomeAccountRefToExistingTxns>',
    )
    expect(update({ IncomeAccountRef: { value: '80000016-1' } }, sold)).toContain(
      '<AccountRef><ListID>80000016-1</ListID></AccountRef><ApplyAccountRefToExistingTxns>false</ApplyAccountRefToExistingTxns>',
    )
  })

  it('updates other charges and discounts, read as services', () => {
    const charge =
      '<ItemOtherChargeRet><ListID>80000001-1</ListID><EditSequence>1782900005</EditSequence><SalesOrPurchase><Price>5</Price></SalesOrPurchase></ItemOtherChargeRet>'
    expect(update({ Type: 'Service', UnitPrice: 6 }, charge)).toContain(
      '<SalesOrPurchaseMod><Price>6</Price></SalesOrPurchaseMod></ItemOtherChargeMod>',
    )
    const discount =
      '<ItemDiscountRet><ListID>80000001-1</ListID><EditSequence>1782900005</EditSequence><DiscountRatePercent>5</DiscountRatePercent></ItemDiscountRet>'
    expect(update({ RatePercent: 10, Active: false }, discount)).toContain(
      '<DiscountRatePercent>10</DiscountRatePercent>',
    )
  })

  it('reads a group with its items', () => {
    const group = `
      <ItemGroupRet><ListID>80000001-1</ListID><Name>Kit</Name><ItemDesc>a kit</ItemDesc><IsPrintItemsInGroup>true</IsPrintItemsInGroup>
        <ItemGroupLine><ItemRef><ListID>8000000C-1</ListID><FullName>Bolt</FullName></ItemRef><Quantity>4</Quantity></ItemGroupLine>
      </ItemGroupRet>`
    expect(read('Item', group)).toEqual({
      domain: 'QBO',
      sparse: false,
      Id: '80000001-1',
      Name: 'Kit',
      FullyQualifiedName: 'Kit',
      Type: 'Group',
      Description: 'a kit',
      PrintGroupedItems: true,
      ItemGroupDetail: { ItemGroupLine: [{ ItemRef: { value: '8000000C-1', name: 'Bolt' }, Qty: 4 }] },
    })
  })

  it.each([
    ['ItemInventoryAssembly', 'Assembly'],
    ['ItemFixedAsset', 'Fixed Asset'],
    ['ItemSubtotal', 'Subtotal'],
    ['ItemPayment', 'Payment'],
  ])('reads %s as %s', (desktop, type) => {
    expect(read('Item', `<${desktop}Ret><ListID>80000001-1</ListID><Name>A</Name></${desktop}Ret>`)).toMatchObject({
      Name: 'A',
      Type: type,
    })
  })
})

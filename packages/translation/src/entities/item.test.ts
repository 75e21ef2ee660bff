import { describe, expect, it } from 'vitest'
import { checkCreate, checkUpdate } from '../check.ts'
import { addRequest, modRequest, needsCurrent } from '../requests.ts'
import { compact, elementOf, faultOf, printRequest, read, tableOf } from '../translation.fixture.ts'

const Item = tableOf('Item')
const income = { value: '80000013-1748340001' }
const create = (body: object): string =>
  printRequest(addRequest(checkCreate(Item, { Name: 'Hours', IncomeAccountRef: income, ...body })))
const update = (body: object, current: string): string =>
  printRequest(
    modRequest(checkUpdate(Item, { Id: '8000000E-1', SyncToken: '1782900005', ...body }), elementOf(current)),
  )

const service = (price: string): string => `
  <ItemServiceRet>
    <ListID>8000000E-1782900005</ListID>
    <TimeCreated>2026-07-01T10:00:05+00:00</TimeCreated><TimeModified>2026-07-01T10:00:05+00:00</TimeModified>
    <EditSequence>1782900005</EditSequence>
    <Name>Hours</Name><FullName>Work:Hours</FullName><IsActive>true</IsActive>
    <ParentRef><ListID>8000000A-1</ListID><FullName>Work</FullName></ParentRef><Sublevel>1</Sublevel>
    <SalesTaxCodeRef><ListID>80000001-1</ListID><FullName>Tax</FullName></SalesTaxCodeRef>
    ${price}
  </ItemServiceRet>`
const sold = service(
  `<SalesOrPurchase><Desc>an hour</Desc><Price>120.00</Price><AccountRef><ListID>80000013-1748340001</ListID><FullName>Consulting</FullName></AccountRef></SalesOrPurchase>`,
)
const bought = service(
  `<SalesAndPurchase><SalesDesc>an hour</SalesDesc><SalesPrice>120.5</SalesPrice><IncomeAccountRef><ListID>80000013-1748340001</ListID><FullName>Consulting</FullName></IncomeAccountRef><PurchaseCost>80</PurchaseCost><ExpenseAccountRef><ListID>80000014-1</ListID><FullName>Cost</FullName></ExpenseAccountRef></SalesAndPurchase>`,
)

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
  SalesTaxCodeRef: { value: '80000001-1', name: 'Tax' },
  Taxable: true,
  Description: 'an hour',
  IncomeAccountRef: { value: '80000013-1748340001', name: 'Consulting' },
  TrackQtyOnHand: false,
}

describe('Item', () => {
  it('reads a service that is only sold, and one that is bought, too', () => {
    expect(read('Item', sold)).toEqual({ ...shared, UnitPrice: 120 })
    expect(read('Item', bought)).toEqual({
      ...shared,
      UnitPrice: 120.5,
      PurchaseCost: 80,
      ExpenseAccountRef: { value: '80000014-1', name: 'Cost' },
    })
  })

  it('[dp-4.2-entity-notes-Item-create-and-update:-] reads other charges and discounts as services', () => {
    const charge =
      '<ItemOtherChargeRet><ListID>80000001-1</ListID><SalesOrPurchase><PricePercent>5</PricePercent></SalesOrPurchase></ItemOtherChargeRet>'
    expect(read('Item', charge)).toMatchObject({ Type: 'Service', RatePercent: 5, PercentBased: true })
    const discount =
      '<ItemDiscountRet><ListID>80000001-1</ListID><ItemDesc>less</ItemDesc><DiscountRate>5.00</DiscountRate></ItemDiscountRet>'
    expect(read('Item', discount)).toMatchObject({ Type: 'Service', Description: 'less', UnitPrice: 5 })
  })

  it('reads stock', () => {
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

  it('writes a create in the form that holds every field', () => {
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

  it('writes an update in the form that the record has', () => {
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
    expect(faultOf(() => update({ PurchaseCost: 1 }, sold))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'PurchaseCost',
    })
  })

  it('takes back what it answered', () => {
    expect(update(read('Item', sold), sold)).toContain('<SalesTaxCodeRef><ListID>80000001-1</ListID></SalesTaxCodeRef>')
  })

  it('refuses a Taxable that contradicts the tax code', () => {
    expect(faultOf(() => update({ ...read('Item', sold), Taxable: false }, sold))).toMatchObject({
      code: '2010',
      element: 'Taxable',
    })
  })

  it('refuses types that cannot be created, and changes of type', () => {
    expect(faultOf(() => create({ Type: 'Inventory' }))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Type',
    })
    expect(faultOf(() => create({ Type: 'Category' })).detail).toContain('has no items of type Category')
    expect(faultOf(() => create({ Type: 'Idea' }))).toMatchObject({ code: '2010', element: 'Type' })
    expect(faultOf(() => update({ Type: 'NonInventory' }, sold))).toMatchObject({
      code: 'UNSUPPORTED_BY_DESKTOP',
      element: 'Type',
    })
    const discount = '<ItemDiscountRet><ListID>80000001-1</ListID></ItemDiscountRet>'
    expect(faultOf(() => update({ UnitPrice: 1 }, discount))).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP' })
  })

  it('asks for the income account of a new service', () => {
    expect(faultOf(() => checkCreate(Item, { Name: 'Hours' }))).toMatchObject({
      code: '2020',
      element: 'IncomeAccountRef',
    })
  })
})

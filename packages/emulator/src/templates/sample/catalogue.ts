import type { RequestContext } from '../../requests/request-context.ts'
import { add, named } from '../starter/add.ts'

const services = `
Space Planning|Planning of a room, per hour|95.00
Interior Design|Interior design, per hour|110.00
Assembly|Assembly on site, per hour|58.00
Delivery|Delivery within 50 miles|85.00
Removal|Removal of old furniture|120.00
Upholstery|Upholstery work, per hour|72.00
Wiring|Wiring of desks, per hour|88.00
Measuring|Measuring on site|60.00
Touch-up|Touch-up of finishes, per hour|64.00
Storage|Storage, per week|35.00
Safety Check|Yearly safety check|140.00
Furniture Rental|Rental, per week|45.00
`

const goods = `
Task Chair|Task chair with arms|189.00|96.00|Lindqvist Seating|24
Stacking Chair|Stacking chair|64.00|29.50|Lindqvist Seating|60
Lounge Chair|Lounge chair, oak|420.00|228.00|Lindqvist Seating|8
Bar Stool|Bar stool|98.00|47.00|Lindqvist Seating|20
Bench|Bench, 4 feet|155.00|80.00|Lindqvist Seating|10
Desk 48|Desk, 48 inches|310.00|162.00|Northern Steel Frames|14
Desk 60|Desk, 60 inches|365.00|190.00|Northern Steel Frames|14
Sit-Stand Desk|Sit-stand desk, electric|690.00|402.00|Northern Steel Frames|8
Conference Table|Conference table, 8 feet|980.00|560.00|Cascade Lumber|4
Side Table|Side table|120.00|58.00|Cascade Lumber|16
Bookcase|Bookcase, five shelves|240.00|118.00|Cascade Lumber|12
File Cabinet|File cabinet, two drawers|175.00|88.00|Northern Steel Frames|15
Locker|Locker, double|210.00|112.00|Northern Steel Frames|10
Whiteboard|Whiteboard, 6 feet|145.00|66.00|Redwood Panels|12
Acoustic Panel|Acoustic panel|78.00|34.00|Redwood Panels|50
Room Divider|Room divider|260.00|131.00|Redwood Panels|8
Desk Lamp|Desk lamp|59.00|24.00|Crown Lighting Wholesale|40
Floor Lamp|Floor lamp|129.00|61.00|Crown Lighting Wholesale|18
Pendant Light|Pendant light|165.00|79.00|Crown Lighting Wholesale|15
Monitor Arm|Monitor arm|92.00|41.00|Dovetail Hardware|30
Cable Tray|Cable tray|28.00|11.20|Dovetail Hardware|60
Caster Set|Set of five casters|24.00|8.75|Dovetail Hardware|70
Coat Rack|Coat rack|85.00|37.00|Dovetail Hardware|14
Planter|Planter, self-watering|48.00|19.00|Ashby Office Supply|25
`

const supplies = `
Fabric|Fabric, per yard|38.00
Wood Stain|Wood stain, quart|22.00
Fasteners|Assorted fasteners|12.50
Edge Band|Edge band, per foot|1.35
Gift Card Holder|Card holder|6.00
`

const charges = `
Freight Charge|Freight|65.00
Rush Fee|Handling within two days|90.00
Restocking Fee|Restocking of returned goods|40.00
`

/** An inventory item with its vendor and opening quantity. */
export interface Good {
  readonly name: string
  readonly vendor: string
  readonly stock: number
}

/** The inventory items. */
export const stockedGoods: readonly Good[] = getRows(goods).map(([name = '', , , , vendor = '', stock]) => ({
  name,
  vendor,
  stock: Number(stock),
}))

function getRows(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((row) => row.split('|'))
}

/** The items sold, except goods. */
export const soldServices: readonly string[] = [...getRows(services), ...getRows(charges)].map(([name = '']) => name)

/** Adds classes, sales taxes and items in every type; `opened` is the opening stock's date. */
export function addCatalogue(context: RequestContext, opened: string): void {
  for (const name of ['East', 'West', 'Online']) add(context, 'Class', { Name: name })
  add(context, 'Class', { Name: 'Showroom', ParentRef: named('East') })
  addTaxes(context)
  for (const row of getRows(services)) addSold(context, 'ItemService', row, 'Service Income', 'Non')
  for (const row of getRows(supplies)) addSold(context, 'ItemNonInventory', row, 'Product Income', 'Tax')
  for (const row of getRows(charges)) addSold(context, 'ItemOtherCharge', row, 'Shipping Income', 'Non')
  add(context, 'ItemService', {
    Name: 'Subcontracted Installation',
    SalesTaxCodeRef: named('Non'),
    SalesAndPurchase: {
      SalesDesc: 'Installation by a partner, per hour',
      SalesPrice: '82.00',
      IncomeAccountRef: named('Service Income'),
      PurchaseDesc: 'Installation, per hour',
      PurchaseCost: '51.00',
      ExpenseAccountRef: named('Subcontractors'),
      PrefVendorRef: named('Peregrine Installations'),
    },
  })
  for (const row of getRows(goods)) addGood(context, row, opened)
  addComposed(context)
}

function addTaxes(context: RequestContext): void {
  for (const [name, rate] of [
    ['County Tax', '0.75'],
    ['City Tax', '0.50'],
  ] as const) {
    add(context, 'ItemSalesTax', {
      Name: name,
      ItemDesc: name,
      TaxRate: rate,
      TaxVendorRef: named('State Board of Equalization'),
    })
  }
  add(context, 'ItemSalesTaxGroup', {
    Name: 'Sacramento Taxes',
    ItemDesc: 'State, county and city',
    ItemSalesTaxRef: [named('Sales Tax'), named('County Tax'), named('City Tax')],
  })
}

function addSold(
  context: RequestContext,
  kind: string,
  row: readonly string[],
  account: string,
  taxCode: string,
): void {
  const [name = '', description = '', price = ''] = row
  add(context, kind, {
    Name: name,
    SalesTaxCodeRef: named(taxCode),
    SalesOrPurchase: { Desc: description, Price: price, AccountRef: named(account) },
  })
}

function addGood(context: RequestContext, row: readonly string[], opened: string): void {
  const [name = '', description = '', price = '', cost = '', vendor = '', stock = '0'] = row
  add(context, 'ItemInventory', {
    Name: name,
    SalesDesc: description,
    SalesPrice: price,
    IncomeAccountRef: named('Product Income'),
    PurchaseDesc: description,
    PurchaseCost: cost,
    COGSAccountRef: named('Cost of Goods Sold'),
    PrefVendorRef: named(vendor),
    AssetAccountRef: named('Inventory Asset'),
    ReorderPoint: String(Math.ceil(Number(stock) / 3)),
    QuantityOnHand: stock,
    InventoryDate: opened,
  })
}

function addComposed(context: RequestContext): void {
  add(context, 'ItemInventoryAssembly', {
    Name: 'Workstation',
    SalesDesc: 'Workstation, assembled',
    SalesPrice: '720.00',
    IncomeAccountRef: named('Product Income'),
    PurchaseCost: '330.00',
    COGSAccountRef: named('Cost of Goods Sold'),
    AssetAccountRef: named('Inventory Asset'),
    ItemInventoryAssemblyLine: [
      part('ItemInventoryRef', 'Desk 60', '1'),
      part('ItemInventoryRef', 'Monitor Arm', '2'),
      part('ItemInventoryRef', 'Cable Tray', '1'),
    ],
  })
  add(context, 'ItemGroup', {
    Name: 'Reception Set',
    ItemDesc: 'Two lounge chairs with a side table and a lamp',
    IsPrintItemsInGroup: 'true',
    ItemGroupLine: [
      part('ItemRef', 'Lounge Chair', '2'),
      part('ItemRef', 'Side Table', '1'),
      part('ItemRef', 'Floor Lamp', '1'),
    ],
  })
  add(context, 'ItemSubtotal', { Name: 'Subtotal', ItemDesc: 'Subtotal' })
  add(context, 'ItemDiscount', {
    Name: 'Trade Discount',
    ItemDesc: 'Trade discount',
    DiscountRatePercent: '5.00',
    AccountRef: named('Discounts Given'),
  })
  add(context, 'ItemPayment', {
    Name: 'Down Payment',
    ItemDesc: 'Down payment, thank you',
    DepositToAccountRef: named('Undeposited Funds'),
    PaymentMethodRef: named('Check'),
  })
  for (const [name, description, cost] of [
    ['Delivery Van', 'Delivery van, used', '18500.00'],
    ['Panel Saw', 'Panel saw', '6400.00'],
  ] as const) {
    add(context, 'ItemFixedAsset', {
      Name: name,
      AcquiredAs: 'Old',
      PurchaseDesc: description,
      PurchaseDate: '2021-05-04',
      PurchaseCost: cost,
      AssetAccountRef: named('Furniture and Equipment'),
      AssetDesc: description,
    })
  }
}

function part(field: string, name: string, quantity: string) {
  return { [field]: named(name), Quantity: quantity }
}

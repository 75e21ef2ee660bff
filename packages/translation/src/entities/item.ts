import { Fault } from '@bridge/faults'
import { isBlank, isMeaningful } from '../check-value.ts'
import { child, childText, type Element } from '../qbxml/element.ts'
import { sameRow } from '../table/contact.ts'
import { customFields } from '../table/custom-fields.ts'
import { type RecordDraft, type Variant, variants } from '../table/entity-table.ts'
import { envelope, listIdentity } from '../table/identity.ts'
import { type JsonObject, scalarText } from '../table/json.ts'
import type { Rows } from '../table/row.ts'
import {
  bool,
  date,
  derived,
  filter,
  ignored,
  isName,
  max,
  names,
  or,
  passing,
  percent,
  permanent,
  price,
  quantity,
  readOnly,
  ref,
  refused,
  required,
  text,
  whole,
} from '../table/rows.ts'
import { taxable, taxCodeNames } from './currency-and-tax.ts'

const notInUs = refused('this field belongs to tax rules of other countries; QuickBooks Desktop (US) does not have it')
const noStock = refused('QuickBooks Desktop keeps stock only for inventory items')

const shared = (type: string): Rows => ({
  ...envelope,
  ...listIdentity,
  Name: text('Name', max(31), required, isName, filter('byName')),
  FullyQualifiedName: text('FullName', readOnly, filter('byFullName')),
  Active: bool('IsActive', filter('byActive')),
  Type: derived('text', () => type, {
    fixed: {
      reason: 'QuickBooks Desktop cannot change the type of an item',
      passes: passing(type),
    },
  }),
})

const levels: Rows = {
  ClassRef: ref('ClassRef', permanent),
  ParentRef: ref('ParentRef', permanent),
  SubItem: derived('bool', (record) => childText(record, 'Sublevel') !== '0'),
  Level: whole('Sublevel', readOnly),
}

const tax: Rows = {
  SalesTaxCodeRef: ref('SalesTaxCodeRef', permanent, names(...taxCodeNames)),
  Taxable: bool('SalesTaxCodeRef/FullName', taxable),
}

/** Members of QBO items that no item of QuickBooks Desktop has. */
const unknownToDesktop: Rows = {
  ...sameRow(['SalesTaxIncluded', 'PurchaseTaxIncluded', 'AbatementRate', 'ReverseChargeRate', 'ServiceType'], notInUs),
  ...sameRow(['UQCDisplayText', 'UQCId', 'TaxClassificationRef', 'PurchaseTaxCodeRef', 'DeferredRevenue'], notInUs),
  ...sameRow(
    [
      'ItemAssemblyDetail',
      'ItemGroupDetail',
      'PrintGroupedItems',
      'BuildPoint',
      'PaymentMethodRef',
      'DepositToAccountRef',
    ],
    refused('this field belongs to another type of item'),
  ),
  ItemCategoryType: ignored,
  Source: ignored,
  SpecialItem: ignored,
  SpecialItemType: ignored,
  CustomExtensions: ignored,
}

const soldOrBought: readonly [string, string] = ['SalesOrPurchase', 'SalesAndPurchase']

/** What an item costs: one account if it is only sold, two if it is bought as well. */
const priced: Rows = {
  Description: text('SalesOrPurchase/Desc', or('SalesAndPurchase/SalesDesc'), max(4095)),
  UnitPrice: price('SalesOrPurchase/Price', or('SalesAndPurchase/SalesPrice')),
  RatePercent: percent('SalesOrPurchase/PricePercent'),
  PercentBased: derived('bool', (record) => hasPath(record, 'SalesOrPurchase', 'PricePercent') || undefined),
  IncomeAccountRef: ref('SalesOrPurchase/AccountRef', or('SalesAndPurchase/IncomeAccountRef'), required, permanent),
  PurchaseDesc: text('SalesAndPurchase/PurchaseDesc', max(4095)),
  PurchaseCost: price('SalesAndPurchase/PurchaseCost'),
  ExpenseAccountRef: ref('SalesAndPurchase/ExpenseAccountRef', permanent),
  PrefVendorRef: ref('SalesAndPurchase/PrefVendorRef', permanent),
}

const hasPath = (record: Element, group: string, name: string): boolean => {
  const found = child(record, group)
  return found !== undefined && child(found, name) !== undefined
}

const withoutStock: Rows = {
  TrackQtyOnHand: derived('bool', () => false, {
    fixed: { reason: 'QuickBooks Desktop keeps stock only for inventory items' },
  }),
  ...sameRow(['QtyOnHand', 'InvStartDate', 'AssetAccountRef', 'COGSAccountRef', 'ReorderPoint'], noStock),
  ...sameRow(['AvgCost', 'QtyOnPurchaseOrder', 'QtyOnSalesOrder'], ignored),
}

/** `Taxable` and `SalesTaxCodeRef` are one field on the desktop: they must not say two things. */
const settleTax = ({ body, values }: RecordDraft): void => {
  const [flag, code] = [values.get('Taxable'), values.get('SalesTaxCodeRef')]
  if (flag === undefined || code === undefined || code === '') return
  const sent = body.SalesTaxCodeRef as JsonObject
  const name = (
    typeof code === 'object' && 'fullName' in code ? code.fullName : (scalarText(sent.name) ?? '')
  ).toLowerCase()
  if (name !== '' && (name === 'non') !== (flag === 'Non')) {
    throw new Fault('2010', 'Taxable contradicts SalesTaxCodeRef; send one of them', { element: 'Taxable' })
  }
  values.delete('Taxable')
}

const settlePrice = (draft: RecordDraft): void => {
  settleTax(draft)
  if (isMeaningful(draft.body.RatePercent) && isMeaningful(draft.body.UnitPrice)) {
    throw new Fault('2010', 'an item has either UnitPrice or RatePercent', { element: 'RatePercent' })
  }
}

const pricedItem = (desktop: string, type: string, can: Variant['can'], extra: Rows): Variant => ({
  desktop,
  can,
  oneOf: soldOrBought,
  modNames: { SalesOrPurchase: 'SalesOrPurchaseMod', SalesAndPurchase: 'SalesAndPurchaseMod' },
  rows: {
    ...shared(type),
    ...levels,
    ...extra,
    ...tax,
    ...priced,
    ...withoutStock,
    CustomField: customFields,
    ...unknownToDesktop,
  },
  alsoCheck: settlePrice,
})

const unitOfMeasure: Rows = { UOMSetRef: ref('UnitOfMeasureSetRef', permanent) }
const partNumber: Rows = { Sku: text('ManufacturerPartNumber', max(31)) }
const noPartNumber = sameRow(
  ['Sku', 'ManPartNum'],
  refused('QuickBooks Desktop has part numbers only on inventory and non-inventory parts'),
)

const ItemService = pricedItem('ItemService', 'Service', ['create', 'update'], { ...unitOfMeasure, ...noPartNumber })
const ItemNonInventory = pricedItem('ItemNonInventory', 'NonInventory', [], { ...partNumber, ...unitOfMeasure })
const ItemOtherCharge = pricedItem('ItemOtherCharge', 'Service', [], noPartNumber)

const ItemDiscount: Variant = {
  desktop: 'ItemDiscount',
  can: [],
  rows: {
    ...shared('Service'),
    ...levels,
    ...tax,
    Description: text('ItemDesc'),
    UnitPrice: price('DiscountRate'),
    RatePercent: percent('DiscountRatePercent'),
    PercentBased: derived('bool', (record) => child(record, 'DiscountRatePercent') !== undefined || undefined),
    IncomeAccountRef: ref('AccountRef'),
    ...withoutStock,
    CustomField: customFields,
  },
}

const stocked = (desktop: string, type: string): Variant => ({
  desktop,
  can: [],
  rows: {
    ...shared(type),
    ...levels,
    ...partNumber,
    ...unitOfMeasure,
    ...tax,
    Description: text('SalesDesc'),
    UnitPrice: price('SalesPrice'),
    IncomeAccountRef: ref('IncomeAccountRef'),
    PurchaseDesc: text('PurchaseDesc'),
    PurchaseCost: price('PurchaseCost'),
    ExpenseAccountRef: ref('COGSAccountRef'),
    PrefVendorRef: ref('PrefVendorRef'),
    AssetAccountRef: ref('AssetAccountRef'),
    TrackQtyOnHand: derived('bool', () => true),
    QtyOnHand: quantity('QuantityOnHand'),
    InvStartDate: date('InventoryDate'),
    ReorderPoint: quantity('ReorderPoint'),
    AvgCost: price('AverageCost', readOnly),
    QtyOnPurchaseOrder: quantity('QuantityOnOrder', readOnly),
    QtyOnSalesOrder: quantity('QuantityOnSalesOrder', readOnly),
    CustomField: customFields,
  },
})

const described = (desktop: string, type: string, extra: Rows = {}): Variant => ({
  desktop,
  can: [],
  rows: { ...shared(type), Description: text('ItemDesc'), ...extra, CustomField: customFields },
})

const FixedAsset = described('ItemFixedAsset', 'Fixed Asset', {
  ClassRef: ref('ClassRef'),
  Description: text('AssetDesc'),
  PurchaseDesc: text('PurchaseDesc'),
  PurchaseCost: price('PurchaseCost'),
  AssetAccountRef: ref('AssetAccountRef'),
})

/** Types of QBO that QuickBooks Desktop has, too, and that cannot be created yet. */
const knownTypes = ['NonInventory', 'Inventory', 'Group', 'Category', 'Assembly', 'Bundle', 'Discount', 'Fixed Asset']
const otherTypes = ['Other Charge', 'Payment', 'Subtotal', 'Tax', 'Tax Group']

const variantOf = (body: JsonObject): Variant => {
  const type = isBlank(body.Type) ? (body.TrackQtyOnHand === true ? 'Inventory' : 'Service') : body.Type
  if (typeof type === 'string' && type.toLowerCase() === 'service') return ItemService
  const known = [...knownTypes, ...otherTypes].find((each) => each.toLowerCase() === scalarText(type)?.toLowerCase())
  if (known === undefined)
    throw new Fault('2010', 'Type must be one of Service, NonInventory, Inventory', { element: 'Type' })
  throw new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    known === 'Category' || known === 'Bundle'
      ? `QuickBooks Desktop has no items of type ${known}`
      : `creating items of type ${known} is not available yet; Service is`,
    { element: 'Type' },
  )
}

/** Services, parts, charges and discounts; `ItemQuery` answers them all, and sales-tax items which are not items here. */
export const Item = variants('Item', {
  tables: [
    ItemService,
    ItemNonInventory,
    ItemOtherCharge,
    ItemDiscount,
    stocked('ItemInventory', 'Inventory'),
    stocked('ItemInventoryAssembly', 'Assembly'),
    FixedAsset,
    described('ItemSubtotal', 'Subtotal'),
    described('ItemPayment', 'Payment', {
      PaymentMethodRef: ref('PaymentMethodRef'),
      DepositToAccountRef: ref('DepositToAccountRef'),
    }),
    described('ItemGroup', 'Group', { UOMSetRef: ref('UnitOfMeasureSetRef') }),
  ],
  variantOf,
  query: 'Item',
  iterates: true,
  hierarchical: true,
  ownerId: true,
  mixed: true,
})

import { Fault } from '@bridge/faults'
import { isMeaningful } from '../check/check-value.ts'
import { sameRow } from '../parts/contact.ts'
import { taxable, taxCodeNames } from '../parts/currency-and-tax.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { child, childText, type Element } from '../qbxml/element.ts'
import type { RecordDraft } from '../table/entity-table.ts'
import { type JsonObject, scalarText } from '../table/json.ts'
import type { Rows } from '../table/row.ts'
import {
  bool,
  createOnly,
  date,
  derived,
  filter,
  fromNowOn,
  ignored,
  isName,
  max,
  names,
  note,
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
  writeOnly,
} from '../table/rows.ts'

const notInUs = refused('this field belongs to tax rules of other countries; QuickBooks Desktop (US) does not have it')
const ofOtherType = refused('this field belongs to another type of item')

/** What every item has. */
export function identified(type: string): Rows {
  return {
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
  }
}

/** Where an item stands in the list, for the types that have levels. */
export const levels: Rows = {
  ClassRef: ref('ClassRef', permanent),
  ParentRef: ref('ParentRef', permanent),
  SubItem: derived('bool', (record) => childText(record, 'Sublevel') !== '0'),
  Level: whole('Sublevel', readOnly),
}

export const tax: Rows = {
  SalesTaxCodeRef: ref('SalesTaxCodeRef', permanent, names(...taxCodeNames)),
  Taxable: bool('SalesTaxCodeRef/FullName', taxable),
}

export const unitOfMeasure: Rows = { UOMSetRef: ref('UnitOfMeasureSetRef', permanent) }

export const noUnit: Rows = {
  UOMSetRef: refused('charges and discounts of QuickBooks Desktop have no unit of measure'),
}

export const partNumber: Rows = {
  Sku: text('ManufacturerPartNumber', max(31)),
  ManPartNum: refused('the part number of QuickBooks Desktop is Sku'),
}

export const noPartNumber = sameRow(
  ['Sku', 'ManPartNum'],
  refused('QuickBooks Desktop has part numbers only on inventory and non-inventory parts'),
)

/** Members of QBO items that no service and no part of QuickBooks Desktop has. */
export const unknownToDesktop: Rows = {
  ...sameRow(['SalesTaxIncluded', 'PurchaseTaxIncluded', 'AbatementRate', 'ReverseChargeRate', 'ServiceType'], notInUs),
  ...sameRow(['UQCDisplayText', 'UQCId', 'TaxClassificationRef', 'PurchaseTaxCodeRef', 'DeferredRevenue'], notInUs),
  ...sameRow(['ItemAssemblyDetail', 'ItemGroupDetail', 'PrintGroupedItems', 'BuildPoint'], ofOtherType),
  ...sameRow(['PaymentMethodRef', 'DepositToAccountRef'], ofOtherType),
  ...sameRow(['ItemCategoryType', 'Source', 'SpecialItem', 'SpecialItemType', 'CustomExtensions'], ignored),
}

/** A changed account holds for what is posted from now on, as in the reference API. */
const postedFromNowOn = [fromNowOn, note('a changed account holds for new transactions; what is posted keeps its own')]

/** What an item costs: one account if it is only sold, two if it is bought as well. */
export const priced: Rows = {
  Description: text('SalesOrPurchase/Desc', or('SalesAndPurchase/SalesDesc'), max(4095)),
  UnitPrice: price('SalesOrPurchase/Price', or('SalesAndPurchase/SalesPrice')),
  RatePercent: percent('SalesOrPurchase/PricePercent'),
  PercentBased: derived('bool', (record) => hasPath(record, 'SalesOrPurchase', 'PricePercent') || undefined),
  IncomeAccountRef: ref(
    'SalesOrPurchase/AccountRef',
    or('SalesAndPurchase/IncomeAccountRef'),
    required,
    permanent,
    ...postedFromNowOn,
  ),
  PurchaseDesc: text('SalesAndPurchase/PurchaseDesc', max(4095)),
  PurchaseCost: price('SalesAndPurchase/PurchaseCost'),
  ExpenseAccountRef: ref('SalesAndPurchase/ExpenseAccountRef', permanent, ...postedFromNowOn),
  PrefVendorRef: ref('SalesAndPurchase/PrefVendorRef', permanent),
}

function hasPath(record: Element, group: string, name: string): boolean {
  const found = child(record, group)
  return found !== undefined && child(found, name) !== undefined
}

const noStock = 'QuickBooks Desktop keeps stock only for inventory items'

export const withoutStock: Rows = {
  TrackQtyOnHand: derived('bool', () => false, { fixed: { reason: noStock } }),
  ...sameRow(['QtyOnHand', 'InvStartDate', 'AssetAccountRef', 'COGSAccountRef', 'ReorderPoint'], refused(noStock)),
  ...sameRow(['AvgCost', 'QtyOnPurchaseOrder', 'QtyOnSalesOrder'], ignored),
}

/** What an item in stock costs, and how much of it there is. */
export const stocked: Rows = {
  Description: text('SalesDesc', max(4095)),
  UnitPrice: price('SalesPrice'),
  IncomeAccountRef: ref('IncomeAccountRef', required, permanent, ...postedFromNowOn),
  PurchaseDesc: text('PurchaseDesc', max(4095)),
  PurchaseCost: price('PurchaseCost'),
  ExpenseAccountRef: ref('COGSAccountRef', required, permanent, ...postedFromNowOn),
  PrefVendorRef: ref('PrefVendorRef', permanent),
  AssetAccountRef: ref('AssetAccountRef', required, permanent),
  TrackQtyOnHand: derived('bool', () => true, {
    fixed: { reason: 'an item of type Inventory is kept in stock', passes: passing(true) },
  }),
  QtyOnHand: quantity(
    'QuantityOnHand',
    createOnly,
    note('the opening quantity; later, InventoryAdjustment changes it'),
  ),
  InvStartDate: date('InventoryDate', createOnly, writeOnly),
  ReorderPoint: quantity('ReorderPoint'),
  AvgCost: price('AverageCost', readOnly),
  QtyOnPurchaseOrder: quantity('QuantityOnOrder', readOnly),
  QtyOnSalesOrder: quantity('QuantityOnSalesOrder', readOnly),
  COGSAccountRef: refused('the account of what sold stock has cost is ExpenseAccountRef'),
  ...sameRow(
    ['RatePercent', 'PercentBased'],
    refused('QuickBooks Desktop has percentages only on items without stock'),
  ),
}

/** `Taxable` and `SalesTaxCodeRef` are one field on the desktop: they must not say two things. */
export function settleTax({ body, values }: RecordDraft): void {
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

/** An item has a price or a percentage, and one tax code. */
export function settlePrice(draft: RecordDraft): void {
  settleTax(draft)
  if (isMeaningful(draft.body.RatePercent) && isMeaningful(draft.body.UnitPrice)) {
    throw new Fault('2010', 'an item has either UnitPrice or RatePercent', { element: 'RatePercent' })
  }
}

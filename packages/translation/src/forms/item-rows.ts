import { Fault } from '@bridge/faults'
import { child, type Element } from '@bridge/qbxml'
import { checkYes, isBlank, isMeaningful } from '../check/check-value.ts'
import { salesTaxCode, taxable } from '../parts/currency-and-tax.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { isBelowParent } from '../parts/level.ts'
import { stockAccountSetting, stockAdjustment } from '../parts/stock-adjustment.ts'
import type { RecordDraft } from '../table/entity-table.ts'
import { type JsonObject, type JsonValue, scalarText } from '../table/json.ts'
import type { RowSpecs } from '../table/row.ts'
import {
  acceptsNumbers,
  adjustedBy,
  alternative,
  createOnly,
  derived,
  echo,
  field,
  filter,
  ignored,
  isName,
  keepsPosted,
  notClearable,
  note,
  part,
  passing,
  readOnly,
  refused,
  required,
  sameRow,
  writeOnly,
} from '../table/rows.ts'
import type { Rejection } from '../table/traits.ts'

const notInUs = refused(
  'this field is for taxes of other countries, which QuickBooks Desktop (US) does not have',
  'Leave it out: taxes of the United States need SalesTaxCodeRef and DefaultTaxCodeRef only.',
)
const onOtherTypes = refused(
  'this field belongs to another type of item',
  'Create an Item of the type that has the field.',
)

/** Creates the fields on every item. */
export function identified(type: string): RowSpecs {
  return part('item', {
    ...envelope,
    ...listIdentity,
    Name: field('Name', required, isName, filter('byName')),
    FullyQualifiedName: field('FullName', readOnly, filter('byFullName')),
    Active: field('IsActive', filter('byActive')),
    Type: derived('text', () => type, {
      rejection: {
        reason: 'QuickBooks Desktop cannot change the type of an item',
        instead: 'Create another Item, and make this one inactive.',
        passes: passing(type),
      },
    }),
  })
}

/** An item's place in the hierarchy, for types with levels. */
export const levels: RowSpecs = part('item levels', {
  ClassRef: field('ClassRef'),
  ParentRef: field('ParentRef', notClearable),
  SubItem: isBelowParent,
  Level: field('Sublevel', readOnly),
})

export const tax: RowSpecs = part('item tax', {
  SalesTaxCodeRef: field('SalesTaxCodeRef', ...salesTaxCode),
  Taxable: field('SalesTaxCodeRef/FullName', taxable),
})

export const unitOfMeasure: RowSpecs = part('unit of measure', {
  UOMSetRef: field('UnitOfMeasureSetRef', notClearable),
})

export const noUnit: RowSpecs = part('unit of measure', {
  UOMSetRef: refused(
    'QuickBooks Desktop charges and discounts have no unit of measure',
    'Put the unit in Description of the item.',
  ),
})

export const partNumber: RowSpecs = part('part number', {
  Sku: field('ManufacturerPartNumber', acceptsNumbers),
  ManPartNum: refused('the part number of QuickBooks Desktop is Sku', 'Use Sku.'),
})

export const noPartNumber = sameRow(
  ['Sku', 'ManPartNum'],
  refused(
    'QuickBooks Desktop has part numbers only on inventory and non-inventory items',
    'Put the part number in Name or Description of the item.',
  ),
)

/** QBO item fields missing from both services and parts in QuickBooks Desktop. */
export const unknownToDesktop: RowSpecs = part('item', {
  ...sameRow(['SalesTaxIncluded', 'PurchaseTaxIncluded', 'AbatementRate', 'ReverseChargeRate', 'ServiceType'], notInUs),
  ...sameRow(['UQCDisplayText', 'UQCId', 'TaxClassificationRef', 'PurchaseTaxCodeRef', 'DeferredRevenue'], notInUs),
  ...sameRow(['ItemAssemblyDetail', 'ItemGroupDetail', 'PrintGroupedItems', 'BuildPoint'], onOtherTypes),
  ...sameRow(['PaymentMethodRef', 'DepositToAccountRef'], onOtherTypes),
  ...sameRow(['ItemCategoryType', 'Source', 'SpecialItem', 'SpecialItemType', 'CustomExtensions'], ignored),
})

/** As in QBO, a changed account applies to new transactions. */
const accountTraits = [
  keepsPosted,
  note('a changed account applies to new transactions; posted ones keep the old account'),
]

/** Rejects `PercentBased` on an item without a percentage. */
export const withPercentage: Rejection = {
  reason: 'it follows from RatePercent; send that',
  instead: 'Send RatePercent.',
  passes: (_value, { RatePercent }) => isMeaningful(RatePercent),
}

/** An item's prices: one account if it is only sold, two if it is also bought. */
export const priced: RowSpecs = part('item prices', {
  Description: field('SalesOrPurchase/Desc', acceptsNumbers, alternative('SalesAndPurchase/SalesDesc')),
  UnitPrice: field('SalesOrPurchase/Price', alternative('SalesAndPurchase/SalesPrice')),
  RatePercent: field('SalesOrPurchase/PricePercent'),
  PercentBased: derived('bool', (record) => hasPath(record, 'SalesOrPurchase', 'PricePercent') || undefined, {
    reads: ['SalesOrPurchase'],
    rejection: withPercentage,
  }),
  IncomeAccountRef: field(
    'SalesOrPurchase/AccountRef',
    alternative('SalesAndPurchase/IncomeAccountRef'),
    required,
    notClearable,
    ...accountTraits,
  ),
  PurchaseDesc: field('SalesAndPurchase/PurchaseDesc', acceptsNumbers),
  PurchaseCost: field('SalesAndPurchase/PurchaseCost'),
  ExpenseAccountRef: field('SalesAndPurchase/ExpenseAccountRef', notClearable, ...accountTraits),
  PrefVendorRef: field('SalesAndPurchase/PrefVendorRef'),
})

function hasPath(record: Element, group: string, name: string): boolean {
  const found = child(record, group)
  return found !== undefined && child(found, name) !== undefined
}

const noStock = 'QuickBooks Desktop tracks quantities only of inventory items'

export const withoutStock: RowSpecs = part('item without stock', {
  TrackQtyOnHand: derived('bool', () => false, {
    rejection: { reason: noStock, instead: 'Create an Item of type Inventory for what is in stock.' },
  }),
  ...sameRow(
    ['QtyOnHand', 'InvStartDate', 'AssetAccountRef', 'COGSAccountRef', 'ReorderPoint'],
    refused(noStock, 'Create an Item of type Inventory for what is in stock.'),
  ),
  ...sameRow(['AvgCost', 'QtyOnPurchaseOrder', 'QtyOnSalesOrder'], echo),
})

/** An inventory item's prices and stock. */
export const stocked: RowSpecs = part('item in stock', {
  Description: field('SalesDesc', acceptsNumbers),
  UnitPrice: field('SalesPrice'),
  IncomeAccountRef: field('IncomeAccountRef', required, notClearable, ...accountTraits),
  PurchaseDesc: field('PurchaseDesc', acceptsNumbers),
  PurchaseCost: field('PurchaseCost'),
  ExpenseAccountRef: field('COGSAccountRef', required, notClearable, ...accountTraits),
  PrefVendorRef: field('PrefVendorRef'),
  AssetAccountRef: field('AssetAccountRef', required, notClearable),
  TrackQtyOnHand: derived('bool', () => true, {
    rejection: {
      reason: 'items of the type Inventory are always tracked',
      instead: 'Create an Item of type NonInventory for what is not tracked.',
      passes: requireTracked,
    },
  }),
  QtyOnHand: field(
    'QuantityOnHand',
    createOnly,
    adjustedBy(stockAdjustment),
    note(`the opening quantity; an update adjusts it if the realm setting ${stockAccountSetting} names an account`),
  ),
  InvStartDate: field('InventoryDate', createOnly, writeOnly),
  ReorderPoint: field('ReorderPoint'),
  AvgCost: field('AverageCost', readOnly),
  QtyOnPurchaseOrder: field('QuantityOnOrder', readOnly),
  QtyOnSalesOrder: field('QuantityOnSalesOrder', readOnly),
  COGSAccountRef: refused('the cost of goods sold account is ExpenseAccountRef', 'Use ExpenseAccountRef.'),
  ...sameRow(
    ['RatePercent', 'PercentBased'],
    refused(
      'QuickBooks Desktop has percentages only on non-inventory items',
      'Send UnitPrice, or create an Item of type NonInventory or Service with a percentage.',
    ),
  ),
})

/** Resolves `Taxable` and `SalesTaxCodeRef`, a single field on the desktop. Rejects a contradiction. */
export function resolveTax({ body, values }: RecordDraft): void {
  const [flag, code] = [values.get('Taxable'), values.get('SalesTaxCodeRef')]
  if (flag === undefined || code === undefined || code === '') return
  const sent = body.SalesTaxCodeRef as JsonObject
  const name = (
    typeof code === 'object' && 'fullName' in code ? code.fullName : (scalarText(sent.name) ?? '')
  ).toLowerCase()
  // The company's other codes decide by themselves.
  if (['tax', 'non'].includes(name) && (name === 'non') !== (flag === 'Non')) {
    throw new Fault('2010', 'Taxable contradicts SalesTaxCodeRef. Send one of them.', { element: 'Taxable' })
  }
  values.delete('Taxable')
}

/** Rejects an item with both a price and a percentage, and resolves its tax code. */
export function resolvePrice(draft: RecordDraft): void {
  resolveTax(draft)
  if (isMeaningful(draft.body.RatePercent) && isMeaningful(draft.body.UnitPrice)) {
    throw new Fault('2010', 'UnitPrice and RatePercent exclude each other. Send one of them.', {
      element: 'RatePercent',
    })
  }
}

/** Rejects inventory without tracking, which QBO rejects as well. Throws 2010. */
function requireTracked(value: JsonValue): boolean {
  if (isBlank(value) || checkYes(value, 'TrackQtyOnHand')) return true
  throw new Fault('2010', 'TrackQtyOnHand must be true for items of the type Inventory.', { element: 'TrackQtyOnHand' })
}

import { Fault } from '@bridge/faults'
import { child, childrenByName, childText, type Element } from '@bridge/qbxml'
import { isBlank } from '../check/check-value.ts'
import {
  identified,
  levels,
  noPartNumber,
  noUnit,
  partNumber,
  priced,
  resolvePrice,
  resolveTax,
  stocked,
  tax,
  unitOfMeasure,
  unknownToDesktop,
  withoutStock,
  withPercentage,
} from '../forms/item-rows.ts'
import { taxCodes } from '../parts/currency-and-tax.ts'
import { customFields } from '../parts/custom-fields.ts'
import { family, type VariantSpec } from '../table/entity-table.ts'
import { type JsonObject, type JsonValue, scalarText } from '../table/json.ts'
import type { RowSpecs } from '../table/row.ts'
import {
  acceptsNumbers,
  derived,
  field,
  ignored,
  keepsPosted,
  notClearable,
  readOnly,
  refused,
  sameRow,
} from '../table/rows.ts'

const ItemService = pricedItem('ItemService', 'Service', ['create', 'update'], { ...unitOfMeasure, ...noPartNumber })

function pricedItem(desktop: string, type: string, can: VariantSpec['can'], extra: RowSpecs): VariantSpec {
  return {
    desktop,
    can,
    oneOf: ['SalesOrPurchase', 'SalesAndPurchase'],
    rows: {
      ...identified(type),
      ...levels,
      ...extra,
      ...tax,
      ...priced,
      ...withoutStock,
      CustomField: customFields,
      ...unknownToDesktop,
    },
    alsoCheck: resolvePrice,
  }
}

const ItemNonInventory = pricedItem('ItemNonInventory', 'NonInventory', ['create', 'update'], {
  ...partNumber,
  ...unitOfMeasure,
})

const ItemOtherCharge = pricedItem('ItemOtherCharge', 'Service', ['update'], { ...noUnit, ...noPartNumber })

const ItemDiscount: VariantSpec = {
  desktop: 'ItemDiscount',
  can: ['update'],
  rows: {
    ...identified('Service'),
    ...levels,
    ...noPartNumber,
    ...tax,
    Description: field('ItemDesc', acceptsNumbers),
    UnitPrice: field('DiscountRate'),
    RatePercent: field('DiscountRatePercent'),
    PercentBased: derived('bool', (record) => child(record, 'DiscountRatePercent') !== undefined || undefined, {
      reads: ['DiscountRatePercent'],
      rejection: withPercentage,
    }),
    IncomeAccountRef: field('AccountRef', notClearable, keepsPosted),
    ...withoutStock,
    ...sameRow(
      ['PurchaseDesc', 'PurchaseCost', 'ExpenseAccountRef', 'PrefVendorRef'],
      refused(
        'discounts cannot be purchased in QuickBooks Desktop',
        'Create a second Item of type Service for what you buy.',
      ),
    ),
    ...noUnit,
    CustomField: customFields,
    ...unknownToDesktop,
  },
  alsoCheck: resolvePrice,
}

const ItemInventory: VariantSpec = {
  desktop: 'ItemInventory',
  can: ['create', 'update'],
  rows: {
    ...identified('Inventory'),
    ...levels,
    ...partNumber,
    ...unitOfMeasure,
    ...tax,
    ...stocked,
    CustomField: customFields,
    ...unknownToDesktop,
  },
  alsoCheck: resolveTax,
}

const ItemInventoryAssembly: VariantSpec = {
  desktop: 'ItemInventoryAssembly',
  can: [],
  rows: {
    ...identified('Assembly'),
    ...levels,
    ...partNumber,
    ...unitOfMeasure,
    ...tax,
    ...stocked,
    BuildPoint: field('BuildPoint'),
    ReorderPoint: ignored,
    CustomField: customFields,
  },
}

const ItemGroup = plain('ItemGroup', 'Group', {
  UOMSetRef: field('UnitOfMeasureSetRef'),
  PrintGroupedItems: field('IsPrintItemsInGroup'),
  ItemGroupDetail: derived('structure', groupedItems),
})

/** Creates a read-only variant without levels. */
function plain(desktop: string, type: string, extra: RowSpecs): VariantSpec {
  return {
    desktop,
    can: [],
    rows: {
      ...identified(type),
      FullyQualifiedName: field('Name', readOnly),
      Description: field('ItemDesc', acceptsNumbers),
      ...extra,
      CustomField: customFields,
    },
  }
}

function groupedItems(group: Element): JsonValue {
  return {
    ItemGroupLine: childrenByName(group, 'ItemGroupLine').map((line) => {
      const item = child(line, 'ItemRef')
      const [value, name, qty] = [
        item && childText(item, 'ListID'),
        item && childText(item, 'FullName'),
        childText(line, 'Quantity'),
      ]
      return {
        ItemRef: { ...(value !== undefined && { value }), ...(name !== undefined && { name }) },
        ...(qty !== undefined && { Qty: Number(qty) }),
      }
    }),
  }
}

const ItemFixedAsset = plain('ItemFixedAsset', 'Fixed Asset', {
  ClassRef: field('ClassRef'),
  Description: field('AssetDesc', acceptsNumbers),
  PurchaseDesc: field('PurchaseDesc', acceptsNumbers),
  PurchaseCost: field('PurchaseCost'),
  AssetAccountRef: field('AssetAccountRef'),
})

const ItemPayment = plain('ItemPayment', 'Payment', {
  ClassRef: field('ClassRef'),
  PaymentMethodRef: field('PaymentMethodRef'),
  DepositToAccountRef: field('DepositToAccountRef'),
})

const created = [ItemService, ItemNonInventory, ItemInventory]
const createdTypes = ['Service', 'NonInventory', 'Inventory']
/** Item types QuickBooks Desktop has and this service only reads. */
const readTypes = ['Group', 'Assembly', 'Discount', 'Fixed Asset', 'Other Charge', 'Payment', 'Subtotal']
const otherTypes = ['Category', 'Bundle', 'Tax', 'Tax Group']

const tables = [
  ItemService,
  ItemNonInventory,
  ItemOtherCharge,
  ItemDiscount,
  ItemInventory,
  ItemInventoryAssembly,
  ItemFixedAsset,
  plain('ItemSubtotal', 'Subtotal', {}),
  ItemPayment,
  ItemGroup,
]

/**
 * Services, parts, charges and discounts. `ItemQuery` returns all of them, and also sales-tax items, which are not
 * `Item` records here.
 */
export const Item = family('Item', {
  variants: tables,
  chooseVariant,
  query: 'Item',
  iterates: true,
  hierarchical: true,
  ownerId: true,
  companions: { remembered: [taxCodes] },
  mixed: true,
  // The deletion log also contains sales-tax items.
  deletedAs: [...tables.map(({ desktop }) => desktop), 'ItemSalesTax'],
})

function chooseVariant({ Type: sent, TrackQtyOnHand: track }: JsonObject): VariantSpec {
  const type = isBlank(sent) ? (track === true ? 'inventory' : 'service') : scalarText(sent)?.trim().toLowerCase()
  const variant = created[createdTypes.findIndex((each) => each.toLowerCase() === type)]
  if (variant !== undefined) return variant
  const known = [...readTypes, ...otherTypes].find((each) => each.toLowerCase() === type)
  if (known === undefined)
    throw new Fault('2010', `Type must be one of ${createdTypes.join(', ')}.`, { element: 'Type' })
  throw new Fault(
    'UNSUPPORTED_BY_DESKTOP',
    readTypes.includes(known)
      ? `Items of the type ${known} can only be created in QuickBooks Desktop itself. Types that can be created here are ${createdTypes.join(', ')}.`
      : `QuickBooks Desktop has no items of the type ${known}.`,
    { element: 'Type' },
  )
}

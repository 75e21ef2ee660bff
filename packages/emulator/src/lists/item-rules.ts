import Big from 'big.js'
import { priceText, quantityText } from '../books/decimal.ts'
import { getRefId } from '../books/fields.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import { invalidField, missingAccount } from '../requests/status-error.ts'
import { addOpeningStock } from '../stock/opening-stock.ts'
import { getQuantityOnOrder } from '../stock/quantity-on-order.ts'
import { toDefaultReference } from './default-reference.ts'
import type { ListRules } from './kind-rules.ts'

const sides = ['SalesOrPurchase', 'SalesAndPurchase'] as const

/** Services and other charges: sold, bought or both; not taxable by default. */
export const soldItemRules: ListRules = {
  defaults: (_fields, { books }) => toDefaultReference(books, 'SalesTaxCodeRef', 'SalesTaxCode', 'Non'),
  check: (fields, _books, current) => checkSides(fields, current),
}

function checkSides(fields: Fields, current: ListRecord | undefined): void {
  const [single, both] = sides
  if (fields[single] === undefined && fields[both] === undefined) throw missingAccount('SalesOrPurchase/AccountRef')
  for (const [name, other] of [
    [single, both],
    [both, single],
  ] as const) {
    if (current?.fields[other] !== undefined && fields[name] !== undefined) {
      throw invalidField(name, current.id, `The item holds ${other}, which cannot be changed into ${name}.`)
    }
  }
}

/** Items without stock; taxable by default. */
export const nonInventoryRules: ListRules = {
  ...soldItemRules,
  defaults: (_fields, { books }) => toDefaultReference(books, 'SalesTaxCodeRef', 'SalesTaxCode', 'Tax'),
}

export const discountRules: ListRules = {
  defaults: (_fields, { books }) => toDefaultReference(books, 'SalesTaxCodeRef', 'SalesTaxCode', 'Non'),
  check(fields) {
    if (getRefId(fields, 'AccountRef') === undefined) throw missingAccount('AccountRef')
  },
}

const maxPrice = Big('9999999999.99999')

/** Items with stock; taxable by default. */
export const inventoryRules: ListRules = {
  defaults: (_fields, { books }) => toDefaultReference(books, 'SalesTaxCodeRef', 'SalesTaxCode', 'Tax'),
  onAdd: addOpeningStock,
  computed(item, { books }) {
    const { quantity, averageCost } = books.stock.getLevel(item.id)
    return {
      QuantityOnHand: quantityText(quantity),
      AverageCost: averagePriceText(averageCost ?? Big(0)),
      QuantityOnOrder: quantityText(getQuantityOnOrder(books, item.id)),
      QuantityOnSalesOrder: '0',
    }
  },
}

// A price has at most ten digits, which a tiny quantity's value can exceed.
function averagePriceText(cost: Big): string {
  return priceText(cost.gt(maxPrice) ? maxPrice : cost)
}

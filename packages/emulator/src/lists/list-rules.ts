import { accountRules } from './account-rules.ts'
import { assemblyRules, groupRules } from './composed-item-rules.ts'
import { currencyRules } from './currency-rules.ts'
import { employeeRules } from './employee-rules.ts'
import { discountRules, inventoryRules, nonInventoryRules, soldItemRules } from './item-rules.ts'
import type { ListRules } from './kind-rules.ts'
import { customerRules, vendorRules } from './name-rules.ts'
import { inventorySiteRules, priceLevelRules } from './price-level-rules.ts'
import { salesTaxGroupRules } from './sales-tax-rules.ts'

/** Add elements that are not stored, but handed to `onAdd`. */
export const openingFields = [
  'OpenBalance',
  'OpenBalanceDate',
  'QuantityOnHand',
  'TotalValue',
  'InventoryDate',
] as const

const none: ListRules = {}

const rules: ReadonlyMap<string, ListRules> = new Map<string, ListRules>([
  ['Account', accountRules],
  ['Customer', customerRules],
  ['Vendor', vendorRules],
  ['Employee', employeeRules],
  ['Currency', currencyRules],
  ['PriceLevel', priceLevelRules],
  ['InventorySite', inventorySiteRules],
  ['ItemService', soldItemRules],
  ['ItemOtherCharge', soldItemRules],
  ['ItemNonInventory', nonInventoryRules],
  ['ItemInventory', inventoryRules],
  ['ItemInventoryAssembly', assemblyRules],
  ['ItemDiscount', discountRules],
  ['ItemGroup', groupRules],
  ['ItemSalesTaxGroup', salesTaxGroupRules],
])

/** Returns a kind's rules. */
export function getListRules(kind: string): ListRules {
  return rules.get(kind) ?? none
}

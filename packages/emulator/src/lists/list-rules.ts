import type { Books } from '../books/books.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import type { RequestContext } from '../request-context.ts'
import { accountRules } from './account-rules.ts'
import { assemblyRules, groupRules } from './composed-item-rules.ts'
import { currencyRules } from './currency-rules.ts'
import { employeeRules } from './employee-rules.ts'
import { discountRules, inventoryRules, nonInventoryRules, soldItemRules } from './item-rules.ts'
import { customerRules, vendorRules } from './name-rules.ts'
import { salesTaxGroupRules } from './sales-tax-rules.ts'

/** What a kind of list record does besides keeping its fields. */
export interface ListRules {
  /** Fields of a request under other names or with what follows from them, before they are looked at. */
  requested?(fields: Fields, current: Fields): Fields
  /** Fields of an Add that says nothing of them. */
  defaults?(fields: Fields, context: RequestContext): Fields
  /** Refuses a record that cannot be; `current` is what a Mod changes. */
  check?(fields: Fields, books: Books, current: ListRecord | undefined): void
  /** Enters what a new record brings along; `brought` are the fields of the Add that no record keeps. */
  added?(record: ListRecord, brought: Fields, context: RequestContext): void
  /** Fields of the Ret that are not stored, or not shown as they are. */
  computed?(record: ListRecord, context: RequestContext): Fields
  /** Throws when the company file has the list switched off. */
  checkEnabled?(context: RequestContext): void
}

/** Elements of an Add that no record keeps: `added` gets them. */
export const broughtFields = [
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
  ['ItemService', soldItemRules],
  ['ItemOtherCharge', soldItemRules],
  ['ItemNonInventory', nonInventoryRules],
  ['ItemInventory', inventoryRules],
  ['ItemInventoryAssembly', assemblyRules],
  ['ItemDiscount', discountRules],
  ['ItemGroup', groupRules],
  ['ItemSalesTaxGroup', salesTaxGroupRules],
])

/** The rules of a kind; none for a list that only keeps its fields. */
export const listRules = (kind: string): ListRules => rules.get(kind) ?? none

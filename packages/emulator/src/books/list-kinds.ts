/** A list record kind. The message tables define its Ret elements and their order. */
export interface ListKind {
  readonly kind: string
  /** IDs, names and counters are unique within a family: customers and vendors share one, and so do all items. */
  readonly family: string
  /** The list's name in messages. */
  readonly list: string
  /** The element with the name. */
  readonly nameField: string
  /** A query over several kinds returns one kind after the other, in this order. */
  readonly isGroupedByKind?: true
  /** Elements a record must have. */
  readonly required: readonly string[]
}

export const listKinds: ReadonlyMap<string, ListKind> = new Map(
  [
    kind('Account', 'Account', 'Accounts', 'AccountType'),
    kind('Customer', 'Name', 'Customers'),
    kind('Vendor', 'Name', 'Vendors'),
    kind('Employee', 'Name', 'Employees'),
    kind('OtherName', 'Name', 'Other Names'),
    kind('Class', 'Class', 'Classes'),
    kind('CustomerType', 'CustomerType', 'Customer Types'),
    kind('JobType', 'JobType', 'Job Types'),
    kind('VendorType', 'VendorType', 'Vendor Types'),
    kind('StandardTerms', 'Terms', 'Terms'),
    kind('DateDrivenTerms', 'Terms', 'Terms', 'DayOfMonthDue'),
    kind('SalesTaxCode', 'SalesTaxCode', 'Sales Tax Codes', 'IsTaxable'),
    kind('PaymentMethod', 'PaymentMethod', 'Payment Methods'),
    kind('CustomerMsg', 'CustomerMsg', 'Customer Messages'),
    kind('ShipMethod', 'ShipMethod', 'Ship Methods'),
    { ...kind('SalesRep', 'SalesRep', 'Sales Reps'), nameField: 'Initial', required: ['Initial', 'SalesRepEntityRef'] },
    kind('Template', 'Template', 'Templates'),
    kind('PriceLevel', 'PriceLevel', 'Price Levels'),
    kind('InventorySite', 'InventorySite', 'Inventory Sites'),
    kind('Currency', 'Currency', 'Currencies', 'CurrencyCode'),
    item('ItemService'),
    item('ItemNonInventory'),
    item('ItemOtherCharge'),
    item('ItemInventory', 'IncomeAccountRef', 'COGSAccountRef', 'AssetAccountRef'),
    item('ItemInventoryAssembly', 'IncomeAccountRef', 'COGSAccountRef', 'AssetAccountRef'),
    item('ItemFixedAsset', 'AcquiredAs', 'PurchaseDesc', 'PurchaseDate', 'AssetAccountRef'),
    item('ItemSubtotal'),
    item('ItemDiscount', 'AccountRef'),
    item('ItemPayment'),
    item('ItemSalesTax'),
    item('ItemSalesTaxGroup', 'ItemSalesTaxRef'),
    item('ItemGroup'),
  ].map((each) => [each.kind, each]),
)

function kind(name: string, family: string, list: string, ...alsoRequired: readonly string[]): ListKind {
  return {
    kind: name,
    family,
    list,
    nameField: 'Name',
    required: ['Name', ...alsoRequired],
  }
}

function item(name: string, ...alsoRequired: readonly string[]): ListKind {
  return { ...kind(name, 'Item', 'Items', ...alsoRequired), isGroupedByKind: true }
}

/** Returns the kinds a query reads, by the name before `QueryRq`. */
export function queriedKinds(name: string): readonly ListKind[] {
  const ofFamily = (family: string) => [...listKinds.values()].filter((each) => each.family === family)
  if (name === 'Item') return ofFamily('Item')
  if (name === 'Terms') return ofFamily('Terms')
  if (name === 'Entity') return ofFamily('Name')
  const single = listKinds.get(name)
  return single === undefined ? [] : [single]
}

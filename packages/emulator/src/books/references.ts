/** The records a reference accepts: a whole family, or some kinds, and their name in messages. */
export interface Reference {
  readonly family: string
  readonly kinds?: readonly string[]
  readonly called: string
  /** A Mod can clear it. */
  readonly isClearable: boolean
}

/** The references by the element name's ending: `ARAccountRef` is an `AccountRef`. */
const references: readonly (readonly [ending: string, reference: Reference])[] = [
  ['ARAccountRef', needed('Account', 'AR Account')],
  ['APAccountRef', needed('Account', 'AP Account')],
  ['AccountRef', needed('Account')],
  ['ClassRef', to('Class')],
  ['CustomerRef', to('Name', 'Customer', ['Customer'])],
  ['PrefVendorRef', to('Name', 'Vendor', ['Vendor'])],
  ['VendorRef', needed('Name', 'Vendor', ['Vendor'])],
  ['SupervisorRef', to('Name', 'Employee', ['Employee'])],
  ['SalesRepEntityRef', to('Name', 'Entity', ['Vendor', 'Employee', 'OtherName'])],
  ['PayeeEntityRef', needed('Name', 'Entity')],
  ['EntityRef', to('Name', 'Entity')],
  ['CustomerTypeRef', to('CustomerType')],
  ['JobTypeRef', to('JobType')],
  ['VendorTypeRef', to('VendorType')],
  ['TermsRef', to('Terms')],
  ['SalesRepRef', to('SalesRep')],
  ['ShipMethodRef', to('ShipMethod')],
  ['TemplateRef', needed('Template')],
  ['CustomerMsgRef', to('CustomerMsg')],
  ['SalesTaxCodeRef', needed('SalesTaxCode')],
  ['ItemSalesTaxRef', needed('Item', 'Item', ['ItemSalesTax', 'ItemSalesTaxGroup'])],
  ['ItemRef', needed('Item')],
  ['ItemGroupRef', needed('Item', 'Item', ['ItemGroup'])],
  ['ItemServiceRef', to('Item', 'Item', ['ItemService'])],
  ['ItemInventoryRef', needed('Item', 'Item', ['ItemInventory', 'ItemInventoryAssembly'])],
  ['PaymentMethodRef', to('PaymentMethod')],
  ['PriceLevelRef', to('PriceLevel')],
  ['BillingRateRef', to('BillingRate')],
  ['UnitOfMeasureSetRef', needed('UnitOfMeasureSet')],
  ['CurrencyRef', needed('Currency')],
  ['InventorySiteRef', needed('InventorySite')],
  ['ParentSiteRef', to('InventorySite')],
  ['InventorySiteLocationRef', to('InventorySite')],
]

const found = new Map<string, Reference | undefined>()

/** Returns what an element refers to, by the first ending that fits. `ParentRef` refers to its record's own list. */
export function findReference(name: string): Reference | undefined {
  if (!found.has(name)) found.set(name, references.find(([ending]) => name.endsWith(ending))?.[1])
  return found.get(name)
}

function to(family: string, called = family, kinds?: readonly string[]): Reference {
  return { family, called, isClearable: true, ...(kinds && { kinds }) }
}

/** A reference no Mod can clear. */
function needed(...target: Parameters<typeof to>): Reference {
  return { ...to(...target), isClearable: false }
}

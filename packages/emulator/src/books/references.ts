/** The records that a reference accepts: those of a family, or of some of its kinds, and their name in messages. */
export interface Reference {
  readonly family: string
  readonly kinds?: readonly string[]
  readonly called: string
}

/** The references of requests and records by the end of the element's name: `ARAccountRef` is an `AccountRef`. */
const references: readonly (readonly [ending: string, reference: Reference])[] = [
  ['AccountRef', to('Account')],
  ['ClassRef', to('Class')],
  ['CustomerRef', to('Name', 'Customer', ['Customer'])],
  ['VendorRef', to('Name', 'Vendor', ['Vendor'])],
  ['SupervisorRef', to('Name', 'Employee', ['Employee'])],
  ['SalesRepEntityRef', to('Name', 'Entity', ['Vendor', 'Employee', 'OtherName'])],
  ['EntityRef', to('Name', 'Entity')],
  ['CustomerTypeRef', to('CustomerType')],
  ['JobTypeRef', to('JobType')],
  ['VendorTypeRef', to('VendorType')],
  ['TermsRef', to('Terms')],
  ['SalesRepRef', to('SalesRep')],
  ['ShipMethodRef', to('ShipMethod')],
  ['TemplateRef', to('Template')],
  ['CustomerMsgRef', to('CustomerMsg')],
  ['SalesTaxCodeRef', to('SalesTaxCode')],
  ['ItemSalesTaxRef', to('Item', 'Item', ['ItemSalesTax', 'ItemSalesTaxGroup'])],
  ['ItemRef', to('Item')],
  ['ItemGroupRef', to('Item', 'Item', ['ItemGroup'])],
  ['ItemServiceRef', to('Item', 'Item', ['ItemService'])],
  ['ItemInventoryRef', to('Item', 'Item', ['ItemInventory', 'ItemInventoryAssembly'])],
  ['PaymentMethodRef', to('PaymentMethod')],
  ['PriceLevelRef', to('PriceLevel')],
  ['BillingRateRef', to('BillingRate')],
  ['UnitOfMeasureSetRef', to('UnitOfMeasureSet')],
  ['CurrencyRef', to('Currency')],
  ['InventorySiteRef', to('InventorySite')],
  ['InventorySiteLocationRef', to('InventorySite')],
]

const found = new Map<string, Reference | undefined>()

/** Returns what an element refers to, by the first ending that fits. `ParentRef` refers to the list of its record. */
export function findReference(name: string): Reference | undefined {
  if (!found.has(name)) found.set(name, references.find(([ending]) => name.endsWith(ending))?.[1])
  return found.get(name)
}

function to(family: string, called = family, kinds?: readonly string[]): Reference {
  return kinds === undefined ? { family, called } : { family, called, kinds }
}

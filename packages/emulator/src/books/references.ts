/** The records that a reference accepts: those of a family, or of some of its kinds, and their name in messages. */
export interface Reference {
  readonly family: string
  readonly kinds?: readonly string[]
  readonly called: string
}

/** The references of requests and records by element name. `ParentRef` refers to the list of its record. */
export const references: ReadonlyMap<string, Reference> = new Map([
  ['AccountRef', to('Account')],
  ['ARAccountRef', to('Account')],
  ['APAccountRef', to('Account')],
  ['AssetAccountRef', to('Account')],
  ['BankAccountRef', to('Account')],
  ['COGSAccountRef', to('Account')],
  ['CreditCardAccountRef', to('Account')],
  ['DepositToAccountRef', to('Account')],
  ['DiscountAccountRef', to('Account')],
  ['RefundFromAccountRef', to('Account')],
  ['TransferFromAccountRef', to('Account')],
  ['TransferToAccountRef', to('Account')],
  ['IncomeAccountRef', to('Account')],
  ['ExpenseAccountRef', to('Account')],
  ['PrefillAccountRef', to('Account')],
  ['OverrideItemAccountRef', to('Account')],
  ['ClassRef', to('Class')],
  ['DiscountClassRef', to('Class')],
  ['OverrideClassRef', to('Class')],
  ['CustomerRef', to('Name', 'Customer', ['Customer'])],
  ['VendorRef', to('Name', 'Vendor', ['Vendor'])],
  ['EntityRef', to('Name', 'Entity')],
  ['PayeeEntityRef', to('Name', 'Entity')],
  ['ShipToEntityRef', to('Name', 'Entity')],
  ['PrefVendorRef', to('Name', 'Vendor', ['Vendor'])],
  ['TaxVendorRef', to('Name', 'Vendor', ['Vendor'])],
  ['SupervisorRef', to('Name', 'Employee', ['Employee'])],
  ['SalesRepEntityRef', to('Name', 'Entity', ['Vendor', 'Employee', 'OtherName'])],
  ['CustomerTypeRef', to('CustomerType')],
  ['JobTypeRef', to('JobType')],
  ['VendorTypeRef', to('VendorType')],
  ['TermsRef', to('Terms')],
  ['SalesRepRef', to('SalesRep')],
  ['ShipMethodRef', to('ShipMethod')],
  ['TemplateRef', to('Template')],
  ['CustomerMsgRef', to('CustomerMsg')],
  ['SalesTaxCodeRef', to('SalesTaxCode')],
  ['CustomerSalesTaxCodeRef', to('SalesTaxCode')],
  ['ItemSalesTaxRef', to('Item', 'Item', ['ItemSalesTax', 'ItemSalesTaxGroup'])],
  ['ItemRef', to('Item')],
  ['ItemGroupRef', to('Item', 'Item', ['ItemGroup'])],
  ['ItemServiceRef', to('Item', 'Item', ['ItemService'])],
  ['ItemInventoryRef', to('Item', 'Item', ['ItemInventory', 'ItemInventoryAssembly'])],
  ['PaymentMethodRef', to('PaymentMethod')],
  ['PreferredPaymentMethodRef', to('PaymentMethod')],
  ['PriceLevelRef', to('PriceLevel')],
  ['BillingRateRef', to('BillingRate')],
  ['UnitOfMeasureSetRef', to('UnitOfMeasureSet')],
  ['CurrencyRef', to('Currency')],
  ['InventorySiteRef', to('InventorySite')],
  ['InventorySiteLocationRef', to('InventorySite')],
])

function to(family: string, called = family, kinds?: readonly string[]): Reference {
  return kinds === undefined ? { family, called } : { family, called, kinds }
}

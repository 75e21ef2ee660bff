/** Lists whose names are short, by the reference's element (facts/qbxml.md, section 2.4). */
const shortNames: Readonly<Record<string, number>> = {
  CustomerSalesTaxCodeRef: 3,
  SalesTaxCodeRef: 3,
  SalesRepRef: 5,
  ShipMethodRef: 15,
  BillingRateRef: 31,
  InventorySiteRef: 31,
  ItemGroupRef: 31,
  InventorySiteLocationRef: 31,
  ItemSalesTaxRef: 31,
  OverrideUOMSetRef: 31,
  PaymentMethodRef: 31,
  PayrollItemWageRef: 31,
  PreferredPaymentMethodRef: 31,
  PriceLevelRef: 31,
  TemplateRef: 31,
  TermsRef: 31,
  UnitOfMeasureSetRef: 31,
  PrefVendorRef: 41,
  SalesRepEntityRef: 41,
  TaxVendorRef: 41,
  VendorRef: 41,
  CurrencyRef: 64,
  CustomerMsgRef: 101,
}

/** Accounts, classes and types have five levels of 31 characters. */
const fiveLevels = /(Account|Class|CustomerType|JobType|VendorType|ItemInventory|ItemService|ListObj)Ref$/

/**
 * How many characters a full name has at most in a reference; one that is longer names nothing.
 *
 * @param element the path of the reference's element
 */
export function referenceNameMax(element: string): number {
  const name = element.slice(element.lastIndexOf('/') + 1)
  return shortNames[name] ?? (fiveLevels.test(name) ? 159 : 209)
}

/** A kind of list record: where it lives and what its Ret holds. */
export interface ListKind {
  readonly kind: string
  /** Ids, names and counters are unique within a family: customers and vendors share one, and so do all items. */
  readonly family: string
  /** How QuickBooks calls the list in a message. */
  readonly list: string
  /** The element that holds the name. */
  readonly nameField: string
  /** Elements that a record cannot be without. */
  readonly required: readonly string[]
  /** The elements of the Ret behind the EditSequence, in their order. */
  readonly layout: readonly string[]
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const alsoRequired = new Map([
  ['Account', 'AccountType'],
  ['SalesTaxCode', 'IsTaxable'],
  ['DateDrivenTerms', 'DayOfMonthDue'],
  ['SalesRep', 'SalesRepEntityRef'],
])

const kind = (name: string, family: string, list: string, layout: string, nameField = 'Name'): ListKind => {
  const more = alsoRequired.get(name)
  const required = more === undefined ? [nameField] : [nameField, more]
  return { kind: name, family, list, nameField, required, layout: words(layout) }
}

const item = (name: string, layout: string): ListKind => kind(name, 'Item', 'Items', layout)

const contact = 'Salutation FirstName MiddleName LastName JobTitle'
const reach = 'Phone AltPhone Fax Email Cc Contact AltContact AdditionalContactRef'
const sellable = 'SalesTaxCodeRef SalesOrPurchase SalesAndPurchase'

/** The lists of the company file; field order as in facts/qbxml.md, appendix B. */
export const listKinds: ReadonlyMap<string, ListKind> = new Map(
  [
    kind(
      'Account',
      'Account',
      'Accounts',
      `Name FullName IsActive ParentRef Sublevel AccountType SpecialAccountType AccountNumber BankNumber Desc Balance
      TotalBalance TaxLineInfoRet CashFlowClassification CurrencyRef DataExtRet`,
    ),
    kind(
      'Customer',
      'Name',
      'Customers',
      `Name FullName IsActive ClassRef ParentRef Sublevel CompanyName ${contact} BillAddress BillAddressBlock
      ShipAddress ShipAddressBlock ShipToAddress ${reach} CustomerTypeRef TermsRef SalesRepRef Balance TotalBalance
      SalesTaxCodeRef ItemSalesTaxRef ResaleNumber AccountNumber CreditLimit PreferredPaymentMethodRef CreditCardInfo
      JobStatus JobStartDate JobProjectedEndDate JobEndDate JobDesc JobTypeRef Notes PreferredDeliveryMethod
      PriceLevelRef ExternalGUID CurrencyRef DataExtRet`,
    ),
    kind(
      'Vendor',
      'Name',
      'Vendors',
      `Name IsActive ClassRef CompanyName ${contact} VendorAddress VendorAddressBlock ShipAddress ${reach} NameOnCheck
      AccountNumber Notes VendorTypeRef TermsRef CreditLimit VendorTaxIdent IsVendorEligibleFor1099 Balance
      BillingRateRef ExternalGUID PrefillAccountRef CurrencyRef DataExtRet`,
    ),
    kind('Class', 'Class', 'Classes', 'Name FullName IsActive ParentRef Sublevel'),
    kind('CustomerType', 'CustomerType', 'Customer Types', 'Name FullName IsActive ParentRef Sublevel'),
    kind('JobType', 'JobType', 'Job Types', 'Name FullName IsActive ParentRef Sublevel'),
    kind('VendorType', 'VendorType', 'Vendor Types', 'Name FullName IsActive ParentRef Sublevel'),
    kind('StandardTerms', 'Terms', 'Terms', 'Name IsActive StdDueDays StdDiscountDays DiscountPct'),
    kind(
      'DateDrivenTerms',
      'Terms',
      'Terms',
      'Name IsActive DayOfMonthDue DueNextMonthDays DiscountDayOfMonth DiscountPct',
    ),
    kind('SalesTaxCode', 'SalesTaxCode', 'Sales Tax Codes', 'Name IsActive IsTaxable Desc'),
    kind('PaymentMethod', 'PaymentMethod', 'Payment Methods', 'Name IsActive PaymentMethodType'),
    kind('CustomerMsg', 'CustomerMsg', 'Customer Messages', 'Name IsActive'),
    kind('ShipMethod', 'ShipMethod', 'Ship Methods', 'Name IsActive'),
    kind('SalesRep', 'SalesRep', 'Sales Reps', 'Initial IsActive SalesRepEntityRef', 'Initial'),
    kind('Template', 'Template', 'Templates', 'Name IsActive TemplateType'),
    item(
      'ItemService',
      `Name FullName BarCodeValue IsActive ClassRef ParentRef Sublevel UnitOfMeasureSetRef ${sellable} ExternalGUID DataExtRet`,
    ),
    item(
      'ItemNonInventory',
      `Name FullName BarCodeValue IsActive ClassRef ParentRef Sublevel ManufacturerPartNumber UnitOfMeasureSetRef
      ${sellable} ExternalGUID DataExtRet`,
    ),
    item(
      'ItemOtherCharge',
      `Name FullName BarCodeValue IsActive ClassRef ParentRef Sublevel ${sellable} SpecialItemType ExternalGUID DataExtRet`,
    ),
    item(
      'ItemDiscount',
      `Name FullName BarCodeValue IsActive ClassRef ParentRef Sublevel ItemDesc SalesTaxCodeRef DiscountRate
      DiscountRatePercent AccountRef ExternalGUID DataExtRet`,
    ),
    item('ItemSubtotal', 'Name BarCodeValue IsActive ItemDesc SpecialItemType ExternalGUID DataExtRet'),
    item('ItemSalesTax', 'Name BarCodeValue IsActive ClassRef ItemDesc TaxRate TaxVendorRef ExternalGUID DataExtRet'),
  ].map((each) => [each.kind, each]),
)

/** Which kinds a query reads, by the name before `QueryRq`. */
export const queriedKinds = (name: string): readonly ListKind[] => {
  const ofFamily = (family: string) => [...listKinds.values()].filter((each) => each.family === family)
  if (name === 'Item') return ofFamily('Item')
  if (name === 'Terms') return ofFamily('Terms')
  if (name === 'Entity') return ofFamily('Name')
  const single = listKinds.get(name)
  return single === undefined ? [] : [single]
}

const address = words('Addr1 Addr2 Addr3 Addr4 Addr5 City State PostalCode Country Note')

/** The order of the fields inside an aggregate. */
export const aggregateLayouts: ReadonlyMap<string, readonly string[]> = new Map([
  ['BillAddress', address],
  ['ShipAddress', address],
  ['VendorAddress', address],
  ['ShipToAddress', ['Name', ...address, 'DefaultShipTo']],
  ['AdditionalContactRef', ['ContactName', 'ContactValue']],
  [
    'CreditCardInfo',
    words('CreditCardNumber ExpirationMonth ExpirationYear NameOnCard CreditCardAddress CreditCardPostalCode'),
  ],
  ['TaxLineInfoRet', ['TaxLineID', 'TaxLineName']],
  ['SalesOrPurchase', words('Desc Price PricePercent AccountRef')],
  [
    'SalesAndPurchase',
    words('SalesDesc SalesPrice IncomeAccountRef PurchaseDesc PurchaseCost ExpenseAccountRef PrefVendorRef'),
  ],
])

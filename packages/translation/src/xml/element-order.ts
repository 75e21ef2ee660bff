const identity = 'Id SyncToken MetaData CustomField'
const names = 'Title GivenName MiddleName FamilyName FullyQualifiedName CompanyName DisplayName PrintOnCheckName Active'
const contacts = 'PrimaryPhone AlternatePhone Mobile Fax PrimaryEmailAddr WebAddr'
const transaction = `${identity} DocNumber TxnDate DepartmentRef CurrencyRef ExchangeRate PrivateNote TxnStatus
  LinkedTxn Line TxnTaxDetail`

const list = `${identity} Code Name SubAccount SubClass SubDepartment ParentRef Description FullyQualifiedName Active
  Classification AccountType AccountSubType AcctNum BankNum OpeningBalance OpeningBalanceDate CurrentBalance
  CurrentBalanceWithSubAccounts CurrencyRef Type DiscountPercent DueDays DiscountDays DayOfMonthDue DueNextMonthDays
  DiscountDayOfMonth Hidden Taxable TaxGroup SalesTaxRateList PurchaseTaxRateList RateValue AgencyRef`

const sale = `${transaction} CustomerRef CustomerMemo BillAddr ShipAddr ClassRef SalesTermRef DueDate SalesRepRef
  PONumber FOB ShipMethodRef ShipDate TotalAmt HomeTotalAmt ApplyTaxAfterDiscount TemplateRef PrintStatus EmailStatus
  BillEmail ARAccountRef Balance HomeBalance FinanceCharge PaymentMethodRef PaymentRefNum PaymentType
  CreditCardPayment DepositToAccountRef AllowIPNPayment AllowOnlinePayment AllowOnlineCreditCardPayment
  AllowOnlineACHPayment ExpirationDate RemainingCredit`

const purchase = `${transaction} VendorRef APAccountRef PayType CheckPayment CreditCardPayment AccountRef PaymentType
  EntityRef Credit RemitToAddr TotalAmt Memo ClassRef SalesTermRef DueDate ExpectedDate VendorAddr Balance ShipTo
  InventorySiteRef ShipAddr ShipMethodRef FOB TemplateRef PrintStatus EmailStatus POStatus`

const adjustment = `${transaction} Adjustment HomeCurrencyAdjustment EnteredInHomeCurrency DepositToAccountRef CashBack
  TotalAmt HomeTotalAmt FromAccountRef ToAccountRef Amount ClassRef AdjustAccountRef CustomerRef`

const address = 'Line1 Line2 Line3 Line4 Line5 City Country CountrySubDivisionCode PostalCode Note'

const line = `Id LineNum Description Amount Received LinkedTxn DetailType PaymentLineDetail DiscountLineDetail
  TaxLineDetail SalesItemLineDetail DescriptionLineDetail ItemBasedExpenseLineDetail AccountBasedExpenseLineDetail
  DepositLineDetail PurchaseOrderItemLineDetail JournalEntryLineDetail GroupLineDetail SubTotalLineDetail
  ItemAdjustmentLineDetail CustomField`

const itemDetail = `ItemRef ClassRef UnitPrice RatePercent PriceLevelRef MarkupInfo Qty UOMRef ItemAccountRef
  InventorySiteRef TaxCodeRef CustomerRef BillableStatus ServiceDate`

/**
 * Child element order, by parent name, as in the QBO v3 API's XML schema: some clients read elements only in this
 * order. Names are those used on records; similar elements share a sequence.
 */
const sequences: Readonly<Record<string, string>> = {
  Account: list,
  Class: list,
  CompanyCurrency: list,
  CustomerType: list,
  Department: list,
  PaymentMethod: list,
  TaxCode: list,
  TaxRate: list,
  Term: list,
  VendorType: list,
  Customer: `${identity} ${names} ${contacts} DefaultTaxCodeRef Taxable BillAddr ShipAddr ContactName AltContactName Notes
    Job BillWithParent ParentRef Level CustomerTypeRef SalesTermRef SalesRepRef PaymentMethodRef PriceLevelRef Balance
    OpenBalanceDate BalanceWithJobs CreditLimit AcctNum CurrencyRef PreferredDeliveryMethod ResaleNum JobInfo`,
  Vendor: `${identity} ${names} ${contacts} ContactName AltContactName Notes BillAddr ShipAddr TaxIdentifier
    VendorTypeRef TermRef PrefillAccountRef Balance OpenBalanceDate CreditLimit AcctNum Vendor1099 CurrencyRef`,
  Employee: `${identity} ${names} ${contacts} EmployeeType EmployeeNumber SSN PrimaryAddr BillableTime BirthDate Gender
    HiredDate ReleasedDate Notes`,
  Item: `${identity} Name Sku Description Active SubItem ParentRef Level FullyQualifiedName Taxable PercentBased
    UnitPrice RatePercent Type PaymentMethodRef UOMSetRef IncomeAccountRef PurchaseDesc PurchaseCost ExpenseAccountRef
    AssetAccountRef PrefVendorRef AvgCost TrackQtyOnHand QtyOnHand QtyOnPurchaseOrder QtyOnSalesOrder ReorderPoint
    DepositToAccountRef SalesTaxCodeRef InvStartDate BuildPoint PrintGroupedItems ItemGroupDetail ClassRef`,
  TaxAgency: `${identity} DisplayName Active TaxRegistrationNumber TaxTrackedOnPurchases TaxTrackedOnSales`,
  ExchangeRate: `${identity} SourceCurrencyCode TargetCurrencyCode Rate AsOfDate`,
  CompanyInfo: `${identity} CompanyName LegalName CompanyAddr CustomerCommunicationAddr LegalAddr PrimaryPhone SampleFile
    EmployerId FiscalYearStartMonth TaxYearStartMonth Country Fax Email WebAddr SupportedLanguages NameValue`,
  Preferences: `${identity} AccountingInfoPrefs AdvancedInventoryPrefs ProductAndServicesPrefs SalesFormsPrefs
    EmailMessagesPrefs VendorAndPurchasesPrefs TimeTrackingPrefs TaxPrefs FinanceChargesPrefs CurrencyPrefs ReportPrefs
    OtherPrefs`,

  CreditMemo: sale,
  Estimate: sale,
  Invoice: sale,
  RefundReceipt: sale,
  SalesReceipt: sale,
  Payment: `${transaction} CustomerRef ARAccountRef DepositToAccountRef PaymentMethodRef PaymentRefNum CreditCardPayment
    TotalAmt UnappliedAmt ProcessPayment`,
  Bill: purchase,
  BillPayment: purchase,
  Purchase: purchase,
  PurchaseOrder: purchase,
  VendorCredit: purchase,
  Deposit: adjustment,
  InventoryAdjustment: adjustment,
  JournalEntry: adjustment,
  Transfer: adjustment,
  TimeActivity: `${identity} TxnDate NameOf EmployeeRef VendorRef OtherNameRef CustomerRef DepartmentRef ItemRef
    ClassRef PayrollItemRef BillableStatus HourlyRate Hours Minutes BreakHours BreakMinutes StartTime EndTime Description`,

  Line: line,
  TaxLine: line,
  SalesItemLineDetail: itemDetail,
  ItemBasedExpenseLineDetail: itemDetail,
  AccountBasedExpenseLineDetail: 'CustomerRef ClassRef AccountRef BillableStatus TaxCodeRef',
  DepositLineDetail: 'Entity ClassRef AccountRef PaymentMethodRef CheckNum TxnType',
  DiscountLineDetail: 'PercentBased DiscountPercent DiscountAccountRef ServiceDate ClassRef TaxCodeRef',
  GroupLineDetail: 'GroupItemRef Quantity UOMRef ServiceDate Line',
  ItemAdjustmentLineDetail: 'ItemRef QtyDiff NewQty',
  JournalEntryLineDetail: 'PostingType Entity AccountRef ClassRef BillableStatus',
  TaxLineDetail: 'TaxRateRef PercentBased TaxPercent NetAmountTaxable',

  BillAddr: address,
  CompanyAddr: address,
  CustomerCommunicationAddr: address,
  LegalAddr: address,
  PayeeAddr: address,
  PrimaryAddr: address,
  RemitToAddr: address,
  ShipAddr: address,
  VendorAddr: address,
  CashBack: 'AccountRef Amount Memo',
  CheckPayment: 'BankAccountRef PrintStatus PayeeAddr',
  CreditChargeInfo: 'Number NameOnAcct CcExpiryMonth CcExpiryYear BillAddrStreet PostalCode',
  CreditChargeResponse: 'CCTransId Status AuthCode',
  CreditCardPayment: 'CreditChargeInfo CreditChargeResponse',
  CustomField: 'DefinitionId Name Type StringValue BooleanValue DateValue NumberValue',
  Entity: 'Type EntityRef',
  ItemGroupLine: 'ItemRef Qty UOMRef',
  JobInfo: 'Status StartDate ProjectedEndDate EndDate Description JobTypeRef',
  LinkedTxn: 'TxnId TxnType TxnLineId',
  MarkupInfo: 'PercentBased Value Percent',
  MetaData: 'CreateTime LastUpdatedTime',
  NameValue: 'Name Value',
  TaxRateDetail: 'TaxRateRef TaxTypeApplicable TaxOrder TaxOnTaxOrder',
  TxnTaxDetail: 'DefaultTaxCodeRef TxnTaxCodeRef TotalTax TaxLine',

  AccountingInfoPrefs: `UseAccountNumbers RequiresAccounts TrackDepartments ClassTrackingPerTxn ClassTrackingPerTxnLine
    AutoJournalEntryNumber FirstMonthOfFiscalYear TaxYearMonth BookCloseDate CustomerTerminology`,
  AdvancedInventoryPrefs: `MLIAvailable MLIEnabled EnhancedInventoryReceivingEnabled TrackingSerialOrLotNumber
    TrackingOnSalesTransactionsEnabled TrackingOnPurchaseTransactionsEnabled TrackingOnInventoryAdjustmentEnabled
    TrackingOnBuildAssemblyEnabled FIFOEnabled FIFOEffectiveDate RowShelfBinEnabled BarcodeEnabled`,
  CurrencyPrefs: 'MultiCurrencyEnabled HomeCurrency',
  FinanceChargesPrefs: `AnnualInterestRate MinFinChrg GracePeriod CalcFinChrgFromTxnDate AssessFinChrgForOverdueCharges
    FinChrgAccountRef`,
  ProductAndServicesPrefs: 'ForSales ForPurchase InventoryAndPurchaseOrder QuantityWithPriceAndRate QuantityOnHand',
  ReportPrefs: 'ReportBasis CalcAgingReportFromTxnDate',
  SalesFormsPrefs: `UsingProgressInvoicing CustomField CustomTxnNumbers AllowDeposit AllowDiscount AllowEstimates
    AllowServiceDate AllowShipping AutoApplyPayments PrintItemWithZeroAmount DefaultShipMethodRef DefaultMarkup
    TrackReimbursableExpensesAsIncome UsingPriceLevels DefaultFOB`,
  TaxPrefs: `UsingSalesTax PartnerTaxEnabled TaxGroupCodeRef PaySalesTax NonTaxableSalesTaxCodeRef
    TaxableSalesTaxCodeRef`,
  TimeTrackingPrefs: 'WorkWeekStartDate TimeTrackingEnabled',
  VendorAndPurchasesPrefs: `TrackingByCustomer BillableExpenseTracking DefaultMarkup POCustomField UsingInventory
    UsingMultiLocationInventory DaysBillsAreDue DiscountAccountRef`,
}

const ranks: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(sequences).map(([parent, sequence]) => [
    parent,
    new Map(sequence.split(/\s+/).map((name, index) => [name, index])),
  ]),
)

/** Returns an element's position below its parent; elements missing from the schema follow all others. */
export function elementRank(parent: string, name: string): number {
  return ranks.get(parent)?.get(name) ?? Number.MAX_SAFE_INTEGER
}

/** Splits names at blanks. */
function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

function lists(texts: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, words(text)]))
}

/**
 * The fields QBO documents or has in its schema, by entity. Excludes fields on all records, and `DepartmentRef`, which
 * exists only if classes serve as departments.
 */
export const referenceFields = lists({
  Customer: `
    Id SyncToken DisplayName Title GivenName MiddleName Suffix FamilyName PrimaryEmailAddr ResaleNum
    SecondaryTaxIdentifier ARAccountRef DefaultTaxCodeRef PreferredDeliveryMethod GSTIN SalesTermRef CustomerTypeRef
    Fax BusinessNumber BillWithParent CurrencyRef Mobile Job BalanceWithJobs PrimaryPhone OpenBalanceDate Taxable
    AlternatePhone ParentRef Notes WebAddr Active CompanyName Balance ShipAddr PaymentMethodRef IsProject Source
    PrimaryTaxIdentifier GSTRegistrationType PrintOnCheckName BillAddr FullyQualifiedName Level TaxExemptionReasonId
    OtherAddr ContactName AltContactName RootCustomerRef SalesRepRef TaxGroupCodeRef TaxRateRef CCDetail
    PriceLevelRef CreditLimit AcctNum OverDueBalance TotalRevenue TotalExpense JobInfo TDSEnabled IsCISContractor
    ClientCompanyId ClientEntityId TaxRegime`,
  Vendor: `
    Id SyncToken Title GivenName MiddleName Suffix FamilyName PrimaryEmailAddr DisplayName OtherContactInfo
    APAccountRef TermRef Source GSTIN T4AEligible Fax BusinessNumber CurrencyRef HasTPAR TaxReportingBasis Mobile
    PrimaryPhone Active AlternatePhone Vendor1099 CostRate BillRate WebAddr T5018Eligible CompanyName
    VendorPaymentBankDetail TaxIdentifier AcctNum GSTRegistrationType PrintOnCheckName BillAddr Balance ContactName
    AltContactName Notes ShipAddr OtherAddr TaxCountry TaxIdEffectiveDate ParentRef VendorTypeRef PrefillAccountRef
    OpenBalanceDate CreditLimit TDSEnabled TDSEntityTypeId TDSSectionTypeId TDSOverrideThreshold IsSubContractor
    SubcontractorType CISRate AgencyVerificationStatus AgencyVerificationStatusMsg AgencyVerificationTSUTC
    CompanyRegistrationNumber`,
  Employee: `
    Id SyncToken PrimaryAddr PrimaryEmailAddr DisplayName Title BillableTime GivenName BirthDate MiddleName SSN
    PrimaryPhone Active ReleasedDate CostRate Mobile Gender HiredDate BillRate Organization Suffix FamilyName
    PrintOnCheckName EmployeeNumber V4IDPseudonym EmployeeType OtherAddr UseTimeEntry Notes`,
  Account: `
    Id Name SyncToken AcctNum CurrencyRef ParentRef Description Active SubAccount Classification FullyQualifiedName
    TxnLocationType AccountType CurrentBalanceWithSubAccounts AccountAlias TaxCodeRef AccountSubType CurrentBalance
    AccountPurposes AcctNumExtn BankNum OpeningBalance OpeningBalanceDate TaxAccount OnlineBankingEnabled FIName
    JournalCodeRef`,
  Item: `
    Id ItemCategoryType Name SyncToken InvStartDate Type QtyOnHand AssetAccountRef Sku SalesTaxIncluded
    TrackQtyOnHand SalesTaxCodeRef ClassRef Source PurchaseTaxIncluded Description AbatementRate SubItem Taxable
    UQCDisplayText ReorderPoint PurchaseDesc PrefVendorRef Active UQCId ReverseChargeRate PurchaseTaxCodeRef
    ServiceType PurchaseCost ParentRef UnitPrice FullyQualifiedName ExpenseAccountRef Level IncomeAccountRef
    TaxClassificationRef PercentBased RatePercent PaymentMethodRef UOMSetRef COGSAccountRef AvgCost
    QtyOnPurchaseOrder QtyOnSalesOrder ManPartNum DepositToAccountRef BuildPoint PrintGroupedItems SpecialItem
    SpecialItemType ItemGroupDetail ItemAssemblyDetail DeferredRevenue CustomExtensions`,
  Class: `
    Id Name SyncToken ParentRef SubClass Active FullyQualifiedName`,
  Term: `
    Id Name SyncToken DiscountPercent DiscountDays Active Type DayOfMonthDue DiscountDayOfMonth DueNextMonthDays
    DueDays`,
  PaymentMethod: `
    Id Name SyncToken Active Type`,
  CustomerType: `
    Id SyncToken CustomField AttachableRef Name ParentRef FullyQualifiedName Active`,
  TaxCode: `
    Id Name SyncToken PurchaseTaxRateList SalesTaxRateList TaxGroup Taxable Active Description Hidden
    TaxCodeConfigType AdjustmentTaxRateList`,
  TaxRate: `
    Id SyncToken RateValue Name AgencyRef SpecialTaxType EffectiveTaxRate DisplayType TaxReturnLineRef Active
    OriginalTaxRate Description`,
  TaxAgency: `
    Id DisplayName SyncToken TaxTrackedOnSales TaxTrackedOnPurchases LastFileDate TaxRegistrationNumber
    TaxAgencyConfig`,
  CompanyCurrency: `
    Id SyncToken CustomField AttachableRef Code Name Active`,
  ExchangeRate: `
    SyncToken AsOfDate SourceCurrencyCode Rate CustomField TargetCurrencyCode Id`,
  Invoice: `
    Id Line CustomerRef SyncToken CurrencyRef DocNumber BillEmail TxnDate ShipFromAddr ShipDate TrackingNum ClassRef
    PrintStatus SalesTermRef TxnSource LinkedTxn DepositToAccountRef GlobalTaxCalculation AllowOnlineACHPayment
    TransactionLocationType DueDate PrivateNote BillEmailCc CustomerMemo EmailStatus ProjectRef ExchangeRate Deposit
    TxnTaxDetail AllowOnlineCreditCardPayment CustomField ShipAddr BillEmailBcc ShipMethodRef BillAddr
    ApplyTaxAfterDiscount HomeBalance DeliveryInfo TotalAmt InvoiceLink RecurDataRef TaxExemptionRef Balance
    HomeTotalAmt FreeFormAddress AllowOnlinePayment AllowIPNPayment AllowOnlinePayPalPayment
    AllowOnlineAffirmPayment EInvoiceStatus ECloudStatusTimeStamp CfdiUse Exportation GlobalInfo invoiceStatus
    callToAction invoiceStatusLog PaymentDetailsMessage ConvenienceFeeDetail EnabledSurchargeInfo
    InvoiceLinkSecurityCode InvoiceLinkExpiryDate AutoPayEligible SchedulePayEligible ScheduledPaymentId
    GratuityEnabled FinancingProductType SubscriptionPaymentsSetting TxnRetainageDetail`,
  SalesReceipt: `
    Id Line CustomerRef SyncToken CurrencyRef BillEmail TxnDate ShipFromAddr CustomField ShipDate TrackingNum
    ClassRef PrintStatus PaymentRefNum TxnSource LinkedTxn GlobalTaxCalculation TransactionLocationType
    ApplyTaxAfterDiscount DocNumber PrivateNote DepositToAccountRef CustomerMemo EmailStatus ProjectRef
    CreditCardPayment TxnTaxDetail PaymentMethodRef ExchangeRate ShipAddr ShipMethodRef BillAddr HomeBalance
    DeliveryInfo RecurDataRef TotalAmt Balance HomeTotalAmt FreeFormAddress`,
  Estimate: `
    Id CustomerRef SyncToken CurrencyRef BillEmail TxnDate ShipFromAddr ShipDate ClassRef PrintStatus CustomField
    SalesTermRef TxnStatus LinkedTxn GlobalTaxCalculation AcceptedDate ExpirationDate TransactionLocationType
    DueDate DocNumber PrivateNote Line CustomerMemo EmailStatus ProjectRef TxnTaxDetail AcceptedBy ExchangeRate
    ShipAddr ShipMethodRef BillAddr ApplyTaxAfterDiscount TotalAmt RecurDataRef TaxExemptionRef HomeTotalAmt
    FreeFormAddress`,
  CreditMemo: `
    Id Line CustomerRef SyncToken CurrencyRef BillEmail TxnDate CustomField ClassRef PrintStatus SalesTermRef
    GlobalTaxCalculation TotalAmt InvoiceRef TransactionLocationType ApplyTaxAfterDiscount DocNumber PrivateNote
    CustomerMemo ProjectRef TxnTaxDetail PaymentMethodRef ExchangeRate ShipAddr EmailStatus BillAddr HomeBalance
    RemainingCredit RecurDataRef TaxExemptionRef Balance HomeTotalAmt`,
  RefundReceipt: `
    Id DepositToAccountRef Line SyncToken CurrencyRef PaymentRefNum BillEmail TxnDate CustomField ClassRef
    PrintStatus CheckPayment TxnSource GlobalTaxCalculation TransactionLocationType DocNumber PrivateNote
    CustomerMemo ProjectRef CreditCardPayment CustomerRef TxnTaxDetail PaymentMethodRef ExchangeRate ShipAddr
    PaymentType BillAddr ApplyTaxAfterDiscount HomeBalance RecurDataRef TotalAmt TaxExemptionRef Balance
    HomeTotalAmt RemainingCredit`,
  Payment: `
    Id TotalAmt CustomerRef SyncToken CurrencyRef PrivateNote PaymentMethodRef UnappliedAmt DepositToAccountRef
    ExchangeRate Line ProjectRef TxnSource ARAccountRef TxnDate CreditCardPayment TransactionLocationType
    PaymentRefNum TaxExemptionRef DocNumber RemitToRef PaymentType CheckPayment ProcessPayment PaymentExtendedType`,
  Bill: `
    Id VendorRef Line SyncToken CurrencyRef TxnDate APAccountRef SalesTermRef LinkedTxn GlobalTaxCalculation
    TotalAmt TransactionLocationType DueDate DocNumber PrivateNote TxnTaxDetail ExchangeRate IncludeInAnnualTPAR
    HomeBalance RecurDataRef Balance BillEmail ReplyEmail Memo PayerRef RemitToAddr ShipAddr VendorAddr LessCIS`,
  VendorCredit: `
    Id VendorRef Line SyncToken CurrencyRef DocNumber PrivateNote LinkedTxn GlobalTaxCalculation ExchangeRate
    APAccountRef TxnDate IncludeInAnnualTPAR TransactionLocationType Balance RecurDataRef TotalAmt BillEmail
    ReplyEmail Memo VendorAddr`,
  PurchaseOrder: `
    Id APAccountRef VendorRef Line SyncToken CurrencyRef TxnDate CustomField POEmail ClassRef SalesTermRef LinkedTxn
    GlobalTaxCalculation Memo POStatus TransactionLocationType DueDate DocNumber PrivateNote ShipMethodRef
    TxnTaxDetail ShipTo ExchangeRate ShipAddr VendorAddr EmailStatus TotalAmt RecurDataRef BillEmail ReplyEmail
    TaxCodeRef ReimbursableInfoRef ExpectedDate DropShipToEntity InventorySiteRef FOB TemplateRef PrintStatus
    ManuallyClosed`,
  BillPayment: `
    Id VendorRef Line TotalAmt PayType SyncToken CurrencyRef DocNumber PrivateNote TxnDate ExchangeRate APAccountRef
    TransactionLocationType ProcessBillPayment CheckPayment CreditCardPayment VendorAddr`,
  Purchase: `
    Id Line PaymentType AccountRef SyncToken CurrencyRef TxnDate PrintStatus RemitToAddr TxnSource LinkedTxn
    GlobalTaxCalculation TransactionLocationType DocNumber PrivateNote Credit TxnTaxDetail PaymentMethodRef
    PurchaseEx ExchangeRate EntityRef IncludeInAnnualTPAR TotalAmt RecurDataRef PaymentRefNum CheckPayment
    CreditCardPayment Memo LessCIS`,
  JournalEntry: `
    Id Line SyncToken CurrencyRef DocNumber PrivateNote TxnDate ExchangeRate TaxRateRef TransactionLocationType
    TxnTaxDetail GlobalTaxCalculation Adjustment RecurDataRef TotalAmt HomeTotalAmt HomeCurrencyAdjustment
    EnteredInHomeCurrency`,
  Deposit: `
    Id DepositToAccountRef Line SyncToken CurrencyRef PrivateNote GlobalTaxCalculation ExchangeRate TxnSource
    TxnDate CashBack TransactionLocationType TxnTaxDetail RecurDataRef TotalAmt HomeTotalAmt DocNumber`,
  Transfer: `
    Id ToAccountRef Amount FromAccountRef SyncToken PrivateNote TxnDate TransactionLocationType RecurDataRef
    DocNumber CurrencyRef ExchangeRate Line ClassRef`,
  TimeActivity: `
    Id NameOf SyncToken TxnDate BreakHours BreakMinutes EndTime Hours VendorRef HourlyRate CustomerRef EmployeeRef
    StartTime ClassRef Description Taxable TransactionLocationType CostRate ItemRef ProjectRef PayrollItemRef
    BillableStatus TimeZone OtherNameRef TimeChargeId Minutes Seconds BreakSeconds HoursInEmployeeTimeZone`,
  InventoryAdjustment: `
    Id SyncToken CustomField AttachableRef DocNumber TxnDate TxnSubType CurrencyRef ExchangeRate PrivateNote
    TxnStatus LinkedTxn Line TxnTaxDetail TxnSource TaxFormType TaxFormNum TransactionLocationType Tag
    TxnApprovalInfo RecurDataRef RecurringInfo ProjectRef TotalCostAmount HomeTotalCostAmount ShippingAdjustment
    AdjustAccountRef CustomerRef`,
  CompanyInfo: `
    Id SyncToken CompanyName CompanyAddr LegalAddr SupportedLanguages Country Email WebAddr NameValue
    FiscalYearStartMonth CustomerCommunicationAddr PrimaryPhone LegalName CompanyStartDate CompanyEmailAddr
    CustomerCommunicationEmailAddr CompanyURL OtherContactInfo CompanyFileName FlavorStratum SampleFile
    CompanyUserId CompanyUserAdminEmail EmployerId TaxYearStartMonth QBVersion ShipAddr OtherAddr Mobile Fax
    LastImportedTime LastSyncTime DefaultTimeZone MultiByteCharsSupported FifoCalculationStatus`,
  Preferences: `
    Id SyncToken EmailMessagesPrefs ProductAndServicesPrefs ReportPrefs AccountingInfoPrefs SalesFormsPrefs
    VendorAndPurchasesPrefs TaxPrefs OtherPrefs TimeTrackingPrefs CurrencyPrefs AdvancedInventoryPrefs
    PrintDocumentPrefs FinanceChargesPrefs`,
  VendorType: `
    Id SyncToken CustomField AttachableRef Name ParentRef FullyQualifiedName Active`,
})

/** Line detail fields, by detail name. */
export const referenceLineFields = lists({
  SalesItemLineDetail: `
    ItemRef ClassRef UnitPrice RatePercent PriceLevelRef MarkupInfo Qty UOMRef ItemAccountRef InventorySiteRef
    TaxCodeRef TaxClassificationRef ServiceDate TaxInclusiveAmt DiscountRate DiscountAmt DeferredRevenue`,
  ItemBasedExpenseLineDetail: `
    ItemRef ClassRef UnitPrice RatePercent PriceLevelRef MarkupInfo Qty UOMRef ItemAccountRef InventorySiteRef
    TaxCodeRef TaxClassificationRef CustomerRef BillableStatus TaxInclusiveAmt`,
  AccountBasedExpenseLineDetail: `
    CustomerRef ClassRef AccountRef BillableStatus MarkupInfo TaxAmount TaxCodeRef TaxInclusiveAmt`,
  JournalEntryLineDetail: `
    PostingType Entity AccountRef ClassRef DepartmentRef TaxCodeRef TaxRateRef TaxApplicableOn TaxAmount
    BillableStatus JournalCodeRef`,
  DepositLineDetail: `
    Entity ClassRef AccountRef PaymentMethodRef CheckNum TxnType TaxCodeRef TaxApplicableOn`,
  DiscountLineDetail: `
    PercentBased DiscountPercent DiscountAccountRef DiscountRef ServiceDate ClassRef TaxCodeRef`,
  DescriptionLineDetail: `
    ServiceDate TaxCodeRef`,
  GroupLineDetail: `
    GroupItemRef Quantity UOMRef ServiceDate Line`,
  ItemAdjustmentLineDetail: `
    ItemRef SalesPrice QtyDiff NewQty ClassRef`,
})

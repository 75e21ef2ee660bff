/** Groups and enumerations used by several files. The notation is explained in `notation.ts`. */
export const shared = `
listIdentity { ListID:id TimeCreated:datetime TimeModified:datetime EditSequence(16) }
txnIdentity { TxnID:id TimeCreated:datetime TimeModified:datetime EditSequence(16) TxnNumber:int? }

listFilters {
  MaxReturned:int[1..]? ActiveStatus=ActiveOnly/InactiveOnly/All? FromModifiedDate:datetime?
  ToModifiedDate:datetime?
  (NameFilter{MatchCriterion=StartsWith/Contains/EndsWith Name} | NameRangeFilter{FromName? ToName?})?
}

txnFilters {
  MaxReturned:int[1..]?
  (
    ModifiedDateRangeFilter{FromModifiedDate:datetime? ToModifiedDate:datetime?}
  | TxnDateRangeFilter{txnDateRangeFilter}
  )?
  EntityFilter{recordFilter}? AccountFilter{recordFilter}?
}

refNumberFilters {
  (
    RefNumberFilter{MatchCriterion=StartsWith/Contains/EndsWith RefNumber}
  | RefNumberRangeFilter{FromRefNumber? ToRefNumber?}
  )?
}

currencyFilter { (ListID:id+ | FullName(64)+) }
dataExt { OwnerID:guid DataExtName(31) DataExtValue }
setCredit { CreditTxnID:id AppliedAmount:amt Override:bool? }
barCode { BarCodeValue(50)? AssignEvenIfUsed:bool? AllowOverride:bool? }
additionalContact { ContactName(40) ContactValue(255) }
serialOrLotNumber { (SerialNumber(4095)? | LotNumber(40)?)? }

lineGroupRet {
  TxnLineID:id ItemGroupRef<31> Desc(4095)? Quantity:quan? UnitOfMeasure(31)? OverrideUOMSetRef<31>?
}

lineGroupMod { TxnLineID:id ItemGroupRef<31>? Quantity:quan? UnitOfMeasure(31)? OverrideUOMSetRef<31>? }

address {
  Addr1(41)? Addr2(41)? Addr3(41)? Addr4(41)? Addr5(41)? City(31)? State(21)? PostalCode(13)? Country(31)?
  Note(41)?
}

addressBlock { Addr1(41)? Addr2(41)? Addr3(41)? Addr4(41)? Addr5(41)? }
dataExtType = AMTTYPE/DATETIMETYPE/INTTYPE/PERCENTTYPE/PRICETYPE/QUANTYPE/STR1024TYPE/STR255TYPE
dataExtRet { OwnerID:guid? DataExtName(31) DataExtType=dataExtType DataExtValue }
errorRecovery { (ListID:id? | OwnerID:guid? | TxnID:id?) TxnNumber:int? EditSequence(16)? ExternalGUID:guid? }
recordFilter { (ListID:id+ | FullName+ | ListIDWithChildren:id | FullNameWithChildren) }
nestedNameAdd { Name(31) IsActive:bool? ParentRef<>? }
nestedNameRet { listIdentity Name(31) FullName(159) IsActive:bool? ParentRef<>? Sublevel:int }
specialItemType = FinanceCharge/ReimbursableExpenseGroup/ReimbursableExpenseSubtotal

itemInventoryRet {
  listIdentity Name(31) FullName(159) BarCodeValue(50)? IsActive:bool? ClassRef<159>? ParentRef<>? Sublevel:int
  ManufacturerPartNumber(31)? UnitOfMeasureSetRef<31>? SalesTaxCodeRef<3>? SalesDesc(4095)? SalesPrice:price?
  IncomeAccountRef<159>? PurchaseDesc(4095)? PurchaseCost:price? COGSAccountRef<159>? PrefVendorRef<41>?
  AssetAccountRef<159>? ReorderPoint:quan? Max:quan? QuantityOnHand:quan? AverageCost:price?
  QuantityOnOrder:quan? QuantityOnSalesOrder:quan? ExternalGUID:guid? DataExtRet{dataExtRet}*
}

itemInventoryAssemblyRet {
  listIdentity Name(31) FullName(159) BarCodeValue(50)? IsActive:bool? ClassRef<159>? ParentRef<>? Sublevel:int
  ManufacturerPartNumber(31)? UnitOfMeasureSetRef<31>? SalesTaxCodeRef<3>? SalesDesc(4095)? SalesPrice:price?
  IncomeAccountRef<159>? PurchaseDesc(4095)? PurchaseCost:price? COGSAccountRef<159>? PrefVendorRef<41>?
  AssetAccountRef<159>? BuildPoint:quan? Max:quan? QuantityOnHand:quan? AverageCost:price? QuantityOnOrder:quan?
  QuantityOnSalesOrder:quan? ExternalGUID:guid? ItemInventoryAssemblyLine{ItemInventoryRef<159> Quantity:quan?}*
  DataExtRet{dataExtRet}*
}

itemFixedAssetRet {
  listIdentity Name(31) BarCodeValue(50)? IsActive:bool? ClassRef<159>? AcquiredAs=New/Old PurchaseDesc(50)
  PurchaseDate:date PurchaseCost:price? VendorOrPayeeName(50)? AssetAccountRef<159>?
  FixedAssetSalesInfo{SalesDesc(50) SalesDate:date SalesPrice:price? SalesExpense:price?}? AssetDesc(50)?
  Location(50)? PONumber(30)? SerialNumber(30)? WarrantyExpDate:date? Notes(4095)? AssetNumber(10)?
  CostBasis:amt? YearEndAccumulatedDepreciation:amt? YearEndBookValue:amt? ExternalGUID:guid?
  DataExtRet{dataExtRet}*
}

itemSalesTaxRet {
  listIdentity Name(31) BarCodeValue(50)? IsActive:bool? ClassRef<159>? ItemDesc(4095)? TaxRate:percent?
  TaxVendorRef<41>? ExternalGUID:guid? DataExtRet{dataExtRet}*
}

itemSalesTaxGroupRet {
  listIdentity Name(31) BarCodeValue(50)? IsActive:bool? ItemDesc(4095)? ExternalGUID:guid? ItemSalesTaxRef<31>*
  DataExtRet{dataExtRet}*
}

itemGroupLine { ItemRef<>? Quantity:quan? UnitOfMeasure(31)? }

itemGroupRet {
  listIdentity Name(31) BarCodeValue(50)? IsActive:bool? ItemDesc(4095)? UnitOfMeasureSetRef<31>?
  IsPrintItemsInGroup:bool? SpecialItemType=specialItemType? ExternalGUID:guid? ItemGroupLine{itemGroupLine}*
  DataExtRet{dataExtRet}*
}

lineGroupAdd {
  ItemGroupRef<31> Quantity:quan? UnitOfMeasure(31)? InventorySiteRef<31>? InventorySiteLocationRef<31>?
  DataExt{dataExt}*
}

txnType = ARRefundCreditCard/Bill/BillPaymentCheck/BillPaymentCreditCard/BuildAssembly/Charge/Check/
  CreditCardCharge/CreditCardCredit/CreditMemo/Deposit/Estimate/InventoryAdjustment/Invoice/ItemReceipt/
  JournalEntry/LiabilityAdjustment/Paycheck/PayrollLiabilityCheck/PurchaseOrder/ReceivePayment/SalesOrder/
  SalesReceipt/SalesTaxPaymentCheck/Transfer/VendorCredit/YTDAdjustment

linkedTxn { TxnID:id TxnType=txnType TxnDate:date RefNumber(20)? LinkType=AMTTYPE/QUANTYPE? Amount:amt }

invoiceLineMod {
  TxnLineID:id ItemRef<>? Desc(4095)? Quantity:quan? UnitOfMeasure(31)? OverrideUOMSetRef<31>?
  (Rate:price | RatePercent:percent | PriceLevelRef<31>)? ClassRef<159>? Amount:amt?
  OptionForPriceRuleConflict=Zero/BasePrice? InventorySiteRef<31>? InventorySiteLocationRef<31>?
  serialOrLotNumber ServiceDate:date? SalesTaxCodeRef<3>? OverrideItemAccountRef<159>? Other1(29)? Other2(29)?
}

dateMacro = All/Today/ThisWeek/ThisWeekToDate/ThisMonth/ThisMonthToDate/ThisCalendarQuarter/
  ThisCalendarQuarterToDate/ThisFiscalQuarter/ThisFiscalQuarterToDate/ThisCalendarYear/ThisCalendarYearToDate/
  ThisFiscalYear/ThisFiscalYearToDate/Yesterday/LastWeek/LastWeekToDate/LastMonth/LastMonthToDate/
  LastCalendarQuarter/LastCalendarQuarterToDate/LastFiscalQuarter/LastFiscalQuarterToDate/LastCalendarYear/
  LastCalendarYearToDate/LastFiscalYear/LastFiscalYearToDate/NextWeek/NextFourWeeks/NextMonth/
  NextCalendarQuarter/NextCalendarYear/NextFiscalQuarter/NextFiscalYear

txnDateRangeFilter { (FromTxnDate:date? ToTxnDate:date? | DateMacro=dateMacro) }

appliedToTxnAdd {
  TxnID:id PaymentAmount:amt? SetCredit{setCredit}* DiscountAmount:amt? DiscountAccountRef<159>?
  DiscountClassRef<159>?
}

appliedToTxnRet {
  TxnID:id TxnType=txnType TxnDate:date? RefNumber(20)? BalanceRemaining:amt? Amount:amt? DiscountAmount:amt?
  DiscountAccountRef<159>? DiscountClassRef<159>? LinkedTxn{linkedTxn}*
}

billableStatus = Billable/NotBillable/HasBeenBilled

expenseLineAdd {
  AccountRef<159>? Amount:amt? Memo(4095)? CustomerRef<209>? ClassRef<159>? BillableStatus=billableStatus?
  SalesRepRef<5>? DataExt{dataExt}*
}

expenseLineRet {
  TxnLineID:id AccountRef<159>? Amount:amt? Memo(4095)? CustomerRef<209>? ClassRef<159>?
  BillableStatus=billableStatus? SalesRepRef<5>? DataExtRet{dataExtRet}*
}

itemLineRet {
  TxnLineID:id ItemRef<>? InventorySiteRef<31>? InventorySiteLocationRef<31>? serialOrLotNumber Desc(4095)?
  Quantity:quan? UnitOfMeasure(31)? OverrideUOMSetRef<31>? Cost:price? Amount:amt? CustomerRef<209>?
  ClassRef<159>? BillableStatus=billableStatus? SalesRepRef<5>? DataExtRet{dataExtRet}*
}

itemGroupLineRet { lineGroupRet TotalAmount:amt ItemLineRet{itemLineRet}* DataExt{dataExt}* }

expenseLineMod {
  TxnLineID:id AccountRef<159>? Amount:amt? Memo(4095)? CustomerRef<209>? ClassRef<159>?
  BillableStatus=billableStatus? SalesRepRef<5>?
}

itemLineMod {
  TxnLineID:id ItemRef<>? InventorySiteRef<31>? InventorySiteLocationRef<31>? serialOrLotNumber Desc(4095)?
  Quantity:quan? UnitOfMeasure(31)? OverrideUOMSetRef<31>? Cost:price? Amount:amt? CustomerRef<209>?
  ClassRef<159>? BillableStatus=billableStatus? OverrideItemAccountRef<159>? SalesRepRef<5>?
}

itemGroupLineMod { lineGroupMod ItemLineMod{itemLineMod}* }

itemLineAdd {
  ItemRef<>? InventorySiteRef<31>? InventorySiteLocationRef<31>? serialOrLotNumber Desc(4095)? Quantity:quan?
  UnitOfMeasure(31)? Cost:price? Amount:amt? CustomerRef<209>? ClassRef<159>? BillableStatus=billableStatus?
  OverrideItemAccountRef<159>? SalesRepRef<5>? DataExt{dataExt}*
}
`

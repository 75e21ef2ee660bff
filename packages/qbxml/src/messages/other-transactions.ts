/** Time, inventory adjustments and the query over all transactions. The notation is explained in `notation.ts`. */
export const otherTransactions = `
InventoryAdjustmentAddRq {
  InventoryAdjustmentAdd {
    AccountRef<159> TxnDate:date? RefNumber(11)? InventorySiteRef<31>? CustomerRef<209>? ClassRef<159>?
    Memo(4095)? ExternalGUID:guid?
    InventoryAdjustmentLineAdd {
      ItemRef<>
      (
        QuantityAdjustment {
          (NewQuantity:quan | QuantityDifference:quan) serialOrLotNumber InventorySiteLocationRef<31>?
        }
      | ValueAdjustment{(NewQuantity:quan? | QuantityDifference:quan) (NewValue:amt | ValueDifference:amt)?}
      | SerialNumberAdjustment {
          (AddSerialNumber(4095)? | RemoveSerialNumber(4095)?) InventorySiteLocationRef<31>?
        }
      | LotNumberAdjustment{LotNumber(40)? CountAdjustment:int? InventorySiteLocationRef<31>?}
      )
    }+
  }
  IncludeRetElement(50)*
}

inventoryAdjustmentRet {
  txnIdentity AccountRef<159> InventorySiteRef<31>? TxnDate:date RefNumber(11)? CustomerRef<209>? ClassRef<159>?
  Memo(4095)? ExternalGUID:guid?
  InventoryAdjustmentLineRet {
    TxnLineID:id ItemRef<> (SerialNumber(4095)? SerialNumberAddedOrRemoved=Added/Removed? | LotNumber(40)?)?
    InventorySiteLocationRef<31>? QuantityDifference:quan ValueDifference:amt
  }*
  DataExtRet{dataExtRet}*
}

InventoryAdjustmentAddRs { InventoryAdjustmentRet{inventoryAdjustmentRet}? ErrorRecovery{errorRecovery}? }

InventoryAdjustmentModRq {
  InventoryAdjustmentMod {
    TxnID:id EditSequence(16) AccountRef<159>? InventorySiteRef<31>? TxnDate:date? RefNumber(11)?
    CustomerRef<209>? ClassRef<159>? Memo(4095)?
    InventoryAdjustmentLineMod {
      TxnLineID:id ItemRef<>? (SerialNumber(4095)? | LotNumber(40)? CountAdjustment:int?)
      InventorySiteLocationRef<31>? QuantityDifference:quan? ValueDifference:amt?
    }*
  }
  IncludeRetElement(50)*
}

InventoryAdjustmentModRs { InventoryAdjustmentRet{inventoryAdjustmentRet}? ErrorRecovery{errorRecovery}? }

InventoryAdjustmentQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters ItemFilter{(ListID:id+ | FullName(159)+ | ListIDWithChildren:id | FullNameWithChildren(159))}?
    refNumberFilters
  )?
  IncludeLineItems:bool? IncludeRetElement(50)* OwnerID:guid*
}

InventoryAdjustmentQueryRs @iterator { InventoryAdjustmentRet{inventoryAdjustmentRet}* }

TimeTrackingAddRq {
  TimeTrackingAdd {
    TxnDate:date? EntityRef<209> CustomerRef<209>? ItemServiceRef<159>? Duration:interval ClassRef<159>?
    PayrollItemWageRef<31>? Notes(4095)? BillableStatus=billableStatus? ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

timeTrackingRet {
  txnIdentity TxnDate:date EntityRef<209> CustomerRef<209>? ItemServiceRef<159>? Duration:interval
  ClassRef<159>? PayrollItemWageRef<31>? Notes(4095)? BillableStatus=billableStatus? ExternalGUID:guid?
}

TimeTrackingAddRs { TimeTrackingRet{timeTrackingRet}? ErrorRecovery{errorRecovery}? }

TimeTrackingModRq {
  TimeTrackingMod {
    TxnID:id EditSequence(16) TxnDate:date? EntityRef<209> CustomerRef<209>? ItemServiceRef<159>?
    Duration:interval ClassRef<159>? PayrollItemWageRef<31>? Notes(4095)? BillableStatus=billableStatus?
  }
  IncludeRetElement(50)*
}

TimeTrackingModRs { TimeTrackingRet{timeTrackingRet}? ErrorRecovery{errorRecovery}? }

TimeTrackingQueryRq @iterator {
  (
    TxnID:id+
  | MaxReturned:int[1..]?
    (
      ModifiedDateRangeFilter{FromModifiedDate:datetime? ToModifiedDate:datetime?}
    | TxnDateRangeFilter{txnDateRangeFilter}
    )?
    TimeTrackingEntityFilter{(ListID:id+ | FullName+)}?
  )?
  IncludeRetElement(50)*
}

TimeTrackingQueryRs @iterator { TimeTrackingRet{timeTrackingRet}* }

accountTypeFilter = AccountsPayable/AccountsReceivable/AllowedFor1099/APAndSalesTax/APOrCreditCard/ARAndAP/
  Asset/BalanceSheet/Bank/BankAndARAndAPAndUF/BankAndUF/CostOfSales/CreditCard/CurrentAsset/
  CurrentAssetAndExpense/CurrentLiability/Equity/EquityAndIncomeAndExpense/ExpenseAndOtherExpense/FixedAsset/
  IncomeAndExpense/IncomeAndOtherIncome/Liability/LiabilityAndEquity/LongTermLiability/NonPosting/
  OrdinaryExpense/OrdinaryIncome/OrdinaryIncomeAndCOGS/OrdinaryIncomeAndExpense/OtherAsset/OtherCurrentAsset/
  OtherCurrentLiability/OtherExpense/OtherIncome/OtherIncomeOrExpense

itemTypeFilter = AllExceptFixedAsset/Assembly/Discount/FixedAsset/Inventory/InventoryAndAssembly/NonInventory/
  OtherCharge/Payment/Sales/SalesTax/Service

txnTypeFilter = All/ARRefundCreditCard/Bill/BillPaymentCheck/BillPaymentCreditCard/BuildAssembly/Charge/Check/
  CreditCardCharge/CreditCardCredit/CreditMemo/Deposit/Estimate/InventoryAdjustment/Invoice/ItemReceipt/
  JournalEntry/LiabilityAdjustment/Paycheck/PayrollLiabilityCheck/PurchaseOrder/ReceivePayment/SalesOrder/
  SalesReceipt/SalesTaxPaymentCheck/Transfer/VendorCredit/YTDAdjustment

TransactionQueryRq @iterator {
  (
    TxnID:id+
  | MaxReturned:int[1..]?
    (
      RefNumber+
    | RefNumberCaseSensitive+
    | RefNumberFilter{MatchCriterion=StartsWith/Contains/EndsWith RefNumber}
    | RefNumberRangeFilter{FromRefNumber? ToRefNumber?}
    )?
    TransactionModifiedDateRangeFilter {
      (FromModifiedDate:datetime? ToModifiedDate:datetime? | DateMacro=dateMacro)
    }?
    TransactionDateRangeFilter{txnDateRangeFilter}?
    TransactionEntityFilter {
      (
        EntityTypeFilter=Customer/Employee/OtherName/Vendor
      | ListID:id+
      | FullName+
      | ListIDWithChildren:id
      | FullNameWithChildren
      )
    }?
    TransactionAccountFilter {
      (
        AccountTypeFilter=accountTypeFilter
      | ListID:id+
      | FullName+
      | ListIDWithChildren:id
      | FullNameWithChildren
      )
    }?
    TransactionItemFilter {
      (ItemTypeFilter=itemTypeFilter | ListID:id+ | FullName+ | ListIDWithChildren:id | FullNameWithChildren)
    }?
    TransactionClassFilter{recordFilter}? TransactionTypeFilter{TxnTypeFilter=txnTypeFilter+}?
    TransactionDetailLevelFilter=All/SummaryOnly/AllExceptSummary?
    TransactionPostingStatusFilter=Either/NonPosting/Posting? TransactionPaidStatusFilter=Either/Closed/Open?
    CurrencyFilter{currencyFilter}?
  )?
  IncludeRetElement(50)*
}

TransactionQueryRs @iterator {
  TransactionRet {
    TxnType=txnType? TxnID:id? TxnLineID:id? TimeCreated:datetime? TimeModified:datetime? EntityRef<209>?
    AccountRef<159>? TxnDate:date? RefNumber? Amount:amt? CurrencyRef<64>? ExchangeRate:float?
    AmountInHomeCurrency:amt? Memo(4095)?
  }*
}
`

/** Bills, orders, vendor credits and bill payments. The notation is explained in `notation.ts`. */
export const purchases = `
PurchaseOrderAddRq {
  PurchaseOrderAdd {
    VendorRef<41>? ClassRef<159>? (InventorySiteRef<31>? | ShipToEntityRef<209>?)? TemplateRef<31>?
    TxnDate:date? RefNumber(11)? VendorAddress{address}? ShipAddress{address}? TermsRef<31>? DueDate:date?
    ExpectedDate:date? ShipMethodRef<15>? FOB(13)? Memo(4095)? VendorMsg(99)? IsToBePrinted:bool?
    IsToBeEmailed:bool? Other1(25)? Other2(29)? ExchangeRate:float? ExternalGUID:guid?
    (
      PurchaseOrderLineAdd {
        ItemRef<>? ManufacturerPartNumber(31)? Desc(4095)? Quantity:quan? UnitOfMeasure(31)? Rate:price?
        ClassRef<159>? Amount:amt? InventorySiteLocationRef<31>? CustomerRef<209>? ServiceDate:date?
        OverrideItemAccountRef<159>? Other1(29)? Other2(29)? DataExt{dataExt}*
      }
    | PurchaseOrderLineGroupAdd {
        ItemGroupRef<31> Quantity:quan? UnitOfMeasure(31)? InventorySiteLocationRef<31>? DataExt{dataExt}*
      }
    )+
  }
  IncludeRetElement(50)*
}

purchaseOrderLineRet {
  TxnLineID:id ItemRef<>? ManufacturerPartNumber(31)? Desc(4095)? Quantity:quan? UnitOfMeasure(31)?
  OverrideUOMSetRef<31>? Rate:price? ClassRef<159>? Amount:amt? InventorySiteLocationRef<31>? CustomerRef<209>?
  ServiceDate:date? ReceivedQuantity:quan? UnbilledQuantity:quan? IsBilled:bool? IsManuallyClosed:bool?
  Other1(29)? Other2(29)? DataExtRet{dataExtRet}*
}

purchaseOrderRet {
  txnIdentity VendorRef<41>? ClassRef<159>? InventorySiteRef<31>? ShipToEntityRef<209>? TemplateRef<31>?
  TxnDate:date RefNumber(11)? VendorAddress{address}? VendorAddressBlock{addressBlock}? ShipAddress{address}?
  ShipAddressBlock{addressBlock}? TermsRef<31>? DueDate:date? ExpectedDate:date? ShipMethodRef<15>? FOB(13)?
  TotalAmount:amt? CurrencyRef<64>? ExchangeRate:float? TotalAmountInHomeCurrency:amt? IsManuallyClosed:bool?
  IsFullyReceived:bool? Memo(4095)? VendorMsg(99)? IsToBePrinted:bool? IsToBeEmailed:bool? Other1(25)?
  Other2(29)? ExternalGUID:guid? LinkedTxn{linkedTxn}*
  (
    PurchaseOrderLineRet{purchaseOrderLineRet}
  | PurchaseOrderLineGroupRet {
      lineGroupRet IsPrintItemsInGroup:bool TotalAmount:amt PurchaseOrderLineRet{purchaseOrderLineRet}*
      DataExtRet{dataExtRet}*
    }
  )*
  DataExtRet{dataExtRet}*
}

PurchaseOrderAddRs { PurchaseOrderRet{purchaseOrderRet}? ErrorRecovery{errorRecovery}? }

purchaseOrderLineMod {
  TxnLineID:id ItemRef<>? ManufacturerPartNumber(31)? Desc(4095)? Quantity:quan? UnitOfMeasure(31)?
  OverrideUOMSetRef<31>? Rate:price? ClassRef<159>? Amount:amt? InventorySiteLocationRef<31>? CustomerRef<209>?
  ServiceDate:date? IsManuallyClosed:bool? OverrideItemAccountRef<159>? Other1(29)? Other2(29)?
}

PurchaseOrderModRq {
  PurchaseOrderMod {
    TxnID:id EditSequence(16) VendorRef<41>? ClassRef<159>? (InventorySiteRef<31>? | ShipToEntityRef<209>?)?
    TemplateRef<31>? TxnDate:date? RefNumber(11)? VendorAddress{address}? ShipAddress{address}? TermsRef<31>?
    DueDate:date? ExpectedDate:date? ShipMethodRef<15>? FOB(13)? IsManuallyClosed:bool? Memo(4095)?
    VendorMsg(99)? IsToBePrinted:bool? IsToBeEmailed:bool? Other1(25)? Other2(29)? ExchangeRate:float?
    (
      PurchaseOrderLineMod{purchaseOrderLineMod}
    | PurchaseOrderLineGroupMod{lineGroupMod PurchaseOrderLineMod{purchaseOrderLineMod}*}
    )*
  }
  IncludeRetElement(50)*
}

PurchaseOrderModRs { PurchaseOrderRet{purchaseOrderRet}? ErrorRecovery{errorRecovery}? }

PurchaseOrderQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeLinkedTxns:bool? IncludeRetElement(50)* OwnerID:guid*
}

PurchaseOrderQueryRs @iterator { PurchaseOrderRet{purchaseOrderRet}* }

BillAddRq {
  BillAdd {
    VendorRef<41> VendorAddress{address}? APAccountRef<159>? TxnDate:date? DueDate:date? RefNumber(20)?
    TermsRef<31>? Memo(4095)? ExchangeRate:float? ExternalGUID:guid? LinkToTxnID:id*
    ExpenseLineAdd{expenseLineAdd}*
    (
      ItemLineAdd {
        ItemRef<>? InventorySiteRef<31>? InventorySiteLocationRef<31>? serialOrLotNumber Desc(4095)?
        Quantity:quan? UnitOfMeasure(31)? Cost:price? Amount:amt? CustomerRef<209>? ClassRef<159>?
        BillableStatus=billableStatus? OverrideItemAccountRef<159>? LinkToTxn{TxnID:id TxnLineID:id}?
        SalesRepRef<5>? DataExt{dataExt}*
      }
    | ItemGroupLineAdd{lineGroupAdd}
    )*
  }
  IncludeRetElement(50)*
}

billRet {
  txnIdentity VendorRef<41> VendorAddress{address}? APAccountRef<159>? TxnDate:date DueDate:date? AmountDue:amt
  CurrencyRef<64>? ExchangeRate:float? AmountDueInHomeCurrency:amt? RefNumber(20)? TermsRef<31>? Memo(4095)?
  IsPaid:bool? ExternalGUID:guid? LinkedTxn{linkedTxn}* ExpenseLineRet{expenseLineRet}*
  (ItemLineRet{itemLineRet} | ItemGroupLineRet{itemGroupLineRet})* OpenAmount:amt? DataExtRet{dataExtRet}*
}

BillAddRs { BillRet{billRet}? ErrorRecovery{errorRecovery}? }

BillModRq {
  BillMod {
    TxnID:id EditSequence(16) VendorRef<41>? VendorAddress{address}? APAccountRef<159>? TxnDate:date?
    DueDate:date? RefNumber(20)? TermsRef<31>? Memo(4095)? ExchangeRate:float? ClearExpenseLines:bool?
    ExpenseLineMod{expenseLineMod}* ClearItemLines:bool?
    (ItemLineMod{itemLineMod} | ItemGroupLineMod{itemGroupLineMod})*
  }
  IncludeRetElement(50)*
}

BillModRs { BillRet{billRet}? ErrorRecovery{errorRecovery}? }

BillQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}? PaidStatus=All/PaidOnly/NotPaidOnly?
  )?
  IncludeLineItems:bool? IncludeLinkedTxns:bool? IncludeRetElement(50)* OwnerID:guid*
}

BillQueryRs @iterator { BillRet{billRet}* }

VendorCreditAddRq {
  VendorCreditAdd {
    VendorRef<41> APAccountRef<159>? TxnDate:date? RefNumber(20)? Memo(4095)? ExchangeRate:float?
    ExternalGUID:guid? ExpenseLineAdd{expenseLineAdd}*
    (ItemLineAdd{itemLineAdd} | ItemGroupLineAdd{lineGroupAdd})*
  }
  IncludeRetElement(50)*
}

vendorCreditRet {
  txnIdentity VendorRef<41> APAccountRef<159>? TxnDate:date CreditAmount:amt CurrencyRef<64>?
  ExchangeRate:float? CreditAmountInHomeCurrency:amt? RefNumber(20)? Memo(4095)? ExternalGUID:guid?
  LinkedTxn{linkedTxn}* ExpenseLineRet{expenseLineRet}*
  (ItemLineRet{itemLineRet} | ItemGroupLineRet{itemGroupLineRet})* OpenAmount:amt? DataExtRet{dataExtRet}*
}

VendorCreditAddRs { VendorCreditRet{vendorCreditRet}? ErrorRecovery{errorRecovery}? }

VendorCreditModRq {
  VendorCreditMod {
    TxnID:id EditSequence(16) VendorRef<41>? APAccountRef<159>? TxnDate:date? RefNumber(20)? Memo(4095)?
    ExchangeRate:float? ClearExpenseLines:bool? ExpenseLineMod{expenseLineMod}* ClearItemLines:bool?
    (ItemLineMod{itemLineMod} | ItemGroupLineMod{itemGroupLineMod})*
  }
  IncludeRetElement(50)*
}

VendorCreditModRs { VendorCreditRet{vendorCreditRet}? ErrorRecovery{errorRecovery}? }

VendorCreditQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeLinkedTxns:bool? IncludeRetElement(50)* OwnerID:guid*
}

VendorCreditQueryRs @iterator { VendorCreditRet{vendorCreditRet}* }

BillPaymentCheckAddRq {
  BillPaymentCheckAdd {
    PayeeEntityRef<209> APAccountRef<159>? TxnDate:date? BankAccountRef<159>
    (IsToBePrinted:bool | RefNumber(11)) Memo(4095)? ExchangeRate:float? ExternalGUID:guid?
    AppliedToTxnAdd{appliedToTxnAdd}+
  }
  IncludeRetElement(50)*
}

billPaymentCheckRet {
  TxnID:id? TimeCreated:datetime? TimeModified:datetime? EditSequence(16)? TxnNumber:int? PayeeEntityRef<209>?
  APAccountRef<159>? TxnDate:date? BankAccountRef<159>? Amount:amt? CurrencyRef<64>? ExchangeRate:float?
  AmountInHomeCurrency:amt? RefNumber(11)? Memo(4095)? Address{address}? AddressBlock{addressBlock}?
  IsToBePrinted:bool? ExternalGUID:guid? AppliedToTxnRet{appliedToTxnRet}* DataExtRet{dataExtRet}*
}

BillPaymentCheckAddRs { BillPaymentCheckRet{billPaymentCheckRet}? ErrorRecovery{errorRecovery}? }

BillPaymentCheckModRq {
  BillPaymentCheckMod {
    TxnID:id EditSequence(16) TxnDate:date? BankAccountRef<159>? Amount:amt? ExchangeRate:float?
    (IsToBePrinted:bool | RefNumber(11))? Memo(4095)? AppliedToTxnMod{appliedToTxnAdd}*
  }
  IncludeRetElement(50)*
}

BillPaymentCheckModRs { BillPaymentCheckRet{billPaymentCheckRet}? ErrorRecovery{errorRecovery}? }

BillPaymentCheckQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeRetElement(50)* OwnerID:guid*
}

BillPaymentCheckQueryRs @iterator { BillPaymentCheckRet{billPaymentCheckRet}* }

BillPaymentCreditCardAddRq {
  BillPaymentCreditCardAdd {
    PayeeEntityRef<209> APAccountRef<159>? TxnDate:date? CreditCardAccountRef<159> RefNumber(11)? Memo(4095)?
    ExchangeRate:float? ExternalGUID:guid? AppliedToTxnAdd{appliedToTxnAdd}+
  }
  IncludeRetElement(50)*
}

billPaymentCreditCardRet {
  TxnID:id? TimeCreated:datetime? TimeModified:datetime? EditSequence(16)? TxnNumber:int? PayeeEntityRef<209>?
  APAccountRef<159>? TxnDate:date? CreditCardAccountRef<159>? Amount:amt? CurrencyRef<64>? ExchangeRate:float?
  AmountInHomeCurrency:amt? RefNumber(11)? Memo(4095)? ExternalGUID:guid? AppliedToTxnRet{appliedToTxnRet}*
  DataExtRet{dataExtRet}*
}

BillPaymentCreditCardAddRs { BillPaymentCreditCardRet{billPaymentCreditCardRet}? ErrorRecovery{errorRecovery}? }

BillPaymentCreditCardQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeRetElement(50)* OwnerID:guid*
}

BillPaymentCreditCardQueryRs @iterator { BillPaymentCreditCardRet{billPaymentCreditCardRet}* }

BillToPayQueryRq @metaData {
  PayeeEntityRef<209> APAccountRef<159>? DueDate:date? CurrencyFilter{currencyFilter}? IncludeRetElement(50)*
}

BillToPayQueryRs @metaData {
  BillToPayRet {
    (
      BillToPay {
        TxnID:id TxnType=txnType APAccountRef<159> TxnDate:date RefNumber(20)? DueDate:date? AmountDue:amt
        CurrencyRef<64>? ExchangeRate:float? AmountDueInHomeCurrency:amt?
      }
    | CreditToApply {
        TxnID:id TxnType=txnType APAccountRef<159> TxnDate:date RefNumber(20)? CreditRemaining:amt
        CurrencyRef<64>? ExchangeRate:float? CreditRemainingInHomeCurrency:amt?
      }
    )?
  }*
}
`

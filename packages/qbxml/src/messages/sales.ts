/** Invoices and estimates. The notation is explained in `notation.ts`. */
export const sales = `
InvoiceAddRq {
  InvoiceAdd {
    CustomerRef<209> ClassRef<159>? ARAccountRef<159>? TemplateRef<31>? TxnDate:date? RefNumber(11)?
    BillAddress{address}? ShipAddress{address}? IsPending:bool? IsFinanceCharge:bool? PONumber(25)?
    TermsRef<31>? DueDate:date? SalesRepRef<5>? FOB(13)? ShipDate:date? ShipMethodRef<15>? ItemSalesTaxRef<31>?
    Memo(4095)? CustomerMsgRef<101>? IsToBePrinted:bool? IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>?
    Other(29)? ExchangeRate:float? ExternalGUID:guid? LinkToTxnID:id* SetCredit{setCredit}*
    (
      InvoiceLineAdd {
        ItemRef<>? Desc(4095)? Quantity:quan? UnitOfMeasure(31)?
        (Rate:price | RatePercent:percent | PriceLevelRef<31>)? ClassRef<159>? Amount:amt?
        OptionForPriceRuleConflict=Zero/BasePrice? InventorySiteRef<31>? InventorySiteLocationRef<31>?
        serialOrLotNumber ServiceDate:date? SalesTaxCodeRef<3>? OverrideItemAccountRef<159>? Other1(29)?
        Other2(29)? LinkToTxn{TxnID:id TxnLineID:id}? DataExt{dataExt}*
      }
    | InvoiceLineGroupAdd{lineGroupAdd}
    )*
  }
  IncludeRetElement(50)*
}

invoiceLineRet {
  TxnLineID:id ItemRef<>? Desc(4095)? Quantity:quan? UnitOfMeasure(31)? OverrideUOMSetRef<31>?
  (Rate:price | RatePercent:percent)? ClassRef<159>? Amount:amt? InventorySiteRef<31>?
  InventorySiteLocationRef<31>? serialOrLotNumber ServiceDate:date? SalesTaxCodeRef<3>? Other1(29)? Other2(29)?
  DataExtRet{dataExtRet}*
}

invoiceRet {
  txnIdentity CustomerRef<209> ClassRef<159>? ARAccountRef<159>? TemplateRef<31>? TxnDate:date RefNumber(11)?
  BillAddress{address}? BillAddressBlock{addressBlock}? ShipAddress{address}? ShipAddressBlock{addressBlock}?
  IsPending:bool? IsFinanceCharge:bool? PONumber(25)? TermsRef<31>? DueDate:date? SalesRepRef<5>? FOB(13)?
  ShipDate:date? ShipMethodRef<15>? Subtotal:amt? ItemSalesTaxRef<31>? SalesTaxPercentage:percent?
  SalesTaxTotal:amt? AppliedAmount:amt? BalanceRemaining:amt? CurrencyRef<64>? ExchangeRate:float?
  BalanceRemainingInHomeCurrency:amt? Memo(4095)? IsPaid:bool? CustomerMsgRef<101>? IsToBePrinted:bool?
  IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>? SuggestedDiscountAmount:amt? SuggestedDiscountDate:date?
  Other(29)? ExternalGUID:guid? LinkedTxn{linkedTxn}*
  (
    InvoiceLineRet{invoiceLineRet}
  | InvoiceLineGroupRet {
      lineGroupRet IsPrintItemsInGroup:bool TotalAmount:amt InvoiceLineRet{invoiceLineRet}*
      DataExtRet{dataExtRet}*
    }
  )*
  DataExtRet{dataExtRet}*
}

InvoiceAddRs { InvoiceRet{invoiceRet}? ErrorRecovery{errorRecovery}? }

InvoiceModRq {
  InvoiceMod {
    TxnID:id EditSequence(16) CustomerRef<209>? ClassRef<159>? ARAccountRef<159>? TemplateRef<31>? TxnDate:date?
    RefNumber(11)? BillAddress{address}? ShipAddress{address}? IsPending:bool? PONumber(25)? TermsRef<31>?
    DueDate:date? SalesRepRef<5>? FOB(13)? ShipDate:date? ShipMethodRef<15>? ItemSalesTaxRef<31>? Memo(4095)?
    CustomerMsgRef<101>? IsToBePrinted:bool? IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>? Other(29)?
    ExchangeRate:float? SetCredit{setCredit}*
    (InvoiceLineMod{invoiceLineMod} | InvoiceLineGroupMod{lineGroupMod InvoiceLineMod{invoiceLineMod}*})*
  }
  IncludeRetElement(50)*
}

InvoiceModRs { InvoiceRet{invoiceRet}? ErrorRecovery{errorRecovery}? }

InvoiceQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}? PaidStatus=All/PaidOnly/NotPaidOnly?
  )?
  IncludeLineItems:bool? IncludeLinkedTxns:bool? IncludeRetElement(50)* OwnerID:guid*
}

InvoiceQueryRs @iterator { InvoiceRet{invoiceRet}* }

EstimateAddRq {
  EstimateAdd {
    CustomerRef<209> ClassRef<159>? TemplateRef<31>? TxnDate:date? RefNumber(11)? BillAddress{address}?
    ShipAddress{address}? IsActive:bool? PONumber(25)? TermsRef<31>? DueDate:date? SalesRepRef<5>? FOB(13)?
    ItemSalesTaxRef<31>? Memo(4095)? CustomerMsgRef<101>? IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>?
    Other(29)? ExchangeRate:float? ExternalGUID:guid?
    (
      EstimateLineAdd {
        ItemRef<>? Desc(4095)? Quantity:quan? UnitOfMeasure(31)? (Rate:price | RatePercent:percent)?
        ClassRef<159>? Amount:amt? OptionForPriceRuleConflict=Zero/BasePrice? InventorySiteRef<31>?
        InventorySiteLocationRef<31>? SalesTaxCodeRef<3>?
        (MarkupRate:price | MarkupRatePercent:percent | PriceLevelRef<31>)? OverrideItemAccountRef<159>?
        Other1(29)? Other2(29)? DataExt{dataExt}*
      }
    | EstimateLineGroupAdd{lineGroupAdd}
    )+
  }
  IncludeRetElement(50)*
}

estimateLineRet {
  TxnLineID:id ItemRef<>? Desc(4095)? Quantity:quan? UnitOfMeasure(31)? OverrideUOMSetRef<31>?
  (Rate:price | RatePercent:percent)? ClassRef<159>? Amount:amt? InventorySiteRef<31>?
  InventorySiteLocationRef<31>? SalesTaxCodeRef<3>? (MarkupRate:price | MarkupRatePercent:percent)? Other1(29)?
  Other2(29)? DataExtRet{dataExtRet}*
}

estimateRet {
  txnIdentity CustomerRef<209> ClassRef<159>? TemplateRef<31>? TxnDate:date RefNumber(11)? BillAddress{address}?
  BillAddressBlock{addressBlock}? ShipAddress{address}? ShipAddressBlock{addressBlock}? IsActive:bool?
  PONumber(25)? TermsRef<31>? DueDate:date? SalesRepRef<5>? FOB(13)? Subtotal:amt? ItemSalesTaxRef<31>?
  SalesTaxPercentage:percent? SalesTaxTotal:amt? TotalAmount:amt? CurrencyRef<64>? ExchangeRate:float?
  TotalAmountInHomeCurrency:amt? Memo(4095)? CustomerMsgRef<101>? IsToBeEmailed:bool?
  CustomerSalesTaxCodeRef<3>? Other(29)? ExternalGUID:guid? LinkedTxn{linkedTxn}*
  (
    EstimateLineRet{estimateLineRet}
  | EstimateLineGroupRet {
      lineGroupRet IsPrintItemsInGroup:bool TotalAmount:amt EstimateLineRet{estimateLineRet}*
      DataExtRet{dataExtRet}*
    }
  )*
  DataExtRet{dataExtRet}*
}

EstimateAddRs { EstimateRet{estimateRet}? ErrorRecovery{errorRecovery}? }

estimateLineMod {
  TxnLineID:id ItemRef<>? Desc(4095)? Quantity:quan? UnitOfMeasure(31)? OverrideUOMSetRef<31>?
  (Rate:price | RatePercent:percent)? ClassRef<159>? Amount:amt? OptionForPriceRuleConflict=Zero/BasePrice?
  InventorySiteRef<31>? InventorySiteLocationRef<31>? SalesTaxCodeRef<3>?
  (MarkupRate:price | MarkupRatePercent:percent | PriceLevelRef<31>)? Other1(29)? Other2(29)?
}

EstimateModRq {
  EstimateMod {
    TxnID:id EditSequence(16) CustomerRef<209>? ClassRef<159>? TemplateRef<31>? TxnDate:date? RefNumber(11)?
    BillAddress{address}? ShipAddress{address}? IsActive:bool? CreateChangeOrder:bool? PONumber(25)?
    TermsRef<31>? DueDate:date? SalesRepRef<5>? FOB(13)? ItemSalesTaxRef<31>? Memo(4095)? CustomerMsgRef<101>?
    IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>? Other(29)? ExchangeRate:float?
    (EstimateLineMod{estimateLineMod} | EstimateLineGroupMod{lineGroupMod EstimateLineMod{estimateLineMod}*})*
  }
  IncludeRetElement(50)*
}

EstimateModRs { EstimateRet{estimateRet}? ErrorRecovery{errorRecovery}? }

EstimateQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeLinkedTxns:bool? IncludeRetElement(50)* OwnerID:guid*
}

EstimateQueryRs @iterator { EstimateRet{estimateRet}* }
`

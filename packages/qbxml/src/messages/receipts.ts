/** Sales receipts, credit memos, payments received and refunds. The notation is explained in `notation.ts`. */
export const receipts = `
creditCardTxnType = Authorization/Capture/Charge/Refund/VoiceAuthorization

creditCardTxnInfo {
  CreditCardTxnInputInfo {
    CreditCardNumber(25) ExpirationMonth:int[1..12] ExpirationYear:int NameOnCard(41) CreditCardAddress(41)?
    CreditCardPostalCode(18)? CommercialCardCode(24)? TransactionMode=CardNotPresent/CardPresent?
    CreditCardTxnType=creditCardTxnType?
  }
  CreditCardTxnResultInfo {
    ResultCode:int ResultMessage(60) CreditCardTransID(24) MerchantAccountNumber(32) AuthorizationCode(12)?
    AVSStreet=Pass/Fail/NotAvailable? AVSZip=Pass/Fail/NotAvailable?
    CardSecurityCodeMatch=Pass/Fail/NotAvailable? ReconBatchID(84)? PaymentGroupingCode:int?
    PaymentStatus=Unknown/Completed TxnAuthorizationTime:datetime TxnAuthorizationStamp:int? ClientTransID(16)?
  }
}

SalesReceiptAddRq {
  SalesReceiptAdd {
    CustomerRef<209>? ClassRef<159>? TemplateRef<31>? TxnDate:date? RefNumber(11)? BillAddress{address}?
    ShipAddress{address}? IsPending:bool? CheckNumber(25)? PaymentMethodRef<31>? DueDate:date? SalesRepRef<5>?
    ShipDate:date? ShipMethodRef<15>? FOB(13)? ItemSalesTaxRef<31>? Memo(4095)? CustomerMsgRef<101>?
    IsToBePrinted:bool? IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>? DepositToAccountRef<159>?
    CreditCardTxnInfo{creditCardTxnInfo}? Other(29)? ExchangeRate:float? ExternalGUID:guid?
    (
      SalesReceiptLineAdd {
        ItemRef<>? Desc(4095)? Quantity:quan? UnitOfMeasure(31)?
        (Rate:price | RatePercent:percent | PriceLevelRef<31>)? ClassRef<159>? Amount:amt?
        OptionForPriceRuleConflict=Zero/BasePrice? InventorySiteRef<31>? InventorySiteLocationRef<31>?
        serialOrLotNumber ServiceDate:date? SalesTaxCodeRef<3>? OverrideItemAccountRef<159>? Other1(29)?
        Other2(29)? CreditCardTxnInfo{creditCardTxnInfo}? DataExt{dataExt}*
      }
    | SalesReceiptLineGroupAdd{lineGroupAdd}
    )+
  }
  IncludeRetElement(50)*
}

creditMemoLineRet {
  TxnLineID:id ItemRef<>? Desc(4095)? Quantity:quan? UnitOfMeasure(31)? OverrideUOMSetRef<31>?
  (Rate:price | RatePercent:percent)? ClassRef<159>? Amount:amt? InventorySiteRef<31>?
  InventorySiteLocationRef<31>? serialOrLotNumber ServiceDate:date? SalesTaxCodeRef<3>? Other1(29)? Other2(29)?
  CreditCardTxnInfo{creditCardTxnInfo}? DataExtRet{dataExtRet}*
}

salesReceiptRet {
  txnIdentity CustomerRef<209>? ClassRef<159>? TemplateRef<31>? TxnDate:date RefNumber(11)?
  BillAddress{address}? BillAddressBlock{addressBlock}? ShipAddress{address}? ShipAddressBlock{addressBlock}?
  IsPending:bool? CheckNumber(25)? PaymentMethodRef<31>? DueDate:date? SalesRepRef<5>? ShipDate:date?
  ShipMethodRef<15>? FOB(13)? Subtotal:amt? ItemSalesTaxRef<31>? SalesTaxPercentage:percent? SalesTaxTotal:amt?
  TotalAmount:amt? CurrencyRef<64>? ExchangeRate:float? TotalAmountInHomeCurrency:amt? Memo(4095)?
  CustomerMsgRef<101>? IsToBePrinted:bool? IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>?
  DepositToAccountRef<159>? CreditCardTxnInfo{creditCardTxnInfo}? Other(29)? ExternalGUID:guid?
  (
    SalesReceiptLineRet{creditMemoLineRet}
  | SalesReceiptLineGroupRet {
      lineGroupRet IsPrintItemsInGroup:bool TotalAmount:amt SalesReceiptLineRet{creditMemoLineRet}*
      DataExtRet{dataExtRet}*
    }
  )*
  DataExtRet{dataExtRet}*
}

SalesReceiptAddRs { SalesReceiptRet{salesReceiptRet}? ErrorRecovery{errorRecovery}? }

SalesReceiptModRq {
  SalesReceiptMod {
    TxnID:id EditSequence(16) CustomerRef<209>? ClassRef<159>? TemplateRef<31>? TxnDate:date? RefNumber(11)?
    BillAddress{address}? ShipAddress{address}? IsPending:bool? CheckNumber(25)? PaymentMethodRef<31>?
    DueDate:date? SalesRepRef<5>? ShipDate:date? ShipMethodRef<15>? FOB(13)? ItemSalesTaxRef<31>? Memo(4095)?
    CustomerMsgRef<101>? IsToBePrinted:bool? IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>?
    DepositToAccountRef<159>? Other(29)? ExchangeRate:float?
    (
      SalesReceiptLineMod{invoiceLineMod}
    | SalesReceiptLineGroupMod{lineGroupMod SalesReceiptLineMod{invoiceLineMod}*}
    )*
  }
  IncludeRetElement(50)*
}

SalesReceiptModRs { SalesReceiptRet{salesReceiptRet}? ErrorRecovery{errorRecovery}? }

SalesReceiptQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeRetElement(50)* OwnerID:guid*
}

SalesReceiptQueryRs @iterator { SalesReceiptRet{salesReceiptRet}* }

CreditMemoAddRq {
  CreditMemoAdd {
    CustomerRef<209> ClassRef<159>? ARAccountRef<159>? TemplateRef<31>? TxnDate:date? RefNumber(11)?
    BillAddress{address}? ShipAddress{address}? IsPending:bool? PONumber(25)? TermsRef<31>? DueDate:date?
    SalesRepRef<5>? FOB(13)? ShipDate:date? ShipMethodRef<15>? ItemSalesTaxRef<31>? Memo(4095)?
    CustomerMsgRef<101>? IsToBePrinted:bool? IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>? Other(29)?
    ExchangeRate:float? ExternalGUID:guid?
    (
      CreditMemoLineAdd {
        ItemRef<>? Desc(4095)? Quantity:quan? UnitOfMeasure(31)?
        (Rate:price | RatePercent:percent | PriceLevelRef<31>)? ClassRef<159>? Amount:amt? InventorySiteRef<31>?
        InventorySiteLocationRef<31>? serialOrLotNumber ServiceDate:date? SalesTaxCodeRef<3>?
        OverrideItemAccountRef<159>? Other1(29)? Other2(29)? CreditCardTxnInfo{creditCardTxnInfo}?
        DataExt{dataExt}*
      }
    | CreditMemoLineGroupAdd{lineGroupAdd}
    )+
  }
  IncludeRetElement(50)*
}

creditMemoRet {
  txnIdentity CustomerRef<209> ClassRef<159>? ARAccountRef<159>? TemplateRef<31>? TxnDate:date RefNumber(11)?
  BillAddress{address}? BillAddressBlock{addressBlock}? ShipAddress{address}? ShipAddressBlock{addressBlock}?
  IsPending:bool? PONumber(25)? TermsRef<31>? DueDate:date? SalesRepRef<5>? FOB(13)? ShipDate:date?
  ShipMethodRef<15>? Subtotal:amt? ItemSalesTaxRef<31>? SalesTaxPercentage:percent? SalesTaxTotal:amt?
  TotalAmount:amt? CreditRemaining:amt? CurrencyRef<64>? ExchangeRate:float? CreditRemainingInHomeCurrency:amt?
  Memo(4095)? CustomerMsgRef<101>? IsToBePrinted:bool? IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>?
  Other(29)? ExternalGUID:guid? LinkedTxn{linkedTxn}*
  (
    CreditMemoLineRet{creditMemoLineRet}
  | CreditMemoLineGroupRet {
      lineGroupRet IsPrintItemsInGroup:bool TotalAmount:amt CreditMemoLineRet{creditMemoLineRet}*
      DataExtRet{dataExtRet}*
    }
  )*
  DataExtRet{dataExtRet}*
}

CreditMemoAddRs { CreditMemoRet{creditMemoRet}? ErrorRecovery{errorRecovery}? }

creditMemoLineMod {
  TxnLineID:id ItemRef<>? Desc(4095)? Quantity:quan? UnitOfMeasure(31)? OverrideUOMSetRef<31>?
  (Rate:price | RatePercent:percent | PriceLevelRef<31>)? ClassRef<159>? Amount:amt? InventorySiteRef<31>?
  InventorySiteLocationRef<31>? serialOrLotNumber ServiceDate:date? SalesTaxCodeRef<3>?
  OverrideItemAccountRef<159>? Other1(29)? Other2(29)?
}

CreditMemoModRq {
  CreditMemoMod {
    TxnID:id EditSequence(16) CustomerRef<209>? ClassRef<159>? ARAccountRef<159>? TemplateRef<31>? TxnDate:date?
    RefNumber(11)? BillAddress{address}? ShipAddress{address}? IsPending:bool? PONumber(25)? TermsRef<31>?
    DueDate:date? SalesRepRef<5>? FOB(13)? ShipDate:date? ShipMethodRef<15>? ItemSalesTaxRef<31>? Memo(4095)?
    CustomerMsgRef<101>? IsToBePrinted:bool? IsToBeEmailed:bool? CustomerSalesTaxCodeRef<3>? Other(29)?
    ExchangeRate:float?
    (
      CreditMemoLineMod{creditMemoLineMod}
    | CreditMemoLineGroupMod{lineGroupMod CreditMemoLineMod{creditMemoLineMod}*}
    )*
  }
  IncludeRetElement(50)*
}

CreditMemoModRs { CreditMemoRet{creditMemoRet}? ErrorRecovery{errorRecovery}? }

CreditMemoQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeLinkedTxns:bool? IncludeRetElement(50)* OwnerID:guid*
}

CreditMemoQueryRs @iterator { CreditMemoRet{creditMemoRet}* }

ReceivePaymentAddRq {
  ReceivePaymentAdd {
    CustomerRef<209> ARAccountRef<159>? TxnDate:date? RefNumber(20)? TotalAmount:amt? ExchangeRate:float?
    PaymentMethodRef<31>? Memo(4095)? DepositToAccountRef<159>? CreditCardTxnInfo{creditCardTxnInfo}?
    ExternalGUID:guid? (IsAutoApply:bool | AppliedToTxnAdd{appliedToTxnAdd}+)
  }
  IncludeRetElement(50)*
}

receivePaymentRet {
  TxnID:id? TimeCreated:datetime? TimeModified:datetime? EditSequence(16)? TxnNumber:int? CustomerRef<209>?
  ARAccountRef<159>? TxnDate:date? RefNumber(20)? TotalAmount:amt? CurrencyRef<64>? ExchangeRate:float?
  TotalAmountInHomeCurrency:amt? PaymentMethodRef<31>? Memo(4095)? DepositToAccountRef<159>?
  CreditCardTxnInfo{creditCardTxnInfo}? UnusedPayment:amt? UnusedCredits:amt? ExternalGUID:guid?
  AppliedToTxnRet{appliedToTxnRet}* DataExtRet{dataExtRet}*
}

ReceivePaymentAddRs { ReceivePaymentRet{receivePaymentRet}? ErrorRecovery{errorRecovery}? }

ReceivePaymentModRq {
  ReceivePaymentMod {
    TxnID:id EditSequence(16) CustomerRef<209>? ARAccountRef<159>? TxnDate:date? RefNumber(20)? TotalAmount:amt?
    ExchangeRate:float? PaymentMethodRef<31>? Memo(4095)? DepositToAccountRef<159>?
    CreditCardTxnInfoMod {
      CreditCardTxnInputInfoMod {
        CreditCardNumber(25)? ExpirationMonth:int[1..12]? ExpirationYear:int? NameOnCard(41)?
        CreditCardAddress(41)? CreditCardPostalCode(18)? CommercialCardCode(24)?
        TransactionMode=CardNotPresent/CardPresent? CreditCardTxnType=creditCardTxnType?
      }?
      CreditCardTxnResultInfoMod {
        ResultCode:int? ResultMessage(60)? CreditCardTransID(24)? MerchantAccountNumber(32)?
        AuthorizationCode(12)? AVSStreet=Pass/Fail/NotAvailable? AVSZip=Pass/Fail/NotAvailable?
        CardSecurityCodeMatch=Pass/Fail/NotAvailable? ReconBatchID(84)? PaymentGroupingCode:int?
        PaymentStatus=Unknown/Completed? TxnAuthorizationTime:datetime? TxnAuthorizationStamp:int?
        ClientTransID(16)?
      }?
    }?
    AppliedToTxnMod{appliedToTxnAdd}*
  }
  IncludeRetElement(50)*
}

ReceivePaymentModRs { ReceivePaymentRet{receivePaymentRet}? ErrorRecovery{errorRecovery}? }

ReceivePaymentQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeRetElement(50)* OwnerID:guid*
}

ReceivePaymentQueryRs @iterator { ReceivePaymentRet{receivePaymentRet}* }
ReceivePaymentToDepositQueryRq @metaData { IncludeRetElement(50)* }

ReceivePaymentToDepositQueryRs @metaData {
  ReceivePaymentToDepositRet {
    TxnID:id TxnLineID:id? TxnType=txnType CustomerRef<209>? TxnDate:date RefNumber? Amount:amt CurrencyRef<64>?
    ExchangeRate:float? AmountInHomeCurrency:amt?
  }*
}

ARRefundCreditCardAddRq {
  ARRefundCreditCardAdd {
    CustomerRef<209> RefundFromAccountRef<159>? ARAccountRef<159>? TxnDate:date? RefNumber(11)?
    Address{address}? PaymentMethodRef<31>? Memo(4095)? CreditCardTxnInfo{creditCardTxnInfo}?
    ExchangeRate:float? ExternalGUID:guid? RefundAppliedToTxnAdd{TxnID:id RefundAmount:amt}+
  }
  IncludeRetElement(50)*
}

arRefundCreditCardRet {
  TxnID:id? TimeCreated:datetime? TimeModified:datetime? EditSequence(16)? TxnNumber:int? CustomerRef<209>?
  RefundFromAccountRef<159>? ARAccountRef<159>? TxnDate:date? RefNumber(11)? TotalAmount:amt? CurrencyRef<64>?
  ExchangeRate:float? TotalAmountInHomeCurrency:amt? Address{address}? AddressBlock{addressBlock}?
  PaymentMethodRef<31>? Memo(4095)? CreditCardTxnInfo{creditCardTxnInfo}? ExternalGUID:guid?
  RefundAppliedToTxnRet {
    TxnID:id TxnType=txnType TxnDate:date RefNumber(20)? CreditRemaining:amt RefundAmount:amt
    CreditRemainingInHomeCurrency:amt? RefundAmountInHomeCurrency:amt?
  }*
  DataExtRet{dataExtRet}*
}

ARRefundCreditCardAddRs { ARRefundCreditCardRet{arRefundCreditCardRet}? ErrorRecovery{errorRecovery}? }

ARRefundCreditCardQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeRetElement(50)* OwnerID:guid*
}

ARRefundCreditCardQueryRs @iterator { ARRefundCreditCardRet{arRefundCreditCardRet}* }
`

/** Checks, card transactions, deposits, transfers and journal entries. The notation is explained in `notation.ts`. */
export const banking = `
CheckAddRq {
  CheckAdd {
    AccountRef<159> PayeeEntityRef<209>? RefNumber(11)? TxnDate:date? Memo(4095)? Address{address}?
    IsToBePrinted:bool? ExchangeRate:float? ExternalGUID:guid? ApplyCheckToTxnAdd{TxnID:id Amount:amt?}*
    ExpenseLineAdd{expenseLineAdd}* (ItemLineAdd{itemLineAdd} | ItemGroupLineAdd{lineGroupAdd})*
  }
  IncludeRetElement(50)*
}

checkRet {
  txnIdentity AccountRef<159> PayeeEntityRef<209>? RefNumber(11)? TxnDate:date Amount:amt CurrencyRef<64>?
  ExchangeRate:float? AmountInHomeCurrency:amt? Memo(4095)? Address{address}? AddressBlock{addressBlock}?
  IsToBePrinted:bool? ExternalGUID:guid? LinkedTxn{linkedTxn}* ExpenseLineRet{expenseLineRet}*
  (ItemLineRet{itemLineRet} | ItemGroupLineRet{itemGroupLineRet})* DataExtRet{dataExtRet}*
}

CheckAddRs { CheckRet{checkRet}? ErrorRecovery{errorRecovery}? }

CheckModRq {
  CheckMod {
    TxnID:id EditSequence(16) AccountRef<159>? PayeeEntityRef<209>? RefNumber(11)? TxnDate:date? Memo(4095)?
    Address{address}? IsToBePrinted:bool? ExchangeRate:float? ApplyCheckToTxnMod{TxnID:id Amount:amt?}*
    ClearExpenseLines:bool? ExpenseLineMod{expenseLineMod}* ClearItemLines:bool?
    (ItemLineMod{itemLineMod} | ItemGroupLineMod{itemGroupLineMod})*
  }
  IncludeRetElement(50)*
}

CheckModRs { CheckRet{checkRet}? ErrorRecovery{errorRecovery}? }

CheckQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeLinkedTxns:bool? IncludeRetElement(50)* OwnerID:guid*
}

CheckQueryRs @iterator { CheckRet{checkRet}* }

cardTxnAdd {
  AccountRef<159> PayeeEntityRef<209>? TxnDate:date? RefNumber(11)? Memo(4095)? ExchangeRate:float?
  ExternalGUID:guid? ExpenseLineAdd{expenseLineAdd}*
  (ItemLineAdd{itemLineAdd} | ItemGroupLineAdd{lineGroupAdd})*
}

CreditCardChargeAddRq { CreditCardChargeAdd{cardTxnAdd} IncludeRetElement(50)* }

cardTxnRet {
  txnIdentity AccountRef<159> PayeeEntityRef<209>? TxnDate:date Amount:amt CurrencyRef<64>? ExchangeRate:float?
  AmountInHomeCurrency:amt? RefNumber(11)? Memo(4095)? ExternalGUID:guid? ExpenseLineRet{expenseLineRet}*
  (ItemLineRet{itemLineRet} | ItemGroupLineRet{itemGroupLineRet})* DataExtRet{dataExtRet}*
}

CreditCardChargeAddRs { CreditCardChargeRet{cardTxnRet}? ErrorRecovery{errorRecovery}? }

cardTxnMod {
  TxnID:id EditSequence(16) AccountRef<159>? PayeeEntityRef<209>? TxnDate:date? RefNumber(11)? Memo(4095)?
  ExchangeRate:float? ClearExpenseLines:bool? ExpenseLineMod{expenseLineMod}* ClearItemLines:bool?
  (ItemLineMod{itemLineMod} | ItemGroupLineMod{itemGroupLineMod})*
}

CreditCardChargeModRq { CreditCardChargeMod{cardTxnMod} IncludeRetElement(50)* }
CreditCardChargeModRs { CreditCardChargeRet{cardTxnRet}? ErrorRecovery{errorRecovery}? }

CreditCardChargeQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeRetElement(50)* OwnerID:guid*
}

CreditCardChargeQueryRs @iterator { CreditCardChargeRet{cardTxnRet}* }
CreditCardCreditAddRq { CreditCardCreditAdd{cardTxnAdd} IncludeRetElement(50)* }
CreditCardCreditAddRs { CreditCardCreditRet{cardTxnRet}? ErrorRecovery{errorRecovery}? }
CreditCardCreditModRq { CreditCardCreditMod{cardTxnMod} IncludeRetElement(50)* }
CreditCardCreditModRs { CreditCardCreditRet{cardTxnRet}? ErrorRecovery{errorRecovery}? }

CreditCardCreditQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeRetElement(50)* OwnerID:guid*
}

CreditCardCreditQueryRs @iterator { CreditCardCreditRet{cardTxnRet}* }

journalLine {
  TxnLineID:id? AccountRef<159>? Amount:amt? Memo(4095)? EntityRef<209>? ClassRef<159>?
  BillableStatus=billableStatus?
}

JournalEntryAddRq {
  JournalEntryAdd {
    TxnDate:date? RefNumber(11)? IsAdjustment:bool?
    (IsHomeCurrencyAdjustment:bool | IsAmountsEnteredInHomeCurrency:bool? CurrencyRef<64>? ExchangeRate:float?)?
    ExternalGUID:guid? (JournalDebitLine{journalLine} | JournalCreditLine{journalLine})+
  }
  IncludeRetElement(50)*
}

journalEntryRet {
  txnIdentity TxnDate:date RefNumber(11)? IsAdjustment:bool? IsHomeCurrencyAdjustment:bool?
  IsAmountsEnteredInHomeCurrency:bool? CurrencyRef<64>? ExchangeRate:float? ExternalGUID:guid?
  (JournalDebitLine{journalLine} | JournalCreditLine{journalLine})* DataExtRet{dataExtRet}*
}

JournalEntryAddRs { JournalEntryRet{journalEntryRet}? ErrorRecovery{errorRecovery}? }

JournalEntryModRq {
  JournalEntryMod {
    TxnID:id EditSequence(16) TxnDate:date? RefNumber(11)? IsAdjustment:bool?
    IsAmountsEnteredInHomeCurrency:bool? CurrencyRef<64>? ExchangeRate:float?
    JournalLineMod {
      TxnLineID:id JournalLineType=Debit/Credit? AccountRef<159>? Amount:amt? Memo(4095)? EntityRef<209>?
      ClassRef<159>? BillableStatus=billableStatus?
    }*
  }
  IncludeRetElement(50)*
}

JournalEntryModRs { JournalEntryRet{journalEntryRet}? ErrorRecovery{errorRecovery}? }

JournalEntryQueryRq @iterator {
  (
    TxnID:id+
  | RefNumber+
  | RefNumberCaseSensitive+
  | txnFilters refNumberFilters CurrencyFilter{currencyFilter}?
  )?
  IncludeLineItems:bool? IncludeRetElement(50)* OwnerID:guid*
}

JournalEntryQueryRs @iterator { JournalEntryRet{journalEntryRet}* }

DepositAddRq {
  DepositAdd {
    TxnDate:date? DepositToAccountRef<159> Memo(4095)? CashBackInfoAdd{AccountRef<159> Memo(4095)? Amount:amt?}?
    CurrencyRef<64>? ExchangeRate:float? ExternalGUID:guid?
    DepositLineAdd {
      (
        PaymentTxnID:id PaymentTxnLineID:id? OverrideMemo(4095)? OverrideCheckNumber(11)? OverrideClassRef<159>?
      | EntityRef<209>? AccountRef<159> Memo(4095)? CheckNumber(11)? PaymentMethodRef<31>? ClassRef<159>?
        Amount:amt?
      )
    }*
  }
  IncludeRetElement(50)*
}

depositRet {
  txnIdentity TxnDate:date DepositToAccountRef<159> Memo(4095)? DepositTotal:amt? CurrencyRef<64>?
  ExchangeRate:float? DepositTotalInHomeCurrency:amt?
  CashBackInfoRet{TxnLineID:id AccountRef<159> Memo(4095)? Amount:amt?}? ExternalGUID:guid?
  DepositLineRet {
    TxnType=txnType? TxnID:id? TxnLineID:id PaymentTxnLineID:id? EntityRef<209>? AccountRef<159>? Memo(4095)?
    CheckNumber(11)? PaymentMethodRef<31>? ClassRef<159>? Amount:amt?
  }*
  DataExtRet{dataExtRet}*
}

DepositAddRs { DepositRet{depositRet}? ErrorRecovery{errorRecovery}? }

DepositModRq {
  DepositMod {
    TxnID:id EditSequence(16) TxnDate:date? DepositToAccountRef<159>? Memo(4095)?
    CashBackInfoMod{AccountRef<159>? Memo(4095)? Amount:amt?}? CurrencyRef<64>? ExchangeRate:float?
    DepositLineMod {
      TxnLineID:id
      (
        PaymentTxnID:id PaymentTxnLineID:id? OverrideMemo(4095)? OverrideCheckNumber(11)? OverrideClassRef<159>?
      | EntityRef<209>? AccountRef<159>? Memo(4095)? CheckNumber(11)? PaymentMethodRef<31>? ClassRef<159>?
        Amount:amt?
      )
    }*
  }
  IncludeRetElement(50)*
}

DepositModRs { DepositRet{depositRet}? ErrorRecovery{errorRecovery}? }

DepositQueryRq @iterator {
  (TxnID:id+ | txnFilters CurrencyFilter{currencyFilter}?)? IncludeLineItems:bool? IncludeRetElement(50)*
  OwnerID:guid*
}

DepositQueryRs @iterator { DepositRet{depositRet}* }

TransferAddRq {
  TransferAdd {
    TxnDate:date? TransferFromAccountRef<159>? TransferToAccountRef<159>? ClassRef<159>? Amount:amt? Memo(4095)?
  }
  IncludeRetElement(50)*
}

transferRet {
  txnIdentity TxnDate:date? TransferFromAccountRef<159>? FromAccountBalance:amt? TransferToAccountRef<159>?
  ToAccountBalance:amt? ClassRef<159>? Amount:amt? Memo(4095)?
}

TransferAddRs { TransferRet{transferRet}? }

TransferModRq {
  TransferMod {
    TxnID:id EditSequence(16) TxnDate:date? TransferFromAccountRef<159>? TransferToAccountRef<159>?
    ClassRef<159>? Amount:amt? Memo(4095)?
  }
  IncludeRetElement(50)*
}

TransferModRs { TransferRet{transferRet}? }

TransferQueryRq @iterator {
  (
    TxnID:id+
  | MaxReturned:int[1..]?
    (
      ModifiedDateRangeFilter{FromModifiedDate:datetime? ToModifiedDate:datetime?}
    | TxnDateRangeFilter{txnDateRangeFilter}
    )?
  )?
  IncludeRetElement(50)*
}

TransferQueryRs @iterator { TransferRet{transferRet}* }
`

/** Accounts, classes and currencies. The notation is explained in `notation.ts`. */
export const accounts = `
accountType = AccountsPayable/AccountsReceivable/Bank/CostOfGoodsSold/CreditCard/Equity/Expense/FixedAsset/
  Income/LongTermLiability/NonPosting/OtherAsset/OtherCurrentAsset/OtherCurrentLiability/OtherExpense/
  OtherIncome

AccountAddRq {
  AccountAdd {
    Name(31) IsActive:bool? ParentRef<>? AccountType=accountType AccountNumber(7)? BankNumber(25)? Desc(200)?
    OpenBalance:amt? OpenBalanceDate:date? TaxLineID:int? CurrencyRef<64>?
  }
  IncludeRetElement(50)*
}

specialAccountType = AccountsPayable/AccountsReceivable/CondenseItemAdjustmentExpenses/CostOfGoodsSold/
  DirectDepositLiabilities/Estimates/ExchangeGainLoss/InventoryAssets/ItemReceiptAccount/OpeningBalanceEquity/
  PayrollExpenses/PayrollLiabilities/PettyCash/PurchaseOrders/ReconciliationDifferences/RetainedEarnings/
  SalesOrders/SalesTaxPayable/UncategorizedExpenses/UncategorizedIncome/UndepositedFunds

accountRet {
  listIdentity Name(31) FullName(159) IsActive:bool? ParentRef<>? Sublevel:int AccountType=accountType
  SpecialAccountType=specialAccountType? AccountNumber(7)? BankNumber(25)? Desc(200)? Balance:amt?
  TotalBalance:amt? TaxLineInfoRet{TaxLineID:int TaxLineName(256)?}?
  CashFlowClassification=None/Operating/Investing/Financing/NotApplicable? CurrencyRef<64>?
  DataExtRet{dataExtRet}*
}

AccountAddRs { AccountRet{accountRet}? ErrorRecovery{errorRecovery}? }

AccountModRq {
  AccountMod {
    ListID:id EditSequence(16) Name(31)? IsActive:bool? ParentRef<>? AccountType=accountType? AccountNumber(7)?
    BankNumber(25)? Desc(200)? OpenBalance:amt? OpenBalanceDate:date? TaxLineID:int? CurrencyRef<64>?
  }
  IncludeRetElement(50)*
}

AccountModRs { AccountRet{accountRet}? ErrorRecovery{errorRecovery}? }

AccountQueryRq @metaData {
  (ListID:id+ | FullName+ | listFilters AccountType=accountType* CurrencyFilter{currencyFilter}?)?
  IncludeRetElement(50)* OwnerID:guid*
}

AccountQueryRs @metaData { AccountRet{accountRet}* }
ClassAddRq { ClassAdd{nestedNameAdd} IncludeRetElement(50)* }
ClassAddRs { ClassRet{nestedNameRet}? ErrorRecovery{errorRecovery}? }
ClassModRq { ClassMod{ListID:id EditSequence(16) Name(31)? IsActive:bool? ParentRef<>?} IncludeRetElement(50)* }
ClassModRs { ClassRet{nestedNameRet}? ErrorRecovery{errorRecovery}? }
ClassQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
ClassQueryRs @metaData { ClassRet{nestedNameRet}* }

currencyFormat {
  ThousandSeparator=Comma/Period/Space/Apostrophe? ThousandSeparatorGrouping=XX_XXX_XXX/X_XX_XX_XXX?
  DecimalPlaces=0/2? DecimalSeparator=Period/Comma?
}

CurrencyAddRq {
  CurrencyAdd{Name(64) IsActive:bool? CurrencyCode(3) CurrencyFormat{currencyFormat}?} IncludeRetElement(50)*
}

currencyRet {
  ListID:id? TimeCreated:datetime? TimeModified:datetime? EditSequence(16)? Name(64)? IsActive:bool?
  CurrencyCode(3)? CurrencyFormat{currencyFormat}? IsUserDefinedCurrency:bool? ExchangeRate:float?
  AsOfDate:date?
}

CurrencyAddRs { CurrencyRet{currencyRet}? ErrorRecovery{errorRecovery}? }

CurrencyModRq {
  CurrencyMod {
    ListID:id EditSequence(16) Name(64)? IsActive:bool? CurrencyCode(3)? CurrencyFormat{currencyFormat}?
  }
  IncludeRetElement(50)*
}

CurrencyModRs { CurrencyRet{currencyRet}? ErrorRecovery{errorRecovery}? }
CurrencyQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
CurrencyQueryRs @metaData { CurrencyRet{currencyRet}* }
`

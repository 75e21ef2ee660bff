/** Custom fields and private data. The notation is explained in `notation.ts`. */
export const dataExtensions = `
assignToObject = Account/ARRefundCreditCard/Bill/BillPaymentCheck/BillPaymentCreditCard/BuildAssembly/Charge/
  Check/Company/CreditCardCharge/CreditCardCredit/CreditMemo/Customer/Deposit/Employee/Estimate/
  InventoryAdjustment/Invoice/Item/ItemReceipt/JournalEntry/OtherName/PurchaseOrder/ReceivePayment/SalesOrder/
  SalesReceipt/SalesTaxPaymentCheck/Vendor/VendorCredit

DataExtDefAddRq {
  DataExtDefAdd {
    OwnerID:guid DataExtName(31) DataExtType=dataExtType AssignToObject=assignToObject* DataExtListRequire:bool?
    DataExtTxnRequire:bool? DataExtFormatString?
  }
  IncludeRetElement(50)*
}

dataExtDefRet {
  OwnerID:guid? DataExtID:int DataExtName(31) DataExtType=dataExtType AssignToObject=assignToObject*
  DataExtListRequire:bool DataExtTxnRequire:bool DataExtFormatString
}

DataExtDefAddRs { DataExtDefRet{dataExtDefRet}? ErrorRecovery{errorRecovery}? }

DataExtDefModRq {
  DataExtDefMod {
    OwnerID:guid DataExtName(31) DataExtNewName(31)? AssignToObject=assignToObject*
    RemoveFromObject=assignToObject* DataExtListRequire:bool? DataExtTxnRequire:bool? DataExtFormatString?
  }
  IncludeRetElement(50)*
}

DataExtDefModRs { DataExtDefRet{dataExtDefRet}? ErrorRecovery{errorRecovery}? }
DataExtDefQueryRq @metaData { (OwnerID:guid* | AssignToObject=assignToObject*)? IncludeRetElement(50)* }
DataExtDefQueryRs @metaData { DataExtDefRet{dataExtDefRet}* }
DataExtDefDelRq { OwnerID:guid DataExtName(31) }

DataExtDefDelRs {
  DataExtDefDelRet{OwnerID:guid DataExtName(31) TimeDeleted:datetime?}? ErrorRecovery{errorRecovery}?
}

listDataExtType = Account/Customer/Employee/Item/OtherName/Vendor

txnDataExtType = ARRefundCreditCard/Bill/BillPaymentCheck/BillPaymentCreditCard/BuildAssembly/Charge/Check/
  CreditCardCharge/CreditCardCredit/CreditMemo/Deposit/Estimate/InventoryAdjustment/Invoice/ItemReceipt/
  JournalEntry/PurchaseOrder/ReceivePayment/SalesOrder/SalesReceipt/SalesTaxPaymentCheck/VendorCredit

dataExtAdd {
  OwnerID:guid DataExtName(31)
  (
    ListDataExtType=listDataExtType ListObjRef<159>
  | TxnDataExtType=txnDataExtType TxnID:id TxnLineID:id?
  | OtherDataExtType=Company
  )
  DataExtValue
}

DataExtAddRq { DataExtAdd{dataExtAdd} }
DataExtAddRs { DataExtRet{dataExtRet}? ErrorRecovery{errorRecovery}? }
DataExtModRq { DataExtMod{dataExtAdd} }
DataExtModRs { DataExtRet{dataExtRet}? ErrorRecovery{errorRecovery}? }

DataExtDelRq {
  DataExtDel {
    OwnerID:guid DataExtName(31)
    (
      ListDataExtType=listDataExtType ListObjRef<159>
    | TxnDataExtType=txnDataExtType TxnID:id TxnLineID:id?
    | OtherDataExtType=Company
    )
  }
}

DataExtDelRs {
  DataExtDelRet {
    OwnerID:guid DataExtName(31)
    (
      ListDataExtType=listDataExtType ListObjRef<159>
    | TxnDataExtType=txnDataExtType TxnID:id TxnLineID:id?
    | OtherDataExtType=Company
    )?
    TimeDeleted:datetime?
  }?
  ErrorRecovery{errorRecovery}?
}
`

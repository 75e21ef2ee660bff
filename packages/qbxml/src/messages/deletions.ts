/** Deletions, voids, cleared states and deletion logs. The notation is explained in `notation.ts`. */
export const deletions = `
listDelType = Account/BillingRate/Class/Currency/Customer/CustomerMsg/CustomerType/DateDrivenTerms/Employee/
  InventorySite/ItemDiscount/ItemFixedAsset/ItemGroup/ItemInventory/ItemInventoryAssembly/ItemNonInventory/
  ItemOtherCharge/ItemPayment/ItemSalesTax/ItemSalesTaxGroup/ItemService/ItemSubtotal/JobType/OtherName/
  PaymentMethod/PayrollItemNonWage/PayrollItemWage/PriceLevel/SalesRep/SalesTaxCode/ShipMethod/StandardTerms/
  ToDo/UnitOfMeasureSet/Vehicle/Vendor/VendorType/WorkersCompCode

ListDelRq { ListDelType=listDelType ListID:id }
ListDelRs { ListDelType=listDelType? ListID:id? TimeDeleted:datetime? FullName? }

ListDeletedQueryRq @metaData {
  ListDelType=listDelType+ DeletedDateRangeFilter{FromDeletedDate:datetime? ToDeletedDate:datetime?}?
  IncludeRetElement(50)*
}

ListDeletedQueryRs @metaData {
  ListDeletedRet{ListDelType=listDelType ListID:id TimeCreated:datetime TimeDeleted:datetime FullName?}*
}

txnDelType = ARRefundCreditCard/Bill/BillPaymentCheck/BillPaymentCreditCard/BuildAssembly/Charge/Check/
  CreditCardCharge/CreditCardCredit/CreditMemo/Deposit/Estimate/InventoryAdjustment/Invoice/ItemReceipt/
  JournalEntry/PurchaseOrder/ReceivePayment/SalesOrder/SalesReceipt/SalesTaxPaymentCheck/TimeTracking/
  TransferInventory/VehicleMileage/VendorCredit

TxnDelRq { TxnDelType=txnDelType TxnID:id }
TxnDelRs { TxnDelType=txnDelType? TxnID:id? TimeDeleted:datetime? RefNumber? ErrorRecovery{errorRecovery}? }

txnVoidType = ARRefundCreditCard/Bill/BillPaymentCheck/BillPaymentCreditCard/Charge/Check/CreditCardCharge/
  CreditCardCredit/CreditMemo/Deposit/InventoryAdjustment/Invoice/ItemReceipt/JournalEntry/SalesReceipt/
  VendorCredit

TxnVoidRq { TxnVoidType=txnVoidType TxnID:id }

TxnVoidRs {
  TxnVoidType=txnVoidType? TxnID:id? TimeCreated:datetime? TimeModified:datetime? RefNumber?
  ErrorRecovery{errorRecovery}?
}

TxnDeletedQueryRq @metaData {
  TxnDelType=txnDelType+ DeletedDateRangeFilter{FromDeletedDate:datetime? ToDeletedDate:datetime?}?
  IncludeRetElement(50)*
}

TxnDeletedQueryRs @metaData {
  TxnDeletedRet{TxnDelType=txnDelType TxnID:id TimeCreated:datetime TimeDeleted:datetime RefNumber?}*
}

ClearedStatusModRq { ClearedStatusMod{TxnID:id TxnLineID:id? ClearedStatus=Cleared/NotCleared/Pending} }
ClearedStatusModRs {}
`

/** The summary, detail and aging reports, and what a report contains. The notation is explained in `notation.ts`. */
export const reports = `
generalSummaryReportType = BalanceSheetByClass/BalanceSheetPrevYearComp/BalanceSheetStandard/BalanceSheetSummary/
  CustomerBalanceSummary/ExpenseByVendorSummary/IncomeByCustomerSummary/InventoryStockStatusByItem/
  InventoryStockStatusByVendor/IncomeTaxSummary/InventoryValuationSummary/InventoryValuationSummaryBySite/
  LotNumberInStockBySite/PhysicalInventoryWorksheet/ProfitAndLossByClass/ProfitAndLossByJob/
  ProfitAndLossPrevYearComp/ProfitAndLossStandard/ProfitAndLossYTDComp/PurchaseByItemSummary/
  PurchaseByVendorSummary/SalesByCustomerSummary/SalesByItemSummary/SalesByRepSummary/SalesTaxLiability/
  SalesTaxRevenueSummary/SerialNumberInStockBySite/TrialBalance/VendorBalanceSummary

generalDetailReportType = 1099Detail/AuditTrail/BalanceSheetDetail/CheckDetail/CustomerBalanceDetail/
  DepositDetail/EstimatesByJob/ExpenseByVendorDetail/GeneralLedger/IncomeByCustomerDetail/IncomeTaxDetail/
  InventoryValuationDetail/JobProgressInvoicesVsEstimates/Journal/MissingChecks/OpenInvoices/OpenPOs/OpenPOsByJob/
  OpenSalesOrderByCustomer/OpenSalesOrderByItem/PendingSales/ProfitAndLossDetail/PurchaseByItemDetail/
  PurchaseByVendorDetail/SalesByCustomerDetail/SalesByItemDetail/SalesByRepDetail/TxnDetailByAccount/
  TxnListByCustomer/TxnListByDate/TxnListByVendor/UnpaidBillsDetail/UnbilledCostsByJob/VendorBalanceDetail

reportDateMacro = All/Today/ThisWeek/ThisWeekToDate/ThisMonth/ThisMonthToDate/ThisQuarter/ThisQuarterToDate/
  ThisYear/ThisYearToDate/Yesterday/LastWeek/LastWeekToDate/LastMonth/LastMonthToDate/LastQuarter/
  LastQuarterToDate/LastYear/LastYearToDate/NextWeek/NextFourWeeks/NextMonth/NextQuarter/NextYear

reportColumn = Account/Aging/Amount/AmountDifference/AverageCost/BilledDate/BillingStatus/CalculatedAmount/Class/
  ClearedStatus/CostPrice/Credit/Currency/Date/Debit/DeliveryDate/DueDate/EstimateActive/ExchangeRate/FOB/
  IncomeSubjectToTax/Invoiced/Item/ItemDesc/LastModifiedBy/LatestOrPriorState/Memo/ModifiedTime/Name/
  NameAccountNumber/NameAddress/NameCity/NameContact/NameEmail/NameFax/NamePhone/NameState/NameZip/OpenBalance/
  OriginalAmount/PaidAmount/PaidStatus/PaidThroughDate/PaymentMethod/PayrollItem/PONumber/PrintStatus/
  ProgressAmount/ProgressPercent/Quantity/QuantityAvailable/QuantityOnHand/QuantityOnSalesOrder/ReceivedQuantity/
  RefNumber/RunningBalance/SalesRep/SalesTaxCode/SerialOrLotNumber/ShipDate/ShipMethod/SourceName/SplitAccount/
  SSNOrTaxID/TaxLine/TaxTableVersion/Terms/TxnID/TxnNumber/TxnType/UnitPrice/UserEdit/ValueOnHand/WageBase/
  WageBaseTips

summarizeColumnsBy = Account/BalanceSheet/Class/Customer/CustomerType/Day/Employee/FourWeek/HalfMonth/
  IncomeStatement/ItemDetail/ItemType/Month/Payee/PaymentMethod/PayrollItemDetail/PayrollYtdDetail/Quarter/
  SalesRep/SalesTaxCode/ShipMethod/Terms/TotalOnly/TwoWeek/Vendor/VendorType/Week/Year

summarizeRowsBy = Account/BalanceSheet/Class/Customer/CustomerType/Day/Employee/FourWeek/HalfMonth/
  IncomeStatement/ItemDetail/ItemType/Month/Payee/PaymentMethod/PayrollItemDetail/PayrollYtdDetail/Quarter/
  SalesRep/SalesTaxCode/ShipMethod/TaxLine/Terms/TotalOnly/TwoWeek/Vendor/VendorType/Week/Year

colType = Account/Addr1/Addr2/Addr3/Addr4/Addr5/Aging/Amount/AmountDifference/AverageCost/BilledDate/
  BillingStatus/Blank/CalculatedAmount/Class/ClearedStatus/CostPrice/CreateDate/Credit/CustomField/Date/Debit/
  DeliveryDate/DueDate/Duration/EarliestReceiptDate/EstimateActive/FOB/IncomeSubjectToTax/Invoiced/IsAdjustment/
  Item/ItemDesc/ItemVendor/Label/LastModifiedBy/LatestOrPriorState/Memo/ModifiedTime/Name/NameAccountNumber/
  NameAddress/NameCity/NameContact/NameEmail/NameFax/NamePhone/NameState/NameZip/OpenBalance/OriginalAmount/
  PaidAmount/PaidStatus/PaidThroughDate/PaymentMethod/PayrollItem/Percent/PercentChange/PercentOfTotalRetail/
  PercentOfTotalValue/PhysicalCount/PONumber/PrintStatus/ProgressAmount/ProgressPercent/Quantity/
  QuantityAvailable/QuantityOnHand/QuantityOnOrder/QuantityOnPendingBuild/QuantityOnSalesOrder/ReceivedQuantity/
  RefNumber/ReorderPoint/RetailValueOnHand/RunningBalance/SalesPerWeek/SalesRep/SalesTaxCode/ShipDate/ShipMethod/
  ShipToAddr1/ShipToAddr2/ShipToAddr3/ShipToAddr4/ShipToAddr5/SONumber/SourceName/SplitAccount/SSNOrTaxID/
  SuggestedReorder/TaxLine/TaxTableVersion/Terms/Total/TxnID/TxnNumber/TxnType/UnitPrice/UserEdit/ValueOnHand/
  WageBase/WageBaseTips

reportPeriod {
  (ReportPeriod{FromReportDate:date? ToReportDate:date?} | ReportDateMacro=reportDateMacro)?
}

reportAccountFilter {
  ReportAccountFilter {
    (
      AccountTypeFilter=accountTypeFilter
    | ListID:id+
    | FullName+
    | ListIDWithChildren:id
    | FullNameWithChildren
    )
  }?
}

reportEntityFilter {
  ReportEntityFilter {
    (
      EntityTypeFilter=Customer/Employee/OtherName/Vendor
    | ListID:id+
    | FullName+
    | ListIDWithChildren:id
    | FullNameWithChildren
    )
  }?
}

reportItemFilter {
  ReportItemFilter {
    (ItemTypeFilter=itemTypeFilter | ListID:id+ | FullName+ | ListIDWithChildren:id | FullNameWithChildren)
  }?
}

reportFilters {
  reportAccountFilter reportEntityFilter reportItemFilter ReportClassFilter{recordFilter}?
  ReportTxnTypeFilter{TxnTypeFilter=txnTypeFilter+}?
  (
    ReportModifiedDateRangeFilter{FromReportModifiedDate:date? ToReportModifiedDate:date?}
  | ReportModifiedDateRangeMacro=reportDateMacro
  )?
  ReportDetailLevelFilter=All/AllExceptSummary/SummaryOnly? ReportPostingStatusFilter=Either/NonPosting/Posting?
}

GeneralSummaryReportQueryRq {
  GeneralSummaryReportType=generalSummaryReportType DisplayReport:bool? reportPeriod reportFilters
  SummarizeColumnsBy=summarizeColumnsBy? IncludeSubcolumns:bool? ReportCalendar=CalendarYear/FiscalYear/TaxYear?
  ReturnRows=ActiveOnly/NonZero/All? ReturnColumns=ActiveOnly/NonZero/All? ReportBasis=Accrual/Cash/None?
}

GeneralDetailReportQueryRq {
  GeneralDetailReportType=generalDetailReportType DisplayReport:bool? reportPeriod reportFilters
  SummarizeRowsBy=summarizeRowsBy? IncludeColumn=reportColumn* IncludeAccounts=All/InUse?
  ReportOpenBalanceAsOf=ReportEndDate/Today? ReportBasis=Accrual/Cash/None?
}

AgingReportQueryRq {
  AgingReportType=APAgingDetail/APAgingSummary/ARAgingDetail/ARAgingSummary/CollectionsReport
  DisplayReport:bool? reportPeriod reportFilters IncludeColumn=reportColumn* IncludeAccounts=All/InUse?
  ReportAgingAsOf=ReportEndDate/Today?
}

reportCells { RowData@rowType@value{}? ColData@colID@value@dataType{}* }

reportRet {
  ReportTitle ReportSubtitle ReportBasis=Accrual/Cash/None? NumRows:int NumColumns:int NumColTitleRows:int
  ColDesc@colID@dataType{ColTitle@titleRow@value{}+ ColType=colType}+
  ReportData {
    (
      DataRow@rowNumber{reportCells}
    | TextRow@rowNumber@value{}
    | SubtotalRow@rowNumber{reportCells}
    | TotalRow@rowNumber{reportCells}
    )+
  }?
}

GeneralSummaryReportQueryRs { ReportRet{reportRet}? }
GeneralDetailReportQueryRs { ReportRet{reportRet}? }
AgingReportQueryRs { ReportRet{reportRet}? }
`

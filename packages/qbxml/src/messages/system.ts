/** The application, the company file and its preferences. The notation is explained in `notation.ts`. */
export const system = `
HostQueryRq { IncludeListMetaData{IncludeMaxCapacity:bool}? IncludeRetElement(50)* }

HostQueryRs {
  HostRet {
    ProductName(255) MajorVersion(5) MinorVersion(5) Country(2)? SupportedQBXMLVersion(10)+
    IsAutomaticLogin:bool? QBFileMode=MultiUser/SingleUser
    ListMetaData {
      AccountMetaData{MaxCapacity:int} BillingRateMetaData{MaxCapacity:int} ClassMetaData{MaxCapacity:int}
      CustomerMsgMetaData{MaxCapacity:int} CustomerTypeMetaData{MaxCapacity:int} EntityMetaData{MaxCapacity:int}
      ItemMetaData{MaxCapacity:int} JobTypeMetaData{MaxCapacity:int} PaymentMethodMetaData{MaxCapacity:int}
      PayrollItemMetaData{MaxCapacity:int} PriceLevelMetaData{MaxCapacity:int} SalesRepMetaData{MaxCapacity:int}
      SalesTaxCodeMetaData{MaxCapacity:int} ShipMethodMetaData{MaxCapacity:int}
      TemplateMetaData{MaxCapacity:int} TermsMetaData{MaxCapacity:int} ToDoMetaData{MaxCapacity:int}
      VehicleMetaData{MaxCapacity:int} VendorTypeMetaData{MaxCapacity:int}
    }?
  }?
}

CompanyQueryRq { IncludeRetElement(50)* OwnerID:guid* }
month = January/February/March/April/May/June/July/August/September/October/November/December

CompanyQueryRs {
  CompanyRet {
    IsSampleCompany:bool CompanyName(59)? LegalCompanyName(59)? Address{address}? AddressBlock{addressBlock}?
    LegalAddress{address}? CompanyAddressForCustomer{address}? CompanyAddressBlockForCustomer{addressBlock}?
    Phone(51)? Fax(51)? Email(1023)? CompanyWebSite(128)? FirstMonthFiscalYear=month?
    FirstMonthIncomeTaxYear=month? CompanyType(255)? EIN(20)? SSN(11)?
    TaxForm=Form1040/Form1065/Form1120/Form1120S/Form990/Form990PF/Form990T/OtherOrNone?
    SubscribedServices {
      Service{Name(50) Domain(50) ServiceStatus=Active/Expired/Never/Pending/Suspended/Terminated/Trial}*
    }?
    AccountantCopy{AccountantCopyExists:bool DividingDate:date?}? DataExtRet{dataExtRet}*
  }?
}

CompanyActivityQueryRq { IncludeRetElement(50)* }
CompanyActivityQueryRs { CompanyActivityRet{LastRestoreTime:datetime LastCondenseTime:datetime}? }
PreferencesQueryRq { IncludeRetElement(50)* }

PreferencesQueryRs {
  PreferencesRet {
    AccountingPreferences {
      IsUsingAccountNumbers:bool IsRequiringAccounts:bool IsUsingClassTracking:bool
      AssignClassesTo=None/Accounts/Items/Names? IsUsingAuditTrail:bool IsAssigningJournalEntryNumbers:bool
      ClosingDate:date?
    }
    FinanceChargePreferences {
      AnnualInterestRate:percent? MinFinanceCharge:amt? GracePeriod:int FinanceChargeAccountRef<159>?
      IsAssessingForOverdueCharges:bool CalculateChargesFrom=DueDate/InvoiceOrBilledDate
      IsMarkedToBePrinted:bool
    }
    JobsAndEstimatesPreferences {
      IsUsingEstimates:bool IsUsingProgressInvoicing:bool IsPrintingItemsWithZeroAmounts:bool
    }
    MultiCurrencyPreferences{IsMultiCurrencyOn:bool? HomeCurrencyRef<64>?}?
    MultiLocationInventoryPreferences {
      IsMultiLocationInventoryAvailable:bool? IsMultiLocationInventoryEnabled:bool?
    }?
    PurchasesAndVendorsPreferences {
      IsUsingInventory:bool DaysBillsAreDue:int IsAutomaticallyUsingDiscounts:bool
      DefaultDiscountAccountRef<159>?
    }
    ReportsPreferences{AgingReportBasis=AgeFromDueDate/AgeFromTransactionDate SummaryReportBasis=Accrual/Cash}
    SalesAndCustomersPreferences {
      DefaultShipMethodRef<15>? DefaultFOB(13)? DefaultMarkup:percent? IsTrackingReimbursedExpensesAsIncome:bool
      IsAutoApplyingPayments:bool PriceLevels{IsUsingPriceLevels:bool IsRoundingSalesPriceUp:bool?}?
    }
    SalesTaxPreferences {
      DefaultItemSalesTaxRef<31> PaySalesTax=Monthly/Quarterly/Annually DefaultTaxableSalesTaxCodeRef<3>
      DefaultNonTaxableSalesTaxCodeRef<3> IsUsingVendorTaxCode:bool? IsUsingCustomerTaxCode:bool?
      IsUsingAmountsIncludeTax:bool?
    }?
    TimeTrackingPreferences{FirstDayOfWeek=Monday/Tuesday/Wednesday/Thursday/Friday/Saturday/Sunday}?
    CurrentAppAccessRights {
      IsAutomaticLoginAllowed:bool AutomaticLoginUserName(29)? IsPersonalDataAccessAllowed:bool
    }
    ItemsAndInventoryPreferences {
      EnhancedInventoryReceivingEnabled:bool? IsTrackingSerialOrLotNumber=None/SerialNumber/LotNumber?
      isTrackingOnSalesTransactionsEnabled:bool? isTrackingOnPurchaseTransactionsEnabled:bool?
      isTrackingOnInventoryAdjustmentEnabled:bool? isTrackingOnBuildAssemblyEnabled:bool? FIFOEnabled:bool?
      FIFOEffectiveDate:date? IsRSBEnabled:bool? IsBarcodeEnabled:bool?
    }?
  }?
}
`

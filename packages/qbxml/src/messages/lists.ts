/** Terms, payment methods, messages, types, representatives, templates. The notation is explained in `notation.ts`. */
export const lists = `
StandardTermsAddRq {
  StandardTermsAdd{Name(31) IsActive:bool? StdDueDays:int? StdDiscountDays:int? DiscountPct:percent?}
  IncludeRetElement(50)*
}

standardTermsRet {
  listIdentity Name(31) IsActive:bool? StdDueDays:int? StdDiscountDays:int? DiscountPct:percent?
}

StandardTermsAddRs { StandardTermsRet{standardTermsRet}? ErrorRecovery{errorRecovery}? }
StandardTermsQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
StandardTermsQueryRs @metaData { StandardTermsRet{standardTermsRet}* }

DateDrivenTermsAddRq {
  DateDrivenTermsAdd {
    Name(31) IsActive:bool? DayOfMonthDue:int[1..31] DueNextMonthDays:int? DiscountDayOfMonth:int[1..31]?
    DiscountPct:percent?
  }
  IncludeRetElement(50)*
}

dateDrivenTermsRet {
  listIdentity Name(31) IsActive:bool? DayOfMonthDue:int[1..31] DueNextMonthDays:int?
  DiscountDayOfMonth:int[1..31]? DiscountPct:percent?
}

DateDrivenTermsAddRs { DateDrivenTermsRet{dateDrivenTermsRet}? ErrorRecovery{errorRecovery}? }
DateDrivenTermsQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
DateDrivenTermsQueryRs @metaData { DateDrivenTermsRet{dateDrivenTermsRet}* }
TermsQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
TermsQueryRs @metaData { (StandardTermsRet{standardTermsRet} | DateDrivenTermsRet{dateDrivenTermsRet})* }
SalesRepAddRq { SalesRepAdd{Initial(5) IsActive:bool? SalesRepEntityRef<41>} IncludeRetElement(50)* }
salesRepRet { listIdentity Initial(5) IsActive:bool? SalesRepEntityRef<41> }
SalesRepAddRs { SalesRepRet{salesRepRet}? ErrorRecovery{errorRecovery}? }

SalesRepModRq {
  SalesRepMod{ListID:id EditSequence(16) Initial(5)? IsActive:bool? SalesRepEntityRef<41>?}
  IncludeRetElement(50)*
}

SalesRepModRs { SalesRepRet{salesRepRet}? ErrorRecovery{errorRecovery}? }
SalesRepQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
SalesRepQueryRs @metaData { SalesRepRet{salesRepRet}* }
CustomerTypeAddRq { CustomerTypeAdd{nestedNameAdd} IncludeRetElement(50)* }
CustomerTypeAddRs { CustomerTypeRet{nestedNameRet}? ErrorRecovery{errorRecovery}? }
CustomerTypeQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
CustomerTypeQueryRs @metaData { CustomerTypeRet{nestedNameRet}* }
VendorTypeAddRq { VendorTypeAdd{nestedNameAdd} IncludeRetElement(50)* }
VendorTypeAddRs { VendorTypeRet{nestedNameRet}? ErrorRecovery{errorRecovery}? }
VendorTypeQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
VendorTypeQueryRs @metaData { VendorTypeRet{nestedNameRet}* }
JobTypeAddRq { JobTypeAdd{nestedNameAdd} IncludeRetElement(50)* }
JobTypeAddRs { JobTypeRet{nestedNameRet}? ErrorRecovery{errorRecovery}? }
JobTypeQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
JobTypeQueryRs @metaData { JobTypeRet{nestedNameRet}* }
CustomerMsgAddRq { CustomerMsgAdd{Name(101) IsActive:bool?} IncludeRetElement(50)* }
customerMsgRet { listIdentity Name(101) IsActive:bool? }
CustomerMsgAddRs { CustomerMsgRet{customerMsgRet}? ErrorRecovery{errorRecovery}? }
CustomerMsgQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
CustomerMsgQueryRs @metaData { CustomerMsgRet{customerMsgRet}* }

paymentMethodType = AmericanExpress/Cash/Check/DebitCard/Discover/ECheck/GiftCard/MasterCard/Other/
  OtherCreditCard/Visa

PaymentMethodAddRq {
  PaymentMethodAdd{Name(31) IsActive:bool? PaymentMethodType=paymentMethodType?} IncludeRetElement(50)*
}

paymentMethodRet { listIdentity Name(31) IsActive:bool? PaymentMethodType=paymentMethodType? }
PaymentMethodAddRs { PaymentMethodRet{paymentMethodRet}? ErrorRecovery{errorRecovery}? }

PaymentMethodQueryRq @metaData {
  (ListID:id+ | FullName+ | listFilters PaymentMethodType=paymentMethodType*)? IncludeRetElement(50)*
}

PaymentMethodQueryRs @metaData { PaymentMethodRet{paymentMethodRet}* }
ShipMethodAddRq { ShipMethodAdd{Name(15) IsActive:bool?} IncludeRetElement(50)* }
shipMethodRet { listIdentity Name(15) IsActive:bool? }
ShipMethodAddRs { ShipMethodRet{shipMethodRet}? ErrorRecovery{errorRecovery}? }
ShipMethodQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
ShipMethodQueryRs @metaData { ShipMethodRet{shipMethodRet}* }
PriceLevelAddRq {
  PriceLevelAdd {
    Name(31) IsActive:bool?
    (
      PriceLevelFixedPercentage:percent
      | PriceLevelPerItem {
          ItemRef<>
          (
            (CustomPrice:price | CustomPricePercent:percent)
            | AdjustPercentage:percent AdjustRelativeTo=StandardPrice/Cost/CurrentCustomPrice
          )
        }*
        CurrencyRef<64>?
    )
  }
  IncludeRetElement(50)*
}

priceLevelRet {
  ListID:id? TimeCreated:datetime? TimeModified:datetime? EditSequence(16)? Name(31)? IsActive:bool?
  PriceLevelType=FixedPercentage/PerItem?
  (
    PriceLevelFixedPercentage:percent
    | PriceLevelPerItemRet{ItemRef<> (CustomPrice:price | CustomPricePercent:percent)}+ CurrencyRef<64>?
  )?
}

PriceLevelAddRs { PriceLevelRet{priceLevelRet}? ErrorRecovery{errorRecovery}? }

PriceLevelQueryRq @metaData {
  (ListID:id+ | FullName+ | listFilters ItemRef<>? CurrencyFilter{currencyFilter}?)?
  IncludeRetElement(50)*
}

PriceLevelQueryRs @metaData { PriceLevelRet{priceLevelRet}* }

siteAddress {
  Addr1(41)? Addr2(41)? Addr3(41)? Addr4(41)? Addr5(41)? City(31)? State(21)? PostalCode(13)? Country(31)?
}

InventorySiteAddRq {
  InventorySiteAdd {
    Name(31) IsActive:bool? ParentSiteRef<31>? SiteDesc(100)? Contact(41)? Phone(21)? Fax(21)? Email(1023)?
    SiteAddress{siteAddress}?
  }
  IncludeRetElement(50)*
}

inventorySiteRet {
  listIdentity Name(31)? IsActive:bool? ParentSiteRef<31>? IsDefaultSite:bool? SiteDesc(100)? Contact(41)?
  Phone(21)? Fax(21)? Email(1023)? SiteAddress{siteAddress}? SiteAddressBlock{addressBlock}?
}

InventorySiteAddRs { InventorySiteRet{inventorySiteRet}? ErrorRecovery{errorRecovery}? }

InventorySiteQueryRq @metaData {
  (
    ListID:id+
    | FullName+
    | ActiveStatus=ActiveOnly/InactiveOnly/All? FromModifiedDate:datetime? ToModifiedDate:datetime?
      (NameFilter{MatchCriterion=StartsWith/Contains/EndsWith Name} | NameRangeFilter{FromName? ToName?})?
  )?
  IncludeRetElement(50)*
}

InventorySiteQueryRs @metaData { InventorySiteRet{inventorySiteRet}* }

TemplateQueryRq @metaData { IncludeRetElement(50)* }

templateType = BuildAssembly/CreditMemo/Estimate/Invoice/PurchaseOrder/SalesOrder/SalesReceipt/PaymentReceipt/
  BillPayment

TemplateQueryRs @metaData { TemplateRet{listIdentity Name(31) IsActive:bool? TemplateType=templateType}* }
`

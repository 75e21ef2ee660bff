/** Sales tax codes, items and groups. The notation is explained in `notation.ts`. */
export const salesTax = `
SalesTaxCodeAddRq { SalesTaxCodeAdd{Name(3) IsActive:bool? IsTaxable:bool Desc(31)?} IncludeRetElement(50)* }
salesTaxCodeRet { listIdentity Name(3) IsActive:bool? IsTaxable:bool Desc(31)? }
SalesTaxCodeAddRs { SalesTaxCodeRet{salesTaxCodeRet}? ErrorRecovery{errorRecovery}? }

SalesTaxCodeModRq {
  SalesTaxCodeMod{ListID:id EditSequence(16) Name(3)? IsActive:bool? IsTaxable:bool? Desc(31)?}
  IncludeRetElement(50)*
}

SalesTaxCodeModRs { SalesTaxCodeRet{salesTaxCodeRet}? ErrorRecovery{errorRecovery}? }
SalesTaxCodeQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }
SalesTaxCodeQueryRs @metaData { SalesTaxCodeRet{salesTaxCodeRet}* }

ItemSalesTaxAddRq {
  ItemSalesTaxAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ClassRef<159>? ItemDesc(4095)? TaxRate:percent? TaxVendorRef<41>?
    ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

ItemSalesTaxAddRs { ItemSalesTaxRet{itemSalesTaxRet}? ErrorRecovery{errorRecovery}? }

ItemSalesTaxModRq {
  ItemSalesTaxMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ClassRef<159>? ItemDesc(4095)?
    TaxRate:percent? TaxVendorRef<41>?
  }
  IncludeRetElement(50)*
}

ItemSalesTaxModRs { ItemSalesTaxRet{itemSalesTaxRet}? ErrorRecovery{errorRecovery}? }

ItemSalesTaxQueryRq @iterator {
  (ListID:id+ | FullName+ | listFilters ClassFilter{recordFilter}?)? IncludeRetElement(50)* OwnerID:guid*
}

ItemSalesTaxQueryRs @iterator { ItemSalesTaxRet{itemSalesTaxRet}* }

ItemSalesTaxGroupAddRq {
  ItemSalesTaxGroupAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ItemDesc(4095)? ExternalGUID:guid? ItemSalesTaxRef<31>+
  }
  IncludeRetElement(50)*
}

ItemSalesTaxGroupAddRs { ItemSalesTaxGroupRet{itemSalesTaxGroupRet}? ErrorRecovery{errorRecovery}? }

ItemSalesTaxGroupModRq {
  ItemSalesTaxGroupMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ItemDesc(4095)? ItemSalesTaxRef<31>*
  }
  IncludeRetElement(50)*
}

ItemSalesTaxGroupModRs { ItemSalesTaxGroupRet{itemSalesTaxGroupRet}? ErrorRecovery{errorRecovery}? }

ItemSalesTaxGroupQueryRq @iterator {
  (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* OwnerID:guid*
}

ItemSalesTaxGroupQueryRs @iterator { ItemSalesTaxGroupRet{itemSalesTaxGroupRet}* }
`

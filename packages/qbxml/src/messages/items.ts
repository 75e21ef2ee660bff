/** Services, charges, discounts and the query over all items. The notation is explained in `notation.ts`. */
export const items = `
salesOrPurchase { Desc(4095)? (Price:price | PricePercent:percent)? AccountRef<159>? }

salesAndPurchase {
  SalesDesc(4095)? SalesPrice:price? IncomeAccountRef<159>? PurchaseDesc(4095)? PurchaseCost:price?
  ExpenseAccountRef<159>? PrefVendorRef<41>?
}

ItemServiceAddRq {
  ItemServiceAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>? UnitOfMeasureSetRef<31>?
    SalesTaxCodeRef<3>? (SalesOrPurchase{salesOrPurchase} | SalesAndPurchase{salesAndPurchase})
    ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

itemServiceRet {
  listIdentity Name(31) FullName(159) BarCodeValue(50)? IsActive:bool? ClassRef<159>? ParentRef<>? Sublevel:int
  UnitOfMeasureSetRef<31>? SalesTaxCodeRef<3>?
  (SalesOrPurchase{salesOrPurchase} | SalesAndPurchase{salesAndPurchase})? ExternalGUID:guid?
  DataExtRet{dataExtRet}*
}

ItemServiceAddRs { ItemServiceRet{itemServiceRet}? ErrorRecovery{errorRecovery}? }

salesOrPurchaseMod {
  Desc(4095)? (Price:price | PricePercent:percent)? AccountRef<159>? ApplyAccountRefToExistingTxns:bool?
}

salesAndPurchaseMod {
  SalesDesc(4095)? SalesPrice:price? IncomeAccountRef<159>? ApplyIncomeAccountRefToExistingTxns:bool?
  PurchaseDesc(4095)? PurchaseCost:price? ExpenseAccountRef<159>? ApplyExpenseAccountRefToExistingTxns:bool?
  PrefVendorRef<41>?
}

ItemServiceModRq {
  ItemServiceMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>?
    UnitOfMeasureSetRef<31>? ForceUOMChange:bool? SalesTaxCodeRef<3>?
    (SalesOrPurchaseMod{salesOrPurchaseMod} | SalesAndPurchaseMod{salesAndPurchaseMod})?
  }
  IncludeRetElement(50)*
}

ItemServiceModRs { ItemServiceRet{itemServiceRet}? ErrorRecovery{errorRecovery}? }

ItemServiceQueryRq @iterator {
  (ListID:id+ | FullName+ | listFilters ClassFilter{recordFilter}?)? IncludeRetElement(50)* OwnerID:guid*
}

ItemServiceQueryRs @iterator { ItemServiceRet{itemServiceRet}* }

ItemNonInventoryAddRq {
  ItemNonInventoryAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ParentRef<>? ClassRef<159>? ManufacturerPartNumber(31)?
    UnitOfMeasureSetRef<31>? SalesTaxCodeRef<3>?
    (SalesOrPurchase{salesOrPurchase} | SalesAndPurchase{salesAndPurchase}) ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

itemNonInventoryRet {
  listIdentity Name(31) FullName(159) BarCodeValue(50)? IsActive:bool? ClassRef<159>? ParentRef<>? Sublevel:int
  ManufacturerPartNumber(31)? UnitOfMeasureSetRef<31>? SalesTaxCodeRef<3>?
  (SalesOrPurchase{salesOrPurchase} | SalesAndPurchase{salesAndPurchase})? ExternalGUID:guid?
  DataExtRet{dataExtRet}*
}

ItemNonInventoryAddRs { ItemNonInventoryRet{itemNonInventoryRet}? ErrorRecovery{errorRecovery}? }

ItemNonInventoryModRq {
  ItemNonInventoryMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>?
    ManufacturerPartNumber(31)? UnitOfMeasureSetRef<31>? ForceUOMChange:bool? SalesTaxCodeRef<3>?
    (SalesOrPurchaseMod{salesOrPurchaseMod} | SalesAndPurchaseMod{salesAndPurchaseMod})?
  }
  IncludeRetElement(50)*
}

ItemNonInventoryModRs { ItemNonInventoryRet{itemNonInventoryRet}? ErrorRecovery{errorRecovery}? }

ItemNonInventoryQueryRq @iterator {
  (ListID:id+ | FullName+ | listFilters ClassFilter{recordFilter}?)? IncludeRetElement(50)* OwnerID:guid*
}

ItemNonInventoryQueryRs @iterator { ItemNonInventoryRet{itemNonInventoryRet}* }

ItemOtherChargeAddRq {
  ItemOtherChargeAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>? SalesTaxCodeRef<3>?
    (SalesOrPurchase{salesOrPurchase} | SalesAndPurchase{salesAndPurchase}) ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

itemOtherChargeRet {
  listIdentity Name(31) FullName(159) BarCodeValue(50)? IsActive:bool? ClassRef<159>? ParentRef<>? Sublevel:int
  SalesTaxCodeRef<3>? (SalesOrPurchase{salesOrPurchase} | SalesAndPurchase{salesAndPurchase})?
  SpecialItemType=specialItemType? ExternalGUID:guid? DataExtRet{dataExtRet}*
}

ItemOtherChargeAddRs { ItemOtherChargeRet{itemOtherChargeRet}? ErrorRecovery{errorRecovery}? }

ItemOtherChargeModRq {
  ItemOtherChargeMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>?
    SalesTaxCodeRef<3>? (SalesOrPurchaseMod{salesOrPurchaseMod} | SalesAndPurchaseMod{salesAndPurchaseMod})?
  }
  IncludeRetElement(50)*
}

ItemOtherChargeModRs { ItemOtherChargeRet{itemOtherChargeRet}? ErrorRecovery{errorRecovery}? }

ItemOtherChargeQueryRq @iterator {
  (ListID:id+ | FullName+ | listFilters ClassFilter{recordFilter}?)? IncludeRetElement(50)* OwnerID:guid*
}

ItemOtherChargeQueryRs @iterator { ItemOtherChargeRet{itemOtherChargeRet}* }

ItemSubtotalAddRq {
  ItemSubtotalAdd{Name(31) BarCode{barCode}? IsActive:bool? ItemDesc(4095)? ExternalGUID:guid?}
  IncludeRetElement(50)*
}

itemSubtotalRet {
  listIdentity Name(31) BarCodeValue(50)? IsActive:bool? ItemDesc? SpecialItemType=specialItemType?
  ExternalGUID:guid? DataExtRet{dataExtRet}*
}

ItemSubtotalAddRs { ItemSubtotalRet{itemSubtotalRet}? ErrorRecovery{errorRecovery}? }

ItemSubtotalModRq {
  ItemSubtotalMod{ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ItemDesc(4095)?}
  IncludeRetElement(50)*
}

ItemSubtotalModRs { ItemSubtotalRet{itemSubtotalRet}? ErrorRecovery{errorRecovery}? }
ItemSubtotalQueryRq @iterator { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* OwnerID:guid* }
ItemSubtotalQueryRs @iterator { ItemSubtotalRet{itemSubtotalRet}* }

ItemDiscountAddRq {
  ItemDiscountAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>? ItemDesc(4095)? SalesTaxCodeRef<3>?
    (DiscountRate:price | DiscountRatePercent:percent)? AccountRef<159>? ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

itemDiscountRet {
  listIdentity Name(31) FullName(159) BarCodeValue(50)? IsActive:bool? ClassRef<159>? ParentRef<>? Sublevel:int
  ItemDesc(4095)? SalesTaxCodeRef<3>? (DiscountRate:price | DiscountRatePercent:percent)? AccountRef<159>?
  ExternalGUID:guid? DataExtRet{dataExtRet}*
}

ItemDiscountAddRs { ItemDiscountRet{itemDiscountRet}? ErrorRecovery{errorRecovery}? }

ItemDiscountModRq {
  ItemDiscountMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>?
    ItemDesc(4095)? SalesTaxCodeRef<3>? (DiscountRate:price | DiscountRatePercent:percent)? AccountRef<159>?
    ApplyAccountRefToExistingTxns:bool?
  }
  IncludeRetElement(50)*
}

ItemDiscountModRs { ItemDiscountRet{itemDiscountRet}? ErrorRecovery{errorRecovery}? }

ItemDiscountQueryRq @iterator {
  (ListID:id+ | FullName+ | listFilters ClassFilter{recordFilter}?)? IncludeRetElement(50)* OwnerID:guid*
}

ItemDiscountQueryRs @iterator { ItemDiscountRet{itemDiscountRet}* }

ItemPaymentAddRq {
  ItemPaymentAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ClassRef<159>? ItemDesc(4095)? DepositToAccountRef<159>?
    PaymentMethodRef<31>? ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

itemPaymentRet {
  listIdentity Name(31) BarCodeValue(50)? IsActive:bool? ClassRef<159>? ItemDesc(4095)?
  DepositToAccountRef<159>? PaymentMethodRef<31>? ExternalGUID:guid? DataExtRet{dataExtRet}*
}

ItemPaymentAddRs { ItemPaymentRet{itemPaymentRet}? ErrorRecovery{errorRecovery}? }

ItemPaymentModRq {
  ItemPaymentMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ClassRef<159>? ItemDesc(4095)?
    DepositToAccountRef<159>? PaymentMethodRef<31>?
  }
  IncludeRetElement(50)*
}

ItemPaymentModRs { ItemPaymentRet{itemPaymentRet}? ErrorRecovery{errorRecovery}? }

ItemPaymentQueryRq @iterator {
  (ListID:id+ | FullName+ | listFilters ClassFilter{recordFilter}?)? IncludeRetElement(50)* OwnerID:guid*
}

ItemPaymentQueryRs @iterator { ItemPaymentRet{itemPaymentRet}* }
ItemQueryRq @iterator { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* OwnerID:guid* }

ItemQueryRs @iterator {
  (
    ItemServiceRet{itemServiceRet}
  | ItemNonInventoryRet{itemNonInventoryRet}
  | ItemOtherChargeRet{itemOtherChargeRet}
  | ItemInventoryRet{itemInventoryRet}
  | ItemInventoryAssemblyRet{itemInventoryAssemblyRet}
  | ItemFixedAssetRet{itemFixedAssetRet}
  | ItemSubtotalRet{itemSubtotalRet}
  | ItemDiscountRet{itemDiscountRet}
  | ItemPaymentRet{itemPaymentRet}
  | ItemSalesTaxRet{itemSalesTaxRet}
  | ItemSalesTaxGroupRet{itemSalesTaxGroupRet}
  | ItemGroupRet{itemGroupRet}
  )*
}
`

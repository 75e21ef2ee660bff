/** Inventory items, assemblies and item groups. The notation is explained in `notation.ts`. */
export const stockItems = `
ItemInventoryAddRq {
  ItemInventoryAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>? ManufacturerPartNumber(31)?
    UnitOfMeasureSetRef<31>? SalesTaxCodeRef<3>? SalesDesc(4095)? SalesPrice:price? IncomeAccountRef<159>?
    PurchaseDesc(4095)? PurchaseCost:price? COGSAccountRef<159>? PrefVendorRef<41>? AssetAccountRef<159>?
    ReorderPoint:quan? Max:quan? QuantityOnHand:quan? TotalValue:amt? InventoryDate:date? ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

ItemInventoryAddRs { ItemInventoryRet{itemInventoryRet}? ErrorRecovery{errorRecovery}? }

ItemInventoryModRq {
  ItemInventoryMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>?
    ManufacturerPartNumber(31)? UnitOfMeasureSetRef<31>? ForceUOMChange:bool? SalesTaxCodeRef<3>?
    SalesDesc(4095)? SalesPrice:price? IncomeAccountRef<159>? ApplyIncomeAccountRefToExistingTxns:bool?
    PurchaseDesc(4095)? PurchaseCost:price? COGSAccountRef<159>? ApplyCOGSAccountRefToExistingTxns:bool?
    PrefVendorRef<41>? AssetAccountRef<159>? ReorderPoint:quan? Max:quan?
  }
  IncludeRetElement(50)*
}

ItemInventoryModRs { ItemInventoryRet{itemInventoryRet}? ErrorRecovery{errorRecovery}? }

ItemInventoryQueryRq @iterator {
  (ListID:id+ | FullName+ | listFilters ClassFilter{recordFilter}?)? IncludeRetElement(50)* OwnerID:guid*
}

ItemInventoryQueryRs @iterator { ItemInventoryRet{itemInventoryRet}* }

ItemInventoryAssemblyAddRq {
  ItemInventoryAssemblyAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>? ManufacturerPartNumber(31)?
    UnitOfMeasureSetRef<31>? SalesTaxCodeRef<3>? SalesDesc(4095)? SalesPrice:price? IncomeAccountRef<159>?
    PurchaseDesc(4095)? PurchaseCost:price? COGSAccountRef<159>? PrefVendorRef<41>? AssetAccountRef<159>?
    BuildPoint:quan? Max:quan? QuantityOnHand:quan? TotalValue:amt? InventoryDate:date? ExternalGUID:guid?
    ItemInventoryAssemblyLine{ItemInventoryRef<159> Quantity:quan?}*
  }
  IncludeRetElement(50)*
}

ItemInventoryAssemblyAddRs { ItemInventoryAssemblyRet{itemInventoryAssemblyRet}? ErrorRecovery{errorRecovery}? }

ItemInventoryAssemblyModRq {
  ItemInventoryAssemblyMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ClassRef<159>? ParentRef<>?
    ManufacturerPartNumber(31)? UnitOfMeasureSetRef<31>? ForceUOMChange:bool? SalesTaxCodeRef<3>?
    SalesDesc(4095)? SalesPrice:price? IncomeAccountRef<159>? ApplyIncomeAccountRefToExistingTxns:bool?
    PurchaseDesc(4095)? PurchaseCost:price? COGSAccountRef<159>? PrefVendorRef<41>? AssetAccountRef<159>?
    BuildPoint:quan? Max:quan?
    (ClearItemsInGroup:bool | ItemInventoryAssemblyLine{ItemInventoryRef<159> Quantity:quan?}+)?
  }
  IncludeRetElement(50)*
}

ItemInventoryAssemblyModRs { ItemInventoryAssemblyRet{itemInventoryAssemblyRet}? ErrorRecovery{errorRecovery}? }

ItemInventoryAssemblyQueryRq @iterator {
  (ListID:id+ | FullName+ | listFilters ClassFilter{recordFilter}?)? IncludeRetElement(50)* OwnerID:guid*
}

ItemInventoryAssemblyQueryRs @iterator { ItemInventoryAssemblyRet{itemInventoryAssemblyRet}* }

ItemFixedAssetAddRq {
  ItemFixedAssetAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ClassRef<159>? AcquiredAs=New/Old PurchaseDesc(50)
    PurchaseDate:date PurchaseCost:price? VendorOrPayeeName(50)? AssetAccountRef<159>?
    FixedAssetSalesInfo{SalesDesc(50) SalesDate:date SalesPrice:price? SalesExpense:price?}? AssetDesc(50)?
    Location(50)? PONumber(30)? SerialNumber(30)? WarrantyExpDate:date? Notes(4095)? AssetNumber(10)?
    CostBasis:amt? YearEndAccumulatedDepreciation:amt? YearEndBookValue:amt? ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

ItemFixedAssetAddRs { ItemFixedAssetRet{itemFixedAssetRet}? ErrorRecovery{errorRecovery}? }

ItemFixedAssetModRq {
  ItemFixedAssetMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ClassRef<159>? AcquiredAs=New/Old?
    PurchaseDesc(50)? PurchaseDate:date? PurchaseCost:price? VendorOrPayeeName(50)? AssetAccountRef<159>?
    FixedAssetSalesInfoMod{SalesDesc(50)? SalesDate:date? SalesPrice:price? SalesExpense:price?}? AssetDesc(50)?
    Location(50)? PONumber(30)? SerialNumber(30)? WarrantyExpDate:date? Notes(4095)? AssetNumber(10)?
    CostBasis:amt? YearEndAccumulatedDepreciation:amt? YearEndBookValue:amt?
  }
  IncludeRetElement(50)*
}

ItemFixedAssetModRs { ItemFixedAssetRet{itemFixedAssetRet}? ErrorRecovery{errorRecovery}? }

ItemFixedAssetQueryRq @iterator {
  (ListID:id+ | FullName+ | listFilters ClassFilter{recordFilter}?)? IncludeRetElement(50)* OwnerID:guid*
}

ItemFixedAssetQueryRs @iterator { ItemFixedAssetRet{itemFixedAssetRet}* }

ItemGroupAddRq {
  ItemGroupAdd {
    Name(31) BarCode{barCode}? IsActive:bool? ItemDesc(4095)? UnitOfMeasureSetRef<31>? IsPrintItemsInGroup:bool?
    ExternalGUID:guid? ItemGroupLine{itemGroupLine}*
  }
  IncludeRetElement(50)*
}

ItemGroupAddRs { ItemGroupRet{itemGroupRet}? ErrorRecovery{errorRecovery}? }

ItemGroupModRq {
  ItemGroupMod {
    ListID:id EditSequence(16) Name(31)? BarCode{barCode}? IsActive:bool? ItemDesc(4095)?
    UnitOfMeasureSetRef<31>? ForceUOMChange:bool? IsPrintItemsInGroup:bool?
    (ClearItemsInGroup:bool | ItemGroupLine{itemGroupLine}+)?
  }
  IncludeRetElement(50)*
}

ItemGroupModRs { ItemGroupRet{itemGroupRet}? ErrorRecovery{errorRecovery}? }
ItemGroupQueryRq @iterator { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* OwnerID:guid* }
ItemGroupQueryRs @iterator { ItemGroupRet{itemGroupRet}* }
`

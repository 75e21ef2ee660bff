interface Sale {
  readonly CustomerRef: { readonly value: string }
  readonly Line: readonly [
    {
      readonly SalesItemLineDetail: {
        readonly ItemRef: { readonly value: string }
        readonly Qty: number
        readonly UnitPrice: number
      }
    },
  ]
}

/** Returns what a walk's invoice says, for libraries that take no record. */
export function saleLine(record: object) {
  const { CustomerRef, Line } = record as Sale
  const { ItemRef, Qty, UnitPrice } = Line[0].SalesItemLineDetail
  return { customerId: CustomerRef.value, itemId: ItemRef.value, Qty, UnitPrice }
}

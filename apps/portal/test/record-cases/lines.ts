export function salesLine(ItemRef: object, Qty: number, UnitPrice: number, code = 'Non') {
  return {
    Amount: Math.round(Qty * UnitPrice * 100) / 100,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef, Qty, UnitPrice, TaxCodeRef: { value: code.toUpperCase() } },
  }
}

export function itemLine(ItemRef: object, Qty: number, UnitPrice: number) {
  return {
    Amount: Math.round(Qty * UnitPrice * 100) / 100,
    DetailType: 'ItemBasedExpenseLineDetail',
    ItemBasedExpenseLineDetail: { ItemRef, Qty, UnitPrice },
  }
}

export function expenseLine(AccountRef: object, Amount: number) {
  return {
    Amount,
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef },
  }
}

export function paymentLine(Amount: number, ...links: (readonly [TxnType: string, ref: { readonly value: string }])[]) {
  return {
    Amount,
    LinkedTxn: links.map(([TxnType, { value: TxnId }]) => ({ TxnId, TxnType })),
  }
}

/** QuickBooks Desktop limits DocNumber to 11 characters. */
export function docNumber(prefix: string, tag: string): string {
  return `${prefix}${tag.replaceAll(' ', '')}`.slice(0, 11)
}

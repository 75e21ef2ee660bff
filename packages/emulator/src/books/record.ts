/** A qbXML field's value: text, an aggregate, or a repeated aggregate. */
export type FieldValue = string | Fields | readonly Fields[]

/** Fields by element name; a reference has only its `ListID`. */
export type Fields = { readonly [name: string]: FieldValue }

/** A data extension (custom field) value. */
export type CustomValue = {
  readonly ownerId: string
  readonly name: string
  readonly type: string
  readonly value: string
}

/** A list record. Times are seconds since 1970 (UTC). */
export type ListRecord = {
  readonly kind: string
  readonly id: string
  readonly created: number
  /** Also the EditSequence, which increases with every change. */
  readonly modified: number
  readonly fields: Fields
  readonly custom: readonly CustomValue[]
}

/** A posting: debits are positive, credits negative, as decimal text. */
export type Posting = {
  readonly account: string
  readonly amount: string
  /** The amount in the transaction's currency; absent in the home currency, in which `amount` always is. */
  readonly foreign?: string
  /** The ListID whose balance changes: a customer or vendor. */
  readonly entity: string | null
  /** The line the amount comes from; absent for a total, for sales tax, and in earlier versions' files. */
  readonly line?: string
}

/** A stock change for one inventory item; see `stock/movements.ts`. */
export type Movement = {
  /** The item's ListID. */
  readonly item: string
  /** Positive for incoming stock, negative for outgoing; decimal text. */
  readonly quantity: string
  /**
   * The value the quantity adds to the stock, with the same sign; the transaction posts it to `asset`. `null` values
   * the movement at average cost, posted against `account`.
   */
  readonly value: string | null
  readonly asset: string
  /** The account the cost is posted to: goods sold, or an adjustment's account. */
  readonly account: string
  /** The cost per unit before the item has an average cost. */
  readonly estimate: string
  /** The line moving the item; absent in earlier versions' files. */
  readonly line?: string
}

/** A transaction line. An item group's line contains its members' lines. */
export type Line = {
  readonly id: string
  /** Its line table's name, for example `InvoiceLine`. */
  readonly table: string
  readonly fields: Fields
  /** A group's lines; absent from all other lines. */
  readonly lines?: readonly Line[]
  readonly custom?: readonly CustomValue[]
}

/**
 * One transaction's effect on another: pays it (an invoice by a payment, a bill by a credit, a credit by a refund),
 * copies a line (from an estimate to an invoice), or deposits it.
 */
export type Application = {
  readonly type: 'settlement' | 'line' | 'deposit'
  /** The other transaction's TxnID. */
  readonly to: string
  /** The other transaction's line. */
  readonly toLine?: string
  /** This transaction's line with the application. */
  readonly line?: string
  /** The amount that moves from one to the other; decimal text, never negative. */
  readonly amount: string
  /** The quantity copied from the line. */
  readonly quantity?: string
  /** The discount, in addition to the amount, and the account it is posted to. */
  readonly discount?: { readonly amount: string; readonly account: string; readonly class: string | null }
}

/** A transaction with its postings, whose amounts sum to zero. The first one posts its total. */
export type Transaction = {
  readonly kind: string
  readonly id: string
  readonly created: number
  readonly modified: number
  readonly number: number
  readonly fields: Fields
  readonly lines: readonly Line[]
  readonly applications: readonly Application[]
  /** Excludes movements' costs and exchange gains, which `Books.getPostings` includes. */
  readonly postings: readonly Posting[]
  /** Stock movements; none by default. */
  readonly movements?: readonly Movement[]
  readonly custom: readonly CustomValue[]
}

/** A deleted record, kept for 90 days. */
export type Deletion = {
  readonly kind: string
  readonly id: string
  readonly created: number
  readonly deleted: number
  /** A list record's FullName, or a transaction's RefNumber. */
  readonly name: string
}

/** A custom field's definition. */
export type CustomDefinition = {
  readonly ownerId: string
  readonly name: string
  readonly type: string
  /** `Customer`, `Item`, `Invoice`, … as AssignToObject spells them. */
  readonly assignedTo: readonly string[]
}

/** Data about the whole company file. */
export type Profile = {
  readonly companyName: string
  /** The last number used, by family (`Name`, `Item`, `Transaction`, …). */
  readonly counters: { readonly [family: string]: number }
  /** The RefNumber last used, by transaction kind. */
  readonly lastRefNumbers: { readonly [kind: string]: string }
  /** The company has several currencies; QuickBooks cannot turn this off again. */
  readonly multiCurrency?: true
  readonly custom: readonly CustomValue[]
}

/** The value of one qbXML field: text, an aggregate, or a repeated aggregate. */
export type FieldValue = string | Fields | readonly Fields[]

/** Fields by element name; a reference has only its `ListID`. */
export type Fields = { readonly [name: string]: FieldValue }

/** A value of a data extension (custom field). */
export type CustomValue = {
  readonly ownerId: string
  readonly name: string
  readonly type: string
  readonly value: string
}

/** A record of a list. Times are seconds since 1970 (UTC). */
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
  /** The ListID of the customer or vendor whose balance changes. */
  readonly entity: string | null
  /** The line that the amount comes from; absent for a total, for sales tax, and in files of earlier versions. */
  readonly line?: string
}

/** A change of the stock of one inventory item; see `stock/movements.ts`. */
export type Movement = {
  /** The ListID of the item. */
  readonly item: string
  /** Positive for incoming stock, negative for outgoing; decimal text. */
  readonly quantity: string
  /**
   * The value that the quantity adds to the stock, with the same sign; the transaction posts it to `asset`. `null`
   * values the movement at average cost, posted against `account`.
   */
  readonly value: string | null
  readonly asset: string
  /** The account that the cost is posted to: cost of goods sold, or the account of an adjustment. */
  readonly account: string
  /** The cost per unit before the item has an average cost. */
  readonly estimate: string
  /** The line that moves the item; absent in files of earlier versions. */
  readonly line?: string
}

/** A line of a transaction. The line of an item group contains the lines of its members. */
export type Line = {
  readonly id: string
  /** The name of its line table, for example `InvoiceLine`. */
  readonly table: string
  readonly fields: Fields
  /** The lines of a group; absent from all other lines. */
  readonly lines?: readonly Line[]
  readonly custom?: readonly CustomValue[]
}

/**
 * The effect of one transaction on another: it pays it (an invoice by a payment, a bill by a credit, a credit by a
 * refund), copies one of its lines (from an estimate to an invoice), or deposits it.
 */
export type Application = {
  readonly type: 'settlement' | 'line' | 'deposit'
  /** The TxnID of the other transaction. */
  readonly to: string
  /** The line of the other transaction. */
  readonly toLine?: string
  /** The line of this transaction that the application belongs to. */
  readonly line?: string
  /** The amount that moves from one to the other; decimal text, never negative. */
  readonly amount: string
  /** The quantity that is copied from the line. */
  readonly quantity?: string
  /** The discount, in addition to the amount, and the account that it is posted to. */
  readonly discount?: { readonly amount: string; readonly account: string; readonly class: string | null }
}

/** A transaction with its postings, whose amounts sum to zero. The first is that of its total. */
export type Transaction = {
  readonly kind: string
  readonly id: string
  readonly created: number
  readonly modified: number
  readonly number: number
  readonly fields: Fields
  readonly lines: readonly Line[]
  readonly applications: readonly Application[]
  /** Excludes the costs derived from the movements, which `Books.getPostings` includes. */
  readonly postings: readonly Posting[]
  /** The movements of stock; none by default. */
  readonly movements?: readonly Movement[]
  readonly custom: readonly CustomValue[]
}

/** A deleted record, kept for 90 days. */
export type Deletion = {
  readonly kind: string
  readonly id: string
  readonly created: number
  readonly deleted: number
  /** The FullName of a list record, or the RefNumber of a transaction. */
  readonly name: string
}

/** The definition of a custom field. */
export type CustomDefinition = {
  readonly ownerId: string
  readonly name: string
  readonly type: string
  /** `Customer`, `Item`, `Invoice`, … as AssignToObject spells them. */
  readonly assignedTo: readonly string[]
}

/** Data of the company file as a whole. */
export type Profile = {
  readonly companyName: string
  /** The last number used, by family (`Name`, `Item`, `Transaction`, …). */
  readonly counters: { readonly [family: string]: number }
  /** The RefNumber last used, by kind of transaction. */
  readonly lastRefNumbers: { readonly [kind: string]: string }
  readonly custom: readonly CustomValue[]
}

/** The value of one qbXML field: text, an aggregate, or a repeated aggregate. */
export type FieldValue = string | Fields | readonly Fields[]

/** Fields by element name; a reference holds only its `ListID`. */
export type Fields = { readonly [name: string]: FieldValue }

/** A value of a data extension (custom field; facts/qbxml.md, section 6.4). */
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
  /** Also the EditSequence: strictly increasing from change to change. */
  readonly modified: number
  readonly fields: Fields
  readonly custom: readonly CustomValue[]
}

/** One side of an entry in the ledger; debits are positive, credits negative, decimal text. */
export type Posting = {
  readonly account: string
  readonly amount: string
  /** The ListID of the customer or vendor whose balance the posting moves. */
  readonly entity: string | null
}

/** What a transaction does to the stock of one inventory item; `stock/movements.ts` makes them. */
export type Movement = {
  /** The ListID of the item. */
  readonly item: string
  /** Positive into the stock, negative out of it; decimal text. */
  readonly quantity: string
  /**
   * What the quantity adds to the value of the stock, with the same sign; the transaction itself posts
   * it to `asset`. `null` where the stock values it at average cost and posts that, against `account`.
   */
  readonly value: string | null
  readonly asset: string
  /** The other side of a cost: cost of goods sold, or the account of an adjustment. */
  readonly account: string
  /** The cost of one, for an item that has had no cost yet. */
  readonly estimate: string
}

/** A line of a transaction; one that stands for an item group holds the group's lines. */
export type Line = {
  readonly id: string
  /** The name of the line table that it stands in, for example `InvoiceLine`. */
  readonly table: string
  readonly fields: Fields
  /** The lines of a group; no other line has them. */
  readonly lines?: readonly Line[]
  readonly custom?: readonly CustomValue[]
}

/**
 * What a transaction does to another: it settles it (a payment an invoice, a credit a bill, a refund a
 * credit), takes over one of its lines (an invoice those of an estimate), or deposits it.
 */
export type Application = {
  readonly type: 'settlement' | 'line' | 'deposit'
  /** The TxnID of the other transaction. */
  readonly to: string
  /** The other's line. */
  readonly toLine?: string
  /** The own line that the application belongs to. */
  readonly line?: string
  /** Money that moves from the one to the other; decimal text, never negative. */
  readonly amount: string
  /** How much of the other's line is taken over. */
  readonly quantity?: string
  /** What is settled besides the amount, and where it is posted. */
  readonly discount?: { readonly amount: string; readonly account: string; readonly class: string | null }
}

/** A transaction with its postings, whose amounts sum to zero. */
export type Transaction = {
  readonly kind: string
  readonly id: string
  readonly created: number
  readonly modified: number
  readonly number: number
  readonly fields: Fields
  readonly lines: readonly Line[]
  readonly applications: readonly Application[]
  /** Without the costs that follow from the movements: `Books.getPostings` has both. */
  readonly postings: readonly Posting[]
  /** None where absent. */
  readonly movements?: readonly Movement[]
  readonly custom: readonly CustomValue[]
}

/** What is remembered of a deleted record for 90 days. */
export type Deletion = {
  readonly kind: string
  readonly id: string
  readonly created: number
  readonly deleted: number
  /** FullName of a list record, RefNumber of a transaction. */
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

/** What the file knows about itself. */
export type Profile = {
  readonly companyName: string
  /** The last number given out, by family (`Name`, `Item`, `Transaction`, …). */
  readonly counters: { readonly [family: string]: number }
  /** The RefNumber last used, by kind of transaction. */
  readonly lastRefNumbers: { readonly [kind: string]: string }
  readonly custom: readonly CustomValue[]
}

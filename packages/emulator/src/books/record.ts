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
  /** The ListID of the customer whose balance the posting moves. */
  readonly entity: string | null
}

/** A line of a transaction. */
export type Line = {
  readonly id: string
  readonly fields: Fields
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
  readonly postings: readonly Posting[]
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

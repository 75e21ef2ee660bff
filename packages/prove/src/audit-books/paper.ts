import type { AccountName, CustomerName, ItemName, VendorName } from './chart.ts'

/** One line of a journal entry, in cents; debits are positive. */
export interface Posting {
  readonly account: AccountName
  readonly cents: number
  readonly item?: ItemName
  readonly quantity?: number
}

/** The IDs of what the company file has already, by name, and of the papers sent before, by title. */
export interface Ids {
  readonly accounts: (name: AccountName) => Ref
  readonly names: (name: CustomerName | VendorName | ItemName | 'Employee') => Ref
  readonly papers: (title: string) => string
}

export interface Ref {
  readonly value: string
}

/** One document of the month, with what an accountant books for it. */
export interface Paper {
  readonly title: string
  readonly entity: string
  /** QBO's word in a list of transactions; undefined for what is not listed. */
  readonly type?: string
  readonly date: string
  readonly due?: string
  readonly customer?: CustomerName
  readonly vendor?: VendorName
  /** Creates the record to send. */
  readonly toRecord: (ids: Ids) => object
  /** A later operation on the record. */
  readonly operation?: 'void'
  /** The receivable or payable first, if `isPaidLater`. */
  readonly postings: readonly Posting[]
  /** Whether the cash basis counts it when it is paid. */
  readonly isPaidLater?: true
  /** The payment, in cents. */
  readonly pays?: { readonly title: string; readonly cents: number }
}

import type { Transaction } from './record.ts'

/** What the books need to know about a transaction kind; `TransactionKind` extends it. */
export interface BookedKind {
  /** The header field with the customer, vendor or payee: `EntityFilter` tests it and the lines' `EntityRef`. */
  readonly entity?: string
  /**
   * Returns how much a transaction can apply to others, or others to it; never negative. Kinds without this function
   * have no applications. Add and Mod reject applying more.
   */
  amount?(transaction: Transaction): string
}

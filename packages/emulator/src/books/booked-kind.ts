import type { Transaction } from './record.ts'

/** A kind of transaction, as far as the books depend on it; `TransactionKind` has the rest. */
export interface BookedKind {
  /** The header field with the customer, vendor or payee: `EntityFilter` tests it and the `EntityRef` of the lines. */
  readonly entity?: string
  /**
   * Returns how much of a transaction can be applied to others or have others applied to it, never negative. A kind
   * without this function takes part in no applications. Add and Mod reject applying more.
   */
  amount?(transaction: Transaction): string
}

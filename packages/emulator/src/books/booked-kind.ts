import type { Transaction } from './record.ts'

/** The part of a transaction kind that the books depend on; `TransactionKind` extends it. */
export interface BookedKind {
  /** The header field with the customer, vendor or payee: `EntityFilter` tests it and the `EntityRef` of the lines. */
  readonly entity?: string
  /**
   * Returns how much of a transaction can be applied to others or have others applied to it, never negative. Kinds
   * without this function have no applications. Add and Mod reject applying more.
   */
  amount?(transaction: Transaction): string
}

import type { Element } from '@bridge/qbxml'
import type { BookedKind } from '../books/booked-kind.ts'
import type { Books } from '../books/books.ts'
import type { Application, Fields, Line, Movement, Posting, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { LineTable } from './line-table.ts'

/** A transaction that is being entered, with the parts that Add or Mod have read so far. */
export interface Entry {
  readonly id: string
  /** The element that is entered, for example `InvoiceAdd`. */
  readonly request: Element
  /** The header fields of the request with references resolved. In a Mod empty text clears a field. */
  readonly requested: Fields
  /** The stored transaction that a Mod changes; absent in an Add. */
  readonly current?: Transaction
  /** The header so far: the defaults and `requested` in an Add, the stored fields with the changes in a Mod. */
  readonly fields: Fields
  /** Empty while the header is entered. */
  readonly lines: readonly Line[]
}

/** The credits that a request uses for one transaction. */
export interface CreditUse {
  /** The kinds of transaction that can be used. */
  readonly kinds: readonly string[]
  /** The `SetCredit` elements. */
  readonly elements: readonly Element[]
  /** The transaction that the credits are applied to, which may not be stored yet. */
  readonly target: Pick<Transaction, 'id' | 'kind' | 'fields'>
}

/**
 * A kind of transaction, which drives Add, Mod, Query, TxnDel and TxnVoid. The elements of the Ret and their order come
 * from the message tables (`<kind>QueryRs`), so a kind only defines the computed ones.
 *
 * Add and Mod call `enterHeader`, the tables' `enter` for each line, `total`, `credits`, `apply` and `post` in this
 * order. Every function may throw a `StatusError`, which rolls the request back, or `Unsupported`. Only `onVoid` writes
 * to the books.
 */
export interface TransactionKind extends BookedKind {
  /** The name as TxnType and the elements spell it: `Invoice` for `InvoiceAdd`, `InvoiceRet`, … */
  readonly kind: string
  /** Whether an Add without a RefNumber gets the next number of the kind. */
  readonly isNumbered: boolean
  readonly isVoidable: boolean
  /** Header fields that an Add must have (3150) and that a Mod cannot clear (3190). */
  readonly required: readonly string[]
  /** Defaults of header fields that an Add omits. TxnDate always defaults to today. */
  readonly defaults: Fields
  /** The types that the accounts of the header can have, by element (`APAccountRef`); any other is status 3140. */
  readonly accountTypes?: Readonly<Record<string, readonly string[]>>
  /** Line tables in the order of the Ret. Lines of one table keep the order in which they were entered. */
  readonly tables: readonly LineTable[]
  /** Elements of Add and Mod that are neither header fields nor lines; `credits` and `apply` read them. */
  readonly extraElements?: readonly string[]
  /** Computed Ret fields that, like lines, a query returns only with `IncludeLineItems`. */
  readonly details?: readonly string[]
  /** Completes and checks the header. */
  enterHeader?(entry: Entry, context: RequestContext): Fields
  /** Returns header fields that are sums of the lines. They replace those of the same name. */
  total?(entry: Entry, context: RequestContext): Fields
  /** Returns the credits that the request uses. They are stored before `apply` is called. */
  credits?(entry: Entry, books: Books): readonly CreditUse[]
  /**
   * Returns the applications of the transaction: what it pays or deposits. Those of linked lines (`LinkToTxn`) are
   * added. A Mod of a kind without this function keeps the current applications.
   */
  apply?(entry: Entry, books: Books): readonly Application[]
  /** Whether an Add is stored. A payment of zero that only uses credits is returned without an ID and not stored. */
  isStored?(transaction: Transaction): boolean
  /**
   * Rejects a transaction after it was stored, by its effect on the books; `current` is the one that a Mod changes.
   */
  checkStored?(context: RequestContext, current: Transaction | undefined, transaction: Transaction): void
  /** Returns the postings of the transaction, which must balance. Those of zero are dropped. */
  post(transaction: Transaction, books: Books): readonly Posting[]
  /**
   * Returns the movements of stock (`salesMovements`, `purchaseMovements` in `stock/movements.ts`). The cost of goods
   * sold is derived from them and is not part of `post`.
   */
  move?(transaction: Transaction, books: Books): readonly Movement[]
  /** Returns fields of the Ret that are not stored, such as balances. A list becomes repeated elements. */
  computed?(transaction: Transaction, books: Books): Fields
  /** Completes a voided transaction before it is stored. May enter others, as a check does. */
  onVoid?(voided: Transaction, current: Transaction, context: RequestContext): Transaction
}

/** The kinds of transaction of a company file by their names. */
export type TransactionKinds = ReadonlyMap<string, TransactionKind>

import type { Element } from '@bridge/qbxml'
import type { BookedKind } from '../books/booked-kind.ts'
import type { Books } from '../books/books.ts'
import type { Application, Fields, Line, Movement, Posting, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { LineTable } from './line-table.ts'

/** A transaction being entered, with the parts Add or Mod have read so far. */
export interface Entry {
  readonly id: string
  /** The element being entered, for example `InvoiceAdd`. */
  readonly request: Element
  /** The request's header fields with references resolved. In a Mod empty text clears a field. */
  readonly requested: Fields
  /** The stored transaction a Mod changes; absent in an Add. */
  readonly current?: Transaction
  /** The header so far: the defaults and `requested` in an Add, the stored fields with the changes in a Mod. */
  readonly fields: Fields
  /** Empty while the header is entered. */
  readonly lines: readonly Line[]
}

/** The credits a request uses for one transaction. */
export interface CreditUse {
  /** The usable transaction kinds. */
  readonly kinds: readonly string[]
  /** The `SetCredit` elements. */
  readonly elements: readonly Element[]
  /** The transaction the credits are applied to, which may not be stored yet. */
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
  /** Whether an Add without a RefNumber gets the kind's next number. */
  readonly isNumbered: boolean
  readonly isVoidable: boolean
  /** Header fields an Add must have (3150) and a Mod cannot clear (3190). */
  readonly required: readonly string[]
  /** Defaults for header fields an Add omits. TxnDate always defaults to today. */
  readonly defaults: Fields
  /** The types the header's accounts can have, by element (`APAccountRef`); any other is status 3140. */
  readonly accountTypes?: Readonly<Record<string, readonly string[]>>
  /** Returns the accounts (ListIDs) whose foreign currency an entry has without a name; its header's by default. */
  getCurrencyAccounts?(entry: Entry, books: Books): readonly string[]
  /** Line tables in Ret order. Each table's lines keep their entry order. */
  readonly tables: readonly LineTable[]
  /** Further elements of Add and Mod than header fields and lines, for `credits` and `apply`. */
  readonly extraElements?: readonly string[]
  /** Computed Ret fields returned, like lines, only with `IncludeLineItems`. */
  readonly details?: readonly string[]
  /** Completes and checks the header. */
  enterHeader?(entry: Entry, context: RequestContext): Fields
  /** Returns header fields summed from the lines. They replace those with the same name. */
  total?(entry: Entry, context: RequestContext): Fields
  /** Returns the credits the request uses. They are stored before `apply` is called. */
  credits?(entry: Entry, books: Books): readonly CreditUse[]
  /**
   * Returns the transaction's applications: what it pays or deposits. Linked lines' (`LinkToTxn`) are added. Without
   * this function, a Mod keeps the current applications.
   */
  apply?(entry: Entry, books: Books): readonly Application[]
  /** Whether an Add is stored. A zero payment that only uses credits is returned without an ID and not stored. */
  isStored?(transaction: Transaction): boolean
  /** Rejects a transaction after it was stored, by its effect on the books; `current` is the one a Mod changes. */
  checkStored?(context: RequestContext, current: Transaction | undefined, transaction: Transaction): void
  /** Returns the transaction's postings, which must balance. Zeros are dropped. */
  post(transaction: Transaction, books: Books): readonly Posting[]
  /**
   * Returns the stock movements (`salesMovements`, `purchaseMovements` in `stock/movements.ts`). The cost of goods sold
   * is derived from them and missing in `post`.
   */
  move?(transaction: Transaction, books: Books): readonly Movement[]
  /** Returns Ret fields that are not stored, such as balances. A list becomes repeated elements. */
  computed?(transaction: Transaction, books: Books): Fields
  /** Completes a voided transaction before it is stored. May enter others, as a check does. */
  onVoid?(voided: Transaction, current: Transaction, context: RequestContext): Transaction
}

/** A company file's transaction kinds by name. */
export type TransactionKinds = ReadonlyMap<string, TransactionKind>

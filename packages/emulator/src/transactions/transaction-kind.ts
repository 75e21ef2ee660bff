import type { Element } from '@bridge/translation/qbxml'
import type { BookedKind } from '../books/booked-kind.ts'
import type { Books } from '../books/books.ts'
import type { Application, Fields, Line, Movement, Posting, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { LineTable } from './line-table.ts'

/** A transaction on its way in, as far as Add or Mod have read the request. */
export interface Entry {
  readonly id: string
  /** The element that is entered, for example `InvoiceAdd`. */
  readonly request: Element
  /** The header fields that the request names, references resolved; in a Mod empty text clears. */
  readonly given: Fields
  /** What a Mod changes; absent in an Add. */
  readonly current?: Transaction
  /** The header so far: in an Add the defaults and what is given, in a Mod the stored fields with the changes. */
  readonly fields: Fields
  /** None while the header is entered. */
  readonly lines: readonly Line[]
}

/**
 * A kind of transaction. Add, Mod, Query, TxnDel and TxnVoid read it; the elements of the Ret and their
 * order come from the message tables (`<kind>QueryRs`), so a kind only tells what is computed.
 *
 * Add and Mod call `enterHeader`, the tables' `enter` for each line, `total`, `apply` and `post`, in this
 * order. Every function may throw a `StatusError`, which undoes the request, or `Unsupported`.
 */
export interface TransactionKind extends BookedKind {
  /** As TxnType and the elements spell it: `Invoice` for `InvoiceAdd`, `InvoiceRet`, … */
  readonly kind: string
  /** Whether an Add without a RefNumber takes the next number of the kind. */
  readonly isNumbered: boolean
  readonly isVoidable: boolean
  /** Header fields without which an Add is refused (3150) and that a Mod cannot clear (3190). */
  readonly required: readonly string[]
  /** Header fields of an Add that says nothing of them. TxnDate is the present day in any case. */
  readonly defaults: Fields
  /** Line tables in the order of the Ret; lines of one table keep the order in which they were entered. */
  readonly tables: readonly LineTable[]
  /** Elements of Add and Mod that are neither header fields nor lines and that only `apply` reads. */
  readonly extraElements?: readonly string[]
  /** Computed Ret fields that, like lines, a query answers only with `IncludeLineItems`. */
  readonly details?: readonly string[]
  /** Completes and checks the header. */
  enterHeader?(entry: Entry, context: RequestContext): Fields
  /** Header fields that are sums of the lines; they replace those of the same name. */
  total?(entry: Entry, context: RequestContext): Fields
  /**
   * What it settles or deposits. Lines taken over (`LinkToTxn`) are added to it. Without this function a
   * Mod keeps the applications that there are.
   */
  apply?(entry: Entry, context: RequestContext): readonly Application[]
  /** Whether an Add keeps it; a payment of nothing that only used credits is answered without an id and forgotten. */
  isStored?(transaction: Transaction): boolean
  /** Its entry in the ledger, which must balance; zero amounts are left out afterwards. */
  post(transaction: Transaction, books: Books): readonly Posting[]
  /**
   * What it does to the stock (`salesMovements`, `purchaseMovements` in `stock/movements.ts`); without this
   * function nothing. The cost of goods sold follows from it and is no part of `post`.
   */
  move?(transaction: Transaction, books: Books): readonly Movement[]
  /** Fields of the Ret that are not stored: what is still open, what is applied. A list becomes repeated elements. */
  computed?(transaction: Transaction, books: Books): Fields
  /** Called with what voiding has made of a transaction, before it is stored; may enter others, as a check does. */
  voided?(transaction: Transaction, current: Transaction, context: RequestContext): Transaction
}

/** The kinds of transaction of a company file by their names. */
export type TransactionKinds = ReadonlyMap<string, TransactionKind>

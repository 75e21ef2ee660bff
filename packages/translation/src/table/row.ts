import type { Fault } from '@bridge/faults'
import type { Element } from '@bridge/qbxml'
import type { CheckedRef, CheckedValues } from './checked-value.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type {
  Filter,
  Origin,
  Passes,
  QueryTraits,
  ReadContext,
  ReadTraits,
  Rejection,
  Traits,
  ValueType,
  WriteTraits,
} from './traits.ts'

/** A value with a desktop element, as an entity states it. */
export interface FieldSpec extends Traits, Origin {
  readonly kind: 'field'
  /** Path below the record, with slashes. */
  readonly element: string
}

/** A {@link FieldSpec} completed from the message tables. */
export interface ValueRow extends Traits, Origin {
  readonly kind: 'value'
  readonly element: string
  readonly type: ValueType
  readonly access: 'readWrite' | 'createOnly' | 'readOnly' | 'repeatOnly' | 'openingBalance'
  readonly write: WriteTraits
  readonly read: ReadTraits
  readonly query: QueryTraits
}

/** The place of a structure in a client's body. */
export interface Site {
  /** Path for faults: `Line[2].LinkedTxn`. */
  readonly path: string
  readonly operation: 'create' | 'update'
  /** The record or line that contains it. */
  readonly body: JsonObject
}

/** Parts of a record that QuickBooks returns only on request. */
export type Include = 'lines' | 'links' | 'customFields'

/** A value computed from the desktop record. */
export interface DerivedRow extends Origin {
  readonly kind: 'derived'
  readonly access: 'readWrite' | 'createOnly' | 'readOnly' | 'repeatOnly' | 'customFields'
  readonly type: ValueType | 'structure'
  readonly from: (record: Element, context: ReadContext) => JsonValue | undefined
  /** Queries that use the value must include this part of the record. */
  readonly needs?: Include
  /** Converts the client's value, which is not blank, to desktop elements. Throws faults that name `site.path`. */
  readonly to?: (value: JsonValue, site: Site) => readonly Element[]
  /** Returns the check of an update against the stored record, which throws faults; undefined if it needs none. */
  readonly ofStored?: (site: Site) => ((before: JsonObject) => void) | undefined
  /** The transaction that a link of a new record copies even if the record has lines, which must equal the copied ones. */
  readonly copies?: string
  readonly rejection?: Rejection
  readonly filter?: Filter
  readonly note?: string
}

export interface RefusedRow extends Rejection, Origin {
  readonly kind: 'refused'
  readonly access: 'refused'
}

export interface IgnoredRow extends Origin {
  readonly kind: 'ignored'
  readonly access: 'ignored'
  /** Only QBO itself sets it, so a client that sends it repeats it. Other ignored values cause a warning. */
  readonly isEcho?: true
  /** Accepts values that change nothing, so that they cause no warning. */
  readonly passes?: Passes
}

/**
 * A value that belongs to another record on the desktop, such as the email address of an invoice's customer. A client may
 * send the same value; another one causes a warning, or a fault if QuickBooks would act on its own.
 */
export interface BorrowedRow extends Origin {
  readonly kind: 'borrowed'
  readonly access: 'borrowed'
  readonly type: 'structure' | 'price'
  /** The reason why another value cannot be kept. */
  readonly reason: string
  /** The field with the reference to the owner, which is a `query` object of the desktop. */
  readonly ref: string
  readonly query: string
  /** The paths of the owner's value, of which the first that exists counts. */
  readonly elements: readonly string[]
  /** The value within the client's structure. */
  readonly member?: string
  /** Returns whether QuickBooks would act on its own value, for the body and the current record of an update. */
  readonly isUsed: (body: JsonObject, current: Element | undefined) => boolean
}

/** The `Line` array of a transaction. `Kind` is a kind of line, as stated or completed. */
interface Lines<Kind> extends Origin {
  readonly kind: 'lines'
  readonly access: 'lines'
  /** The stem of its elements: `InvoiceLine` of `InvoiceLineAdd`. */
  readonly element: string
  /** The stem of group lines: `InvoiceLineGroup`. */
  readonly group: string | undefined
  readonly required: boolean
  readonly kinds: readonly Kind[]
  /**
   * The effect of `Line` in an update: lines are merged by their IDs, replaced, or kept, so that a client can only
   * repeat them [dp-4.2-lines.11].
   */
  readonly updates: 'merged' | 'replaced' | 'kept'
  /** Desktop lines have no IDs, as where a payment lists the transactions it is applied to. */
  readonly withoutIds: boolean
  /** Reads return an empty array for a record without lines. */
  readonly isAlwaysRead: boolean
  /** Elements of a new record without lines. */
  readonly whenEmpty: readonly Element[]
  /** Rejects combinations of lines. */
  readonly alsoCheck: ((lines: readonly CompleteLine[]) => void) | undefined
  /** Resolves values that depend on several lines, where the array is written as a whole. May drop lines. */
  readonly resolve: ((lines: readonly CheckedLine[], draft: LinesDraft) => readonly CheckedLine[]) | undefined
}

export type LinesSpec = Lines<LineKindSpec>
export type LinesRow = Lines<LineKind>

/** One kind of line. Keys of `rows` are paths below the line (`SalesItemLineDetail.Qty`), and so are elements. */
interface LineKindOf<RowsOfLine> {
  /** The value of `DetailType`; undefined for lines without one, such as those of payments. */
  readonly detailType?: string
  /** The field with the details; differs from `DetailType` for `DescriptionOnly`. */
  readonly detail?: string
  readonly rows: RowsOfLine
  /** The elements, or their stem, where they differ from those of the array: `ExpenseLine` of `ExpenseLineAdd`. */
  readonly element?: string | LineElements
  /** Its elements are the group lines of the array, which contain lines. */
  readonly isGroup?: true
  /** Recognizes a client's line, regardless of its `DetailType`. */
  readonly is?: (body: JsonObject) => boolean
  /** Recognizes a desktop line among the kinds with the same element. The first match reads it. */
  readonly reads?: (line: Element) => boolean
  /** The reason why such a line cannot be added or changed. An update may repeat it. */
  readonly keptOnly?: string
  /** An update keeps the line by its ID. Changes are not applied, because the values come from another transaction. */
  readonly keptById?: true
  /** The field whose item must be an `object` of the desktop, which is confirmed before the write. */
  readonly confirmsItem?: { readonly key: string; readonly object: string }
  /** The item of the line directly above, which must be an `object` of the desktop. It is confirmed before the write. */
  readonly confirmsAbove?: {
    readonly object: string
    /** Returns the item if the values to write depend on its type. */
    readonly find: (line: LineDraft) => CheckedRef | undefined
    /** Creates the fault of a line, given its path, whose item above is of another type. */
    readonly fault: (path: string) => Fault
  }
  /**
   * The stem of the query for linked transactions with their amounts, which the amounts of new lines must equal:
   * `ReceivePaymentToDeposit`.
   */
  readonly amountFrom?: string
  /** Rejects combinations that single rows cannot, and resolves the values to write. */
  readonly beforeWrite?: (line: LineDraft) => CheckedValues
}

export type LineKindSpec = LineKindOf<RowSpecs>
export type LineKind = LineKindOf<Rows>

/** The elements of a stored, a new and a changed line. */
export interface LineElements {
  readonly ret: string
  readonly add: string
  readonly mod: string
}

/** A line of a checked body, in the client's order. */
export interface CheckedLine {
  /** Path for faults: `Line[2]`. */
  readonly path: string
  readonly id: string | undefined
  /** Undefined for a kept line whose body does not show its kind. */
  readonly kind: LineKind | undefined
  readonly values: CheckedValues
  /** The body that the client sent. */
  readonly body: JsonObject
  /** The item of the line directly above, if the values depend on its type. */
  readonly itemAbove?: CheckedRef | undefined
  /** The subtotal lines directly above, which are not written. */
  readonly subtotals?: readonly LineAbove[]
}

/** A line on its way to the desktop. */
export interface LineDraft {
  /** Path for faults: `Line[2]`. */
  readonly path: string
  /** The body that the client sent. */
  readonly body: JsonObject
  readonly values: CheckedValues
  /** The values of the stored line. */
  readonly current: CheckedValues | undefined
  /** The lines above, in the client's order; undefined as long as the stored ones among them are not known. */
  readonly above: readonly LineAbove[] | undefined
}

/** A line above another one on its way to the desktop. */
export interface LineAbove extends Pick<LineDraft, 'body' | 'current'> {
  /** Undefined for a subtotal line of the client, which is not written. */
  readonly kind: LineKind | undefined
  /** The values to write. */
  readonly values: CheckedValues
}

/** A line as the desktop will store it: sent values over stored ones. */
export interface CompleteLine {
  readonly path: string
  readonly kind: LineKind
  readonly values: CheckedValues
}

/** The record whose lines are on their way to the desktop. */
export interface LinesDraft {
  /** The body of a new record; undefined in an update. */
  readonly body: JsonObject | undefined
  /** The desktop's line elements of an existing record. */
  readonly stored: readonly Element[]
}

export type Row = ValueRow | DerivedRow | LinesRow | RefusedRow | IgnoredRow | BorrowedRow

/** Rows by path on the client side, with dots. */
export type Rows = Readonly<Record<string, Row>>

/** A row as an entity states it. A completed row is left unchanged. */
export type RowSpec = FieldSpec | LinesSpec | Row

export type RowSpecs = Readonly<Record<string, RowSpec>>

export function isValueRow(row: Row): row is ValueRow {
  return row.kind === 'value'
}

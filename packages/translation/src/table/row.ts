import type { Element, QbxmlRequest } from '@bridge/qbxml'
import type { CheckedValues } from './checked-value.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type {
  CurrencyRule,
  Filter,
  Origin,
  OwnedValue,
  Passes,
  QueryTraits,
  ReadContext,
  ReadTraits,
  Rejection,
  Traits,
  ValueType,
  WriteTraits,
} from './traits.ts'

/** A value with a desktop element, as stated by an entity. */
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

/** A structure's position in a client's body. */
export interface Site {
  /** Path for faults: `Line[2].LinkedTxn`. */
  readonly path: string
  readonly operation: 'create' | 'update'
  /** The record or line that contains it. */
  readonly body: JsonObject
  /** Adds a check against the record as an update finds it, which throws faults. */
  readonly checkStored: (check: (before: JsonObject) => void) => void
}

/** Record parts returned by QuickBooks only on request. */
export type Include = 'lines' | 'links' | 'customFields'

/** A value computed from the desktop record. */
export interface DerivedRow extends Origin {
  readonly kind: 'derived'
  readonly access: 'readWrite' | 'createOnly' | 'readOnly' | 'repeatOnly' | 'customFields'
  readonly type: ValueType | 'structure'
  readonly from: (record: Element, context: ReadContext) => JsonValue | undefined
  /** The elements it is computed from; undefined if it may be any of them. */
  readonly reads?: readonly string[]
  /** The part that queries must include to use the value. */
  readonly needs?: Include
  /** Converts the client's value, which is not blank, to desktop elements. Throws faults that name `site.path`. */
  readonly to?: (value: JsonValue, site: Site) => readonly Element[]
  /**
   * The transaction copied by a link on a new record even if the record has lines, which must equal the copied ones.
   */
  readonly copies?: string
  readonly rejection?: Rejection
  readonly filter?: Filter
  readonly note?: string
}

export interface RefusedRow extends Rejection, Origin {
  readonly kind: 'refused'
  readonly access: 'refused'
  readonly currency?: CurrencyRule
}

export interface IgnoredRow extends Origin {
  readonly kind: 'ignored'
  readonly access: 'ignored'
  /** Set by QBO itself, so a client sending it only repeats it. Other ignored values cause a warning. */
  readonly isEcho?: true
  /** Accepts values without effect, which cause no warning. */
  readonly passes?: Passes
  /** Why the desktop does not return it. */
  readonly note?: string
}

/**
 * A value owned by another desktop record, such as the email address of an invoice's customer. Clients may repeat it; a
 * different value causes a warning, or a fault if QuickBooks would use its own.
 */
export interface BorrowedRow extends Origin, OwnedValue {
  readonly kind: 'borrowed'
  readonly access: 'borrowed'
  readonly type: 'structure' | 'price'
}

/** A transaction's `Line` array. `Kind` is a line kind, as stated or completed. */
interface Lines<Kind> extends Origin {
  readonly kind: 'lines'
  readonly access: 'lines'
  /** The stem of its elements: `InvoiceLine` of `InvoiceLineAdd`. */
  readonly element: string
  /** The stem of group lines: `InvoiceLineGroup`. */
  readonly group?: string
  readonly required: boolean
  readonly kinds: readonly Kind[]
  /** An update merges lines by ID, replaces them, or keeps them, so clients can only repeat them [dp-4.2-lines.11]. */
  readonly updates: 'merged' | 'replaced' | 'kept'
  /** Desktop lines have no IDs, as in a payment's applied transactions. */
  readonly withoutIds: boolean
  /** Reads return an empty array for a record without lines. */
  readonly isAlwaysRead: boolean
  /** Elements written for a new record without lines. */
  readonly whenEmpty: readonly Element[]
  /** Rejects invalid line combinations. */
  readonly alsoCheck?: (lines: readonly CompleteLine[]) => void
  /** Resolves values depending on several lines, where the array is written as a whole. May drop lines. */
  readonly resolve?: (lines: readonly CheckedLine[], draft: LinesDraft) => readonly CheckedLine[]
}

export type LinesSpec = Lines<LineKindSpec>
export type LinesRow = Lines<LineKind>

/**
 * One kind of line. Both the keys in `rows` and their elements are paths below the line (`SalesItemLineDetail.Qty`).
 */
interface LineKindOf<RowsOfLine> {
  /** The value of `DetailType`; undefined for lines without one, such as those of payments. */
  readonly detailType?: string
  /** The field with the details; differs from `DetailType` for `DescriptionOnly`. */
  readonly detail?: string
  readonly rows: RowsOfLine
  /** The elements, or their stem, where they differ from the array's: `ExpenseLine` for `ExpenseLineAdd`. */
  readonly element?: string | LineElements
  /** Its elements are the array's group lines, which contain lines. */
  readonly isGroup?: true
  /** Recognizes a client's line, regardless of its `DetailType`. */
  readonly is?: (body: JsonObject) => boolean
  /** Recognizes a desktop line among kinds sharing an element. The first match reads it. */
  readonly reads?: (line: Element) => boolean
  /** Why such a line cannot be added or changed. An update may repeat it. */
  readonly keptOnly?: string
  /** An update keeps the line by its ID. Changes are not applied, because the values come from another transaction. */
  readonly keptById?: true
  /** Returns what has to be confirmed by queries before the line is written. */
  readonly confirms?: (line: LineToConfirm) => readonly Confirmation[]
  /** Returns the transactions joined by the line, which must have the record's currency. */
  readonly joins?: (line: Pick<LineToConfirm, 'path' | 'body'>) => readonly JoinedTransaction[]
  /** Rejects invalid combinations and resolves the values to write. */
  readonly beforeWrite?: (line: LineDraft) => CheckedValues
}

export type LineKindSpec = LineKindOf<RowSpecs>
export type LineKind = LineKindOf<Rows>

/** A line's elements when stored, added and changed. */
export interface LineElements {
  readonly ret: string
  readonly add: string
  readonly mod: string
}

/** A line in a checked body, in the client's order. */
export interface CheckedLine {
  /** Path for faults: `Line[2]`. */
  readonly path: string
  readonly id: string | undefined
  /** Undefined for a kept line whose body does not show its kind. */
  readonly kind: LineKind | undefined
  readonly values: CheckedValues
  readonly body: JsonObject
  readonly confirmations?: readonly Confirmation[]
  readonly joined?: readonly JoinedTransaction[]
  /** The unwritten subtotal lines directly above. */
  readonly subtotals?: readonly LineAbove[]
}

/** A line on its way to the desktop. */
export interface LineDraft {
  /** Path for faults: `Line[2]`. */
  readonly path: string
  readonly body: JsonObject
  readonly values: CheckedValues
  /** The stored line's values. */
  readonly current: CheckedValues | undefined
  /** The lines above, in the client's order; undefined until the stored ones among them are known. */
  readonly above: readonly LineAbove[] | undefined
}

/** A line about to be written, if nothing contradicts it. */
export interface LineToConfirm extends LineDraft {
  /** Whether the record is new, not the line. */
  readonly operation: 'create' | 'update'
  /** The stored line; undefined for a new one. */
  readonly stored: Element | undefined
}

/** A query before a write. Several with the same name share one request. */
export interface Confirmation {
  readonly query: QbxmlRequest
  /** Throws a fault if the records found contradict the write. */
  readonly require: (found: readonly Element[]) => void
}

/** A transaction joined by a line, such as a paid invoice. */
export interface JoinedTransaction {
  /** The link's path for faults: `Line[0].LinkedTxn[0]`. */
  readonly path: string
  readonly id: string
  readonly query: QbxmlRequest
}

/** A line above another one on its way to the desktop. */
export interface LineAbove extends Pick<LineDraft, 'body' | 'current'> {
  /** Undefined for a client's subtotal line, which is not written. */
  readonly kind: LineKind | undefined
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
  /** A new record's body; undefined in an update. */
  readonly body: JsonObject | undefined
  /** An existing record's desktop line elements. */
  readonly stored: readonly Element[]
}

export type Row = ValueRow | DerivedRow | LinesRow | RefusedRow | IgnoredRow | BorrowedRow

/** Rows by client-side path, with dots. */
export type Rows = Readonly<Record<string, Row>>

/** A row as stated by an entity. Completed rows stay unchanged. */
export type RowSpec = FieldSpec | LinesSpec | Row

export type RowSpecs = Readonly<Record<string, RowSpec>>

export function isValueRow(row: Row): row is ValueRow {
  return row.kind === 'value'
}

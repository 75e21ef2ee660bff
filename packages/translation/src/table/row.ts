import type { Element } from '../qbxml/element.ts'
import type { CheckedLine } from './checked.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { LineKind, WholeLine } from './line-kind.ts'

/** How a value is spelled on both sides, and how a query compares it. */
export type ValueKind =
  | 'text'
  | 'amount'
  | 'quantity'
  | 'price'
  | 'percent'
  | 'rate'
  | 'whole'
  | 'bool'
  | 'date'
  | 'dateTime'
  | 'choice'
  | 'ref'

/** A filter that QuickBooks itself can apply; the planner knows the form of each. */
export type Filter =
  | 'byId'
  | 'byName'
  | 'byFullName'
  | 'byActive'
  | 'byModified'
  | 'byCreated'
  | 'byTxnDate'
  | 'byRefNumber'
  | 'byEntity'
  | 'byOpenBalance'

/** One spelling of a choice; `writes` is false for what QuickBooks only ever shows, `reads` for a client's synonym. */
export interface Choice {
  readonly client: string
  readonly desktop: string
  readonly reads?: boolean
  readonly writes?: boolean
  /** Why QuickBooks does not have what a client's word means. */
  readonly refused?: string
}

/** The desktop's spelling of a yes or no that is not a boolean there; the first text of each is the one written. */
export interface Spelling {
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

/** What a row adds to its kind. */
export interface Traits {
  /** Characters (code points) that QuickBooks holds; 2050 above. */
  readonly max?: number
  /** The smallest and the largest number that QuickBooks takes; 2010 outside. */
  readonly between?: readonly [number, number]
  /** QuickBooks makes it from these fields, a blank between them; a client may only name what comes of it. */
  readonly composedOf?: readonly string[]
  /** Needed on create: 2020, or `MISSING_REQUIRED_DESKTOP_ITEM` where it names a desktop item. */
  readonly required?: true | 'item'
  /** Read; ignored when a client sends it back. */
  readonly readOnly?: true
  /** Can be set on create alone; an update may only repeat it. */
  readonly createOnly?: true
  /** Never in an answer. */
  readonly writeOnly?: true
  /** QuickBooks cannot empty it; a blank is accepted only where it is empty already. */
  readonly permanent?: true
  /** Read; a client may send only what passes, anything else cannot be honoured, for this reason. */
  readonly fixed?: Passes & { readonly reason: string }
  /** The element where the row's group is the other one of the table's `oneOf`. */
  readonly or?: string
  /** The element of a new record (`…Add`) where it is not the one that is read. */
  readonly addElement?: string
  /** The element of a changed record (`…Mod`) where it is not the one that is read. */
  readonly modElement?: string
  /** QuickBooks takes it on a Mod alone: a create that asks for anything but `initial` is an Add and then a Mod. */
  readonly modOnly?: { readonly initial: string }
  /** A value of a Mod that QuickBooks takes from any record, and that changes nothing on some. */
  readonly futile?: { readonly value: string; readonly on: (record: Element) => boolean; readonly reason: string }
  /** A Mod says that a changed account holds from now on, and leaves what is posted where it is. */
  readonly fromNowOn?: true
  /** Read from the record by this, not from the element. */
  readonly from?: (record: Element, context: ReadContext) => JsonValue | undefined
  /** Read-only, but a create that also carries `withKey` sets it through this element (an opening balance). */
  readonly openedBy?: { readonly element: string; readonly withKey: string }
  readonly filter?: Filter
  readonly choices?: readonly Choice[]
  /** The fault for a word that is none of the choices; 2010 where the row does not say. */
  readonly unmapped?: 'UNMAPPED_ACCOUNT_TYPE'
  readonly spelling?: Spelling
  /** A reference whose `value` may be one of these names instead of an id. */
  readonly names?: readonly string[]
  /** A reference to an item of this desktop object (`ItemDiscount`), confirmed before a new line is written. */
  readonly itemOf?: string
  /** Shown positive to clients, negative on the desktop. */
  readonly deducted?: true
  /** A name of this desktop list (`CustomerMsg`), into which a write puts it where it is not there yet. */
  readonly addedTo?: string
  /** A name in a list: neither `:` (it separates levels) nor tab nor line break. */
  readonly isName?: true
  /** For the documentation page. */
  readonly note?: string
}

/** Which values of a field without a desktop equivalent are harmless defaults. */
export interface Passes {
  readonly passes?: (value: JsonValue, body: JsonObject) => boolean
}

/** A value with an element of its own on the desktop. */
export interface ValueRow extends Traits {
  readonly kind: ValueKind
  readonly element: string
}

/** What a desktop record cannot say about itself. */
export interface ReadContext {
  /** The id of `CompanyInfo`. */
  readonly realmId: string
  /** In which list a name stands, by its id; of the lists that the table names. */
  readonly nameLists?: ReadonlyMap<string, string>
  /** The body of the write that answered the record. */
  readonly sent?: JsonObject
}

/** Where a structure stands that a client sent. */
export interface Site {
  /** For faults: `Line[2].LinkedTxn`. */
  readonly path: string
  readonly operation: 'create' | 'update'
  /** The record or line that it belongs to. */
  readonly body: JsonObject
}

/** What QuickBooks answers with a record only where it is asked for. */
export type Along = 'lines' | 'links' | 'customFields'

/** A value worked out from the desktop's record; ignored when a client sends it, unless it says how it is written. */
export interface DerivedRow {
  readonly kind: 'derived'
  readonly type: ValueKind | 'structure'
  readonly from: (record: Element, context: ReadContext) => JsonValue | undefined
  /** Worked out from this: a query that looks at it reads it along. */
  readonly needs?: Along
  /** The desktop's elements for what a client sent; the value is not blank. Throws faults that name `site.path`. */
  readonly to?: (value: JsonValue, site: Site) => readonly Element[]
  /** Values of custom fields, which QuickBooks takes apart from the record. */
  readonly isCustomFields?: true
  /** `to` works on a create alone; an update may only repeat the value. */
  readonly createOnly?: true
  /** A client may only repeat it, or send what passes. Without this it is ignored when sent back. */
  readonly fixed?: Passes & { readonly reason: string }
  readonly filter?: Filter
  readonly note?: string
}

/** The line table of a transaction. `element` is the stem: `InvoiceLine` of `InvoiceLineAdd`. */
export interface LinesRow {
  readonly kind: 'lines'
  readonly element: string
  /** The stem of group lines: `InvoiceLineGroup`. */
  readonly group: string | undefined
  readonly required: boolean
  readonly kinds: readonly LineKind[]
  /**
   * What an update with `Line` does: `merged` by the ids of the lines; `replaced` as a whole; or `kept`, where it may
   * only repeat what is stored (specification, "Line-level updates", rule 11).
   */
  readonly updates: 'merged' | 'replaced' | 'kept'
  /** Lines of this table have no id on the desktop (what a payment is applied to). */
  readonly withoutIds: boolean
  /** What a new record says where it has no lines. */
  readonly whenNone: readonly Element[]
  /** Refuses what single lines cannot show; gets the whole table as it will be. */
  readonly alsoCheck: ((lines: readonly WholeLine[]) => void) | undefined
  /** Works out what lines say only together, for a table that is written as a whole; may leave lines out. */
  readonly settle: ((lines: readonly CheckedLine[], draft: LinesDraft) => readonly CheckedLine[]) | undefined
}

/** The record whose lines are on their way to the desktop. */
export interface LinesDraft {
  /** A new record; undefined in an update. */
  readonly body: JsonObject | undefined
  /** The desktop's lines of a record that exists. */
  readonly stored: readonly Element[]
}

/** Known to the reference API, impossible on the desktop. */
export interface RefusedRow extends Passes {
  readonly kind: 'refused'
  readonly reason: string
}

/** Read-only in the reference API and without meaning here: never read, ignored when sent back. */
export interface IgnoredRow {
  readonly kind: 'ignored'
}

export type Row = ValueRow | DerivedRow | LinesRow | RefusedRow | IgnoredRow

/** Rows by the client's path with dots. */
export type Rows = Readonly<Record<string, Row>>

export function isValueRow(row: Row): row is ValueRow {
  return 'element' in row && row.kind !== 'lines'
}

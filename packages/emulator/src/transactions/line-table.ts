import type { Books } from '../books/books.ts'
import type { Fields, Line, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** A line being entered. */
export interface LineEntry {
  /** The header `enterHeader` returned. */
  readonly header: Fields
  /** The request's element, for example `InvoiceLineAdd` or `JournalDebitLine`. */
  readonly element: string
  /** The request's fields with references resolved. In a Mod empty text clears a field. */
  readonly requested: Fields
  /** A new line's fields, or the stored fields with the changes. */
  readonly fields: Fields
  /** The stored line being changed; absent for a new line. */
  readonly current?: Line
  /** The lines above in the table or group. */
  readonly above: readonly Fields[]
}

/** Transactions whose lines `LinkToTxnID` and `LinkToTxn` copy. */
export interface LineSource {
  readonly from: string
  /** Returns a new line's fields; `open` is the quantity not linked yet. */
  fields(line: Line, open: string | undefined): Fields
}

export interface LineTable {
  /** The name under which lines are stored: `InvoiceLine`. */
  readonly name: string
  /** The Add elements for lines in this table. */
  readonly add: readonly string[]
  /** The Mod element; absent if lines cannot be changed. */
  readonly mod?: string
  /** The Mod element that clears the table: `ClearExpenseLines`. */
  readonly clear?: string
  /** An item group's element before `Add`, `Mod` and `Ret`: `InvoiceLineGroup`. */
  readonly group?: string
  readonly source?: LineSource
  /** The Ret elements for lines in this table, without groups. */
  readonly rets: readonly string[]
  /** Returns a line's Ret element. */
  ret(line: Fields): string
  /** Completes and checks a line. */
  enter(line: LineEntry, context: RequestContext): Fields
  /** Returns Ret fields that are not stored. */
  computed?(line: Line, transaction: Transaction, books: Books): Fields
}

/** Creates a table with the elements `<stem>Add`, `<stem>Mod` and `<stem>Ret`. */
export function lineTable(
  stem: string,
  rest: Pick<LineTable, 'enter'> & Partial<Pick<LineTable, 'clear' | 'group' | 'source' | 'mod' | 'computed'>>,
): LineTable {
  return {
    name: stem,
    add: [`${stem}Add`],
    mod: `${stem}Mod`,
    rets: [`${stem}Ret`],
    ret: () => `${stem}Ret`,
    ...rest,
  }
}

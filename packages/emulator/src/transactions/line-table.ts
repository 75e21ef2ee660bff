import type { Books } from '../books/books.ts'
import type { Fields, Line, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** A line that is being entered. */
export interface LineEntry {
  /** The header that `enterHeader` returned. */
  readonly header: Fields
  /** The element of the request, for example `InvoiceLineAdd` or `JournalDebitLine`. */
  readonly element: string
  /** The fields of the request with references resolved. In a Mod empty text clears a field. */
  readonly requested: Fields
  /** The fields of a new line, or the stored fields with the changes. */
  readonly fields: Fields
  /** The stored line that is changed; absent for a new line. */
  readonly current?: Line
  /** The lines above in the table or group. */
  readonly above: readonly Fields[]
}

/** Transactions whose lines `LinkToTxnID` and `LinkToTxn` copy. */
export interface LineSource {
  readonly from: string
  /** Returns the fields of a new line; `open` is the quantity that is not linked yet. */
  fields(line: Line, open: string | undefined): Fields
}

/** A table of lines. */
export interface LineTable {
  /** The name under which lines are stored: `InvoiceLine`. */
  readonly name: string
  /** The elements of an Add with lines of the table. */
  readonly add: readonly string[]
  /** The element of a Mod; absent if lines cannot be changed. */
  readonly mod?: string
  /** The element of a Mod that clears the table: `ClearExpenseLines`. */
  readonly clear?: string
  /** The element of an item group before `Add`, `Mod` and `Ret`: `InvoiceLineGroup`. */
  readonly group?: string
  readonly source?: LineSource
  /** The elements of the Ret with lines of the table, without groups. */
  readonly rets: readonly string[]
  /** Returns the Ret element of a line. */
  ret(line: Fields): string
  /** Completes and checks a line. */
  enter(line: LineEntry, context: RequestContext): Fields
  /** Returns fields of the Ret that are not stored. */
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

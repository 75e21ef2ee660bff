import type { Books } from '../books/books.ts'
import type { Fields, Line, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** A line on its way in. */
export interface LineEntry {
  /** The header as `enterHeader` made it. */
  readonly header: Fields
  /** The element of the request, for example `InvoiceLineAdd` or `JournalDebitLine`. */
  readonly element: string
  /** The fields that the request names, references resolved; in a Mod empty text clears. */
  readonly given: Fields
  /** A new line: what is given. A changed one: the stored fields with the changes. */
  readonly fields: Fields
  /** The stored line that is changed; absent for a new one. */
  readonly current?: Line
  /** The lines of the table that stand above, in a group those of the group. */
  readonly above: readonly Fields[]
}

/** Lines of another kind of transaction that `LinkToTxnID` and `LinkToTxn` take over. */
export interface LineSource {
  readonly from: string
  /** The fields of a new line made from one of the other transaction; `open` is the quantity not taken over yet. */
  fields(line: Line, open: string | undefined): Fields
}

/** A table of lines. */
export interface LineTable {
  /** Lines are stored under it: `InvoiceLine`. */
  readonly name: string
  /** The elements of an Add that are lines of the table. */
  readonly add: readonly string[]
  /** The element of a Mod; absent where lines cannot be changed. */
  readonly mod?: string
  /** The element of a Mod that empties the table when true: `ClearExpenseLines`. */
  readonly clear?: string
  /** Before `Add`, `Mod` and `Ret`, what an item group is called in this table: `InvoiceLineGroup`. */
  readonly group?: string
  readonly source?: LineSource
  /** The elements of the Ret that are lines of the table, groups apart. */
  readonly rets: readonly string[]
  /** Which of them a line is. */
  ret(line: Fields): string
  /** A line as it is stored: defaults, prices, checks. */
  enter(line: LineEntry, context: RequestContext): Fields
  /** Fields of the Ret that are not stored. */
  computed?(line: Line, transaction: Transaction, books: Books): Fields
}

/** A table whose elements are `<stem>Add`, `<stem>Mod` and `<stem>Ret`. */
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

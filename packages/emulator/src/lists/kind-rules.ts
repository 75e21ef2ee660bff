import type { Books } from '../books/books.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** The rules of a kind of list record. */
export interface ListRules {
  /** Renames or completes the fields of a request before they are checked. */
  requested?(fields: Fields, current: Fields): Fields
  /** Returns the defaults of fields that an Add omits. */
  defaults?(fields: Fields, context: RequestContext): Fields
  /** Rejects an invalid record; `current` is the record that a Mod changes. */
  check?(fields: Fields, books: Books, current: ListRecord | undefined): void
  /**
   * Enters the opening balance or stock of a new record; `opening` contains the fields of the Add that are not stored.
   */
  onAdd?(record: ListRecord, opening: Fields, context: RequestContext): void
  /** Returns fields of the Ret that are not stored, or are shown differently. */
  computed?(record: ListRecord, context: RequestContext): Fields
  /** Returns the part of the list that a record belongs to, as text that sorts; responses are in its order. */
  section?(record: ListRecord): string
  /** Throws if the list is turned off in the company file. */
  checkEnabled?(context: RequestContext): void
}

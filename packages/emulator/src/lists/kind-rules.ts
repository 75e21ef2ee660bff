import type { Books } from '../books/books.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** A list record kind's rules. */
export interface ListRules {
  /** Renames or completes a request's fields before they are checked. */
  requested?(fields: Fields, current: Fields): Fields
  /** Returns defaults for fields an Add omits. */
  defaults?(fields: Fields, context: RequestContext): Fields
  /** Rejects an invalid record; `current` is the record a Mod changes. */
  check?(fields: Fields, books: Books, current: ListRecord | undefined): void
  /** Enters a new record's opening balance or stock; `opening` contains the Add's fields that are not stored. */
  onAdd?(record: ListRecord, opening: Fields, context: RequestContext): void
  /** Returns Ret fields that are not stored, or shown differently. */
  computed?(record: ListRecord, context: RequestContext): Fields
  /** Returns a record's place in the list, as text that sorts; responses use its order. */
  section?(record: ListRecord): string
  /** Throws if the list is turned off in the company file. */
  checkEnabled?(context: RequestContext): void
}

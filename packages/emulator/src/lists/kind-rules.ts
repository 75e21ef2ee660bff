import type { Books } from '../books/books.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'

/** What a kind of list record does besides keeping its fields. */
export interface ListRules {
  /** Fields of a request under other names or with what follows from them, before they are looked at. */
  requested?(fields: Fields, current: Fields): Fields
  /** Fields of an Add that says nothing of them. */
  defaults?(fields: Fields, context: RequestContext): Fields
  /** Refuses a record that cannot be; `current` is what a Mod changes. */
  check?(fields: Fields, books: Books, current: ListRecord | undefined): void
  /** Enters what a new record brings along; `brought` are the fields of the Add that no record keeps. */
  added?(record: ListRecord, brought: Fields, context: RequestContext): void
  /** Fields of the Ret that are not stored, or not shown as they are. */
  computed?(record: ListRecord, context: RequestContext): Fields
  /** Throws when the company file has the list switched off. */
  checkEnabled?(context: RequestContext): void
}

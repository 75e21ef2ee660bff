import type { Books } from '../books/books.ts'
import type { Fields } from '../books/record.ts'

/** A reference field to a record by its full name; no field where there is no such record. */
export function toDefaultReference(books: Books, field: string, family: string, fullName: string): Fields {
  const record = books.lists.byFullName(family, fullName)
  return record === undefined ? {} : { [field]: { ListID: record.id } }
}

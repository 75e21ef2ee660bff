import type { Books } from '../books/books.ts'
import type { Fields } from '../books/record.ts'

/** Returns a reference field to the record with a full name, or no field if there is no such record. */
export function toDefaultReference(books: Books, field: string, family: string, fullName: string): Fields {
  const record = books.lists.byFullName(family, fullName)
  return record === undefined ? {} : { [field]: { ListID: record.id } }
}

import type { Books } from '../books/books.ts'
import { refOf } from '../books/fields.ts'
import type { Fields, ListRecord } from '../books/record.ts'

/** The item of a line; `undefined` for a line that only describes. */
export function itemOf(books: Books, line: Fields): ListRecord | undefined {
  return books.lists.byId('Item', refOf(line, 'ItemRef') ?? '')
}

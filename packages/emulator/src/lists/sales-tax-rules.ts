import type { Books } from '../books/books.ts'
import { getRows } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { invalidReference } from '../requests/status-error.ts'
import type { ListRules } from './kind-rules.ts'

/** Sales tax groups, which contain only sales tax items. */
export const salesTaxGroupRules: ListRules = {
  check(fields: Fields, books: Books) {
    for (const { ListID } of getRows(fields, 'ItemSalesTaxRef')) {
      const id = typeof ListID === 'string' ? ListID : ''
      if (books.lists.byId('Item', id)?.kind !== 'ItemSalesTax') throw invalidReference('Item', id, 'ItemSalesTaxGroup')
    }
  },
}

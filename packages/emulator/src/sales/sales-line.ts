import type { Books } from '../books/books.ts'
import { refOf, textOf } from '../books/fields.ts'
import { itemOf } from '../books/line-item.ts'
import type { Fields } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { type LineEntry, type LineTable, lineTable, type Takeover } from '../transactions/line-table.ts'
import { priceLine, salesDescriptionOf } from './line-price.ts'

/** The lines of a sales form: `<stem>Add` and so on, with item groups. */
export function salesLines(stem: string, takesOver?: Takeover): LineTable {
  return lineTable(stem, {
    group: `${stem}Group`,
    enter: enterSalesLine,
    ...(takesOver === undefined ? {} : { takesOver }),
  })
}

// What a new line leaves out comes from the item, the header and the customer.
function enterSalesLine({ header, given, fields, current, above }: LineEntry, { books }: RequestContext): Fields {
  return current === undefined
    ? priceLine(books, { ...defaultsOf(books, header, given, fields), ...fields }, fields, above)
    : priceLine(books, fields, given, above)
}

function defaultsOf(books: Books, header: Fields, given: Fields, fields: Fields): Fields {
  const item = itemOf(books, fields)
  if (item === undefined) return {}
  const defaults: Record<string, Fields | string> = {}
  const description = given.Desc === undefined ? salesDescriptionOf(item) : undefined
  if (description !== undefined) defaults.Desc = description
  const classId = refOf(header, 'ClassRef')
  if (classId !== undefined) defaults.ClassRef = { ListID: classId }
  const code = item.kind === 'ItemSubtotal' ? undefined : taxCodeOf(books, header, item.fields)
  if (code !== undefined) defaults.SalesTaxCodeRef = { ListID: code }
  return defaults
}

// A customer who pays no tax passes the code on to the lines.
function taxCodeOf(books: Books, header: Fields, item: Fields): string | undefined {
  const customers = refOf(header, 'CustomerSalesTaxCodeRef')
  const code = books.lists.byId('SalesTaxCode', customers ?? '')
  return code !== undefined && textOf(code.fields, 'IsTaxable') !== 'true' ? customers : refOf(item, 'SalesTaxCodeRef')
}

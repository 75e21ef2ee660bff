import type { Books } from '../books/books.ts'
import { getRefId, getText } from '../books/fields.ts'
import { findItem } from '../books/line-item.ts'
import type { Fields } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { type LineEntry, type LineSource, type LineTable, lineTable } from '../transactions/line-table.ts'
import { getSalesDescription, priceLine } from './line-price.ts'
import { atPriceLevel } from './price-level.ts'

/** Creates a sales form's line table: `<stem>Add` and so on, with item groups. */
export function salesLines(stem: string, source?: LineSource): LineTable {
  return lineTable(stem, {
    group: `${stem}Group`,
    enter: enterSalesLine,
    ...(source === undefined ? {} : { source }),
  })
}

// A new line's defaults come from the item, the header and the customer.
function enterSalesLine({ header, requested, fields, current, above }: LineEntry, { books }: RequestContext): Fields {
  if (current === undefined) {
    const line = atPriceLevel(books, header, { ...getDefaults(books, header, requested, fields), ...fields })
    return priceLine(books, { header, line, requested: line, above })
  }
  const isChanged = requested.PriceLevelRef !== undefined
  const line = isChanged ? atPriceLevel(books, header, withoutPrice(fields, requested)) : fields
  return priceLine(books, { header, line, requested: isChanged ? line : requested, above })
}

function getDefaults(books: Books, header: Fields, requested: Fields, fields: Fields): Fields {
  const item = findItem(books, fields)
  if (item === undefined) return {}
  const defaults: Record<string, Fields | string> = {}
  const description = requested.Desc === undefined ? getSalesDescription(item) : undefined
  if (description !== undefined) defaults.Desc = description
  const classId = getRefId(header, 'ClassRef')
  if (classId !== undefined) defaults.ClassRef = { ListID: classId }
  const code = item.kind === 'ItemSubtotal' ? undefined : getTaxCode(books, header, item.fields)
  if (code !== undefined) defaults.SalesTaxCodeRef = { ListID: code }
  return defaults
}

// An exempt customer's tax code applies to the lines.
function getTaxCode(books: Books, header: Fields, item: Fields): string | undefined {
  const customers = getRefId(header, 'CustomerSalesTaxCodeRef')
  const code = books.lists.byId('SalesTaxCode', customers ?? '')
  return code !== undefined && getText(code.fields, 'IsTaxable') !== 'true'
    ? customers
    : getRefId(item, 'SalesTaxCodeRef')
}

// A price level replaces the line's price, but not a requested amount.
function withoutPrice({ Rate: _rate, RatePercent: _percent, Amount: _amount, ...line }: Fields, requested: Fields) {
  return requested.Amount === undefined ? line : { ...line, Amount: requested.Amount }
}

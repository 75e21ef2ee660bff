import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { sum } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import { flattenLines } from '../books/lines.ts'
import type { Line, Transaction } from '../books/record.ts'
import { getOpenQuantity } from '../transactions/linked-lines.ts'

/** Returns an item's quantity in open purchase order lines. */
export function getQuantityOnOrder(books: Books, item: string): Big {
  const open: Big[] = []
  for (const order of books.transactionsByItem.get(item)) {
    if (order.kind !== 'PurchaseOrder' || isClosed(order)) continue
    for (const line of flattenLines(order.lines)) {
      if (getRefId(line.fields, 'ItemRef') !== item || isClosed(line)) continue
      open.push(Big(getOpenQuantity(books, order, line) ?? 0))
    }
  }
  return sum(open)
}

function isClosed({ fields }: Transaction | Line): boolean {
  return getText(fields, 'IsManuallyClosed') === 'true'
}

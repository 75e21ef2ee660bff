import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { sumOf } from '../books/decimal.ts'
import { refOf, textOf } from '../books/fields.ts'
import { flatLines } from '../books/lines.ts'
import type { Line, Transaction } from '../books/record.ts'
import { openQuantity } from '../transactions/linked-lines.ts'

/** How much of an item stands in the lines of purchase orders that are neither received nor closed. */
export function quantityOnOrder(books: Books, item: string): Big {
  const open: Big[] = []
  for (const order of books.holders.of(item)) {
    if (order.kind !== 'PurchaseOrder' || isClosed(order)) continue
    for (const line of flatLines(order.lines)) {
      if (refOf(line.fields, 'ItemRef') !== item || isClosed(line)) continue
      open.push(Big(openQuantity(books, order, line) ?? 0))
    }
  }
  return sumOf(open)
}

function isClosed({ fields }: Transaction | Line): boolean {
  return textOf(fields, 'IsManuallyClosed') === 'true'
}

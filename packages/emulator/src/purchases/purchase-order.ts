import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { quantityText, sumOf } from '../books/decimal.ts'
import { textOf } from '../books/fields.ts'
import { flatLines } from '../books/lines.ts'
import type { Fields, Line, Transaction } from '../books/record.ts'
import { type LineTable, lineTable } from '../transactions/line-table.ts'
import { takenFrom } from '../transactions/linked-lines.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { purchaseTotal } from './purchase-lines.ts'
import { purchaseLine } from './purchase-price.ts'
import { withVendorDefaults } from './vendor-defaults.ts'

const orderLines: LineTable = lineTable('PurchaseOrderLine', {
  group: 'PurchaseOrderLineGroup',
  enter: (line, { books }) => ({ IsManuallyClosed: 'false', ...purchaseLine(books, line, 'Rate') }),
  computed: receivedFields,
})

// Ordered goods arrive with their bill, so nothing is received without being billed.
function receivedFields(line: Line, order: Transaction, books: Books): Fields {
  const quantity = textOf(line.fields, 'Quantity')
  if (quantity === undefined) return {}
  const received = receivedOf(line, order, books)
  return {
    ReceivedQuantity: quantityText(received),
    UnbilledQuantity: '0',
    IsBilled: String(received.gt(0) && received.gte(quantity)),
  }
}

function receivedOf(line: Line, order: Transaction, books: Books): Big {
  return sumOf(takenFrom(books, order, line).map((application) => application.quantity ?? 0))
}

/** A purchase order. It posts nothing; the bills that receive its lines close it. */
export const purchaseOrder: TransactionKind = {
  kind: 'PurchaseOrder',
  entity: 'VendorRef',
  isNumbered: true,
  isVoidable: false,
  required: [],
  defaults: { IsManuallyClosed: 'false', IsToBePrinted: 'false', IsToBeEmailed: 'false' },
  tables: [orderLines],
  enterHeader: (entry, { books }) => ({
    DueDate: textOf(entry.fields, 'TxnDate') ?? '',
    ...withVendorDefaults(books, entry),
  }),
  total: ({ lines }) => ({ TotalAmount: purchaseTotal(lines, 'TotalAmount') }),
  post: () => [],
  computed: (transaction, books) => ({ IsFullyReceived: String(isFullyReceived(transaction, books)) }),
}

function isFullyReceived(order: Transaction, books: Books): boolean {
  const counted = flatLines(order.lines).filter((line) => Big(textOf(line.fields, 'Quantity') ?? 0).gt(0))
  return (
    counted.length > 0 &&
    counted.every((line) => receivedOf(line, order, books).gte(textOf(line.fields, 'Quantity') ?? 0))
  )
}

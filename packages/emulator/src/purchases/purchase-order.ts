import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { quantityText, sum } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import { flattenLines } from '../books/lines.ts'
import type { Fields, Line, Transaction } from '../books/record.ts'
import { type LineTable, lineTable } from '../transactions/line-table.ts'
import { getLineApplications } from '../transactions/linked-lines.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { computePurchaseTotal } from './purchase-lines.ts'
import { purchaseLine } from './purchase-price.ts'
import { withVendorDefaults } from './vendor-defaults.ts'

const orderLines: LineTable = lineTable('PurchaseOrderLine', {
  group: 'PurchaseOrderLineGroup',
  enter: (line, { books }) => ({ IsManuallyClosed: 'false', ...purchaseLine(books, line, 'Rate') }),
  computed: toReceivedFields,
})

// Goods arrive with their bill, so the received quantity is also billed.
function toReceivedFields(line: Line, order: Transaction, books: Books): Fields {
  const quantity = getText(line.fields, 'Quantity')
  if (quantity === undefined) return {}
  const received = getReceived(line, order, books)
  return {
    ReceivedQuantity: quantityText(received),
    UnbilledQuantity: '0',
    IsBilled: String(received.gt(0) && received.gte(quantity)),
  }
}

function getReceived(line: Line, order: Transaction, books: Books): Big {
  return sum(getLineApplications(books, order, line).map((application) => application.quantity ?? 0))
}

/** A purchase order. It posts nothing, and is closed by the bills that receive its lines. */
export const purchaseOrder: TransactionKind = {
  kind: 'PurchaseOrder',
  entity: 'VendorRef',
  isNumbered: true,
  isVoidable: false,
  required: [],
  defaults: { IsManuallyClosed: 'false', IsToBePrinted: 'false', IsToBeEmailed: 'false' },
  tables: [orderLines],
  enterHeader: (entry, { books }) => ({
    DueDate: getText(entry.fields, 'TxnDate') ?? '',
    ...withVendorDefaults(books, entry),
  }),
  total: ({ lines }) => ({ TotalAmount: computePurchaseTotal(lines, 'TotalAmount') }),
  post: () => [],
  computed: (transaction, books) => ({ IsFullyReceived: String(isFullyReceived(transaction, books)) }),
}

function isFullyReceived(order: Transaction, books: Books): boolean {
  const counted = flattenLines(order.lines).filter((line) => Big(getText(line.fields, 'Quantity') ?? 0).gt(0))
  return (
    counted.length > 0 &&
    counted.every((line) => getReceived(line, order, books).gte(getText(line.fields, 'Quantity') ?? 0))
  )
}

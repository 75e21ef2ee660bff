import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, quantityText } from '../books/decimal.ts'
import { getAggregate, getRefId, getText } from '../books/fields.ts'
import { flattenLines } from '../books/lines.ts'
import type { Fields, Line, ListRecord, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { invalidField, missingElement, notEnabled } from '../requests/status-error.ts'
import { type LineEntry, type LineTable, lineTable } from '../transactions/line-table.ts'
import { credit, debit } from '../transactions/posting.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { createMovement, findStockItem, getAssetAccount } from './movements.ts'

const table: LineTable = lineTable('InventoryAdjustmentLine', {
  enter: (line, context) => adjustedLine(line, context),
  computed: (line, transaction, books) => ({ ValueDifference: getValueDifference(line, transaction, books) }),
})

function adjustedLine({ header, fields, current }: LineEntry, { books }: RequestContext): Fields {
  const item = requireStockItem(books, fields)
  if (fields.SerialNumberAdjustment !== undefined || fields.LotNumberAdjustment !== undefined) throw notEnabled()
  const requested = {
    ...getAggregate(fields, 'QuantityAdjustment'),
    ...getAggregate(fields, 'ValueAdjustment'),
    ...(current === undefined ? {} : fields),
  }
  if (requested.SerialNumber !== undefined || requested.LotNumber !== undefined) throw notEnabled()
  const level = books.stock.getLevelOn(item.id, getText(header, 'TxnDate') ?? '')
  const quantity = getDifference(requested, 'Quantity', level.quantity) ?? Big(0)
  const value = getDifference(requested, 'Value', level.value)
  return {
    ItemRef: { ListID: item.id },
    QuantityDifference: quantityText(quantity),
    ...(value === undefined ? {} : { ValueDifference: amountText(value) }),
  }
}

function requireStockItem(books: Books, line: Fields): ListRecord {
  const item = findStockItem(books, line)
  if (item !== undefined) return item
  const other = books.lists.byId('Item', getRefId(line, 'ItemRef') ?? '')
  if (other === undefined) throw missingElement('ItemRef')
  throw invalidField('ItemRef', books.lists.fullName(other), 'Only the quantity of inventory items is kept.')
}

// A line states either the new level or the difference.
function getDifference(requested: Fields, what: 'Quantity' | 'Value', present: Big): Big | undefined {
  const difference = getText(requested, `${what}Difference`)
  if (difference !== undefined) return Big(difference)
  const target = getText(requested, `New${what}`)
  return target === undefined ? undefined : Big(target).minus(present)
}

function getValueDifference(line: Line, transaction: Transaction, books: Books): string {
  const index = transaction.lines.findIndex((each) => each.id === line.id)
  return amountText(books.stock.getValues(transaction.id)[index] ?? 0)
}

/**
 * Inventory adjustments. A line with a value changes the stock by it; a line with only a quantity is valued at average
 * cost. The other side is posted to the adjustment's account. Stored lines have `QuantityDifference` and, with a value,
 * `ValueDifference`.
 */
export const inventoryAdjustment: TransactionKind = {
  kind: 'InventoryAdjustment',
  entity: 'CustomerRef',
  isNumbered: true,
  isVoidable: true,
  required: ['AccountRef'],
  defaults: {},
  tables: [table],
  post: ({ fields, lines }, books) =>
    flattenLines(lines).flatMap((line) => {
      const value = getText(line.fields, 'ValueDifference')
      if (value === undefined) return []
      const asset = getAssetAccount(books, requireStockItem(books, line.fields), line.fields)
      const postings = [debit(books, asset, value), credit(books, getAdjustmentAccount(fields), value)]
      return postings.map((posting) => ({ ...posting, line: line.id }))
    }),
  move: ({ fields, lines }, books) =>
    flattenLines(lines).map((line) => {
      const quantity = Big(getText(line.fields, 'QuantityDifference') ?? 0)
      const value = getText(line.fields, 'ValueDifference') ?? null
      return createMovement(books, requireStockItem(books, line.fields), line, {
        quantity,
        value,
        account: getAdjustmentAccount(fields),
      })
    }),
}

function getAdjustmentAccount(header: Fields): string {
  return getRefId(header, 'AccountRef') ?? ''
}

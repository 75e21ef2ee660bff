import Big from 'big.js'
import { getItemAccount, type ItemAccount } from '../accounts/item-accounts.ts'
import type { Books } from '../books/books.ts'
import { amountText, quantityText } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import { isStockItem } from '../books/line-item.ts'
import { lineFields } from '../books/lines.ts'
import type { Fields, ListRecord, Movement, Transaction } from '../books/record.ts'
import { missingAccount } from '../requests/status-error.ts'

/** Which way goods go: `out` in a sale or a return to a vendor, `in` in a purchase or a customer's return. */
export type Direction = 'in' | 'out'

/**
 * The movements of a sale: its lines of inventory items move their quantity (one where none is named) at
 * average cost. A sale goes `out`, a credit memo comes `in`, a pending one moves nothing. The stock
 * posts cost of goods sold and inventory asset by itself, so `post` of the kind has the income only.
 * Throws status 3270 for an item without its accounts.
 */
export function salesMovements(books: Books, sale: Transaction, direction: Direction): readonly Movement[] {
  return movedLines(books, sale).map(({ item, line }) =>
    createMovement(books, item, line, { quantity: getQuantity(line, direction), value: null }),
  )
}

interface MovedLine {
  readonly item: ListRecord
  readonly line: Fields
}

function movedLines(books: Books, { fields, lines }: Transaction): readonly MovedLine[] {
  if (getText(fields, 'IsPending') === 'true') return []
  return lineFields(lines).flatMap((line) => {
    const item = findStockItem(books, line)
    return item === undefined ? [] : [{ item, line }]
  })
}

function getQuantity(line: Fields, direction: Direction): Big {
  return signed(getText(line, 'Quantity') ?? '1', direction)
}

function signed(amount: string, direction: Direction): Big {
  return Big(amount).times(direction === 'in' ? 1 : -1)
}

/**
 * The movements of a purchase: an inventory item comes `in` at the line's `Amount`, or goes `out` with a
 * vendor credit. `post` of the kind posts the amount to the item's asset account; the stock posts only
 * what a receipt corrects of earlier sales without stock.
 */
export function purchaseMovements(books: Books, purchase: Transaction, direction: Direction): readonly Movement[] {
  return movedLines(books, purchase).map(({ item, line }) => {
    const value = amountText(signed(getText(line, 'Amount') ?? '0', direction))
    return createMovement(books, item, line, { quantity: getQuantity(line, direction), value })
  })
}

/** The inventory item or assembly of a line; `undefined` for every other line. */
export function findStockItem(books: Books, line: Fields): ListRecord | undefined {
  const item = books.lists.byId('Item', getRefId(line, 'ItemRef') ?? '')
  return item !== undefined && isStockItem(item) ? item : undefined
}

/** The inventory asset account of a line's item. Throws status 3270. */
export function getAssetAccount(books: Books, item: ListRecord, line: Fields): string {
  return requireItemAccount(books, item, line, 'AssetAccountRef')
}

function requireItemAccount(books: Books, item: ListRecord, line: Fields, name: ItemAccount): string {
  const account = getItemAccount(books, line, name)
  if (account === undefined) throw missingAccount(books.lists.fullName(item))
  return account
}

/** What a line moves, and how much that is worth (`Movement`). */
interface Moved {
  readonly quantity: Big
  readonly value: string | null
  /** The other side of a cost; the item's cost of goods sold where it is not said. */
  readonly account?: string
}

/** One movement of the item of a line. Throws status 3270 for an item without its accounts. */
export function createMovement(books: Books, item: ListRecord, line: Fields, moved: Moved): Movement {
  return {
    item: item.id,
    quantity: quantityText(moved.quantity),
    value: moved.value,
    asset: getAssetAccount(books, item, line),
    account: moved.account ?? requireItemAccount(books, item, line, 'COGSAccountRef'),
    estimate: getText(item.fields, 'PurchaseCost') ?? '0',
  }
}

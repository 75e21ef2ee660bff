import Big from 'big.js'
import { getItemAccount, type ItemAccount } from '../accounts/item-accounts.ts'
import type { Books } from '../books/books.ts'
import { amountText, quantityText } from '../books/decimal.ts'
import { toHome } from '../books/exchange-rates.ts'
import { getRefId, getText } from '../books/fields.ts'
import { isStockItem } from '../books/line-item.ts'
import { flattenLines } from '../books/lines.ts'
import type { Fields, Line, ListRecord, Movement, Transaction } from '../books/record.ts'
import { missingAccount } from '../requests/status-error.ts'

/** The goods' direction: `out` in a sale or a return to a vendor, `in` in a purchase or a customer's return. */
export type Direction = 'in' | 'out'

/**
 * Returns a sale's movements: inventory lines move their quantity, by default one, at average cost. A sale goes `out`,
 * a credit memo comes `in`, a pending sale moves nothing. The stock posts cost of goods sold and inventory asset, so
 * `post` returns only the income. Throws status 3270 for an item without its accounts.
 */
export function salesMovements(books: Books, sale: Transaction, direction: Direction): readonly Movement[] {
  return movedLines(books, sale).map(({ item, line }) =>
    createMovement(books, item, line, { quantity: getQuantity(line.fields, direction), value: null }),
  )
}

interface MovedLine {
  readonly item: ListRecord
  readonly line: Line
}

function movedLines(books: Books, { fields, lines }: Transaction): readonly MovedLine[] {
  if (getText(fields, 'IsPending') === 'true') return []
  return flattenLines(lines).flatMap((line) => {
    const item = findStockItem(books, line.fields)
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
 * Returns a purchase's movements: an inventory item comes `in` at the line's amount in the home currency, or goes `out` with a vendor
 * credit. `post` posts the amount to the item's asset account; the stock only posts corrections to earlier sales
 * without stock.
 */
export function purchaseMovements(books: Books, purchase: Transaction, direction: Direction): readonly Movement[] {
  return movedLines(books, purchase).map(({ item, line }) => {
    const value = amountText(toHome(purchase.fields, signed(getText(line.fields, 'Amount') ?? '0', direction)))
    return createMovement(books, item, line, { quantity: getQuantity(line.fields, direction), value })
  })
}

/** Returns a line's inventory item or assembly, if it has one. */
export function findStockItem(books: Books, line: Fields): ListRecord | undefined {
  const item = books.lists.byId('Item', getRefId(line, 'ItemRef') ?? '')
  return item !== undefined && isStockItem(item) ? item : undefined
}

/** Returns the inventory asset account for a line's item. Throws status 3270. */
export function getAssetAccount(books: Books, item: ListRecord, line: Fields): string {
  return requireItemAccount(books, item, line, 'AssetAccountRef')
}

function requireItemAccount(books: Books, item: ListRecord, line: Fields, name: ItemAccount): string {
  const account = getItemAccount(books, line, name)
  if (account === undefined) throw missingAccount(books.lists.fullName(item))
  return account
}

/** A movement's quantity and value. */
interface Moved {
  readonly quantity: Big
  readonly value: string | null
  /** The account the cost is posted to; cost of goods sold by default. */
  readonly account?: string
}

/** Creates the movement for a line's item. Throws status 3270 for an item without its accounts. */
export function createMovement(books: Books, item: ListRecord, { id, fields }: Line, moved: Moved): Movement {
  return {
    item: item.id,
    quantity: quantityText(moved.quantity),
    value: moved.value,
    asset: getAssetAccount(books, item, fields),
    account: moved.account ?? requireItemAccount(books, item, fields, 'COGSAccountRef'),
    estimate: getText(item.fields, 'PurchaseCost') ?? '0',
    line: id,
  }
}

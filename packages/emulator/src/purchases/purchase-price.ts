import Big from 'big.js'
import { itemAccount } from '../accounts/item-accounts.ts'
import type { Books } from '../books/books.ts'
import { amountText, priceText, quantityText } from '../books/decimal.ts'
import { aggregateOf, refOf, textOf } from '../books/fields.ts'
import { isStockItem, itemOf } from '../books/line-item.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import { invalidField, missingAccount } from '../requests/status-error.ts'
import { checkAmountLimit } from '../transactions/amount-limit.ts'
import type { LineEntry } from '../transactions/line-table.ts'

const bought = new Set([
  'ItemService',
  'ItemNonInventory',
  'ItemOtherCharge',
  'ItemInventory',
  'ItemInventoryAssembly',
  'ItemFixedAsset',
])

/**
 * An item line of a purchase with what it leaves out: the item's purchase description and cost. `price`
 * names the field of the cost of one. A quantity and a cost make an amount; an amount rules over a cost;
 * where neither is given anew, the line keeps its own. Source: facts/qbxml.md, section 6.1.
 */
export function purchaseLine(books: Books, line: LineEntry, price: 'Cost' | 'Rate'): Fields {
  const item = itemOf(books, line.fields)
  if (item === undefined) return describing(line.fields, price)
  if (!bought.has(item.kind)) throw invalidField('ItemRef', books.lists.fullName(item), 'It cannot be bought.')
  const { Quantity: _quantity, Amount: _amount, [price]: _price, ...rest } = line.fields
  const description = line.current !== undefined || line.given.Desc !== undefined ? undefined : descriptionOf(item)
  const described: Fields = description === undefined ? rest : { Desc: description, ...rest }
  const result: Fields = { ...described, ...priced(item, line, price) }
  checkAmountLimit('Amount', textOf(result, 'Amount') ?? 0)
  return result
}

function describing(line: Fields, price: string): Fields {
  const rest: Record<string, FieldValue> = { ...line }
  for (const name of ['Quantity', price, 'Amount']) {
    const value = textOf(line, name)
    delete rest[name]
    if (value !== undefined && !Big(value).eq(0)) {
      throw invalidField(name, value, 'A line without an item has no amount.')
    }
  }
  return rest
}

function descriptionOf(item: ListRecord): string | undefined {
  return (
    textOf(aggregateOf(item.fields, 'SalesAndPurchase'), 'PurchaseDesc') ??
    textOf(aggregateOf(item.fields, 'SalesOrPurchase'), 'Desc') ??
    textOf(item.fields, 'PurchaseDesc')
  )
}

function priced(item: ListRecord, { fields, given }: LineEntry, price: string): Fields {
  const quantity = textOf(fields, 'Quantity') ?? (isStockItem(item) ? '1' : undefined)
  const count: Fields = quantity === undefined ? {} : { Quantity: quantityText(quantity) }
  const amount = textOf(given, 'Amount')
  if (amount !== undefined) {
    const divisor = Big(quantity ?? 1)
    const each: Fields = divisor.eq(0) ? {} : { [price]: priceText(Big(amount).div(divisor)) }
    return { ...count, ...each, Amount: amountText(amount) }
  }
  const stored = textOf(fields, price)
  const kept = textOf(fields, 'Amount')
  if (kept !== undefined && textOf(given, 'Quantity') === undefined && textOf(given, price) === undefined) {
    return { ...count, ...(stored === undefined ? {} : { [price]: stored }), Amount: kept }
  }
  const each = stored ?? costOf(item) ?? '0'
  return { ...count, [price]: priceText(each), Amount: amountText(Big(each).times(quantity ?? 1)) }
}

function costOf(item: ListRecord): string | undefined {
  return (
    textOf(aggregateOf(item.fields, 'SalesAndPurchase'), 'PurchaseCost') ??
    textOf(aggregateOf(item.fields, 'SalesOrPurchase'), 'Price') ??
    textOf(item.fields, 'PurchaseCost')
  )
}

/** The account that a purchase of an item goes to: its inventory asset, or what it costs. Throws status 3270. */
export function purchaseAccount(books: Books, line: Fields, item: ListRecord): string {
  const account = isStockItem(item)
    ? itemAccount(books, line, 'AssetAccountRef')
    : (refOf(line, 'OverrideItemAccountRef') ?? itemAccount(books, line, 'ExpenseAccountRef'))
  if (account === undefined) throw missingAccount(books.lists.fullName(item))
  return account
}

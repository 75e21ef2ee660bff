import Big from 'big.js'
import { getItemAccount } from '../accounts/item-accounts.ts'
import type { Books } from '../books/books.ts'
import { amountText, priceText, quantityText } from '../books/decimal.ts'
import { fromHomePrice } from '../books/exchange-rates.ts'
import { getAggregate, getRefId, getText } from '../books/fields.ts'
import { findItem, isStockItem } from '../books/line-item.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import { invalidField, missingAccount } from '../requests/status-error.ts'
import { checkAmountLimit, checkPriceLimit } from '../transactions/amount-limit.ts'
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
 * Completes a purchase's item line with the item's description and cost. `price` is the field with the unit cost. A
 * quantity and a cost make an amount; an amount overrides a cost; a line keeps its amount if the request has neither.
 */
export function purchaseLine(books: Books, line: LineEntry, price: 'Cost' | 'Rate'): Fields {
  const item = findItem(books, line.fields)
  if (item === undefined) return describing(line.fields, price)
  if (!bought.has(item.kind)) throw invalidField('ItemRef', books.lists.fullName(item), 'It cannot be bought.')
  const { Quantity: _quantity, Amount: _amount, [price]: _price, ...rest } = line.fields
  const description = line.current !== undefined || line.requested.Desc !== undefined ? undefined : getDescription(item)
  const described: Fields = description === undefined ? rest : { Desc: description, ...rest }
  const result: Fields = { ...described, ...withPrice(item, line, price) }
  checkAmountLimit('Amount', getText(result, 'Amount') ?? 0)
  checkPriceLimit(price, getText(result, price) ?? 0)
  return result
}

function describing(line: Fields, price: string): Fields {
  const rest: Record<string, FieldValue> = { ...line }
  for (const name of ['Quantity', price, 'Amount']) {
    const value = getText(line, name)
    delete rest[name]
    if (value !== undefined && !Big(value).eq(0)) {
      throw invalidField(name, value, 'A line without an item has no amount.')
    }
  }
  return rest
}

function getDescription(item: ListRecord): string | undefined {
  return (
    getText(getAggregate(item.fields, 'SalesAndPurchase'), 'PurchaseDesc') ??
    getText(getAggregate(item.fields, 'SalesOrPurchase'), 'Desc') ??
    getText(item.fields, 'PurchaseDesc')
  )
}

function withPrice(item: ListRecord, { header, fields, requested }: LineEntry, price: string): Fields {
  const quantity = getText(fields, 'Quantity') ?? (isStockItem(item) ? '1' : undefined)
  const count: Fields = quantity === undefined ? {} : { Quantity: quantityText(quantity) }
  const amount = getText(requested, 'Amount')
  if (amount !== undefined) {
    const divisor = Big(quantity ?? 1)
    const each: Fields = divisor.eq(0) ? {} : { [price]: priceText(Big(amount).div(divisor)) }
    return { ...count, ...each, Amount: amountText(amount) }
  }
  const stored = getText(fields, price)
  const kept = getText(fields, 'Amount')
  if (kept !== undefined && getText(requested, 'Quantity') === undefined && getText(requested, price) === undefined) {
    return { ...count, ...(stored === undefined ? {} : { [price]: stored }), Amount: kept }
  }
  const each = stored ?? fromHomePrice(header, getCost(item) ?? '0')
  return { ...count, [price]: priceText(each), Amount: amountText(Big(each).times(quantity ?? 1)) }
}

function getCost(item: ListRecord): string | undefined {
  return (
    getText(getAggregate(item.fields, 'SalesAndPurchase'), 'PurchaseCost') ??
    getText(getAggregate(item.fields, 'SalesOrPurchase'), 'Price') ??
    getText(item.fields, 'PurchaseCost')
  )
}

/** Returns the account an item's purchase is posted to: its inventory asset or expense account. Throws status 3270. */
export function getPurchaseAccount(books: Books, line: Fields, item: ListRecord): string {
  const account = isStockItem(item)
    ? getItemAccount(books, line, 'AssetAccountRef')
    : (getRefId(line, 'OverrideItemAccountRef') ?? getItemAccount(books, line, 'ExpenseAccountRef'))
  if (account === undefined) throw missingAccount(books.lists.fullName(item))
  return account
}

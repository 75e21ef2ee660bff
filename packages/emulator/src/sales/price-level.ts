import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { priceText } from '../books/decimal.ts'
import { fromHomePrice } from '../books/exchange-rates.ts'
import { getRefId, getRows, getText } from '../books/fields.ts'
import { findItem } from '../books/line-item.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import { getSalesPrice } from './line-price.ts'

/**
 * Returns a line at its price level's price, or its customer's if the line has none. The level itself is not stored:
 * QuickBooks returns only the rate.
 */
export function atPriceLevel(books: Books, header: Fields, { PriceLevelRef, ...line }: Fields): Fields {
  const hasPrice = ['Rate', 'RatePercent', 'Amount'].some((name) => getText(line, name) !== undefined)
  const customer = books.lists.byId('Name', getRefId(header, 'CustomerRef') ?? '')
  const customers = hasPrice ? undefined : getRefId(customer?.fields ?? {}, 'PriceLevelRef')
  const requested = PriceLevelRef === undefined ? undefined : getRefId({ PriceLevelRef }, 'PriceLevelRef')
  const level = books.lists.byId('PriceLevel', requested ?? customers ?? '')
  const item = findItem(books, line)
  const rate = level === undefined || item === undefined ? undefined : computeRate(level, item)
  return rate === undefined || getText(line, 'Amount') !== undefined
    ? line
    : { ...line, Rate: fromHomePrice(header, rate) }
}

/** Returns an item's price at a price level; undefined for an item without a price. */
function computeRate(level: ListRecord, item: ListRecord): string | undefined {
  const { price } = getSalesPrice(item)
  const own = getRows(level.fields, 'PriceLevelPerItemRet').find((row) => getRefId(row, 'ItemRef') === item.id)
  const custom = getText(own ?? {}, 'CustomPrice')
  if (custom !== undefined) return custom
  if (price === undefined) return undefined
  const percentage = getText(level.fields, 'PriceLevelFixedPercentage')
  const customPercentage = getText(own ?? {}, 'CustomPricePercent')
  if (customPercentage !== undefined) return priceText(Big(price).times(customPercentage).div(100))
  return percentage === undefined ? undefined : priceText(Big(price).times(Big(100).plus(percentage)).div(100))
}

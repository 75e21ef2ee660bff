import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, priceText, quantityText, sumOf } from '../books/decimal.ts'
import { aggregateOf, textOf } from '../books/fields.ts'
import { itemOf } from '../books/line-item.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import { invalidField, Unsupported } from '../requests/status-error.ts'
import { checkAmountLimit } from '../transactions/amount-limit.ts'

const priced = ['Quantity', 'Rate', 'RatePercent', 'Amount'] as const

/**
 * A line with its amount. `given` are the fields that the request named: an amount rules over a rate,
 * a quantity and a rate make an amount, and where none is given the line keeps its own or takes the
 * item's price. Source: facts/qbxml.md, section 6.1.
 */
export function priceLine(books: Books, line: Fields, given: Fields, above: readonly Fields[]): Fields {
  const item = itemOf(books, line)
  const price = item === undefined ? describe(line) : priceOf(item, line, given, books, above)
  const rest: Record<string, FieldValue> = { ...line }
  for (const name of priced) delete rest[name]
  const result: Fields = { ...rest, ...price }
  checkAmountLimit('Amount', textOf(result, 'Amount') ?? 0)
  return result
}

function describe(line: Fields): Fields {
  for (const name of priced) {
    const value = textOf(line, name)
    if (value !== undefined && !Big(value).eq(0))
      throw invalidField(name, value, 'A line without an item has no amount.')
  }
  return {}
}

function priceOf(item: ListRecord, line: Fields, given: Fields, books: Books, above: readonly Fields[]): Fields {
  switch (item.kind) {
    case 'ItemSubtotal':
      return { Amount: amountText(sumOf(sinceSubtotal(books, above).map((each) => textOf(each, 'Amount') ?? 0))) }
    case 'ItemDiscount':
      return discountOf(item, line, given, above)
    case 'ItemService':
    case 'ItemNonInventory':
    case 'ItemOtherCharge':
    case 'ItemInventory':
    case 'ItemInventoryAssembly':
    case 'ItemFixedAsset':
      return saleOf(item, line, given, above)
    case 'ItemGroup':
      throw invalidField('ItemRef', books.lists.fullName(item), 'An item group needs a group line.')
    default:
      throw new Unsupported(`a sales line of ${item.kind}`)
  }
}

function sinceSubtotal(books: Books, above: readonly Fields[]): readonly Fields[] {
  return above.slice(above.findLastIndex((line) => itemOf(books, line)?.kind === 'ItemSubtotal') + 1)
}

// A discount takes away whatever its sign in the request; a percentage is taken of the line above.
function discountOf(item: ListRecord, line: Fields, given: Fields, above: readonly Fields[]): Fields {
  const minus = (value: string): Big => Big(value).abs().times(-1)
  const fixed = (value: string): Fields => ({ Rate: priceText(minus(value)), Amount: amountText(minus(value)) })
  const amount = textOf(given, 'Amount')
  const percent = textOf(given, 'RatePercent')
  const rate = textOf(given, 'Rate')
  if (amount !== undefined) {
    const price = amountText(minus(amount))
    return percent === undefined ? fixed(amount) : { RatePercent: priceText(minus(percent)), Amount: price }
  }
  if (percent !== undefined) return percentOf(minus(percent), above)
  if (rate !== undefined) return fixed(rate)
  const kept =
    textOf(line, 'RatePercent') ?? (textOf(line, 'Rate') ? undefined : textOf(item.fields, 'DiscountRatePercent'))
  if (kept !== undefined) return percentOf(minus(kept), above)
  return fixed(textOf(line, 'Rate') ?? textOf(item.fields, 'DiscountRate') ?? '0')
}

function percentOf(percent: Big, above: readonly Fields[]): Fields {
  return {
    RatePercent: priceText(percent),
    Amount: amountText(percent.times(textOf(above.at(-1) ?? {}, 'Amount') ?? 0).div(100)),
  }
}

function saleOf(item: ListRecord, line: Fields, given: Fields, above: readonly Fields[]): Fields {
  const percent = textOf(given, 'RatePercent')
  if (percent !== undefined && textOf(given, 'Amount') === undefined) return percentOf(Big(percent), above)
  const quantity = textOf(line, 'Quantity')
  const count: Fields = quantity === undefined ? {} : { Quantity: quantityText(quantity) }
  const amount = textOf(given, 'Amount')
  if (amount !== undefined) {
    const divisor = Big(quantity ?? 1)
    const rate: Fields = divisor.eq(0) ? {} : { Rate: priceText(Big(amount).div(divisor)) }
    return { ...count, ...rate, Amount: amountText(amount) }
  }
  const rate = textOf(line, 'Rate')
  const isKept =
    textOf(line, 'Amount') !== undefined &&
    textOf(given, 'Quantity') === undefined &&
    textOf(given, 'Rate') === undefined
  if (isKept) {
    const keptPercent = textOf(line, 'RatePercent')
    if (keptPercent !== undefined) return percentOf(Big(keptPercent), above)
    return { ...count, ...(rate === undefined ? {} : { Rate: rate }), Amount: textOf(line, 'Amount') ?? '0.00' }
  }
  const { price, percent: itemPercent } = salesPriceOf(item)
  if (rate === undefined && itemPercent !== undefined) return percentOf(Big(itemPercent), above)
  const each = rate ?? price ?? '0'
  return { ...count, Rate: priceText(each), Amount: amountText(Big(each).times(quantity ?? 1)) }
}

function salesPriceOf(item: ListRecord): { readonly price?: string; readonly percent?: string } {
  const sale = aggregateOf(item.fields, 'SalesOrPurchase')
  const price =
    textOf(sale, 'Price') ??
    textOf(aggregateOf(item.fields, 'SalesAndPurchase'), 'SalesPrice') ??
    textOf(item.fields, 'SalesPrice')
  const percent = textOf(sale, 'PricePercent')
  return { ...(price === undefined ? {} : { price }), ...(percent === undefined ? {} : { percent }) }
}

/** What a sales line says about an item unless told otherwise. */
export function salesDescriptionOf(item: ListRecord): string | undefined {
  return (
    textOf(aggregateOf(item.fields, 'SalesOrPurchase'), 'Desc') ??
    textOf(aggregateOf(item.fields, 'SalesAndPurchase'), 'SalesDesc') ??
    textOf(item.fields, 'SalesDesc') ??
    textOf(item.fields, 'ItemDesc')
  )
}

/** The lines whose amounts count: a subtotal only repeats those above it. */
export function countedLines(books: Books, lines: readonly Fields[]): readonly Fields[] {
  return lines.filter((line) => textOf(line, 'Amount') !== undefined && itemOf(books, line)?.kind !== 'ItemSubtotal')
}

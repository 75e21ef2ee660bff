import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { amountText, priceText, quantityText, sum } from '../books/decimal.ts'
import { fromHomePrice } from '../books/exchange-rates.ts'
import { getAggregate, getText } from '../books/fields.ts'
import { findItem } from '../books/line-item.ts'
import type { Fields, FieldValue, ListRecord } from '../books/record.ts'
import { invalidField, Unsupported } from '../requests/status-error.ts'
import { checkAmountLimit, checkPriceLimit } from '../transactions/amount-limit.ts'
import { getOpeningAmount } from './opening-line.ts'

const priced = ['Quantity', 'Rate', 'RatePercent', 'Amount'] as const

/** A line to price. */
interface Pricing {
  readonly header: Fields
  readonly line: Fields
  /** The request's fields. */
  readonly requested: Fields
  /** The lines above. */
  readonly above: readonly Fields[]
}

/**
 * Returns a line with its amount. `requested` contains the request's fields: an amount overrides a rate, a quantity and
 * a rate make an amount, and without any of them the line keeps its amount or gets the item's price.
 */
export function priceLine(books: Books, pricing: Pricing): Fields {
  const { line } = pricing
  const item = findItem(books, line)
  const price = item === undefined ? describe(line) : computePrice(books, item, pricing)
  const rest: Record<string, FieldValue> = { ...line }
  for (const name of priced) delete rest[name]
  const result: Fields = { ...rest, ...price }
  checkAmountLimit('Amount', getText(result, 'Amount') ?? 0)
  checkPriceLimit('Rate', getText(result, 'Rate') ?? 0)
  return result
}

function describe(line: Fields): Fields {
  const opening = getOpeningAmount(line)
  if (opening !== undefined) return { Amount: opening }
  for (const name of priced) {
    const value = getText(line, name)
    if (value !== undefined && !Big(value).eq(0))
      throw invalidField(name, value, 'A line without an item has no amount.')
  }
  return {}
}

function computePrice(books: Books, item: ListRecord, pricing: Pricing): Fields {
  switch (item.kind) {
    case 'ItemSubtotal':
      return {
        Amount: amountText(sum(sinceSubtotal(books, pricing.above).map((each) => getText(each, 'Amount') ?? 0))),
      }
    case 'ItemDiscount':
      return computeDiscount(item, pricing)
    case 'ItemService':
    case 'ItemNonInventory':
    case 'ItemOtherCharge':
    case 'ItemInventory':
    case 'ItemInventoryAssembly':
    case 'ItemFixedAsset':
      return computeSale(item, pricing)
    case 'ItemGroup':
      throw invalidField('ItemRef', books.lists.fullName(item), 'An item group needs a group line.')
    default:
      throw new Unsupported(`a sales line of ${item.kind}`)
  }
}

function sinceSubtotal(books: Books, above: readonly Fields[]): readonly Fields[] {
  return above.slice(above.findLastIndex((line) => findItem(books, line)?.kind === 'ItemSubtotal') + 1)
}

// A discount is subtracted whatever its sign in the request. A percentage applies to the line above.
function computeDiscount(item: ListRecord, { header, line, requested, above }: Pricing): Fields {
  const minus = (value: string): Big => Big(value).abs().times(-1)
  const fixed = (value: string): Fields => ({ Rate: priceText(minus(value)), Amount: amountText(minus(value)) })
  const amount = getText(requested, 'Amount')
  const percent = getText(requested, 'RatePercent')
  const rate = getText(requested, 'Rate')
  if (amount !== undefined) {
    const price = amountText(minus(amount))
    return percent === undefined ? fixed(amount) : { RatePercent: priceText(minus(percent)), Amount: price }
  }
  if (percent !== undefined) return computePercentage(minus(percent), above)
  if (rate !== undefined) return fixed(rate)
  const kept =
    getText(line, 'RatePercent') ?? (getText(line, 'Rate') ? undefined : getText(item.fields, 'DiscountRatePercent'))
  if (kept !== undefined) return computePercentage(minus(kept), above)
  return fixed(getText(line, 'Rate') ?? fromHomePrice(header, getText(item.fields, 'DiscountRate') ?? '0'))
}

function computePercentage(percent: Big, above: readonly Fields[]): Fields {
  return {
    RatePercent: priceText(percent),
    Amount: amountText(percent.times(getText(above.at(-1) ?? {}, 'Amount') ?? 0).div(100)),
  }
}

function computeSale(item: ListRecord, { header, line, requested, above }: Pricing): Fields {
  const percent = getText(requested, 'RatePercent')
  if (percent !== undefined && getText(requested, 'Amount') === undefined) return computePercentage(Big(percent), above)
  const quantity = getText(line, 'Quantity')
  const count: Fields = quantity === undefined ? {} : { Quantity: quantityText(quantity) }
  const amount = getText(requested, 'Amount')
  if (amount !== undefined) {
    const divisor = Big(quantity ?? 1)
    const rate: Fields = divisor.eq(0) ? {} : { Rate: priceText(Big(amount).div(divisor)) }
    return { ...count, ...rate, Amount: amountText(amount) }
  }
  const rate = getText(line, 'Rate')
  const isKept =
    getText(line, 'Amount') !== undefined &&
    getText(requested, 'Quantity') === undefined &&
    getText(requested, 'Rate') === undefined
  if (isKept) {
    const keptPercent = getText(line, 'RatePercent')
    if (keptPercent !== undefined) return computePercentage(Big(keptPercent), above)
    return { ...count, ...(rate === undefined ? {} : { Rate: rate }), Amount: getText(line, 'Amount') ?? '0.00' }
  }
  const { price, percent: itemPercent } = getSalesPrice(item)
  if (rate === undefined && itemPercent !== undefined) return computePercentage(Big(itemPercent), above)
  const each = rate ?? fromHomePrice(header, price ?? '0')
  return { ...count, Rate: priceText(each), Amount: amountText(Big(each).times(quantity ?? 1)) }
}

/** Returns an item's price, or its percentage of the line above. */
export function getSalesPrice(item: ListRecord): { readonly price?: string; readonly percent?: string } {
  const sale = getAggregate(item.fields, 'SalesOrPurchase')
  const price =
    getText(sale, 'Price') ??
    getText(getAggregate(item.fields, 'SalesAndPurchase'), 'SalesPrice') ??
    getText(item.fields, 'SalesPrice')
  const percent = getText(sale, 'PricePercent')
  return { ...(price === undefined ? {} : { price }), ...(percent === undefined ? {} : { percent }) }
}

/** Returns an item's default description on a sales line. */
export function getSalesDescription(item: ListRecord): string | undefined {
  return (
    getText(getAggregate(item.fields, 'SalesOrPurchase'), 'Desc') ??
    getText(getAggregate(item.fields, 'SalesAndPurchase'), 'SalesDesc') ??
    getText(item.fields, 'SalesDesc') ??
    getText(item.fields, 'ItemDesc')
  )
}

/** Returns the lines counting towards the total; a subtotal repeats those above it. */
export function getCountedLines(books: Books, lines: readonly Fields[]): readonly Fields[] {
  return lines.filter((line) => isCountedLine(books, line))
}

/** Whether a line counts towards the total. */
export function isCountedLine(books: Books, line: Fields): boolean {
  return getText(line, 'Amount') !== undefined && findItem(books, line)?.kind !== 'ItemSubtotal'
}

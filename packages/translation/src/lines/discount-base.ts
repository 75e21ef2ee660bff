import Big from 'big.js'
import { toDecimal } from '../check/check-value.ts'
import { type CheckedRef, isRef } from '../table/checked-value.ts'
import type { LineAbove } from '../table/row.ts'
import { numberAt } from './line-amount.ts'

const item = 'SalesItemLineDetail'
const percentages = [`${item}.RatePercent`, 'DiscountLineDetail.DiscountPercent']
const itemRef = `${item}.ItemRef`
const items = [itemRef, 'DiscountLineDetail.ItemRef', 'GroupLineDetail.GroupItemRef']
const quantities = [`${item}.Qty`, 'GroupLineDetail.Quantity']
const quantity = `${item}.Qty`
const price = `${item}.UnitPrice`
const priced = [...percentages, ...quantities, price, 'Amount']

/**
 * Returns the amount a percentage is taken on, as in QBO: the total above, or the subtotal directly above. Undefined if
 * it depends on a price only QuickBooks knows.
 */
export function getDiscountBase(above: readonly LineAbove[]): Big | undefined {
  const amounts = getAmounts(above)
  const all = sum(amounts)
  const last = above.at(-1)
  if (last === undefined || last.kind !== undefined) return all
  const subtotal = toDecimal(last.body.Amount)
  const start = above.slice(0, -1).findLastIndex(({ kind }) => kind === undefined) + 1
  const isOwn = all === undefined || (subtotal !== undefined && sum(amounts.slice(start))?.eq(subtotal) === true)
  return isOwn ? subtotal : all
}

function sum(amounts: readonly (Big | undefined)[]): Big | undefined {
  return amounts.reduce<Big | undefined>((total, each) => each && total?.plus(each), new Big(0))
}

/** Returns the line amounts QuickBooks will compute; zero for a client's subtotal. */
function getAmounts(lines: readonly LineAbove[]): readonly (Big | undefined)[] {
  let previous: Big | undefined = new Big(0)
  return lines.map((line) => {
    if (line.kind === undefined) return new Big(0)
    previous = getAmount(line, previous)
    return previous
  })
}

function getAmount({ kind, body, values, current }: LineAbove, previous: Big | undefined): Big | undefined {
  // Only an opening balance's line repeats its amount.
  if (kind?.detailType === 'DescriptionOnly') return toDecimal(body.Amount) ?? new Big(0)
  const amount = numberAt(values, 'Amount')
  if (amount !== undefined && !isSum({ kind, values, current })) return amount
  const rate = numberAt(values, price)
  if (rate !== undefined) return rate.times(numberAt(values, quantity) ?? numberAt(current, quantity) ?? 1).round(2)
  const percent = percentages.map((key) => numberAt(values, key)).find((each) => each !== undefined)
  if (percent !== undefined) return previous?.times(percent).div(100).round(2)
  return isStoredPrice({ kind, values, current }) ? numberAt(current, 'Amount') : undefined
}

/** Returns whether a line keeps its stored amount, and is not a QuickBooks subtotal, whose amount counts twice. */
function isStoredPrice({ kind, values, current }: Pick<LineAbove, 'kind' | 'values' | 'current'>): boolean {
  if (current === undefined || [...items, ...quantities].some((key) => values.has(key))) return false
  return kind?.isGroup === true || [...percentages, quantity, price].some((key) => current.has(key))
}

/**
 * Returns whether a stored line has an amount without a price, as only a QuickBooks subtotal does: a client sending its
 * new sum does not price it.
 */
function isSum({ kind, values, current }: Pick<LineAbove, 'kind' | 'values' | 'current'>): boolean {
  return (
    kind?.detailType === item &&
    current?.has('Amount') === true &&
    [...percentages, quantity, price].every((key) => !current.has(key) && numberAt(values, key) === undefined)
  )
}

/** Returns the item on a line without a price, as a QuickBooks subtotal is; undefined for other lines. */
export function findUnpricedItem({ kind, values, current }: LineAbove): CheckedRef | undefined {
  const isPriced =
    (priced.some((key) => numberAt(values, key) !== undefined) && !isSum({ kind, values, current })) ||
    [...percentages, quantity, price].some((key) => current?.has(key) === true)
  const named = values.get(itemRef) ?? current?.get(itemRef)
  return !isPriced && isRef(named) ? named : undefined
}

/** Returns whether an update keeps a line with its price. */
export function isUnchanged({ values, current }: LineAbove): boolean {
  return (
    current !== undefined &&
    items.every((key) => !values.has(key)) &&
    priced.every((key) => {
      const sent = numberAt(values, key)
      return sent === undefined || numberAt(current, key)?.eq(sent) === true
    })
  )
}

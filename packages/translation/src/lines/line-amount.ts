import { Fault } from '@bridge/faults'
import Big from 'big.js'
import { formatNumber } from '../check/check-value.ts'
import type { CheckedValue, CheckedValues } from '../table/checked-value.ts'
import type { LineDraft } from '../table/row.ts'

/** Where a kind of line keeps its count and the price of one; the amount is `Amount` on every line. */
export interface PricedBy {
  readonly quantity: string
  readonly price: string
}

/**
 * Quantity, rate and amount are two values, not three: QuickBooks computes the third and ignores a rate beside
 * an amount (facts/qbxml.md, section 6.1). Quantity and rate are sent where they make the amount, quantity and amount
 * where the rate is only rounded. A changed quantity or rate without an amount makes a new amount (specification,
 * "Line-level updates", rule 9).
 *
 * @throws Fault 2010 for three values that contradict each other
 */
export function settleAmount({ path, values, current }: LineDraft, priced: PricedBy): CheckedValues {
  const keys = [priced.quantity, priced.price, 'Amount']
  if (!keys.some((key) => values.has(key))) return values
  const settled = new Map(values)
  const sentAmount = numberAt(values, 'Amount')
  // Client libraries send zeros for what nobody set: beside an amount they say nothing.
  const sent = (key: string): Big | undefined => {
    const value = numberAt(values, key)
    return value?.eq(0) === true && sentAmount?.eq(0) === false ? undefined : value
  }
  const quantity = sent(priced.quantity) ?? numberAt(current, priced.quantity)
  const rate = sent(priced.price) ?? (sentAmount === undefined ? numberAt(current, priced.price) : undefined)
  const total = sentAmount ?? (rate === undefined ? numberAt(current, 'Amount') : undefined)
  for (const key of keys) settled.delete(key)
  if (quantity !== undefined) settled.set(priced.quantity, formatNumber('quantity', quantity))
  const count = quantity ?? new Big(1)
  if (rate !== undefined && (total === undefined || rate.times(count).round(2).eq(total))) {
    settled.set(priced.price, formatNumber('price', rate))
  } else if (total !== undefined) {
    if (rate !== undefined && !isRounded(rate, total, count)) {
      throw new Fault('2010', `${path}.Amount is not Qty times UnitPrice; send two of them, or three that agree`, {
        element: `${path}.Amount`,
      })
    }
    settled.set('Amount', formatNumber('amount', total))
  }
  return settled
}

/** Whether a rate is what one of `count` costs, rounded to its own decimals or to cents. */
function isRounded(rate: Big, total: Big, count: Big): boolean {
  return (
    !count.eq(0) &&
    total
      .div(count)
      .round(Math.max(2, rate.c.length - 1 - rate.e))
      .eq(rate)
  )
}

/** A number among checked values; undefined where there is none, or where it is cleared. */
export function numberAt(values: CheckedValues | undefined, key: string): Big | undefined {
  const found: CheckedValue | undefined = values?.get(key)
  return typeof found === 'string' && found !== '' ? new Big(found) : undefined
}

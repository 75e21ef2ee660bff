import { Fault } from '@bridge/faults'
import Big from 'big.js'
import { formatNumber } from '../check/check-value.ts'
import type { CheckedValue, CheckedValues } from '../table/checked-value.ts'
import type { LineDraft } from '../table/row.ts'

/** The decimals in a QuickBooks rate. */
const maxDecimals = 5

/** The fields with a line's quantity and unit price. Every line's amount is `Amount`. */
export interface PricedBy {
  readonly quantity: string
  readonly price: string
}

/**
 * Reduces quantity, rate and amount to two values, since QuickBooks computes the third and ignores a rate next to an
 * amount. Sends quantity and rate if their product is the amount, and quantity and amount if the rate is rounded. A
 * changed quantity or rate without an amount results in a new amount [dp-4.2-lines.9]. A rate with too many decimals is
 * left out next to an amount.
 *
 * @throws Fault 2010 for three contradictory values
 */
export function resolveAmount({ path, values, current }: LineDraft, priced: PricedBy): CheckedValues {
  const keys = [priced.quantity, priced.price, 'Amount']
  if (!keys.some((key) => values.has(key))) return values
  const resolved = new Map(values)
  const sentAmount = numberAt(values, 'Amount')
  // Client libraries send zeros for unset values, so a zero next to an amount is ignored.
  const sent = (key: string): Big | undefined => {
    const value = numberAt(values, key)
    return value?.eq(0) === true && sentAmount?.eq(0) === false ? undefined : value
  }
  const quantity = sent(priced.quantity) ?? numberAt(current, priced.quantity)
  const rate = sent(priced.price) ?? (sentAmount === undefined ? numberAt(current, priced.price) : undefined)
  const total = sentAmount ?? (rate === undefined ? numberAt(current, 'Amount') : undefined)
  for (const key of keys) resolved.delete(key)
  if (quantity !== undefined) resolved.set(priced.quantity, formatNumber('quantity', quantity))
  const count = quantity ?? new Big(1)
  const isExact = rate !== undefined && (total === undefined || rate.times(count).round(2).eq(total))
  if (isExact && rate.round(maxDecimals).eq(rate)) {
    resolved.set(priced.price, formatNumber('price', rate))
  } else if (total !== undefined) {
    if (rate !== undefined && !isExact && !isRounded(rate, total, count)) {
      throw new Fault('2010', `${path}.Amount is not Qty times UnitPrice. Send two of them, or three that agree.`, {
        element: `${path}.Amount`,
      })
    }
    resolved.set('Amount', formatNumber('amount', total))
  }
  return resolved
}

/** Returns whether a rate is the unit price for `count`, rounded to its own decimals or to cents. */
function isRounded(rate: Big, total: Big, count: Big): boolean {
  return (
    !count.eq(0) &&
    total
      .div(count)
      .round(Math.max(2, rate.c.length - 1 - rate.e))
      .eq(rate)
  )
}

/** Returns whether an update keeps a line's item, found under `key`. */
export function isItemKept({ values, current }: LineDraft, key: string): boolean {
  return (
    current !== undefined && (!values.has(key) || JSON.stringify(values.get(key)) === JSON.stringify(current.get(key)))
  )
}

/** Returns a checked value as a number; undefined if missing or cleared. */
export function numberAt(values: CheckedValues | undefined, key: string): Big | undefined {
  const found: CheckedValue | undefined = values?.get(key)
  return typeof found === 'string' && found !== '' ? new Big(found) : undefined
}

import Big from 'big.js'

/** A sold line: its amount, or the quantity and price from which QBO computes it. */
export interface OnlineLine {
  readonly quantity: Big.BigSource
  readonly price: Big.BigSource
  readonly isTaxed: boolean
}

/** A form's only discount, which is the last line. */
export type OnlineDiscount = { readonly percent: Big.BigSource } | { readonly amount: Big.BigSource }

/**
 * Computes a sales form as QuickBooks Online does in US companies, with half cents rounded up:
 *
 * 1. A line's amount is quantity times price, rounded to the cent. A group has its items' lines.
 * 2. A percent discount is that percentage on the lines' sum, rounded to the cent.
 * 3. Tax is charged on the taxable lines, rounded to the cent for each rate. With `ApplyTaxAfterDiscount`, their share
 * of the discount is subtracted before. Exempt customers pay none.
 * 4. `TotalAmt` is the lines' sum, minus the discount, plus the taxes.
 */
export function computeOnlineTotals({
  lines,
  discount,
  rates,
  isTaxedAfterDiscount = false,
}: {
  readonly lines: readonly OnlineLine[]
  readonly discount: OnlineDiscount | undefined
  /** In percent; empty for exempt customers. */
  readonly rates: readonly Big.BigSource[]
  readonly isTaxedAfterDiscount?: boolean
}) {
  const sold = sum(lines.map(toAmount))
  const discounted = toDiscount(discount, sold)
  const taxable = sum(lines.filter(({ isTaxed }) => isTaxed).map(toAmount))
  const share = isTaxedAfterDiscount && !sold.eq(0) ? toCents(discounted.times(taxable).div(sold)) : new Big(0)
  const tax = sum(rates.map((rate) => toCents(taxable.minus(share).times(rate).div(100))))
  return { sold, discounted, tax, total: sold.minus(discounted).plus(tax) }
}

function toDiscount(discount: OnlineDiscount | undefined, sold: Big): Big {
  if (discount === undefined) return new Big(0)
  return 'percent' in discount ? toCents(sold.times(discount.percent).div(100)) : new Big(discount.amount)
}

function toAmount({ quantity, price }: OnlineLine): Big {
  return toCents(new Big(quantity).times(price))
}

function toCents(value: Big): Big {
  return value.round(2, Big.roundHalfUp)
}

function sum(values: readonly Big[]): Big {
  return values.reduce((total, value) => total.plus(value), new Big(0))
}

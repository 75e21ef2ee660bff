import Big from 'big.js'

/** Formats an amount with two decimals, rounded half up; zero has no sign. */
export function amountText(value: Big.BigSource): string {
  const rounded = Big(value).round(2, Big.roundHalfUp)
  return rounded.eq(0) ? '0.00' : rounded.toFixed(2)
}

/** Formats a price or percentage with two to five decimals. */
export function priceText(value: Big.BigSource): string {
  const rounded = Big(value).round(5, Big.roundHalfUp)
  const digits = rounded.toFixed()
  const decimals = digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0
  return rounded.eq(0) ? '0.00' : rounded.toFixed(Math.max(2, decimals))
}

/** Formats a quantity without trailing zeros. */
export function quantityText(value: Big.BigSource): string {
  const rounded = Big(value).round(5, Big.roundHalfUp)
  return rounded.eq(0) ? '0' : rounded.toFixed()
}

export function sum(values: Iterable<Big.BigSource>): Big {
  let sum = Big(0)
  for (const value of values) sum = sum.plus(value)
  return sum
}

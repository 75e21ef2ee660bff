import Big from 'big.js'

/** An amount rounded half up to cents, as text with two decimals; a zero has no sign. */
export function amountText(value: Big.BigSource): string {
  const rounded = Big(value).round(2, Big.roundHalfUp)
  return rounded.eq(0) ? '0.00' : rounded.toFixed(2)
}

/** A price or percentage: at least two decimals, at most five. */
export function priceText(value: Big.BigSource): string {
  const rounded = Big(value).round(5, Big.roundHalfUp)
  const digits = rounded.toFixed()
  const decimals = digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0
  return rounded.eq(0) ? '0.00' : rounded.toFixed(Math.max(2, decimals))
}

/** A quantity or percentage without needless zeros. */
export function quantityText(value: Big.BigSource): string {
  const rounded = Big(value).round(5, Big.roundHalfUp)
  return rounded.eq(0) ? '0' : rounded.toFixed()
}

/** The sum of amounts. */
export function sum(values: Iterable<Big.BigSource>): Big {
  let sum = Big(0)
  for (const value of values) sum = sum.plus(value)
  return sum
}

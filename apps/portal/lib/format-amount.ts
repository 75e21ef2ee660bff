/** How a currency writes its amounts. */
interface Unit {
  readonly currency: string
  /** How many decimal places the minor unit has. */
  readonly digits: number
}

/** Formats an amount in its minor unit: `$49.00` for 4900 of USD. */
export function formatAmount(amount: number, { currency, digits }: Unit): string {
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const sign = amount < 0 ? '-' : ''
  const decimal = digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-digits)}`
  const options = { style: 'currency', currency, minimumFractionDigits: digits } as const
  return new Intl.NumberFormat('en-US', options).format(decimal as Intl.StringNumericLiteral)
}

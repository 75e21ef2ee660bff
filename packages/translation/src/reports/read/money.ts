import Big from 'big.js'
import { maxNumberCharacters, toDecimal } from '../../check/check-value.ts'

/** Returns whether an amount is blank or zero. */
export function isZero(amount: string): boolean {
  return amount.length <= maxNumberCharacters && /^[+-]?0*(?:\.0*)?$/.test(amount.trim())
}

/** Changes an amount's sign and keeps its digits. */
export function negate(amount: string): string {
  if (isZero(amount)) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount.replace(/^\+/, '')}`
}

/** Reads an amount; blanks and non-numeric texts are zero. */
export function readAmount(amount: string): Big {
  return toDecimal(amount) ?? new Big(0)
}

/** Formats an amount with two decimals, without a sign on zero. */
export function formatAmount(amount: Big): string {
  const text = amount.toFixed(2)
  return isZero(text) ? text.replace('-', '') : text
}

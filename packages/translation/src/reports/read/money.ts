import Big from 'big.js'
import { maxNumberCharacters, toDecimal } from '../../check/check-value.ts'

/** Returns whether an amount is blank or zero. */
export function isZero(amount: string): boolean {
  return amount.length <= maxNumberCharacters && /^[+-]?0*(?:\.0*)?$/.test(amount.trim())
}

/** Changes the sign of an amount and keeps its digits. */
export function negate(amount: string): string {
  if (isZero(amount)) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount.replace(/^\+/, '')}`
}

/** Reads an amount; a blank, and a text that is not a number, is zero. */
export function readAmount(amount: string): Big {
  return toDecimal(amount) ?? new Big(0)
}

/** Formats an amount with two decimals, without a sign on zero. */
export function formatAmount(amount: Big): string {
  const text = amount.toFixed(2)
  return isZero(text) ? text.replace('-', '') : text
}

import Big from 'big.js'
import { amountTooLarge } from '../requests/status-error.ts'

/** A message's largest amount: 13 digits before the decimal point. */
const maxAmount = Big('9999999999999.99')

/** A message's largest price: 10 digits before the decimal point. */
const maxPrice = Big('9999999999.99999')

/** Rejects a larger amount (status 3101). */
export function checkAmountLimit(field: string, amount: Big.BigSource): void {
  if (Big(amount).abs().gt(maxAmount)) throw amountTooLarge(field)
}

/** Rejects a larger price (status 3101), which the response could not show. */
export function checkPriceLimit(field: string, price: Big.BigSource): void {
  if (Big(price).abs().gt(maxPrice)) throw amountTooLarge(field)
}

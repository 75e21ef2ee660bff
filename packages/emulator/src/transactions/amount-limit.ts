import Big from 'big.js'
import { amountTooLarge } from '../requests/status-error.ts'

/** A message's largest amount: 13 digits before the decimal point. */
const maxAmount = Big('9999999999999.99')

/** Rejects a larger amount (status 3101). */
export function checkAmountLimit(field: string, amount: Big.BigSource): void {
  if (Big(amount).abs().gt(maxAmount)) throw amountTooLarge(field)
}

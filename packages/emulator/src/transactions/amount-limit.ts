import Big from 'big.js'
import { amountTooLarge } from '../requests/status-error.ts'

/** The largest amount that a message can hold: 13 digits before the point (facts/qbxml.md, section 2.3). */
const amountMax = Big('9999999999999.99')

/** Refuses an amount that no message can hold (status 3101). */
export function checkAmountLimit(field: string, amount: Big.BigSource): void {
  if (Big(amount).abs().gt(amountMax)) throw amountTooLarge(field)
}

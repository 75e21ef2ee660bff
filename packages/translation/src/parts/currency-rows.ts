import { child } from '@bridge/qbxml'
import type { RefusedRow } from '../table/row.ts'
import { notClearable, readFrom, refused, repeatOnly } from '../table/rows.ts'
import type { CurrencyRule, Traits } from '../table/traits.ts'
import { readCurrency } from './currencies.ts'

const read = readFrom((record, context) => readCurrency(child(record, 'CurrencyRef'), context))

/** The currency of a name, an account or an entry, which clients choose by code. */
export const chosenCurrency: Traits = { ...notClearable, ...read, currency: { kind: 'code' } }

const ownersCurrency = repeatOnly(
  'QuickBooks Desktop uses the currency of the customer, vendor or account',
  'Name a customer, vendor or account in the currency that you want.',
)

/**
 * Creates a transaction's currency, which its customer, vendor or account decides.
 *
 * @param ref the field that names the owner
 * @param query the stem of the query that finds it
 */
export function currencyOf(ref: string, query: string): Traits {
  return currencyOfFirst({ ref, query })
}

/** Creates a transaction's currency, which the first of the records in a foreign currency decides. */
export function currencyOfFirst(...owners: NonNullable<CurrencyRule['owners']>): Traits {
  return { ...ownersCurrency, ...read, currency: { kind: 'code', owners } }
}

/** A transaction's rate: the home currency for one unit of the transaction's currency. */
export const exchangeRate: Traits = { ...notClearable, currency: { kind: 'rate' } }

/** Creates a currency that qbXML does not have: its owner's, or the home currency without owners. */
export function noCurrency(
  reason: string,
  instead: string,
  ...owners: NonNullable<CurrencyRule['owners']>
): RefusedRow {
  return {
    ...refused(reason, instead),
    currency: { kind: 'code', isRefused: true, ...(owners.length > 0 && { owners }) },
  }
}

/** Creates an exchange rate that qbXML does not have. */
export function noRate(reason: string, instead: string): RefusedRow {
  return { ...refused(reason, instead), currency: { kind: 'rate', isRefused: true } }
}

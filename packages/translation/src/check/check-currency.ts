import { Fault } from '@bridge/faults'
import type { JsonValue } from '../table/json.ts'
import type { CurrencyRule, WriteTraits } from '../table/traits.ts'
import { checkValue, isBlank } from './check-value.ts'

/**
 * Returns a currency's code in upper case, or an exchange rate as a decimal number; undefined if there is none. Throws
 * 2010 with `element` for another form.
 */
export function checkCurrency(
  { kind }: CurrencyRule,
  write: WriteTraits,
  value: JsonValue,
  path: string,
): string | undefined {
  if (isBlank(value)) return undefined
  const checked = checkValue({ type: kind === 'code' ? 'ref' : 'rate', write }, value, path)
  if (typeof checked === 'string') return checked === '' ? undefined : checked
  const code = 'listId' in checked ? checked.listId.trim().toUpperCase() : ''
  if (isCurrencyCode(code)) return code
  throw new Fault('2010', `${path}.value must be a currency's code of three letters, such as EUR.`, { element: path })
}

/** Returns whether a text has the form of a code in ISO 4217, in upper case. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}

import { isStatusIn, type QbxmlResponse } from '@bridge/qbxml'
import { type Currencies, toCurrencies } from '../parts/currencies.ts'
import type { ReadContext } from '../table/traits.ts'
import { statusFault } from './status-fault.ts'

/**
 * Remembers and returns the currencies in the responses to `createCurrencyQueries`. Throws an error status's fault,
 * except for a file with one currency.
 */
export function rememberCurrencies({ memory, now }: ReadContext, responses: readonly QbxmlResponse[]): Currencies {
  const failed = responses.find(({ statusSeverity }) => statusSeverity === 'Error')
  if (failed !== undefined && !isStatusIn(failed.statusCode, 'noFeature')) throw statusFault(failed)
  const entries = toCurrencies(responses.flatMap(({ elements }) => elements))
  const time = now?.getTime() ?? 0
  memory?.set('currencies', { entries, readAt: time, checkedAt: time })
  return entries
}

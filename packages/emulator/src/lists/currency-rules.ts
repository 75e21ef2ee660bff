import { getText } from '../books/fields.ts'
import { notEnabled } from '../requests/status-error.ts'
import type { ListRules } from './kind-rules.ts'

/** All amounts' currency, by full name. */
export const homeCurrency = 'US Dollar'

/** Currencies: every file has them, but requests fail with status 3250 while multicurrency is off. */
export const currencyRules: ListRules = {
  checkEnabled({ switches }) {
    if (!switches.multiCurrency) throw notEnabled()
  },
  defaults: (fields) => ({
    CurrencyFormat: {
      ThousandSeparator: 'Comma',
      ThousandSeparatorGrouping: 'XX_XXX_XXX',
      DecimalPlaces: '2',
      DecimalSeparator: 'Period',
    },
    IsUserDefinedCurrency: 'true',
    ...(getText(fields, 'Name') === homeCurrency ? { ExchangeRate: '1' } : {}),
  }),
}

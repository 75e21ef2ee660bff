import { getText } from '../books/fields.ts'
import { notEnabled } from '../requests/status-error.ts'
import type { ListRules } from './kind-rules.ts'

/** The currency that every amount in the file is in, by its full name. */
export const homeCurrency = 'US Dollar'

/** Currencies: a company file has them, but answers 3250 until it keeps several (facts/qbxml.md, section 8). */
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

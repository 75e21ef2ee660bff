import { homeCurrency } from '../books/currencies.ts'
import { dailyRates, findRate } from '../books/exchange-rates.ts'
import { getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { hostDate } from '../host/host-time.ts'
import { notEnabled } from '../requests/status-error.ts'
import { refuseCurrency } from '../requests/unproved-currency-choices.ts'
import type { ListRules } from './kind-rules.ts'

/** Currencies: every file has them, but requests fail with status 3250 while multicurrency is off. */
export const currencyRules: ListRules = {
  checkEnabled({ switches }) {
    if (!switches.multiCurrency) throw notEnabled()
  },
  check(fields, _books, current) {
    const isHome = getText(current?.fields ?? {}, 'Name') === homeCurrency
    if (isHome && fields.IsActive === 'false') throw refuseCurrency('homeInactive', 'IsActive', 'false')
  },
  // The rate that is in effect, of those by day.
  computed(currency, { switches, now }): Fields {
    if (currency.fields[dailyRates] === undefined) return {}
    const current = findRate(currency, hostDate(switches, now))
    return current === undefined ? {} : { ExchangeRate: current.rate, AsOfDate: current.date }
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

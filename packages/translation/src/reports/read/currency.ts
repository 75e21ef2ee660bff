import { child, childText, type QbxmlResponse } from '@bridge/qbxml'

const currencyOfDesktop = 'USD'

/** Returns the home currency's code: the US edition's where the company has one currency. */
export function readHomeCurrency(responses: readonly QbxmlResponse[]): string {
  const records = responses.flatMap(({ elements }) => elements)
  const preferences = records.find(({ name }) => name === 'PreferencesRet')
  const multiCurrency = preferences && child(preferences, 'MultiCurrencyPreferences')
  const home = multiCurrency && child(multiCurrency, 'HomeCurrencyRef')
  if (multiCurrency === undefined || home === undefined) return currencyOfDesktop
  if (childText(multiCurrency, 'IsMultiCurrencyOn') !== 'true') return currencyOfDesktop
  const currency = records.find(
    (record) => record.name === 'CurrencyRet' && childText(record, 'ListID') === childText(home, 'ListID'),
  )
  return (currency && childText(currency, 'CurrencyCode')) ?? currencyOfDesktop
}

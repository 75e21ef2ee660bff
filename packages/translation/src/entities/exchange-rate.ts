import { envelope, listIdentity } from '../parts/identity.ts'
import { list } from '../table/entity-table.ts'
import { date, derived, note, rate, readOnly, refused, text } from '../table/rows.ts'

/** The rate of each currency in use: the one that QuickBooks Desktop has now. Read-only. */
export const ExchangeRate = list('ExchangeRate', {
  desktop: 'Currency',
  can: [],
  // What goes is the currency.
  deletedAs: [],
  readBy: {
    parameter: 'sourcecurrencycode',
    key: 'SourceCurrencyCode',
    asOf: { parameter: 'asofdate', key: 'AsOfDate' },
  },
  rows: {
    ...envelope,
    ...listIdentity,
    SourceCurrencyCode: text('CurrencyCode', readOnly),
    TargetCurrencyCode: derived('text', () => 'USD'),
    Rate: rate('ExchangeRate', readOnly),
    AsOfDate: date('AsOfDate', readOnly, note('QuickBooks Desktop keeps the present rate, and none of before')),
    CustomField: refused('QuickBooks Desktop has no custom fields on currencies'),
  },
})

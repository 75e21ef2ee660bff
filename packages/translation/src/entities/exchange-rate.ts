import { readHomeCurrency } from '../parts/currencies.ts'
import { envelope, listIdentity } from '../parts/identity.ts'
import { list } from '../table/entity-table.ts'
import { derived, field, note, readOnly, refused } from '../table/rows.ts'

/** The current rate for each currency in use. Read-only. */
export const ExchangeRate = list('ExchangeRate', {
  desktop: 'Currency',
  needsFeature: true,
  can: [],
  // Only currencies can be deleted, not rates.
  deletedAs: [],
  readBy: {
    parameter: 'sourcecurrencycode',
    key: 'SourceCurrencyCode',
    asOf: { parameter: 'asofdate', key: 'AsOfDate' },
  },
  rows: {
    ...envelope,
    ...listIdentity,
    SourceCurrencyCode: field('CurrencyCode', readOnly),
    TargetCurrencyCode: derived('text', (_record, context) => readHomeCurrency(context), { reads: [] }),
    Rate: field('ExchangeRate', readOnly),
    AsOfDate: field('AsOfDate', readOnly, note('QuickBooks Desktop keeps only the current rate')),
    CustomField: refused(
      'QuickBooks Desktop has no custom fields on currencies',
      'Keep the value in your app, by the currency’s Code.',
    ),
  },
})

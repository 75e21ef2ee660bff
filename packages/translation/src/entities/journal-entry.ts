import type { Element } from '@bridge/qbxml'
import Big from 'big.js'
import { purchaseForm } from '../forms/purchase-form.ts'
import { describeLines, journalLines, requireBalance } from '../lines/journal-lines.ts'
import { nameLists } from '../parts/name-lists.ts'
import { childNumber } from '../read/read-value.ts'
import { transaction } from '../table/entity-table.ts'
import type { JsonValue } from '../table/json.ts'
import {
  acceptsNumbers,
  createOnly,
  derived,
  field,
  filter,
  ignored,
  lines,
  refused,
  repeatOnly,
} from '../table/rows.ts'

export const JournalEntry = transaction('JournalEntry', {
  can: ['create', 'update'],
  iterates: true,
  companions: { remembered: [nameLists] },
  rows: purchaseForm('journal entries', {
    DocNumber: field('RefNumber', acceptsNumbers, filter('byRefNumber')),
    Adjustment: field('IsAdjustment'),
    HomeCurrencyAdjustment: field('IsHomeCurrencyAdjustment', createOnly),
    EnteredInHomeCurrency: field(
      'IsAmountsEnteredInHomeCurrency',
      repeatOnly(
        'QuickBooks Desktop reads the amounts in the currency of the entry',
        'Send the amounts in the currency that CurrencyRef names.',
      ),
    ),
    Line: lines('JournalLine', journalLines, { required: true, alsoCheck: requireBalance, resolve: describeLines }),
    TotalAmt: derived('amount', getTotal, { needs: 'lines' }),
    TxnTaxDetail: derived('structure', () => ({}), {
      rejection: {
        reason: 'QuickBooks Desktop (US) has no tax on journal entries',
        instead: 'Add a line for the tax, with AccountRef naming the sales tax account.',
      },
    }),
    TaxRateRef: refused(
      'QuickBooks Desktop (US) has no tax on journal entries',
      'Add a line for the tax, with AccountRef naming the sales tax account.',
    ),
    // A new entry has it on its lines: see `describeLines`.
    PrivateNote: ignored,
    LinkedTxn: refused(
      'QuickBooks Desktop does not report the links of a journal entry',
      'Query Payment and BillPayment, whose lines name the entry in LinkedTxn.',
    ),
  }),
})

/** Sums the debits, since the desktop returns no total. */
function getTotal(record: Element): JsonValue | undefined {
  const debits = record.children.filter(({ name }) => name === 'JournalDebitLine')
  if (debits.length === 0) return undefined
  return debits.reduce((sum, line) => sum.plus(childNumber(line, 'Amount')), new Big(0)).toNumber()
}

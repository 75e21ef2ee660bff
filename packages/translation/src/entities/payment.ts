import { childText, type Element } from '@bridge/qbxml'
import { sameJson } from '../check/same-json.ts'
import { cardPayment } from '../forms/card-payment.ts'
import { appliedLines, refuseNothingPaid } from '../lines/applied-lines.ts'
import { currencyOf, exchangeRate } from '../parts/currency-rows.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { alwaysFalse, ignoredOnTransactions, refusedOnTransactions, unknownOn } from '../parts/only-in-qbo.ts'
import { transaction } from '../table/entity-table.ts'
import {
  acceptsNumbers,
  derived,
  field,
  filter,
  ignored,
  notClearable,
  readOnly,
  refused,
  required,
  sameRow,
} from '../table/rows.ts'

const credits = ['CreditMemo']

/** A customer's payment. QuickBooks applies it to the transactions on its lines; without lines it stays unapplied. */
export const Payment = transaction('Payment', {
  desktop: 'ReceivePayment',
  can: ['create', 'update', 'delete'],
  iterates: true,
  withoutRecord: 'PAYMENT_OUTCOME_UNKNOWN',
  rows: {
    ...envelope,
    ...txnIdentity,
    CustomerRef: field('CustomerRef', required, notClearable, filter('byEntity')),
    ARAccountRef: field('ARAccountRef', notClearable),
    TxnDate: field('TxnDate', notClearable, filter('byTxnDate')),
    PaymentRefNum: field('RefNumber', acceptsNumbers, filter('byRefNumber')),
    DocNumber: derived('text', (record: Element) => childText(record, 'RefNumber'), {
      reads: ['RefNumber'],
      filter: 'byRefNumber',
      rejection: {
        reason: 'the number of a payment is PaymentRefNum',
        instead: 'Use PaymentRefNum.',
        passes: (value, body) => sameJson(value, body.PaymentRefNum),
      },
    }),
    TotalAmt: field('TotalAmount', required, notClearable),
    UnappliedAmt: field('UnusedPayment', readOnly),
    CurrencyRef: field('CurrencyRef', currencyOf('CustomerRef', 'Customer')),
    ExchangeRate: field('ExchangeRate', exchangeRate),
    PaymentMethodRef: field('PaymentMethodRef'),
    PrivateNote: field('Memo', acceptsNumbers),
    DepositToAccountRef: field('DepositToAccountRef', notClearable),
    ...cardPayment,
    Line: appliedLines(
      { pays: ['Invoice', 'JournalEntry', 'Check', 'Charge', 'StatementCharge'], credits },
      { whenEmpty: { IsAutoApply: 'false' } },
    ),
    LinkedTxn: refused(
      'name the paid transactions in LinkedTxn of the lines',
      'Name each invoice in LinkedTxn of a line, with the Amount paid.',
    ),
    TxnTaxDetail: refused('QuickBooks Desktop has no tax on payments', 'Set the tax on the Invoice that is paid.'),
    CustomField: refused(
      'custom fields of payments are not passed through',
      'Put the text in PrivateNote of the payment.',
    ),
    ...ignoredOnTransactions,
    HomeTotalAmt: field('TotalAmountInHomeCurrency', readOnly),
    ...refusedOnTransactions('payments'),
    ...sameRow(['PaymentType', 'CheckPayment'], unknownOn('payments')),
    ProcessPayment: alwaysFalse(
      'QuickBooks Desktop does not collect payments for integrations',
      'Charge the customer with your payment provider, and record the result as a Payment.',
    ),
    PaymentExtendedType: ignored,
  },
  alsoCheck: refuseNothingPaid(credits),
})

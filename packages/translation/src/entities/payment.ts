import { sameJson } from '../check/same-json.ts'
import { cardPayment } from '../forms/card-payment.ts'
import { appliedLines, refuseNothingPaid } from '../lines/applied-lines.ts'
import { sameRow } from '../parts/contact.ts'
import { homeCurrency, homeRate } from '../parts/currency-and-tax.ts'
import { envelope, txnIdentity } from '../parts/identity.ts'
import { ignoredOnTransactions, refusedOnTransactions, unknownOn } from '../parts/only-in-qbo.ts'
import { childText, type Element } from '../qbxml/element.ts'
import { transaction } from '../table/entity-table.ts'
import {
  amount,
  date,
  derived,
  filter,
  ignored,
  max,
  permanent,
  rate,
  readOnly,
  ref,
  refused,
  required,
  text,
} from '../table/rows.ts'

const credits = ['CreditMemo']

/** What a customer pays. QuickBooks applies it to what its lines name; without lines it stays unapplied. */
export const Payment = transaction('Payment', {
  desktop: 'ReceivePayment',
  can: ['create', 'update', 'delete'],
  iterates: true,
  withoutRecord: 'PAYMENT_OUTCOME_UNKNOWN',
  rows: {
    ...envelope,
    ...txnIdentity,
    CustomerRef: ref('CustomerRef', required, permanent, filter('byEntity')),
    ARAccountRef: ref('ARAccountRef', permanent),
    TxnDate: date('TxnDate', permanent, filter('byTxnDate')),
    PaymentRefNum: text('RefNumber', max(20), filter('byRefNumber')),
    DocNumber: derived('text', (record: Element) => childText(record, 'RefNumber'), {
      filter: 'byRefNumber',
      fixed: {
        reason: 'the number of a payment is its PaymentRefNum',
        passes: (value, body) => sameJson(value, body.PaymentRefNum),
      },
    }),
    TotalAmt: amount('TotalAmount', required, permanent),
    UnappliedAmt: amount('UnusedPayment', readOnly),
    CurrencyRef: ref('CurrencyRef', homeCurrency),
    ExchangeRate: rate('ExchangeRate', homeRate),
    PaymentMethodRef: ref('PaymentMethodRef', permanent),
    PrivateNote: text('Memo', max(4095)),
    DepositToAccountRef: ref('DepositToAccountRef', permanent),
    ...cardPayment,
    Line: appliedLines(
      { pays: ['Invoice', 'JournalEntry', 'Check', 'Charge', 'StatementCharge'], credits },
      { whenNone: { IsAutoApply: 'false' } },
    ),
    LinkedTxn: refused('name what is paid in LinkedTxn of the lines'),
    TxnTaxDetail: refused('QuickBooks Desktop has no tax on payments'),
    CustomField: refused('custom fields of payments are not passed through'),
    ...ignoredOnTransactions,
    ...refusedOnTransactions('payments'),
    ...sameRow(['PaymentType', 'CheckPayment', 'ProcessPayment'], unknownOn('payments')),
    PaymentExtendedType: ignored,
  },
  alsoCheck: refuseNothingPaid(credits),
})

import { childrenByName, childText } from '@bridge/translation/qbxml'
import Big from 'big.js'
import { checkAccountType } from '../accounts/account-type.ts'
import { specialAccount } from '../accounts/special-account.ts'
import { amountText, sumOf } from '../books/decimal.ts'
import { refOf, textOf } from '../books/fields.ts'
import type { Application, FieldValue } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'
import { remainingOf, settlementsOf } from '../transactions/applied-amounts.ts'
import { credit, debit } from '../transactions/posting.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { payableOf } from './applied-to.ts'
import { receivables } from './receive-payment.ts'

const element = 'RefundAppliedToTxnAdd'
const refundable = { ...receivables, pays: receivables.credits }

/** A refund by credit card: it pays back what is left of a customer's credits. */
export const refund: TransactionKind = {
  kind: 'ARRefundCreditCard',
  entity: 'CustomerRef',
  isNumbered: true,
  isVoidable: true,
  required: ['CustomerRef'],
  defaults: {},
  tables: [],
  besides: [element],
  details: ['RefundAppliedToTxnRet'],
  enterHeader({ fields }, { books }) {
    checkAccountType(books, fields, 'ARAccountRef', 'AccountsReceivable')
    checkAccountType(books, fields, 'RefundFromAccountRef', 'Bank', 'OtherCurrentAsset', 'CreditCard')
    return {
      ARAccountRef: { ListID: specialAccount(books, 'AccountsReceivable').id },
      RefundFromAccountRef: { ListID: specialAccount(books, 'UndepositedFunds').id },
      ...fields,
    }
  },
  total: ({ request }) => ({
    TotalAmount: amountText(
      sumOf(childrenByName(request, element).map((each) => childText(each, 'RefundAmount') || 0)),
    ),
  }),
  apply: (entry, { books }) =>
    childrenByName(entry.request, element).map((each): Application => {
      const target = payableOf(refundable, entry, books, childText(each, 'TxnID') ?? '')
      const amount = amountText(childText(each, 'RefundAmount') || 0)
      if (Big(amount).lte(0) || Big(amount).gt(remainingOf(books, target))) {
        throw invalidField('RefundAmount', amount, 'You cannot refund more than the credit has left.')
      }
      return { type: 'settlement', to: target.id, amount }
    }),
  post: ({ fields }, books) => {
    const total = textOf(fields, 'TotalAmount') ?? '0.00'
    return [
      debit(books, refOf(fields, 'ARAccountRef') ?? '', total, refOf(fields, 'CustomerRef')),
      credit(books, refOf(fields, 'RefundFromAccountRef') ?? '', total),
    ]
  },
  amount: ({ fields }) => textOf(fields, 'TotalAmount') ?? '0.00',
  computed: (transaction, books) => ({
    RefundAppliedToTxnRet: settlementsOf(transaction).flatMap(({ to, amount }) => {
      const target = books.transactions.get(to)
      if (target === undefined) return []
      const number = textOf(target.fields, 'RefNumber')
      const fields: Record<string, FieldValue> = {
        TxnID: to,
        TxnType: target.kind,
        TxnDate: textOf(target.fields, 'TxnDate') ?? '',
        ...(number === undefined ? {} : { RefNumber: number }),
        CreditRemaining: amountText(remainingOf(books, target)),
        RefundAmount: amount,
      }
      return [fields]
    }),
  }),
}

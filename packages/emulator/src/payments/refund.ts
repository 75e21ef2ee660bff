import { childrenByName, childText } from '@bridge/qbxml'
import Big from 'big.js'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import { amountText, sum } from '../books/decimal.ts'
import { isForeign, toHome } from '../books/exchange-rates.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Application, FieldValue } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'
import { getPayingApplications, getRemaining, getRemainingHome } from '../transactions/applied-amounts.ts'
import { credit, debit } from '../transactions/posting.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { requirePayable } from './applied-to.ts'
import { receivables } from './receive-payment.ts'

const element = 'RefundAppliedToTxnAdd'
const refundable = { ...receivables, pays: receivables.credits }

/** A credit card refund, which pays back a customer's credits. */
export const refund: TransactionKind = {
  kind: 'ARRefundCreditCard',
  entity: 'CustomerRef',
  isNumbered: true,
  isVoidable: true,
  required: ['CustomerRef'],
  accountTypes: {
    ARAccountRef: ['AccountsReceivable'],
    RefundFromAccountRef: ['Bank', 'OtherCurrentAsset', 'CreditCard'],
  },
  defaults: {},
  tables: [],
  extraElements: [element],
  details: ['RefundAppliedToTxnRet'],
  enterHeader({ fields }, { books }) {
    return {
      ARAccountRef: { ListID: requireSpecialAccount(books, 'AccountsReceivable').id },
      RefundFromAccountRef: { ListID: requireSpecialAccount(books, 'UndepositedFunds').id },
      ...fields,
    }
  },
  total: ({ request }) => ({
    TotalAmount: amountText(sum(childrenByName(request, element).map((each) => childText(each, 'RefundAmount') || 0))),
  }),
  apply: (entry, books) =>
    childrenByName(entry.request, element).map((each): Application => {
      const target = requirePayable(refundable, entry, books, childText(each, 'TxnID') ?? '')
      const amount = amountText(childText(each, 'RefundAmount') || 0)
      if (Big(amount).lte(0) || Big(amount).gt(getRemaining(books, target))) {
        throw invalidField('RefundAmount', amount, 'You cannot refund more than the credit has left.')
      }
      return { type: 'settlement', to: target.id, amount }
    }),
  post: ({ fields }, books) => {
    const total = getText(fields, 'TotalAmount') ?? '0.00'
    return [
      credit(books, getRefId(fields, 'RefundFromAccountRef') ?? '', total),
      debit(books, getRefId(fields, 'ARAccountRef') ?? '', total, getRefId(fields, 'CustomerRef')),
    ]
  },
  amount: ({ fields }) => getText(fields, 'TotalAmount') ?? '0.00',
  computed: (transaction, books) => ({
    RefundAppliedToTxnRet: getPayingApplications(transaction).flatMap(({ to, amount }) => {
      const target = books.transactions.get(to)
      if (target === undefined) return []
      const number = getText(target.fields, 'RefNumber')
      const fields: Record<string, FieldValue> = {
        TxnID: to,
        TxnType: target.kind,
        TxnDate: getText(target.fields, 'TxnDate') ?? '',
        ...(number === undefined ? {} : { RefNumber: number }),
        CreditRemaining: amountText(getRemaining(books, target)),
        RefundAmount: amount,
        ...(isForeign(transaction) && {
          CreditRemainingInHomeCurrency: amountText(getRemainingHome(books, target)),
          RefundAmountInHomeCurrency: amountText(toHome(transaction.fields, amount)),
        }),
      }
      return [fields]
    }),
  }),
}

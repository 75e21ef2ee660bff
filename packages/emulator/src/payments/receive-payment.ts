import Big from 'big.js'
import { checkAccountType } from '../accounts/account-type.ts'
import { specialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { amountText, sumOf } from '../books/decimal.ts'
import { refOf, textOf } from '../books/fields.ts'
import type { Application } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'
import { remainingOf, remainingText } from '../transactions/applied-amounts.ts'
import { credit, debit } from '../transactions/posting.ts'
import { isTrue } from '../transactions/requested-fields.ts'
import type { Entry, TransactionKind } from '../transactions/transaction-kind.ts'
import { appliedTo, appliedToElements, appliedToRets, type PaymentSide, paidBy } from './applied-to.ts'

/** What customers pay, and what can be used as credit for it. */
export const receivables: PaymentSide = {
  entity: 'CustomerRef',
  account: 'ARAccountRef',
  pays: ['Invoice'],
  credits: ['CreditMemo', 'ReceivePayment'],
}

/** A customer's payment: it settles invoices, and what is left of it is a credit. */
export const receivePayment: TransactionKind = {
  kind: 'ReceivePayment',
  entity: 'CustomerRef',
  isNumbered: false,
  isVoidable: false,
  required: ['CustomerRef'],
  defaults: {},
  tables: [],
  besides: [...appliedToElements, 'IsAutoApply'],
  details: ['AppliedToTxnRet'],
  enterHeader({ fields, current }, { books }) {
    checkAccountType(books, fields, 'ARAccountRef', 'AccountsReceivable')
    checkAccountType(books, fields, 'DepositToAccountRef', 'Bank', 'OtherCurrentAsset')
    if (current !== undefined) return fields
    return {
      ARAccountRef: { ListID: specialAccount(books, 'AccountsReceivable').id },
      DepositToAccountRef: { ListID: specialAccount(books, 'UndepositedFunds').id },
      ...fields,
    }
  },
  total: ({ fields, request, current }) => {
    const kept = current === undefined ? undefined : textOf(current.fields, 'TotalAmount')
    const total = textOf(fields, 'TotalAmount') ?? paidBy(request) ?? kept ?? '0.00'
    if (Big(total).lt(0)) throw invalidField('TotalAmount', total, 'The amount of a payment must not be negative.')
    return { TotalAmount: amountText(total) }
  },
  apply(entry, context) {
    const total = textOf(entry.fields, 'TotalAmount') ?? '0.00'
    const applications = isTrue(entry.request, 'IsAutoApply')
      ? autoApplied(entry, context.books)
      : appliedTo(receivables, entry, context)
    if (sumOf(applications.map(({ amount }) => amount)).gt(total)) {
      throw invalidField('TotalAmount', total, 'You cannot apply more than the amount of the payment.')
    }
    return applications
  },
  isStored: ({ fields, applications }) => textOf(fields, 'TotalAmount') !== '0.00' || applications.length > 0,
  post({ fields, applications }, books) {
    const discounts = applications.flatMap(({ discount }) => discount ?? [])
    const settled = sumOf([textOf(fields, 'TotalAmount') ?? 0, ...discounts.map(({ amount }) => amount)])
    return [
      debit(books, refOf(fields, 'DepositToAccountRef') ?? '', textOf(fields, 'TotalAmount') ?? 0),
      ...discounts.map(({ account, amount }) => debit(books, account, amount)),
      credit(books, refOf(fields, 'ARAccountRef') ?? '', settled, refOf(fields, 'CustomerRef')),
    ]
  },
  amount: ({ fields }) => textOf(fields, 'TotalAmount') ?? '0.00',
  computed: (payment, books) => ({
    UnusedPayment: remainingText(books, payment),
    AppliedToTxnRet: appliedToRets(payment, books),
  }),
}

/**
 * The customer's open invoices that a payment settles by itself: one whose balance is just the amount,
 * else the oldest first.
 */
function autoApplied({ fields }: Entry, books: Books): readonly Application[] {
  const customer = refOf(fields, 'CustomerRef')
  const open = [...books.transactionsOf('Invoice')]
    .filter((each) => refOf(each.fields, 'CustomerRef') === customer)
    .filter((each) => refOf(each.fields, 'ARAccountRef') === refOf(fields, 'ARAccountRef'))
    .map((each) => ({ to: each.id, date: textOf(each.fields, 'TxnDate') ?? '', due: remainingOf(books, each) }))
    .filter(({ due }) => due.gt(0))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  let left = Big(textOf(fields, 'TotalAmount') ?? 0)
  const exact = open.find(({ due }) => due.eq(left))
  const applications: Application[] = []
  for (const { to, due } of exact === undefined ? open : [exact]) {
    const amount = due.lt(left) ? due : left
    if (amount.lte(0)) break
    applications.push({ type: 'settlement', to, amount: amountText(amount) })
    left = left.minus(amount)
  }
  return applications
}

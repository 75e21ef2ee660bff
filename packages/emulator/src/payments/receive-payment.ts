import Big from 'big.js'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Application } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'
import { getRemaining, getRemainingText } from '../transactions/applied-amounts.ts'
import { credit, debit } from '../transactions/posting.ts'
import { isTrue } from '../transactions/requested-fields.ts'
import type { Entry, TransactionKind } from '../transactions/transaction-kind.ts'
import {
  appliedToElements,
  getPaidAmount,
  type PaymentSide,
  toApplications,
  toAppliedToRets,
  toCreditUses,
} from './applied-to.ts'

/** Customer payments, and the credits they can use. */
export const receivables: PaymentSide = {
  entity: 'CustomerRef',
  account: 'ARAccountRef',
  pays: ['Invoice'],
  credits: ['CreditMemo', 'ReceivePayment'],
}

/** A customer payment. The part not applied to invoices is a credit. */
export const receivePayment: TransactionKind = {
  kind: 'ReceivePayment',
  entity: 'CustomerRef',
  isNumbered: false,
  isVoidable: false,
  required: ['CustomerRef'],
  accountTypes: { ARAccountRef: ['AccountsReceivable'], DepositToAccountRef: ['Bank', 'OtherCurrentAsset'] },
  defaults: {},
  tables: [],
  extraElements: [...appliedToElements, 'IsAutoApply'],
  details: ['AppliedToTxnRet'],
  enterHeader({ fields, current }, { books }) {
    if (current !== undefined) return fields
    return {
      ARAccountRef: { ListID: requireSpecialAccount(books, 'AccountsReceivable').id },
      DepositToAccountRef: { ListID: requireSpecialAccount(books, 'UndepositedFunds').id },
      ...fields,
    }
  },
  total: ({ fields, request, current }) => {
    const kept = current === undefined ? undefined : getText(current.fields, 'TotalAmount')
    const total = getText(fields, 'TotalAmount') ?? getPaidAmount(request) ?? kept ?? '0.00'
    if (Big(total).lt(0)) throw invalidField('TotalAmount', total, 'The amount of a payment must not be negative.')
    return { TotalAmount: amountText(total) }
  },
  credits: (entry, books) => (isTrue(entry.request, 'IsAutoApply') ? [] : toCreditUses(receivables, entry, books)),
  apply(entry, books) {
    const total = getText(entry.fields, 'TotalAmount') ?? '0.00'
    const applications = isTrue(entry.request, 'IsAutoApply')
      ? autoApply(entry, books)
      : toApplications(receivables, entry, books)
    if (sum(applications.map(({ amount }) => amount)).gt(total)) {
      throw invalidField('TotalAmount', total, 'You cannot apply more than the amount of the payment.')
    }
    return applications
  },
  isStored: ({ fields, applications }) => getText(fields, 'TotalAmount') !== '0.00' || applications.length > 0,
  post({ fields, applications }, books) {
    const discounts = applications.flatMap(({ discount }) => discount ?? [])
    const settled = sum([getText(fields, 'TotalAmount') ?? 0, ...discounts.map(({ amount }) => amount)])
    return [
      debit(books, getRefId(fields, 'DepositToAccountRef') ?? '', getText(fields, 'TotalAmount') ?? 0),
      ...discounts.map(({ account, amount }) => debit(books, account, amount)),
      credit(books, getRefId(fields, 'ARAccountRef') ?? '', settled, getRefId(fields, 'CustomerRef')),
    ]
  },
  amount: ({ fields }) => getText(fields, 'TotalAmount') ?? '0.00',
  computed: (payment, books) => ({
    UnusedPayment: getRemainingText(books, payment),
    AppliedToTxnRet: toAppliedToRets(payment, books),
  }),
}

/** Applies a payment automatically: to the open invoice with its amount, or else to the oldest ones first. */
function autoApply({ fields }: Entry, books: Books): readonly Application[] {
  const customer = getRefId(fields, 'CustomerRef')
  const open = [...books.getTransactions('Invoice')]
    .filter((each) => getRefId(each.fields, 'CustomerRef') === customer)
    .filter((each) => getRefId(each.fields, 'ARAccountRef') === getRefId(fields, 'ARAccountRef'))
    .map((each) => ({ to: each.id, date: getText(each.fields, 'TxnDate') ?? '', due: getRemaining(books, each) }))
    .filter(({ due }) => due.gt(0))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  let left = Big(getText(fields, 'TotalAmount') ?? 0)
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

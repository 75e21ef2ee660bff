import { checkAccountType } from '../accounts/account-type.ts'
import { specialAccount } from '../accounts/special-account.ts'
import { amountText } from '../books/decimal.ts'
import { refOf, textOf } from '../books/fields.ts'
import { salesMovements } from '../stock/movements.ts'
import { remainingText } from '../transactions/applied-amounts.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { enterSalesHeader, totalOfForm } from './sales-form.ts'
import { salesLines } from './sales-line.ts'
import { reversed, salePostings } from './sales-postings.ts'
import { totalOf } from './totals.ts'

/** Credit memos: they settle invoices of the customer, or are refunded. */
export const creditMemo: TransactionKind = {
  kind: 'CreditMemo',
  entity: 'CustomerRef',
  isNumbered: true,
  isVoidable: true,
  required: ['CustomerRef'],
  defaults: { IsPending: 'false', IsToBePrinted: 'false', IsToBeEmailed: 'false' },
  tables: [salesLines('CreditMemoLine')],
  enterHeader(entry, context) {
    const header = enterSalesHeader(entry, context)
    checkAccountType(context.books, header, 'ARAccountRef', 'AccountsReceivable')
    return { ARAccountRef: { ListID: specialAccount(context.books, 'AccountsReceivable').id }, ...header }
  },
  total: totalOfForm,
  post: (transaction, books) => {
    const account = refOf(transaction.fields, 'ARAccountRef') ?? specialAccount(books, 'AccountsReceivable').id
    return reversed(salePostings(books, transaction, account))
  },
  move: (transaction, books) => salesMovements(books, transaction, 'in'),
  amount: ({ fields }) => (textOf(fields, 'IsPending') === 'true' ? '0.00' : amountText(totalOf(fields))),
  computed: (transaction, books) => ({ CreditRemaining: remainingText(books, transaction) }),
}

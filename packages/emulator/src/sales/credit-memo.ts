import { requireSpecialAccount } from '../accounts/special-account.ts'
import { amountText } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import { salesMovements } from '../stock/movements.ts'
import { getRemainingText } from '../transactions/applied-amounts.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { computeFormTotals, enterSalesHeader } from './sales-form.ts'
import { salesLines } from './sales-line.ts'
import { reverse, toSalePostings } from './sales-postings.ts'
import { getTotal } from './totals.ts'

/** Credit memos, which pay the customer's invoices or are refunded. */
export const creditMemo: TransactionKind = {
  kind: 'CreditMemo',
  entity: 'CustomerRef',
  isNumbered: true,
  isVoidable: true,
  required: ['CustomerRef'],
  accountTypes: { ARAccountRef: ['AccountsReceivable'] },
  defaults: { IsPending: 'false', IsToBePrinted: 'false', IsToBeEmailed: 'false' },
  tables: [salesLines('CreditMemoLine')],
  enterHeader(entry, context) {
    const header = enterSalesHeader(entry, context)
    return { ARAccountRef: { ListID: requireSpecialAccount(context.books, 'AccountsReceivable').id }, ...header }
  },
  total: computeFormTotals,
  post: (transaction, books) => {
    const account =
      getRefId(transaction.fields, 'ARAccountRef') ?? requireSpecialAccount(books, 'AccountsReceivable').id
    return reverse(toSalePostings(books, transaction, account))
  },
  move: (transaction, books) => salesMovements(books, transaction, 'in'),
  amount: ({ fields }) => (getText(fields, 'IsPending') === 'true' ? '0.00' : amountText(getTotal(fields))),
  computed: (transaction, books) => ({ CreditRemaining: getRemainingText(books, transaction) }),
}

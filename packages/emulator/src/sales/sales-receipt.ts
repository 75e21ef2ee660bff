import { requireSpecialAccount } from '../accounts/special-account.ts'
import { getRefId } from '../books/fields.ts'
import { salesMovements } from '../stock/movements.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { computeFormTotals, enterSalesHeader } from './sales-form.ts'
import { salesLines } from './sales-line.ts'
import { toSalePostings } from './sales-postings.ts'

/** Sales receipts, which go to undeposited funds by default. */
export const salesReceipt: TransactionKind = {
  kind: 'SalesReceipt',
  entity: 'CustomerRef',
  isNumbered: true,
  isVoidable: true,
  required: [],
  accountTypes: { DepositToAccountRef: ['Bank', 'OtherCurrentAsset', 'CreditCard'] },
  defaults: { IsPending: 'false', IsToBePrinted: 'false', IsToBeEmailed: 'false' },
  tables: [salesLines('SalesReceiptLine')],
  enterHeader(entry, context) {
    const header = enterSalesHeader(entry, context, ['ClassRef', 'SalesRepRef', 'ItemSalesTaxRef'])
    return { DepositToAccountRef: { ListID: requireSpecialAccount(context.books, 'UndepositedFunds').id }, ...header }
  },
  total: computeFormTotals,
  post: (transaction, books) => {
    const account =
      getRefId(transaction.fields, 'DepositToAccountRef') ?? requireSpecialAccount(books, 'UndepositedFunds').id
    return toSalePostings(books, transaction, account)
  },
  move: (transaction, books) => salesMovements(books, transaction, 'out'),
}

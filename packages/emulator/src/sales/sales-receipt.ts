import { checkAccountType } from '../accounts/account-type.ts'
import { specialAccount } from '../accounts/special-account.ts'
import { refOf } from '../books/fields.ts'
import { salesMovements } from '../stock/movements.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { enterSalesHeader, totalOfForm } from './sales-form.ts'
import { salesLines } from './sales-line.ts'
import { salePostings } from './sales-postings.ts'

/** Sales receipts: paid at once, into undeposited funds unless another account is named. */
export const salesReceipt: TransactionKind = {
  kind: 'SalesReceipt',
  entity: 'CustomerRef',
  isNumbered: true,
  isVoidable: true,
  required: [],
  defaults: { IsPending: 'false', IsToBePrinted: 'false', IsToBeEmailed: 'false' },
  tables: [salesLines('SalesReceiptLine')],
  enterHeader(entry, context) {
    const header = enterSalesHeader(entry, context, ['ClassRef', 'SalesRepRef', 'ItemSalesTaxRef'])
    checkAccountType(context.books, header, 'DepositToAccountRef', 'Bank', 'OtherCurrentAsset', 'CreditCard')
    return { DepositToAccountRef: { ListID: specialAccount(context.books, 'UndepositedFunds').id }, ...header }
  },
  total: totalOfForm,
  post: (transaction, books) => {
    const account = refOf(transaction.fields, 'DepositToAccountRef') ?? specialAccount(books, 'UndepositedFunds').id
    return salePostings(books, transaction, account)
  },
  move: (transaction, books) => salesMovements(books, transaction, 'out'),
}

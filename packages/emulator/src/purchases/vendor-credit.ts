import { getRefId, getText } from '../books/fields.ts'
import { purchaseMovements } from '../stock/movements.ts'
import { getRemainingText } from '../transactions/applied-amounts.ts'
import { debit } from '../transactions/posting.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { getPayableAccount, payableTypes, withPayable } from './payable.ts'
import { computePurchaseTotal, expenseLines, itemLines, toPurchasePostings } from './purchase-lines.ts'

/** A vendor credit: a reversed bill, which bill payments use. */
export const vendorCredit: TransactionKind = {
  kind: 'VendorCredit',
  entity: 'VendorRef',
  isNumbered: false,
  isVoidable: true,
  required: ['VendorRef'],
  accountTypes: payableTypes,
  defaults: {},
  tables: [expenseLines, itemLines()],
  enterHeader: ({ fields }, { books }) => withPayable(books, fields),
  total: ({ lines }) => ({ CreditAmount: computePurchaseTotal(lines, 'CreditAmount') }),
  post({ fields, lines }, books) {
    const vendor = getRefId(fields, 'VendorRef')
    return [
      debit(books, getPayableAccount(books, fields), getText(fields, 'CreditAmount') ?? 0, vendor),
      ...toPurchasePostings(books, lines, -1, vendor),
    ]
  },
  move: (transaction, books) => purchaseMovements(books, transaction, 'out'),
  computed: (transaction, books) => ({ OpenAmount: getRemainingText(books, transaction) }),
  amount: ({ fields }) => getText(fields, 'CreditAmount') ?? '0.00',
}

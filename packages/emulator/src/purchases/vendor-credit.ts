import { refOf, textOf } from '../books/fields.ts'
import { purchaseMovements } from '../stock/movements.ts'
import { remainingText } from '../transactions/applied-amounts.ts'
import { debit } from '../transactions/posting.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { payableOf, withPayable } from './payable.ts'
import { expenseLines, itemLines, purchasePostings, purchaseTotal } from './purchase-lines.ts'

/** A credit of a vendor: a bill the other way round, which bill payments use up. */
export const vendorCredit: TransactionKind = {
  kind: 'VendorCredit',
  entity: 'VendorRef',
  isNumbered: false,
  isVoidable: true,
  required: ['VendorRef'],
  defaults: {},
  tables: [expenseLines, itemLines()],
  enterHeader: ({ fields }, { books }) => withPayable(books, fields),
  total: ({ lines }) => ({ CreditAmount: purchaseTotal(lines, 'CreditAmount') }),
  post({ fields, lines }, books) {
    const vendor = refOf(fields, 'VendorRef')
    return [
      debit(books, payableOf(books, fields), textOf(fields, 'CreditAmount') ?? 0, vendor),
      ...purchasePostings(books, lines, -1, vendor),
    ]
  },
  move: (transaction, books) => purchaseMovements(books, transaction, 'out'),
  computed: (transaction, books) => ({ OpenAmount: remainingText(books, transaction) }),
  amount: ({ fields }) => textOf(fields, 'CreditAmount') ?? '0.00',
}

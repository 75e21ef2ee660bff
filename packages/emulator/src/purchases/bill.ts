import type { Books } from '../books/books.ts'
import { refOf, textOf } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { addDays } from '../host/calendar.ts'
import { purchaseMovements } from '../stock/movements.ts'
import { remainingText } from '../transactions/applied-amounts.ts'
import { dueDate } from '../transactions/due-date.ts'
import { credit } from '../transactions/posting.ts'
import type { Entry, TransactionKind } from '../transactions/transaction-kind.ts'
import { payableOf, withPayable } from './payable.ts'
import { expenseLines, itemLines, purchasePostings, purchaseTotal } from './purchase-lines.ts'
import { receivedLine } from './received-line.ts'
import { withVendorDefaults } from './vendor-defaults.ts'

/** `DaysBillsAreDue` of the preferences: when a bill without terms falls due. */
const daysBillsAreDue = 10

/** A bill: lines against accounts payable. `AmountDue` is its total, `OpenAmount` what is left of it. */
export const bill: TransactionKind = {
  kind: 'Bill',
  entity: 'VendorRef',
  isNumbered: false,
  isVoidable: true,
  required: ['VendorRef'],
  defaults: {},
  tables: [expenseLines, itemLines({ from: 'PurchaseOrder', fields: receivedLine })],
  enterHeader: (entry, { books }) => withDueDate(books, entry, withPayable(books, withVendorDefaults(books, entry))),
  total: ({ lines }) => ({ AmountDue: purchaseTotal(lines, 'AmountDue') }),
  post({ fields, lines }, books) {
    const vendor = refOf(fields, 'VendorRef')
    return [
      credit(books, payableOf(books, fields), textOf(fields, 'AmountDue') ?? 0, vendor),
      ...purchasePostings(books, lines, 1, vendor),
    ]
  },
  move: (transaction, books) => purchaseMovements(books, transaction, 'in'),
  computed(transaction, books) {
    const open = remainingText(books, transaction)
    return { OpenAmount: open, IsPaid: String(open === '0.00') }
  },
  amount: ({ fields }) => textOf(fields, 'AmountDue') ?? '0.00',
}

function withDueDate(books: Books, { given, current }: Entry, fields: Fields): Fields {
  if (textOf(given, 'DueDate') !== undefined) return fields
  if (current !== undefined && (given.TermsRef ?? given.TxnDate) === undefined) return fields
  const date = textOf(fields, 'TxnDate') ?? ''
  const terms = books.lists.byId('Terms', refOf(fields, 'TermsRef') ?? '')
  return { ...fields, DueDate: terms === undefined ? addDays(date, daysBillsAreDue) : dueDate(date, terms) }
}

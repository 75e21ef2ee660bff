import type { Books } from '../books/books.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { addDays } from '../host/calendar.ts'
import { purchaseMovements } from '../stock/movements.ts'
import { getRemainingText } from '../transactions/applied-amounts.ts'
import { computeDueDate } from '../transactions/due-date.ts'
import { credit } from '../transactions/posting.ts'
import type { Entry, TransactionKind } from '../transactions/transaction-kind.ts'
import { getPayableAccount, payableTypes, withPayable } from './payable.ts'
import { computePurchaseTotal, expenseLines, itemLines, toPurchasePostings } from './purchase-lines.ts'
import { toReceivedLine } from './received-line.ts'
import { withVendorDefaults } from './vendor-defaults.ts'

/** The preference `DaysBillsAreDue`, for bills without terms. */
const daysBillsAreDue = 10

/** A bill: lines against accounts payable. `AmountDue` is its total, `OpenAmount` the unpaid rest. */
export const bill: TransactionKind = {
  kind: 'Bill',
  entity: 'VendorRef',
  isNumbered: false,
  isVoidable: true,
  required: ['VendorRef'],
  accountTypes: payableTypes,
  defaults: {},
  tables: [expenseLines, itemLines({ from: 'PurchaseOrder', fields: toReceivedLine })],
  enterHeader: (entry, { books }) => withDueDate(books, entry, withPayable(books, withVendorDefaults(books, entry))),
  total: ({ lines }) => ({ AmountDue: computePurchaseTotal(lines, 'AmountDue') }),
  post({ fields, lines }, books) {
    const vendor = getRefId(fields, 'VendorRef')
    return [
      credit(books, getPayableAccount(books, fields), getText(fields, 'AmountDue') ?? 0, vendor),
      ...toPurchasePostings(books, lines, 1, vendor),
    ]
  },
  move: (transaction, books) => purchaseMovements(books, transaction, 'in'),
  computed(transaction, books) {
    const open = getRemainingText(books, transaction)
    return { OpenAmount: open, IsPaid: String(open === '0.00') }
  },
  amount: ({ fields }) => getText(fields, 'AmountDue') ?? '0.00',
}

function withDueDate(books: Books, { requested, current }: Entry, fields: Fields): Fields {
  if (getText(requested, 'DueDate') !== undefined) return fields
  if (current !== undefined && (requested.TermsRef ?? requested.TxnDate) === undefined) return fields
  const date = getText(fields, 'TxnDate') ?? ''
  const terms = books.lists.byId('Terms', getRefId(fields, 'TermsRef') ?? '')
  return { ...fields, DueDate: terms === undefined ? addDays(date, daysBillsAreDue) : computeDueDate(date, terms) }
}

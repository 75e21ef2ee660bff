import { checkAccountType } from '../accounts/account-type.ts'
import type { Books } from '../books/books.ts'
import { refOf, textOf } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { printing } from '../payments/check-printing.ts'
import { payeeAddress } from '../payments/payee-address.ts'
import { expenseLines, itemLines, purchasePostings, purchaseTotal } from '../purchases/purchase-lines.ts'
import { Unsupported } from '../requests/status-error.ts'
import { purchaseMovements } from '../stock/movements.ts'
import { credit } from '../transactions/posting.ts'
import { names } from '../transactions/requested-fields.ts'
import type { Entry, TransactionKind } from '../transactions/transaction-kind.ts'
import { voidedCheck } from './check-void.ts'

/** A check: money of a bank account spent on accounts and items. */
export const check: TransactionKind = {
  kind: 'Check',
  entity: 'PayeeEntityRef',
  isNumbered: true,
  isVoidable: true,
  required: ['AccountRef'],
  defaults: { IsToBePrinted: 'false' },
  tables: [expenseLines, itemLines()],
  besides: ['ApplyCheckToTxnAdd', 'ApplyCheckToTxnMod'],
  enterHeader(entry, { books }) {
    for (const name of ['ApplyCheckToTxnAdd', 'ApplyCheckToTxnMod']) {
      if (names(entry.request, name)) throw new Unsupported(`${entry.request.name}/${name}`)
    }
    checkAccountType(books, entry.fields, 'AccountRef', 'Bank')
    return withAddress(books, entry, printing(entry))
  },
  total: ({ lines }) => ({ Amount: purchaseTotal(lines, 'Amount') }),
  post: ({ fields, lines }, books) => [
    credit(books, refOf(fields, 'AccountRef') ?? '', textOf(fields, 'Amount') ?? 0),
    ...purchasePostings(books, lines, 1, refOf(fields, 'PayeeEntityRef')),
  ],
  move: (transaction, books) => purchaseMovements(books, transaction, 'in'),
  voided: voidedCheck,
}

function withAddress(books: Books, { current }: Entry, fields: Fields): Fields {
  return current === undefined ? { ...payeeAddress(books, refOf(fields, 'PayeeEntityRef')), ...fields } : fields
}

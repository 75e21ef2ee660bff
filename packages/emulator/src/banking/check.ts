import type { Books } from '../books/books.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { withPrintStatus } from '../payments/check-printing.ts'
import { getPayeeAddress } from '../payments/payee-address.ts'
import { computePurchaseTotal, expenseLines, itemLines, toPurchasePostings } from '../purchases/purchase-lines.ts'
import { Unsupported } from '../requests/status-error.ts'
import { purchaseMovements } from '../stock/movements.ts'
import { credit } from '../transactions/posting.ts'
import { hasElement } from '../transactions/requested-fields.ts'
import type { Entry, TransactionKind } from '../transactions/transaction-kind.ts'
import { voidCheck } from './check-void.ts'

/** A check: pays accounts and items from a bank account. */
export const check: TransactionKind = {
  kind: 'Check',
  entity: 'PayeeEntityRef',
  isNumbered: true,
  isVoidable: true,
  required: ['AccountRef'],
  accountTypes: { AccountRef: ['Bank'] },
  defaults: { IsToBePrinted: 'false' },
  tables: [expenseLines, itemLines()],
  extraElements: ['ApplyCheckToTxnAdd', 'ApplyCheckToTxnMod'],
  enterHeader(entry, { books }) {
    for (const name of ['ApplyCheckToTxnAdd', 'ApplyCheckToTxnMod']) {
      if (hasElement(entry.request, name)) throw new Unsupported(`${entry.request.name}/${name}`)
    }
    return withAddress(books, entry, withPrintStatus(entry))
  },
  total: ({ lines }) => ({ Amount: computePurchaseTotal(lines, 'Amount') }),
  post: ({ fields, lines }, books) => [
    credit(books, getRefId(fields, 'AccountRef') ?? '', getText(fields, 'Amount') ?? 0),
    ...toPurchasePostings(books, lines, 1, getRefId(fields, 'PayeeEntityRef')),
  ],
  move: (transaction, books) => purchaseMovements(books, transaction, 'in'),
  onVoid: voidCheck,
}

function withAddress(books: Books, { current }: Entry, fields: Fields): Fields {
  return current === undefined ? { ...getPayeeAddress(books, getRefId(fields, 'PayeeEntityRef')), ...fields } : fields
}

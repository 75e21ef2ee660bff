import { getRefId, getText } from '../books/fields.ts'
import { computePurchaseTotal, expenseLines, itemLines, toPurchasePostings } from '../purchases/purchase-lines.ts'
import { purchaseMovements } from '../stock/movements.ts'
import { credit, debit } from '../transactions/posting.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'

/** Purchases with a credit card. */
export const creditCardCharge = onCard('CreditCardCharge', credit, 1)

function onCard(kind: string, side: typeof credit, sign: 1 | -1): TransactionKind {
  return {
    kind,
    entity: 'PayeeEntityRef',
    isNumbered: false,
    isVoidable: true,
    required: ['AccountRef'],
    accountTypes: { AccountRef: ['CreditCard'] },
    defaults: {},
    tables: [expenseLines, itemLines()],
    total: ({ lines }) => ({ Amount: computePurchaseTotal(lines, 'Amount') }),
    post: ({ fields, lines }, books) => [
      side(books, getRefId(fields, 'AccountRef') ?? '', getText(fields, 'Amount') ?? 0),
      ...toPurchasePostings(books, lines, sign, getRefId(fields, 'PayeeEntityRef')),
    ],
    move: (transaction, books) => purchaseMovements(books, transaction, sign === 1 ? 'in' : 'out'),
  }
}

/** Refunds to a credit card. */
export const creditCardCredit = onCard('CreditCardCredit', debit, -1)

import { childrenByName } from '@bridge/translation/qbxml'
import { checkAccountType } from '../accounts/account-type.ts'
import { specialAccount } from '../accounts/special-account.ts'
import { amountText } from '../books/decimal.ts'
import { refOf, textOf } from '../books/fields.ts'
import type { Fields, Line } from '../books/record.ts'
import { applyCredits } from '../payments/credits.ts'
import { receivables } from '../payments/receive-payment.ts'
import { salesMovements } from '../stock/movements.ts'
import { appliedTo, remainingText } from '../transactions/applied-amounts.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { enterSalesHeader, totalOfForm } from './sales-form.ts'
import { salesLines } from './sales-line.ts'
import { salePostings } from './sales-postings.ts'
import { totalOf } from './totals.ts'

/** Invoices: owed by the customer until payments or credits settle them. */
export const invoice: TransactionKind = {
  kind: 'Invoice',
  entity: 'CustomerRef',
  isNumbered: true,
  isVoidable: true,
  required: ['CustomerRef'],
  defaults: { IsPending: 'false', IsFinanceCharge: 'false', IsToBePrinted: 'false', IsToBeEmailed: 'false' },
  tables: [salesLines('InvoiceLine', { from: 'Estimate', fields: estimateLine })],
  enterHeader(entry, context) {
    const { books } = context
    const header = enterSalesHeader(entry, context)
    checkAccountType(books, header, 'ARAccountRef', 'AccountsReceivable')
    if (entry.current !== undefined) return header
    const template = books.lists.byFullName('Template', 'Intuit Service Invoice')
    return {
      ARAccountRef: { ListID: specialAccount(books, 'AccountsReceivable').id },
      ...(template === undefined ? {} : { TemplateRef: { ListID: template.id } }),
      ...header,
    }
  },
  besides: ['SetCredit'],
  total: totalOfForm,
  apply({ id, fields, request }, context) {
    applyCredits(receivables, childrenByName(request, 'SetCredit'), { id, kind: 'Invoice', fields }, context)
    return []
  },
  post: (transaction, books) => {
    const account = refOf(transaction.fields, 'ARAccountRef') ?? specialAccount(books, 'AccountsReceivable').id
    return salePostings(books, transaction, account)
  },
  move: (transaction, books) => salesMovements(books, transaction, 'out'),
  amount: ({ fields }) => (textOf(fields, 'IsPending') === 'true' ? '0.00' : amountText(totalOf(fields))),
  computed(transaction, books) {
    const isPending = textOf(transaction.fields, 'IsPending') === 'true'
    const balance = isPending ? amountText(totalOf(transaction.fields)) : remainingText(books, transaction)
    return {
      AppliedAmount: amountText(appliedTo(books, transaction.id).times(-1)),
      BalanceRemaining: balance,
      IsPaid: String(balance === '0.00'),
    }
  },
}

/** What an invoice's line takes over from one of an estimate. */
function estimateLine(line: Line, open: string | undefined): Fields {
  const { Amount, Quantity, LinkToTxn: _link, ...fields } = line.fields
  if (open === undefined || open === Quantity) return line.fields
  return { ...fields, Quantity: open }
}

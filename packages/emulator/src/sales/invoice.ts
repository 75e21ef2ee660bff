import { childrenByName } from '@bridge/qbxml'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import { amountText } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Fields, Line } from '../books/record.ts'
import { receivables } from '../payments/receive-payment.ts'
import { salesMovements } from '../stock/movements.ts'
import { getAmountAppliedTo, getRemainingText } from '../transactions/applied-amounts.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'
import { checkCreditLimit } from './credit-limit.ts'
import { computeFormTotals, enterSalesHeader } from './sales-form.ts'
import { salesLines } from './sales-line.ts'
import { toSalePostings } from './sales-postings.ts'
import { getTotal } from './totals.ts'

/** Invoices, which payments and credits pay. */
export const invoice: TransactionKind = {
  kind: 'Invoice',
  entity: 'CustomerRef',
  isNumbered: true,
  isVoidable: true,
  required: ['CustomerRef'],
  accountTypes: { ARAccountRef: ['AccountsReceivable'] },
  defaults: { IsPending: 'false', IsFinanceCharge: 'false', IsToBePrinted: 'false', IsToBeEmailed: 'false' },
  tables: [salesLines('InvoiceLine', { from: 'Estimate', fields: estimateLine })],
  enterHeader(entry, context) {
    const { books } = context
    const header = enterSalesHeader(entry, context)
    if (entry.current !== undefined) return header
    const template = books.lists.byFullName('Template', 'Intuit Service Invoice')
    return {
      ARAccountRef: { ListID: requireSpecialAccount(books, 'AccountsReceivable').id },
      ...(template === undefined ? {} : { TemplateRef: { ListID: template.id } }),
      ...header,
    }
  },
  extraElements: ['SetCredit'],
  total: computeFormTotals,
  credits: ({ id, fields, request }) => [
    {
      kinds: receivables.credits,
      elements: childrenByName(request, 'SetCredit'),
      target: { id, kind: 'Invoice', fields },
    },
  ],
  post: (transaction, books) => {
    const account =
      getRefId(transaction.fields, 'ARAccountRef') ?? requireSpecialAccount(books, 'AccountsReceivable').id
    return toSalePostings(books, transaction, account)
  },
  checkStored: checkCreditLimit,
  move: (transaction, books) => salesMovements(books, transaction, 'out'),
  amount: ({ fields }) => (getText(fields, 'IsPending') === 'true' ? '0.00' : amountText(getTotal(fields))),
  computed(transaction, books) {
    const isPending = getText(transaction.fields, 'IsPending') === 'true'
    const balance = isPending ? amountText(getTotal(transaction.fields)) : getRemainingText(books, transaction)
    return {
      AppliedAmount: amountText(getAmountAppliedTo(books, transaction.id).times(-1)),
      BalanceRemaining: balance,
      IsPaid: String(balance === '0.00'),
    }
  },
}

/** Returns an invoice line's fields copied from an estimate. */
function estimateLine(line: Line, open: string | undefined): Fields {
  const { Amount, Quantity, LinkToTxn: _link, ...fields } = line.fields
  if (open === undefined || open === Quantity) return line.fields
  return { ...fields, Quantity: open }
}

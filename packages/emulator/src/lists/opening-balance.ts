import Big from 'big.js'
import { amountText } from '../books/decimal.ts'
import { textOf } from '../books/fields.ts'
import type { ListRecord, Posting } from '../books/record.ts'
import { hostDate } from '../host-time.ts'
import type { RequestContext } from '../request-context.ts'
import { specialAccount } from './special-account.ts'

const creditTypes = new Set([
  'AccountsPayable',
  'CreditCard',
  'Equity',
  'Income',
  'LongTermLiability',
  'OtherCurrentLiability',
  'OtherIncome',
])

/** Enters what an account or customer brings along, against the opening balance equity. */
export const postOpeningBalance = (
  context: RequestContext,
  record: ListRecord,
  amount: string,
  date: string | undefined,
): void => {
  const { books, now, switches } = context
  const value = Big(amount)
  if (value.eq(0) || (record.kind !== 'Account' && record.kind !== 'Customer')) return
  const isCustomer = record.kind === 'Customer'
  const debit = creditTypes.has(textOf(record.fields, 'AccountType') ?? '') ? value.times(-1) : value
  const account = isCustomer ? specialAccount(books, 'AccountsReceivable') : record
  const postings: Posting[] = [
    { account: account.id, amount: amountText(debit), entity: isCustomer ? record.id : null },
    { account: specialAccount(books, 'OpeningBalanceEquity').id, amount: amountText(debit.times(-1)), entity: null },
  ]
  const number = books.nextNumber('Transaction')
  books.putTransaction({
    kind: 'Opening',
    id: `${number.toString(16).toUpperCase()}-${now}`,
    created: now,
    modified: now,
    number: books.nextNumber('TransactionNumber'),
    fields: { TxnDate: date ?? hostDate(switches, now) },
    lines: [],
    postings,
    custom: [],
  })
}

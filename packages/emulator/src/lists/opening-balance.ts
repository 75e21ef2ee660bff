import Big from 'big.js'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import { amountText } from '../books/decimal.ts'
import { getText } from '../books/fields.ts'
import type { Fields, ListRecord, Posting } from '../books/record.ts'
import { hostDate } from '../host/host-time.ts'
import type { RequestContext } from '../requests/request-context.ts'

const creditTypes = new Set([
  'AccountsPayable',
  'CreditCard',
  'Equity',
  'Income',
  'LongTermLiability',
  'OtherCurrentLiability',
  'OtherIncome',
])

/** The account type and sign of a name's opening balance, by kind. */
const controlAccounts: ReadonlyMap<string, { readonly type: string; readonly sign: 1 | -1 }> = new Map([
  ['Customer', { type: 'AccountsReceivable', sign: 1 }],
  ['Vendor', { type: 'AccountsPayable', sign: -1 }],
])

/** Posts the `OpenBalance` of a new account, customer or vendor against opening balance equity. */
export function addOpeningBalance(record: ListRecord, opening: Fields, context: RequestContext): void {
  const amount = getText(opening, 'OpenBalance')
  if (amount === undefined) return
  const { books, now, switches } = context
  const value = Big(amount)
  const control = controlAccounts.get(record.kind)
  if (value.eq(0)) return
  const sign = control?.sign ?? (creditTypes.has(getText(record.fields, 'AccountType') ?? '') ? -1 : 1)
  const debit = value.times(sign)
  const account = control === undefined ? record : requireSpecialAccount(books, control.type)
  const postings: Posting[] = [
    { account: account.id, amount: amountText(debit), entity: control === undefined ? null : record.id },
    {
      account: requireSpecialAccount(books, 'OpeningBalanceEquity').id,
      amount: amountText(debit.times(-1)),
      entity: null,
    },
  ]
  const number = books.nextNumber('Transaction')
  books.putTransaction({
    kind: 'Opening',
    id: `${number.toString(16).toUpperCase()}-${now}`,
    created: now,
    modified: now,
    number: books.nextNumber('TransactionNumber'),
    fields: { TxnDate: getText(opening, 'OpenBalanceDate') ?? hostDate(switches, now) },
    lines: [],
    applications: [],
    postings,
    custom: [],
  })
}

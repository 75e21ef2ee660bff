import Big from 'big.js'
import { getAccountBalances } from '../books/balances.ts'
import type { Books } from '../books/books.ts'
import { amountText } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Fields } from '../books/record.ts'
import { invalidField } from '../requests/status-error.ts'
import { credit, debit } from '../transactions/posting.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'

const from = 'TransferFromAccountRef'
const to = 'TransferToAccountRef'

/** The account types money can be transferred between: the balance sheet's. */
const transferableTypes = [
  'Bank',
  'OtherCurrentAsset',
  'FixedAsset',
  'OtherAsset',
  'CreditCard',
  'OtherCurrentLiability',
  'LongTermLiability',
  'Equity',
]

/** A transfer between two balance sheet accounts. It has no number and cannot be voided or deleted. */
export const transfer: TransactionKind = {
  kind: 'Transfer',
  isNumbered: false,
  isVoidable: false,
  required: [from, to, 'Amount'],
  accountTypes: { [from]: transferableTypes, [to]: transferableTypes },
  defaults: {},
  tables: [],
  enterHeader({ fields }) {
    if (getRefId(fields, from) === getRefId(fields, to)) {
      throw invalidField(to, getRefId(fields, to) ?? '', 'Money cannot be moved to the account that it comes from.')
    }
    const amount = getText(fields, 'Amount') ?? '0.00'
    if (Big(amount).lt(0)) throw invalidField('Amount', amount, 'The amount must not be negative.')
    return fields
  },
  post: ({ fields }, books) => [
    debit(books, getRefId(fields, to) ?? '', getText(fields, 'Amount') ?? 0),
    credit(books, getRefId(fields, from) ?? '', getText(fields, 'Amount') ?? 0),
  ],
  computed: ({ fields }, books) => ({
    ...balance(books, 'FromAccountBalance', getRefId(fields, from)),
    ...balance(books, 'ToAccountBalance', getRefId(fields, to)),
  }),
}

function balance(books: Books, name: string, account: string | undefined): Fields {
  const record = books.lists.byId('Account', account ?? '')
  const balances = record === undefined ? undefined : getAccountBalances(books, record)
  return balances === undefined ? {} : { [name]: amountText(balances.total) }
}

import { branch, type Element, leaf } from '@bridge/qbxml'
import Big from 'big.js'
import { requireSpecialAccount } from '../accounts/special-account.ts'
import { deposit } from '../banking/deposit.ts'
import { journalEntry } from '../banking/journal-entry.ts'
import { amountText } from '../books/decimal.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Fields, ListRecord } from '../books/record.ts'
import { hostDate } from '../host/host-time.ts'
import { bill } from '../purchases/bill.ts'
import { vendorCredit } from '../purchases/vendor-credit.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { creditMemo } from '../sales/credit-memo.ts'
import { invoice } from '../sales/invoice.ts'
import { openingAccount } from '../sales/opening-line.ts'
import { enterTransaction } from '../transactions/transaction-add.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'

const nameMemo = 'Opening balance'
const accountMemo = 'Account Opening Balance'

const creditTypes = new Set([
  'AccountsPayable',
  'CreditCard',
  'Equity',
  'Income',
  'LongTermLiability',
  'OtherCurrentLiability',
  'OtherIncome',
])

/** An opening balance: its record, its amount without a sign, and the special account it is against. */
interface Opening {
  readonly record: ListRecord
  readonly amount: string
  readonly isNegative: boolean
  readonly date: string
  readonly special: (type: string) => string
}

type Enter = (opening: Opening) => { readonly kind: TransactionKind; readonly lines: readonly Element[] }

/** An opening balance's transaction, by list record kind. */
const entered: ReadonlyMap<string, Enter> = new Map([
  ['Customer', forCustomer],
  ['Vendor', forVendor],
  ['Account', forAccount],
])

/**
 * Enters a new record's `OpenBalance` as QuickBooks does: a customer gets an invoice against uncategorized income, a
 * vendor a bill against uncategorized expenses, a bank account a deposit and any other account a journal entry against
 * opening balance equity. A customer's or vendor's negative balance is a credit. Does not check credit limits.
 */
export function addOpeningBalance(record: ListRecord, opening: Fields, context: RequestContext): void {
  const value = Big(getText(opening, 'OpenBalance') ?? 0)
  const enter = entered.get(record.kind)
  if (value.eq(0) || enter === undefined) return
  const { books, switches, now } = context
  const date = getText(opening, 'OpenBalanceDate') ?? hostDate(switches, now)
  const special = (type: string): string => requireSpecialAccount(books, type).id
  const { kind, lines } = enter({ record, amount: amountText(value.abs()), isNegative: value.lt(0), date, special })
  const unlimited = { ...context, switches: { ...switches, checksCreditLimits: false } }
  enterTransaction(kind, branch(`${kind.kind}Add`, lines), unlimited)
}

function forCustomer({ record, amount, isNegative, date, special }: Opening): ReturnType<Enter> {
  const kind = isNegative ? creditMemo : invoice
  const line = branch(`${kind.kind}LineAdd`, [
    leaf('Desc', nameMemo),
    leaf('Amount', amount),
    reference(openingAccount, special('UncategorizedIncome')),
  ])
  return { kind, lines: [reference('CustomerRef', record.id), leaf('TxnDate', date), leaf('Memo', nameMemo), line] }
}

function reference(name: string, id: string): Element {
  return branch(name, [leaf('ListID', id)])
}

function forVendor({ record, amount, isNegative, date, special }: Opening): ReturnType<Enter> {
  const line = toLine('ExpenseLineAdd', special('UncategorizedExpenses'), amount, nameMemo)
  return {
    kind: isNegative ? vendorCredit : bill,
    lines: [reference('VendorRef', record.id), leaf('TxnDate', date), leaf('Memo', nameMemo), line],
  }
}

function toLine(name: string, account: string, amount: string, memo: string): Element {
  return branch(name, [reference('AccountRef', account), leaf('Amount', amount), leaf('Memo', memo)])
}

function forAccount({ record, amount, isNegative, date, special }: Opening): ReturnType<Enter> {
  const type = getText(record.fields, 'AccountType') ?? ''
  const equity = special('OpeningBalanceEquity')
  if (type === 'Bank' && !isNegative) {
    const line = toLine('DepositLineAdd', equity, amount, accountMemo)
    const head = [leaf('TxnDate', date), reference('DepositToAccountRef', record.id), leaf('Memo', accountMemo)]
    return { kind: deposit, lines: [...head, line] }
  }
  const isDebit = creditTypes.has(type) === isNegative
  const [own, against] = isDebit ? ['Debit', 'Credit'] : ['Credit', 'Debit']
  const lines = [
    toLine(`Journal${own}Line`, record.id, amount, accountMemo),
    toLine(`Journal${against}Line`, equity, amount, accountMemo),
  ]
  const currency = getRefId(record.fields, 'CurrencyRef')
  const head = [leaf('TxnDate', date), ...(currency === undefined ? [] : [reference('CurrencyRef', currency)])]
  return { kind: journalEntry, lines: [...head, ...lines] }
}

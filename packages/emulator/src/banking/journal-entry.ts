import { child, childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import { checkPosting } from '../accounts/account-type.ts'
import { findBalanceOwner } from '../accounts/balance-owner.ts'
import type { Books } from '../books/books.ts'
import { amountText, sum } from '../books/decimal.ts'
import { isForeign } from '../books/exchange-rates.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { Fields, Line } from '../books/record.ts'
import { invalidField, missingAccount, missingElement, transactionNotSaved } from '../requests/status-error.ts'
import { refuseCurrency } from '../requests/unproved-currency-choices.ts'
import { fromHome } from '../transactions/currency.ts'
import type { LineEntry, LineTable } from '../transactions/line-table.ts'
import { credit, debit } from '../transactions/posting.ts'
import type { TransactionKind } from '../transactions/transaction-kind.ts'

const sides = { Debit: 'JournalDebitLine', Credit: 'JournalCreditLine' } as const

/** Both sides' lines in entry order; `JournalLineType` is the side. */
export const journalLines: LineTable = {
  name: 'JournalLine',
  add: [sides.Debit, sides.Credit],
  mod: 'JournalLineMod',
  rets: [sides.Debit, sides.Credit],
  ret: (line) => (isDebit(line) ? sides.Debit : sides.Credit),
  enter(line, { books }) {
    const fields = { ...line.fields, JournalLineType: getSide(line) }
    const amount = getText(fields, 'Amount') ?? '0'
    if (Big(amount).lt(0)) throw invalidField('Amount', amount, 'The amount of a journal line must not be negative.')
    checkPosting(books, fields, 'AccountRef')
    return fields
  },
}

function isDebit(line: Fields): boolean {
  return getText(line, 'JournalLineType') === 'Debit'
}

function getSide({ element, fields }: LineEntry): string {
  if (element === sides.Debit) return 'Debit'
  if (element === sides.Credit) return 'Credit'
  const side = getText(fields, 'JournalLineType')
  if (side === undefined) throw missingElement('JournalLineType')
  return side
}

/**
 * A journal entry. Debits equal credits, at most one line has a receivable or payable account, and that line has a
 * customer or vendor.
 */
export const journalEntry: TransactionKind = {
  kind: 'JournalEntry',
  isNumbered: true,
  isVoidable: true,
  required: [],
  defaults: { IsAdjustment: 'false' },
  tables: [journalLines],
  // Such an adjustment has no CurrencyRef.
  getCurrencyAccounts: ({ request, fields }, books) =>
    getText(fields, 'IsHomeCurrencyAdjustment') === 'true' ? findAccounts(request, books) : [],
  enterHeader({ fields }) {
    if (getText(fields, 'IsHomeCurrencyAdjustment') !== 'true' || isForeign({ fields })) return fields
    throw refuseCurrency('homeAdjustment', 'IsHomeCurrencyAdjustment', 'true')
  },
  total({ lines }, { books }) {
    checkBalance(lines)
    checkControlAccounts(lines, books)
    return {}
  },
  post: ({ fields: header, lines }, books) =>
    lines.flatMap(({ id, fields }) => {
      const amount = getText(fields, 'Amount') ?? '0.00'
      if (amount === '0.00') return []
      const account = getRefId(fields, 'AccountRef')
      if (account === undefined) throw missingAccount('AccountRef')
      const owner = findBalanceOwner(books, account, [getRefId(fields, 'EntityRef')])
      const posting = { ...(isDebit(fields) ? debit : credit)(books, account, amount, owner), line: id }
      return [{ ...posting, ...toForeign(header, posting.amount) }]
    }),
}

function findAccounts(request: Element, books: Books): readonly string[] {
  return request.children.flatMap((line) => {
    const account = child(line, 'AccountRef')
    const id = account && (childText(account, 'ListID') || undefined)
    return id ?? books.lists.byFullName('Account', (account && childText(account, 'FullName')) ?? '')?.id ?? []
  })
}

/** Returns the foreign amount of one in the home currency: none for an adjustment of the home value. */
function toForeign(header: Fields, amount: string): { readonly foreign?: string } {
  if (!isForeign({ fields: header })) return {}
  if (getText(header, 'IsHomeCurrencyAdjustment') === 'true') return { foreign: '0.00' }
  return getText(header, 'IsAmountsEnteredInHomeCurrency') === 'true' ? { foreign: fromHome(header, amount) } : {}
}

function checkBalance(lines: readonly Line[]): void {
  const difference = sum(lines.map(({ fields }) => Big(getText(fields, 'Amount') ?? 0).times(isDebit(fields) ? 1 : -1)))
  if (difference.eq(0)) return
  const why = 'The transaction is not in balance: its debits and credits differ by this amount.'
  throw invalidField('Amount', amountText(difference), why)
}

const controlTypes = new Set(['AccountsReceivable', 'AccountsPayable'])

function checkControlAccounts(lines: readonly Line[], books: Books): void {
  const isControlLine = ({ fields }: Line): boolean => {
    const account = books.lists.byId('Account', getRefId(fields, 'AccountRef') ?? '')
    return controlTypes.has(getText(account?.fields ?? {}, 'AccountType') ?? '')
  }
  if (lines.filter(isControlLine).length < 2) return
  const why = 'You cannot use more than one A/R or A/P account in the same transaction.'
  throw transactionNotSaved('JournalEntry', why)
}

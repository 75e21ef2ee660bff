import { childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import type { Books } from '../books/books.ts'
import { findAccountCurrency, findForeignCurrency, findHomeCurrency } from '../books/currencies.ts'
import { amountText, sum } from '../books/decimal.ts'
import { findHeaderCurrency, findRate, getRate, isForeign, toHome } from '../books/exchange-rates.ts'
import { getRefId, getText } from '../books/fields.ts'
import { isActive } from '../books/lists.ts'
import type { Fields, ListRecord, Posting, Transaction } from '../books/record.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { foreignAccount, missingAccount, missingElement, notEnabled } from '../requests/status-error.ts'
import { refuseCurrency } from '../requests/unproved-currency-choices.ts'
import { checkAmountLimit } from './amount-limit.ts'
import { requireControlAccount, requireGainAccount } from './currency-accounts.ts'
import type { Entry, TransactionKind } from './transaction-kind.ts'

const maxRate = Big(1_000_000)
const minRate = Big('0.000001')

/** Rejects an exchange rate while multicurrency is off (status 3250). */
export function checkCurrencyEnabled(request: Element, { switches }: RequestContext): void {
  if (!switches.multiCurrency && Number(childText(request, 'ExchangeRate') || 1) !== 1) throw notEnabled()
}

/**
 * Returns an entry with its currency and rate, which only a foreign one stores, and the receivable or payable account
 * of that currency. The currency is the request's, or else the name's, or else a foreign account's. The rate is the
 * request's, or else the stored one, or else the currency's on the day.
 */
export function withCurrency(kind: TransactionKind, entry: Entry, context: RequestContext): Entry {
  const { books, switches } = context
  if (!switches.multiCurrency) return entry
  const { CurrencyRef: _currency, ExchangeRate: _rate, ...fields } = entry.fields
  const currency = findTransactionCurrency(kind, entry, books)
  if (entry.current !== undefined && currency?.id !== findHeaderCurrency(entry.current.fields)) {
    throw refuseCurrency(
      'changedTransaction',
      'CurrencyRef',
      currency === undefined ? '' : books.lists.fullName(currency),
    )
  }
  const requested = childText(entry.request, 'ExchangeRate') || undefined
  if (currency === undefined) {
    if (requested !== undefined && !Big(requested).eq(1)) throw refuseCurrency('homeRate', 'ExchangeRate', requested)
    return { ...entry, fields }
  }
  const rate = chooseRate(entry, currency, requested)
  const foreign: Fields = { ...fields, CurrencyRef: { ListID: currency.id }, ExchangeRate: rate.toFixed() }
  requireGainAccount(context)
  return { ...entry, fields: { ...getControlAccount(kind, foreign, currency, context), ...foreign } }
}

function findTransactionCurrency(kind: TransactionKind, entry: Entry, books: Books): ListRecord | undefined {
  const { fields, requested } = entry
  const chosen = getRefId(requested, 'CurrencyRef') ?? (entry.current && findHeaderCurrency(entry.current.fields))
  if (chosen !== undefined && (kind.entity === undefined || requested.CurrencyRef !== undefined)) {
    const currency = books.lists.byId('Currency', chosen)
    if (currency !== undefined && requested.CurrencyRef !== undefined && !isActive(currency)) {
      throw refuseCurrency('inactive', 'CurrencyRef', books.lists.fullName(currency))
    }
    return currency?.id === findHomeCurrency(books)?.id ? undefined : currency
  }
  const name = books.lists.byId('Name', getRefId(fields, kind.entity ?? '') ?? '')
  if (name?.kind === 'Customer' || name?.kind === 'Vendor') return findCurrency(books, findForeignCurrency(books, name))
  const accounts =
    kind.getCurrencyAccounts?.(entry, books) ??
    Object.keys(kind.accountTypes ?? {}).map((each) => getRefId(fields, each) ?? '')
  return findCurrency(
    books,
    accounts.map((id) => findAccountCurrency(books, id)).find((id) => id !== undefined),
  )
}

function findCurrency(books: Books, id: string | undefined): ListRecord | undefined {
  return id === undefined ? undefined : books.lists.byId('Currency', id)
}

function chooseRate({ fields, current }: Entry, currency: ListRecord, requested: string | undefined): Big {
  const stored = current && getText(current.fields, 'ExchangeRate')
  const text = requested ?? stored ?? findRate(currency, getText(fields, 'TxnDate') ?? '')?.rate
  if (text === undefined) throw missingElement('ExchangeRate')
  const rate = Big(text)
  if (rate.lt(minRate) || rate.gt(maxRate)) throw refuseCurrency('rate', 'ExchangeRate', text)
  return rate
}

function getControlAccount(
  { accountTypes = {} }: TransactionKind,
  fields: Fields,
  currency: ListRecord,
  context: RequestContext,
): Fields {
  for (const [name, type] of [
    ['ARAccountRef', 'AccountsReceivable'],
    ['APAccountRef', 'AccountsPayable'],
  ] as const) {
    if (accountTypes[name] !== undefined && getRefId(fields, name) === undefined) {
      return { [name]: { ListID: requireControlAccount(context, type, currency).id } }
    }
  }
  return {}
}

/**
 * Converts a transaction's postings to the home currency, each rounded to a cent; what rounding leaves is an exchange
 * gain or loss. Postings with a `foreign` amount are converted already. Throws status 3140 for an account in a third
 * currency, and 3210 for a receivable or payable account or name that is not in the transaction's currency.
 */
export function convertPostings(
  transaction: Transaction,
  postings: readonly Posting[],
  books: Books,
): readonly Posting[] {
  for (const posting of postings) checkPostingCurrency(transaction, posting, books)
  if (!isForeign(transaction)) return postings
  const converted = postings.map((posting): Posting => {
    if (posting.foreign !== undefined) return posting
    const amount = toHome(transaction.fields, posting.amount)
    checkAmountLimit('Amount', amount)
    return { ...posting, amount: amountText(amount), foreign: posting.amount }
  })
  const rest = sum(converted.map(({ amount }) => amount))
  if (rest.eq(0)) return converted
  const account = books.findSpecialAccount('ExchangeGainLoss')?.id
  if (account === undefined) throw missingAccount('ExchangeGainLoss')
  return [...converted, { account, amount: amountText(rest.times(-1)), foreign: '0.00', entity: null }]
}

const controlTypes = new Set(['AccountsReceivable', 'AccountsPayable'])

function checkPostingCurrency({ kind, fields }: Transaction, { account, entity }: Posting, books: Books): void {
  const currency = findHeaderCurrency(fields)
  const record = books.lists.byId('Account', account)
  const own = findForeignCurrency(books, record)
  if (record === undefined || own === currency) {
    const name = books.lists.byId('Name', entity ?? '')
    if (name === undefined || findForeignCurrency(books, name) === currency) return
    throw refuseCurrency('name', 'EntityRef', books.lists.fullName(name))
  }
  if (own !== undefined) throw foreignAccount(books.lists.fullName(record), kind)
  if (controlTypes.has(getText(record.fields, 'AccountType') ?? '')) {
    throw refuseCurrency('controlAccount', 'AccountRef', books.lists.fullName(record))
  }
}

/** Converts a home currency amount to a header's currency, rounded to a cent. */
export function fromHome(header: Fields, amount: Big.BigSource): string {
  return amountText(Big(amount).div(getRate(header)))
}

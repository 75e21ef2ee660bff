import { Fault } from '@bridge/faults'
import { child, childText, type Element } from '@bridge/qbxml'
import { toDecimal } from '../check/check-value.ts'
import { type Currencies, onlyCurrency } from '../parts/currencies.ts'
import type { BorrowedValue, CheckedRecord, SentCurrency } from '../table/checked.ts'
import type { CheckedValue } from '../table/checked-value.ts'
import type { Currency } from '../table/company-memory.ts'

/**
 * Returns whether the currencies explain what a body names. If not, the list may be out of date: a currency can have
 * been added, or multicurrency switched on.
 */
export function explainsCurrencies({ currencies: sent }: CheckedRecord, currencies: Currencies): boolean {
  return sent.every((each) => {
    if (currencies.size === 0) return isOnlyCurrency(each)
    return each.rule.kind === 'rate' || findByCode(currencies, each.text)?.currency.isActive === true
  })
}

/**
 * Decides what a body's currency and exchange rate mean in the company file: values to write, to compare with the
 * customer, vendor or account, or to leave out. Throws 2010, and UNSUPPORTED_BY_DESKTOP for what qbXML cannot say, with
 * `element`.
 *
 * @param current the record to update
 */
export function decideCurrencies(record: CheckedRecord, currencies: Currencies, current?: Element): CheckedRecord {
  const decided = new Map<string, CheckedValue>()
  const borrowed: BorrowedValue[] = []
  const code = record.currencies.find(({ rule }) => rule.kind === 'code')
  const isInHome = code && findByCode(currencies, code.text)?.currency.isHome
  for (const sent of record.currencies) {
    if (currencies.size === 0) requireOnlyCurrency(sent)
    else if (sent.rule.kind === 'rate') {
      const rate = decideRate(sent, isInHome)
      if (rate !== undefined) decided.set(sent.key, rate)
    } else {
      const found = requireCurrency(sent, currencies, current)
      const owned = compareWithOwner(sent, found, record)
      if (owned !== undefined) borrowed.push(owned)
      else if (sent.rule.owner === undefined && !found.isRepeated) decided.set(sent.key, { listId: found.id })
    }
  }
  return { ...record, currencies: [], decided, borrowed: [...record.borrowed, ...borrowed] }
}

function isOnlyCurrency({ rule, text }: SentCurrency): boolean {
  if (rule.kind === 'code') return text === onlyCurrency
  // Clients with static types send a rate of 0 for none.
  const rate = toDecimal(text)
  return rate !== undefined && (rate.eq(1) || rate.eq(0))
}

function requireOnlyCurrency(sent: SentCurrency): void {
  if (isOnlyCurrency(sent)) return
  throw unsupported(sent, `multicurrency is off in the company file, so every amount is in ${onlyCurrency}`)
}

/**
 * Returns the rate to write; undefined in the home currency.
 *
 * @param isInHome undefined if the body names no currency
 */
function decideRate(sent: SentCurrency, isInHome: boolean | undefined): string | undefined {
  const { key, text, rule, rejection } = sent
  const rate = toDecimal(text)
  if (rate === undefined || rate.lte(0)) throw invalid(key, 'must be above zero')
  const isOne = rate.eq(1)
  if (isInHome && !isOne) throw invalid(key, `is ${text}, but the rate of the home currency is always 1`)
  if (!rule.isRefused) return isInHome ? undefined : text
  if (!isOne || isInHome === false) throw unsupported(sent, rejection?.reason ?? '')
  return undefined
}

interface FoundCurrency {
  readonly id: string
  readonly currency: Currency
  /** The stored record has it. */
  readonly isRepeated: boolean
}

function requireCurrency(sent: SentCurrency, currencies: Currencies, current: Element | undefined): FoundCurrency {
  const { key, text, rule, rejection } = sent
  const found = findByCode(currencies, text)
  if (found === undefined) {
    throw invalid(key, `is ${text}, which the company file's currency list does not have. Add it as a CompanyCurrency`)
  }
  const stored = current && child(current, 'CurrencyRef')
  const isRepeated = stored !== undefined && childText(stored, 'ListID') === found.id
  if (!found.currency.isActive && !isRepeated) {
    throw invalid(key, `is ${text}, which is inactive in the company file. Set Active on its CompanyCurrency to true`)
  }
  if (rule.isRefused && rule.owner === undefined && !found.currency.isHome)
    throw unsupported(sent, rejection?.reason ?? '')
  return { ...found, isRepeated }
}

/** Returns what has to equal the owner's value; undefined if the record keeps both. */
function compareWithOwner(
  { key, text, rule: { owner }, rejection }: SentCurrency,
  { id, isRepeated }: FoundCurrency,
  { values }: CheckedRecord,
): BorrowedValue | undefined {
  if (owner === undefined || (isRepeated && !values.has(owner.ref))) return undefined
  return {
    key,
    value: { value: id },
    row: {
      ...owner,
      elements: ['CurrencyRef/ListID'],
      member: 'value',
      isUsed: () => true,
      fault: '2010',
      reason: `it is ${text}, but QuickBooks Desktop uses the currency of the record in ${owner.ref}, which is another`,
      instead: rejection?.instead ?? '',
    },
  }
}

function findByCode(currencies: Currencies, code: string): Pick<FoundCurrency, 'id' | 'currency'> | undefined {
  for (const [id, currency] of currencies) if (currency.code === code) return { id, currency }
  return undefined
}

function invalid(key: string, detail: string): Fault {
  return new Fault('2010', `${key} ${detail}.`, { element: key })
}

function unsupported({ key }: SentCurrency, reason: string): Fault {
  return new Fault('UNSUPPORTED_BY_DESKTOP', `${key} is not supported: ${reason}.`, { element: key })
}

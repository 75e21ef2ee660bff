import { Fault } from '@bridge/faults'
import { branch, child, childText, type Element, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import { toDecimal } from '../check/check-value.ts'
import { type Currencies, onlyCurrency } from '../parts/currencies.ts'
import type { CheckedRecord, SentCurrency } from '../table/checked.ts'
import type { CheckedValue } from '../table/checked-value.ts'
import type { Currency } from '../table/company-memory.ts'
import { findReferenced, isSameText } from './borrowed-values.ts'

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

/** Reads the records that decide about a currency, and throws 2010 if it is another one. */
interface OwnerCheck {
  readonly requests: readonly QbxmlRequest[]
  readonly require: (responses: readonly QbxmlResponse[]) => void
}

interface DecidedRecord {
  readonly record: CheckedRecord
  readonly owners?: OwnerCheck
}

/**
 * Decides what a body's currency and exchange rate mean in the company file: values to write, to compare with the
 * customer, vendor or account, or to leave out. Throws 2010, and UNSUPPORTED_BY_DESKTOP for what qbXML cannot say, with
 * `element`.
 *
 * @param current the record to update
 */
export function decideCurrencies(record: CheckedRecord, currencies: Currencies, current?: Element): DecidedRecord {
  const decided = new Map<string, CheckedValue>()
  let owners: OwnerCheck | undefined
  const code = record.currencies.find(({ rule }) => rule.kind === 'code')
  const isInHome = code && findByCode(currencies, code.text)?.currency.isHome
  for (const sent of record.currencies) {
    if (currencies.size === 0) requireOnlyCurrency(sent)
    else if (sent.rule.kind === 'rate') {
      const rate = decideRate(sent, isInHome)
      if (rate !== undefined) decided.set(sent.key, rate)
    } else {
      const found = requireCurrency(sent, currencies, current)
      owners = checkOwners(sent, found, { record, currencies, current })
      if (!sent.rule.owners && !sent.rule.isRefused && !found.isRepeated) decided.set(sent.key, { listId: found.id })
    }
  }
  return { record: { ...record, currencies: [], decided }, ...(owners && { owners }) }
}

function isOnlyCurrency({ rule, text }: SentCurrency): boolean {
  if (rule.kind === 'code') return text === onlyCurrency
  const rate = toDecimal(text)
  return rate !== undefined && (rate.eq(1) || rate.eq(0))
}

function requireOnlyCurrency(sent: SentCurrency): void {
  if (isOnlyCurrency(sent)) return
  throw unsupported(sent, `multicurrency is off in the company file, so every amount is in ${onlyCurrency}`)
}

/**
 * Returns the rate to write; undefined in the home currency. Where none is written, clients with static types may send 0.
 *
 * @param isInHome undefined if the body names no currency
 */
function decideRate(sent: SentCurrency, isInHome: boolean | undefined): string | undefined {
  const { key, text, rule, rejection } = sent
  const rate = toDecimal(text)
  if (rate?.eq(0) && (isInHome || rule.isRefused)) return undefined
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
  if (rule.isRefused && rule.owners === undefined && !found.currency.isHome)
    throw unsupported(sent, rejection?.reason ?? '')
  return { ...found, isRepeated }
}

interface Context {
  readonly record: CheckedRecord
  readonly currencies: Currencies
  readonly current: Element | undefined
}

/** Returns the check that the owners have the currency; undefined if the record keeps both. */
function checkOwners(
  { key, text, rule: { owners = [] } }: SentCurrency,
  { id, currency, isRepeated }: FoundCurrency,
  { record, currencies, current }: Context,
): OwnerCheck | undefined {
  if (owners.length === 0 || (isRepeated && !owners.some(({ ref }) => record.values.has(ref)))) return undefined
  const selected = owners.flatMap((owner) => {
    const selector = findReferenced(record, owner.ref, current)
    return selector === undefined ? [] : [{ ...owner, selector }]
  })
  return {
    requests: selected.map(({ query, selector }) => branch(`${query}QueryRq`, [selector])),
    require(responses) {
      const owned = selected.flatMap(({ ref, query, selector }) => {
        const own = findCurrencyId(responses, query, selector)
        return own === undefined ? [] : [{ ref, own }]
      })
      const decides = owned.find(({ own }) => currencies.get(own)?.isHome === false) ?? owned[0]
      if (decides === undefined ? currency.isHome : decides.own === id) return
      const ref = decides?.ref ?? selected[0]?.ref ?? key
      throw invalid(
        key,
        `is ${text}, but QuickBooks Desktop uses the currency of the record in ${ref}, which is another`,
      )
    },
  }
}

function findCurrencyId(responses: readonly QbxmlResponse[], query: string, selector: Element): string | undefined {
  const owner = responses
    .filter(({ name }) => name === `${query}QueryRs`)
    .flatMap(({ elements }) => elements)
    .find((each) => isSameText(childText(each, selector.name), selector.text))
  const reference = owner && child(owner, 'CurrencyRef')
  return reference && childText(reference, 'ListID')
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

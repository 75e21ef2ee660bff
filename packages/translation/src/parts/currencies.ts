import { branch, child, childText, type Element, leaf, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import type { Currency } from '../table/company-memory.ts'
import type { JsonValue } from '../table/json.ts'
import type { ReadContext } from '../table/traits.ts'

/** The company file's currencies by ListID; empty if it has only one. */
export type Currencies = ReadonlyMap<string, Currency>

/** Thrown while records are read whose currency the memory does not know. */
export class UnknownCurrencyError extends Error {}

/** The currency in a file without multicurrency, which only the US edition of QuickBooks Desktop has. */
export const onlyCurrency = 'USD'

const keptMs = 10 * 60 * 1000

/** Creates the queries for the currency list, and for which of them is the home currency. */
export function createCurrencyQueries(): readonly QbxmlRequest[] {
  return [
    branch('PreferencesQueryRq', [leaf('IncludeRetElement', 'MultiCurrencyPreferences')]),
    branch('CurrencyQueryRq', [
      leaf('ActiveStatus', 'All'),
      ...['ListID', 'Name', 'IsActive', 'CurrencyCode'].map((name) => leaf('IncludeRetElement', name)),
    ]),
  ]
}

/** Returns the currencies among the records found by {@link createCurrencyQueries}. */
export function toCurrencies(records: readonly Element[]): Currencies {
  const homeId = findHomeId(records)
  if (homeId === undefined) return new Map()
  return new Map(
    records.flatMap((record) => {
      const [id, code] = [childText(record, 'ListID'), childText(record, 'CurrencyCode')]
      if (record.name !== 'CurrencyRet' || id === undefined || !code) return []
      const isActive = childText(record, 'IsActive') !== 'false'
      return [
        [id, { code: code.toUpperCase(), name: childText(record, 'Name') ?? code, isActive, isHome: id === homeId }],
      ]
    }),
  )
}

/** Returns the home currency's ListID; undefined if the file has one currency. */
function findHomeId(records: readonly Element[]): string | undefined {
  const preferences = records.find(({ name }) => name === 'PreferencesRet')
  const multiCurrency = preferences && child(preferences, 'MultiCurrencyPreferences')
  if (multiCurrency === undefined || childText(multiCurrency, 'IsMultiCurrencyOn') !== 'true') return undefined
  const home = child(multiCurrency, 'HomeCurrencyRef')
  return home && childText(home, 'ListID')
}

/** Returns the home currency's code in the responses to {@link createCurrencyQueries}. */
export function readHomeCode(responses: readonly QbxmlResponse[]): string {
  const currencies = toCurrencies(responses.flatMap(({ elements }) => elements))
  return findHome(currencies)?.code ?? onlyCurrency
}

/**
 * Returns the currencies read during the last ten minutes; undefined if none were. That a file has only one stays known
 * until a record names a currency.
 */
export function getKnownCurrencies({ memory, now }: ReadContext): Currencies | undefined {
  const list = memory?.get('currencies')
  if (list === undefined || now === undefined) return undefined
  return list.entries.size === 0 || now.getTime() - list.readAt < keptMs ? list.entries : undefined
}

/** Remembers that a file has only one currency, because QuickBooks returned a record without any. */
function learnOnlyCurrency({ memory, now }: ReadContext): void {
  const time = now?.getTime()
  if (memory === undefined || time === undefined || memory.get('currencies') !== undefined) return
  memory.set('currencies', { entries: new Map(), readAt: time, checkedAt: time })
}

/** Returns whether a record names a currency that the memory does not know. */
export function namesUnknownCurrency(record: Element, context: ReadContext): boolean {
  const reference = child(record, 'CurrencyRef')
  const id = reference && childText(reference, 'ListID')
  return id !== undefined && getKnownCurrencies(context)?.has(id) !== true
}

/**
 * Reads a reference to a currency as `{ value, name }` with its code; the only currency without one. A currency missing
 * from the list has a name only.
 */
export function readCurrency(reference: Element | undefined, context: ReadContext): JsonValue {
  const known = getKnownCurrencies(context)
  const id = reference && childText(reference, 'ListID')
  if (id === undefined) {
    learnOnlyCurrency(context)
    const home = known && findHome(known)
    return home === undefined ? { value: onlyCurrency, name: 'United States Dollar' } : toReference(home)
  }
  const currency = known?.get(id)
  if (currency !== undefined) return toReference(currency)
  context.onUnknownCurrency?.()
  context.onUnreadable?.('CurrencyRef')
  const name = reference && childText(reference, 'FullName')
  return name === undefined ? {} : { name }
}

/** Reads the home currency's code. The record shows that the file has several. */
export function readHomeCurrency(context: ReadContext): string | undefined {
  const home = findHome(getKnownCurrencies(context) ?? new Map())
  if (home === undefined) context.onUnknownCurrency?.()
  return home?.code
}

function findHome(currencies: Currencies): Currency | undefined {
  return [...currencies.values()].find(({ isHome }) => isHome)
}

function toReference({ code, name }: Currency): JsonValue {
  return { value: code, name }
}

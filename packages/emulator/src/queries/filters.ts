import { child, childrenByName, childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import type { Books } from '../books/books.ts'
import type { ListRecord } from '../books/record.ts'
import { parseBound, wallClock } from '../host/host-time.ts'
import type { Switches } from '../host/switches.ts'
import { isId } from '../requests/resolve.ts'
import { invalidId, StatusError } from '../requests/status-error.ts'

/** Whether a value passes a filter. */
export type Test<Value> = (value: Value) => boolean

/** Returns the texts in children with a name. */
export function getTexts(request: Element, name: string): readonly string[] {
  return childrenByName(request, name).map((each) => each.text)
}

/** Creates the `NameFilter` or `RefNumberFilter`: StartsWith, Contains or EndsWith, ignoring case. */
export function matchFilter(request: Element, name: string, field: string): Test<string> {
  const filter = child(request, name)
  if (filter === undefined) return passAll
  const wanted = folded(childText(filter, field) ?? '')
  const criterion = childText(filter, 'MatchCriterion')
  if (criterion === 'StartsWith') return (text) => folded(text).startsWith(wanted)
  if (criterion === 'EndsWith') return (text) => folded(text).endsWith(wanted)
  return (text) => folded(text).includes(wanted)
}

function passAll() {
  return true
}
function folded(text: string): string {
  return text.toLowerCase()
}

/** Creates the `NameRangeFilter` or `RefNumberRangeFilter`. Both ends are included, and either may be missing. */
export function rangeFilter(request: Element, name: string, fromField: string, toField: string): Test<string> {
  const filter = child(request, name)
  if (filter === undefined) return passAll
  const from = folded(childText(filter, fromField) ?? '')
  const to = folded(childText(filter, toField) ?? '')
  return (text) => folded(text) >= from && (to === '' || folded(text) <= to)
}

/** Creates the filter for a time range on the host's wall clock. Throws status 3020 or 3030. */
export function timeFilter(
  switches: Switches,
  holder: Element | undefined,
  fromField: string,
  toField: string,
): Test<number> {
  const bound = (field: string, side: 'from' | 'to'): number | undefined => {
    const text = holder === undefined ? undefined : childText(holder, field)
    if (text === undefined || text === '') return undefined
    const seconds = parseBound(switches, text, side)
    if (seconds === undefined) {
      throw new StatusError(
        3020,
        `There was an error when converting the date value "${text}" in the field "${field}".`,
      )
    }
    return seconds
  }
  const from = bound(fromField, 'from') ?? Number.NEGATIVE_INFINITY
  const to = bound(toField, 'to') ?? Number.POSITIVE_INFINITY
  checkRange(from, to)
  if (from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY) return passAll
  return (seconds) => wallClock(switches, seconds) >= from && wallClock(switches, seconds) <= to
}

/** Rejects a range that ends before it begins (status 3030). */
export function checkRange<Bound extends number | string>(from: Bound, to: Bound): void {
  if (from > to) throw new StatusError(3030, 'Invalid date range: From date is greater than To date.')
}

/** Creates the `TotalBalanceFilter`. */
export function balanceFilter(request: Element): Test<Big> {
  const filter = child(request, 'TotalBalanceFilter')
  if (filter === undefined) return passAll
  const amount = Big(childText(filter, 'Amount') || 0)
  switch (childText(filter, 'Operator')) {
    case 'LessThan':
      return (balance) => balance.lt(amount)
    case 'LessThanEqual':
      return (balance) => balance.lte(amount)
    case 'GreaterThan':
      return (balance) => balance.gt(amount)
    case 'GreaterThanEqual':
      return (balance) => balance.gte(amount)
    default:
      return (balance) => balance.eq(amount)
  }
}

/** A filter by reference, and its first missing value. */
export interface ReferenceFilter {
  readonly test: Test<string | undefined>
  readonly missing?: string
}

/**
 * Creates `EntityFilter`, `AccountFilter`, `ClassFilter` and others. The WithChildren forms also pass the records'
 * descendants. Throws status 3000 for a malformed ID.
 */
export function referenceFilter(books: Books, request: Element, name: string, family: string): ReferenceFilter {
  const filter = child(request, name)
  if (filter === undefined) return { test: passAll }
  const ids = new Set<string>()
  let missing: string | undefined
  for (const { name: form, text } of filter.children) {
    const record = form.startsWith('ListID') ? byId(books, family, text) : books.lists.byFullName(family, text)
    if (record === undefined) missing ??= text
    else if (form.endsWith('WithChildren')) for (const each of withChildren(books, record)) ids.add(each.id)
    else ids.add(record.id)
  }
  const test = (id: string | undefined): boolean => id !== undefined && ids.has(id)
  return missing === undefined ? { test } : { test, missing }
}

function byId(books: Books, family: string, id: string): ListRecord | undefined {
  if (!isId(id)) throw invalidId(id, 'ListID')
  return books.lists.byId(family, id)
}

function withChildren(books: Books, record: ListRecord): readonly ListRecord[] {
  return [record, ...books.lists.children(record).flatMap((each) => withChildren(books, each))]
}

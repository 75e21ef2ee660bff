import { childrenByName, childText, type Element } from '@bridge/qbxml'
import { getOpenBalance } from '../books/balances.ts'
import { findForeignCurrency, findHomeCurrency } from '../books/currencies.ts'
import { getRefId, getText } from '../books/fields.ts'
import type { ListKind } from '../books/list-kinds.ts'
import { isActive } from '../books/lists.ts'
import type { ListRecord } from '../books/record.ts'
import {
  balanceFilter,
  getTexts,
  matchFilter,
  rangeFilter,
  referenceFilter,
  type Test,
  timeFilter,
} from '../queries/filters.ts'
import { type Found, runQuery, takeMatches } from '../queries/run-query.ts'
import type { RequestContext, RequestResult } from '../requests/request-context.ts'
import { isId } from '../requests/resolve.ts'
import { invalidId, Unsupported } from '../requests/status-error.ts'
import { getRetOptions } from '../responses/ret-options.ts'
import { getListOrder } from './list-order.ts'
import { getListRules } from './list-rules.ts'
import { toRecordRet } from './record-ret.ts'

/** Runs a query over one or several kinds (`CustomerQueryRq`, `ItemQueryRq`, …). */
export function queryLists(kinds: readonly ListKind[], request: Element, context: RequestContext): RequestResult {
  for (const kind of kinds) getListRules(kind.kind).checkEnabled?.(context)
  const unsupported = context.switches.multiCurrency ? ['ItemRef'] : ['CurrencyFilter', 'ItemRef']
  for (const filter of unsupported) {
    if (childrenByName(request, filter).length > 0) throw new Unsupported(`${request.name}/${filter}`)
  }
  const options = getRetOptions(request)
  return runQuery(request, context, () => {
    const { records, missing } = findRecords(kinds, request, context)
    const pending = records.map((record) => () => toRecordRet(context, record, options))
    return { pending, ...(missing === undefined ? {} : { missing }) } satisfies Found
  })
}

interface Records {
  readonly records: readonly ListRecord[]
  readonly missing?: string
}

function findRecords(kinds: readonly ListKind[], request: Element, context: RequestContext): Records {
  const ids = getTexts(request, 'ListID')
  const fullNames = getTexts(request, 'FullName')
  for (const id of ids) if (!isId(id)) throw invalidId(id, 'ListID')
  if (ids.length > 0) return findByIdsOrNames(kinds, ids, (family, id) => context.books.lists.byId(family, id))
  if (fullNames.length > 0)
    return findByIdsOrNames(kinds, fullNames, (family, name) => context.books.lists.byFullName(family, name))
  return findByFilters(kinds, request, context)
}

// IDs or names exclude every other filter, so inactive records are returned too.
function findByIdsOrNames(
  kinds: readonly ListKind[],
  texts: readonly string[],
  find: (family: string, text: string) => ListRecord | undefined,
): Records {
  const records = new Set<ListRecord>()
  let missing: string | undefined
  const family = kinds[0]?.family ?? ''
  for (const text of texts) {
    const record = find(family, text)
    if (record !== undefined && kinds.some((kind) => kind.kind === record.kind)) records.add(record)
    else missing ??= text
  }
  return missing === undefined ? { records: [...records] } : { records: [...records], missing }
}

function findByFilters(kinds: readonly ListKind[], request: Element, context: RequestContext): Records {
  const { books, switches } = context
  const classes = referenceFilter(books, request, 'ClassFilter', 'Class')
  const hasClassFilter = childrenByName(request, 'ClassFilter').length > 0
  const hasBalanceFilter = childrenByName(request, 'TotalBalanceFilter').length > 0
  const currencies = referenceFilter(books, request, 'CurrencyFilter', 'Currency')
  const hasCurrencyFilter = childrenByName(request, 'CurrencyFilter').length > 0
  const home = findHomeCurrency(books)?.id
  const isModifiedThen = timeFilter(switches, request, 'FromModifiedDate', 'ToModifiedDate')
  const isStatus = statusFilter(request)
  const matches = matchFilter(request, 'NameFilter', 'Name')
  const isInRange = rangeFilter(request, 'NameRangeFilter', 'FromName', 'ToName')
  const isBalance = balanceFilter(request)
  const types = new Set([...getTexts(request, 'AccountType'), ...getTexts(request, 'PaymentMethodType')])

  const found = takeMatches(request, sortRecords(kinds, context), ({ record, fullName }) => {
    if (!isStatus(record) || !isModifiedThen(record.modified)) return false
    if (types.size > 0 && !types.has(getText(record.fields, `${record.kind}Type`) ?? '')) return false
    if (hasClassFilter && !classes.test(getRefId(record.fields, 'ClassRef'))) return false
    if (hasCurrencyFilter && !currencies.test(findForeignCurrency(books, record) ?? home)) return false
    if (!matches(fullName) || !isInRange(fullName)) return false
    return !hasBalanceFilter || isBalance(getOpenBalance(books, record))
  })
  const records = found.map(({ record }) => record)
  const missing = classes.missing ?? currencies.missing
  return missing === undefined ? { records } : { records, missing }
}

interface Named {
  readonly record: ListRecord
  readonly fullName: string
}

/** Returns the kinds' records in order. Sorts them only after a change, so a large list's pages are fast. */
function sortRecords(kinds: readonly ListKind[], context: RequestContext): readonly Named[] {
  const { books, switches } = context
  const key = `list order: ${kinds.map(({ kind }) => kind).join()} ${switches.accountNumbers}`
  return books.untilChange(key, () =>
    kinds
      .flatMap((kind) => [...books.lists.getRecords(kind)])
      .map((record) => ({ record, fullName: books.lists.fullName(record), order: getListOrder(record, context) }))
      .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0)),
  )
}

function statusFilter(request: Element): Test<ListRecord> {
  const status = childText(request, 'ActiveStatus') || 'ActiveOnly'
  if (status === 'All') return () => true
  return (record) => isActive(record) === (status === 'ActiveOnly')
}

import { toDecimal } from '../check-value.ts'
import { branch, type Element, leaf } from '../qbxml/element.ts'
import { idElement } from '../requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { Filter } from '../table/row.ts'
import { hidesInactive } from './evaluate.ts'
import { propertyOf } from './property.ts'
import type { Condition, Query } from './query.ts'
import { type DesktopRange, daysOf, timesOf } from './ranges.ts'

/** What QuickBooks is asked for. It may answer too much, never too little: every record is checked again. */
export interface PushDown {
  /** No record can match: nothing is asked. */
  readonly isEmpty: boolean
  /** Records named one by one; QuickBooks takes no other filter beside them. */
  readonly named: { readonly element: string; readonly values: readonly string[] } | undefined
  readonly filters: readonly Element[]
  /** QuickBooks answers exactly the matching records. */
  readonly isExact: boolean
}

type ByFilter = ReadonlyMap<Filter, readonly Condition[]>

/** The form of ids of lists and transactions (facts/qbxml.md, section 3.1); no record has another one. */
const idForm = /^[\dA-F]{1,16}-\d{1,10}$/

/** QuickBooks' own comparison of letters beyond ASCII is not known: texts with such letters are compared here alone. */
const ascii = /^[\x20-\x7e]+$/

/** Which conditions of a query QuickBooks can apply itself (specification, 4.3 rule 10). */
export const pushDown = (query: Query, table: EntityTable): PushDown => {
  const byFilter = new Map<Filter, Condition[]>()
  for (const condition of query.conditions) {
    const { filter } = propertyOf(table, condition.property)
    if (filter !== undefined) byFilter.set(filter, [...(byFilter.get(filter) ?? []), condition])
  }
  const named = namedRecords(table, byFilter)
  if (named !== undefined) return { isEmpty: named.values.length === 0, named, filters: [], isExact: false }
  return table.kind === 'transaction' ? transactionFilters(query, byFilter) : listFilters(query, table, byFilter)
}

const isEquality = ({ operator }: Condition): boolean => operator === '=' || operator === 'IN'

const texts = ({ values }: Condition): string[] => [
  ...new Set(values.map(({ text }) => text.trim()).filter((text) => text !== '')),
]

const namedRecords = (table: EntityTable, byFilter: ByFilter): PushDown['named'] => {
  const ids = byFilter.get('byId')?.find(isEquality)
  if (ids !== undefined) {
    // QuickBooks prints ids in upper case, and takes no other; a client may write them as it likes.
    return {
      element: idElement(table),
      values: [...new Set(texts(ids).map((id) => id.toUpperCase()))].filter((id) => idForm.test(id)),
    }
  }
  for (const [filter, element] of [
    ['byFullName', 'FullName'],
    ['byRefNumber', 'RefNumber'],
  ] as const) {
    const found = byFilter
      .get(filter)
      ?.find((condition) => isEquality(condition) && texts(condition).length === condition.values.length)
    if (found !== undefined && texts(found).every((text) => ascii.test(text))) return { element, values: texts(found) }
  }
  return undefined
}

const listFilters = (query: Query, table: EntityTable, byFilter: ByFilter): PushDown => {
  const filters: Element[] = []
  const status = activeStatus(query, table, byFilter.get('byActive') ?? [])
  if (status !== undefined) filters.push(leaf('ActiveStatus', status))
  const times = timesOf(byFilter.get('byModified') ?? [], 'MetaData.LastUpdatedTime')
  if (times !== 'empty') filters.push(...rangeElements(times, 'ModifiedDate'))
  const names = (byFilter.get('byName') ?? []).map((condition) => nameFilter(condition, table.hierarchical))
  const name = names.find((each) => each !== undefined)
  if (name !== undefined) filters.push(name)
  return {
    isEmpty: times === 'empty' || status === undefined,
    named: undefined,
    filters,
    isExact: query.conditions.length === (byFilter.get('byActive')?.length ?? 0),
  }
}

/** `ActiveStatus`; undefined where a record would have to be both. */
const activeStatus = (query: Query, table: EntityTable, conditions: readonly Condition[]): string | undefined => {
  if (hidesInactive(query, table)) return 'ActiveOnly'
  const holds = (active: boolean): boolean =>
    conditions.every(({ operator, values }) => {
      const isNamed = values.some(({ text }) => text.trim().toLowerCase() === String(active))
      return operator === '!=' ? !isNamed : isNamed
    })
  if (holds(true)) return holds(false) ? 'All' : 'ActiveOnly'
  return holds(false) ? 'InactiveOnly' : undefined
}

const rangeElements = ({ from, to }: Exclude<DesktopRange, 'empty'>, stem: string): Element[] => [
  ...(from === undefined ? [] : [leaf(`From${stem}`, from)]),
  ...(to === undefined ? [] : [leaf(`To${stem}`, to)]),
]

/**
 * A filter on names. Whether QuickBooks compares the short name or the full path is not documented, so in lists
 * with levels nothing is asked that only one of the two could answer (facts/qbxml.md, section 4.2).
 */
const nameFilter = (condition: Condition, hierarchical: boolean): Element | undefined => {
  const [text] = texts(condition)
  if (text === undefined || condition.values.length > 1) return undefined
  const found =
    condition.operator === 'LIKE'
      ? criterionOf(text, hierarchical)
      : isEquality(condition)
        ? criterion('EndsWith', text)
        : undefined
  return found && branch('NameFilter', [leaf('MatchCriterion', found.how), leaf('Name', found.text)])
}

interface Criterion {
  readonly how: 'StartsWith' | 'Contains' | 'EndsWith'
  readonly text: string
}

const criterion = (how: Criterion['how'], text: string): Criterion | undefined =>
  ascii.test(text) ? { how, text } : undefined

/** What a pattern asks for at least: its start, its end, or its longest part. */
const criterionOf = (pattern: string, hierarchical = false): Criterion | undefined => {
  const parts = pattern.split('%')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length === 1) return criterion('EndsWith', pattern)
  if (first !== '' && first === first.trimEnd() && !hierarchical && ascii.test(first))
    return criterion('StartsWith', first)
  if (last !== '' && last === last.trimStart() && ascii.test(last)) return criterion('EndsWith', last)
  const longest = parts
    .map((part) => part.trim())
    .filter((part) => ascii.test(part))
    .reduce((one, other) => (other.length > one.length ? other : one), '')
  return longest === '' ? undefined : criterion('Contains', longest)
}

const transactionFilters = (query: Query, byFilter: ByFilter): PushDown => {
  const onDay = byFilter.get('byTxnDate') ?? []
  const modified = byFilter.get('byModified') ?? []
  const days = daysOf(onDay, 'TxnDate')
  const times = timesOf(modified, 'MetaData.LastUpdatedTime')
  const filters: Element[] = []
  // The two ranges exclude each other in one request; the one on days is exact.
  const dayElements = days === 'empty' ? [] : rangeElements(days, 'TxnDate')
  const timeElements = times === 'empty' ? [] : rangeElements(times, 'ModifiedDate')
  if (dayElements.length > 0) filters.push(branch('TxnDateRangeFilter', dayElements))
  else if (timeElements.length > 0) filters.push(branch('ModifiedDateRangeFilter', timeElements))

  const entities = (byFilter.get('byEntity') ?? []).filter(isEquality)
  // References are compared exactly: QuickBooks refuses an id in lower case, and no record has one.
  const ids =
    entities[0] === undefined ? undefined : entities[0].values.map(({ text }) => text).filter((id) => idForm.test(id))
  if (ids !== undefined && ids.length <= entityIdsMax) {
    filters.push(
      branch(
        'EntityFilter',
        ids.map((id) => leaf('ListID', id)),
      ),
    )
  }
  const pattern = (byFilter.get('byRefNumber') ?? []).find(({ operator }) => operator === 'LIKE')
  const number = pattern && criterionOf(pattern.values[0]?.text.trim() ?? '')
  if (number !== undefined) {
    filters.push(branch('RefNumberFilter', [leaf('MatchCriterion', number.how), leaf('RefNumber', number.text)]))
  }
  if ((byFilter.get('byOpenBalance') ?? []).some(asksForOpen)) filters.push(leaf('PaidStatus', 'NotPaidOnly'))

  const exactDays = onDay.filter(({ operator, values }) => operator !== '!=' && values.length === 1).length
  const exactIds = ids !== undefined && ids.length <= entityIdsMax && entities.length === 1 ? 1 : 0
  return {
    isEmpty: days === 'empty' || times === 'empty' || ids?.length === 0,
    named: undefined,
    filters,
    isExact: query.conditions.length === exactDays + exactIds,
  }
}

/** More ids than this in one filter are not sent; the records are filtered here. */
const entityIdsMax = 100

/** `Balance > 0`, or any condition that implies it. */
const asksForOpen = ({ operator, values }: Condition): boolean => {
  const value = toDecimal(values[0]?.text)
  if (value === undefined || values.length !== 1) return false
  return operator === '>'
    ? value.gte(0)
    : (operator === '>=' || isEquality({ operator, values, property: '' })) && value.gt(0)
}

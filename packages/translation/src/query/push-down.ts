import { branch, type Element, leaf } from '@bridge/qbxml'
import { toDecimal } from '../check/check-value.ts'
import { trimBlanks } from '../check/trim-blanks.ts'
import { getIdElement, getQueries } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { findDesktopRef } from '../table/merged-ids.ts'
import type { Filter } from '../table/traits.ts'
import { hidesInactive } from './evaluate.ts'
import { requireProperty } from './property.ts'
import type { Condition, Query } from './query.ts'
import { type DesktopRange, getRangeSeconds, toDayRange, toTimeRange } from './ranges.ts'

interface NamedRecords {
  /** The element naming a record; some IDs in merged lists are names on the desktop. */
  readonly element: string
  readonly values: readonly string[]
  readonly condition: Condition
}

/**
 * The filters applied by QuickBooks. They may match too many records, but never too few, so every record is checked
 * again.
 */
export interface PushDown {
  /** No record can match, so no request is needed. */
  readonly isEmpty: boolean
  /** Records to request by name, which QuickBooks allows only without other filters. */
  readonly named: NamedRecords | undefined
  readonly filters: readonly Element[]
  /** The filters match exactly the query's records. */
  readonly isExact: boolean
  /** The conditions applied by each element, by element name. */
  readonly applied: ReadonlyMap<string, readonly Condition[]>
}

/** List and transaction IDs. */
const idForm = /^[\dA-F]{1,16}-\d{1,10}$/

/** Texts to push down. How QuickBooks compares letters outside ASCII is undocumented. */
const ascii = /^[\x20-\x7e]+$/

/** Finds the query conditions QuickBooks can apply [dp-4.3.10]. */
export function pushDown(query: Query, table: EntityTable): PushDown {
  const byFilter = new Map<Filter, Condition[]>()
  for (const condition of query.conditions) {
    const { filter } = requireProperty(table, condition.property)
    if (filter !== undefined) byFilter.set(filter, [...(byFilter.get(filter) ?? []), condition])
  }
  const named = findNamedRecords(table, byFilter)
  if (named !== undefined) {
    const applied = new Map([[named.element, [named.condition]]])
    return { isEmpty: named.values.length === 0, named, filters: [], isExact: false, applied }
  }
  return table.kind === 'transaction' ? toTransactionFilters(query, byFilter) : toListFilters(query, table, byFilter)
}

type ByFilter = ReadonlyMap<Filter, readonly Condition[]>

function findNamedRecords(table: EntityTable, byFilter: ByFilter): NamedRecords | undefined {
  const ids = byFilter.get('byId')?.find(isEquality)
  if (ids !== undefined) {
    // QuickBooks accepts IDs only in upper case, as it prints them; clients may use either case.
    return {
      condition: ids,
      element: getIdElement(table),
      values: [...new Set(getTexts(ids).map((id) => id.toUpperCase()))].filter((id) => isPossibleId(table, id)),
    }
  }
  for (const [filter, element] of [
    ['byFullName', 'FullName'],
    ['byRefNumber', 'RefNumber'],
  ] as const) {
    const found = byFilter
      .get(filter)
      ?.find((condition) => isEquality(condition) && getTexts(condition).length === condition.values.length)
    if (found !== undefined && getTexts(found).every((text) => ascii.test(text) && !isAccountNumber(element, text)))
      return { element, values: getTexts(found), condition: found }
  }
  return undefined
}

/** Returns whether a record can have a client-side ID. */
function isPossibleId(table: EntityTable, id: string): boolean {
  return getQueries(table).some((query) => {
    const ref = findDesktopRef(table, query, id)
    return ref !== undefined && (!('listId' in ref) || idForm.test(ref.listId))
  })
}

function isEquality({ operator }: Condition): boolean {
  return operator === '=' || operator === 'IN'
}

function getTexts({ values }: Condition): string[] {
  return [...new Set(values.map(({ text }) => trimBlanks(text)).filter((text) => text !== ''))]
}

/** Returns whether QuickBooks reads a full name as an account number, as it prefers to for digits. */
function isAccountNumber(element: string, text: string): boolean {
  return element === 'FullName' && /^[\d.]+$/.test(text)
}

function toTransactionFilters(query: Query, byFilter: ByFilter): PushDown {
  const onDay = byFilter.get('byTxnDate') ?? []
  const modified = byFilter.get('byModified') ?? []
  const days = toDayRange(onDay, 'TxnDate')
  const times = toTimeRange(modified, byFilter.get('byCreated'))
  const filters: Element[] = []
  const applied = new Map<string, readonly Condition[]>()
  const apply = (filter: Element, conditions: readonly Condition[]): void => {
    filters.push(filter)
    applied.set(filter.name, conditions)
  }
  // A request can contain only one range, and the shorter one matches fewer records.
  const dayElements = days === 'empty' ? [] : toRangeElements(days, 'TxnDate')
  const timeElements = times === 'empty' ? [] : toRangeElements(times, 'ModifiedDate')
  const isByTime =
    timeElements.length > 0 &&
    (dayElements.length === 0 ||
      (days !== 'empty' && times !== 'empty' && getRangeSeconds(times) < getRangeSeconds(days)))
  if (isByTime) apply(branch('ModifiedDateRangeFilter', timeElements), modified.filter(isBound))
  else if (dayElements.length > 0) apply(branch('TxnDateRangeFilter', dayElements), onDay.filter(isBound))

  const [entity, ...otherEntities] = (byFilter.get('byEntity') ?? []).filter(isEquality)
  // References are compared exactly: QuickBooks rejects IDs in lower case, and no record has one.
  const ids = entity?.values.map(({ text }) => text).filter((id) => idForm.test(id))
  const isByEntity = entity !== undefined && ids !== undefined && ids.length <= maxEntityIds
  if (isByEntity) {
    const listIds = ids.map((id) => leaf('ListID', id))
    apply(branch('EntityFilter', listIds), [entity])
  }
  for (const condition of byFilter.get('byRefNumber') ?? []) {
    const criterion =
      condition.operator === 'LIKE' ? toCriterion(trimBlanks(condition.values[0]?.text ?? '')) : undefined
    if (criterion === undefined) continue
    apply(branch('RefNumberFilter', [leaf('MatchCriterion', criterion.kind), leaf('RefNumber', criterion.text)]), [
      condition,
    ])
    break
  }
  const open = (byFilter.get('byOpenBalance') ?? []).filter(requiresOpenBalance)
  if (open.length > 0) apply(leaf('PaidStatus', 'NotPaidOnly'), open)

  const exactDays = onDay.filter(({ operator, values }) => operator !== '!=' && values.length === 1).length
  const exactIds = isByEntity && otherEntities.length === 0 ? 1 : 0
  return {
    isEmpty: days === 'empty' || times === 'empty' || ids?.length === 0,
    named: undefined,
    filters,
    isExact: query.conditions.length === exactDays + exactIds,
    applied,
  }
}

function toRangeElements({ from, to }: Exclude<DesktopRange, 'empty'>, stem: string): Element[] {
  return [
    ...(from === undefined ? [] : [leaf(`From${stem}`, from)]),
    ...(to === undefined ? [] : [leaf(`To${stem}`, to)]),
  ]
}

/** Returns whether a condition bounds a range, as all operators but `!=` do. */
function isBound({ operator }: Condition): boolean {
  return operator !== '!='
}

interface Criterion {
  readonly kind: 'StartsWith' | 'Contains'
  readonly text: string
}

/** Above this, QuickBooks has no field long enough to match, and a pattern may have very many parts. */
const maxPatternCharacters = 5_000

/** Returns the criterion met by every match: a pattern's start, or else its longest part. */
function toCriterion(pattern: string, hierarchical = false): Criterion | undefined {
  if (pattern.length > maxPatternCharacters) return undefined
  const parts = pattern.split('%')
  const [first = ''] = parts
  if (parts.length > 1 && first !== '' && first === first.trimEnd() && !hierarchical && ascii.test(first))
    return { kind: 'StartsWith', text: first }
  return toContains(
    parts
      .map(trimBlanks)
      .filter((part) => ascii.test(part))
      .reduce((one, other) => (other.length > one.length ? other : one), ''),
  )
}

/** Leaves the text's end open, since QuickBooks may count trailing blanks, which comparisons here ignore. */
function toContains(text: string): Criterion | undefined {
  return text !== '' && ascii.test(text) ? { kind: 'Contains', text } : undefined
}

/** Returns whether a condition implies `Balance > 0`. */
function requiresOpenBalance({ operator, values }: Condition): boolean {
  const value = toDecimal(values[0]?.text)
  if (value === undefined || values.length !== 1) return false
  return operator === '>'
    ? value.gte(0)
    : (operator === '>=' || isEquality({ operator, values, property: '' })) && value.gt(0)
}

function toListFilters(query: Query, table: EntityTable, byFilter: ByFilter): PushDown {
  const filters: Element[] = []
  const applied = new Map<string, readonly Condition[]>()
  const active = byFilter.get('byActive') ?? []
  const status = toActiveStatus(query, table, active)
  if (status !== undefined) filters.push(leaf('ActiveStatus', status))
  applied.set('ActiveStatus', active)
  const modified = byFilter.get('byModified') ?? []
  const times = toTimeRange(modified, byFilter.get('byCreated'))
  for (const bound of times === 'empty' ? [] : toRangeElements(times, 'ModifiedDate')) {
    filters.push(bound)
    applied.set(bound.name, modified.filter(isBound))
  }
  const [onName, onFullName] = [byFilter.get('byName') ?? [], byFilter.get('byFullName') ?? []]
  for (const condition of [...onName, ...onFullName]) {
    const name = toNameFilter(onName.includes(condition) ? condition : toLastLevel(condition), table.hierarchical)
    if (name === undefined) continue
    filters.push(name)
    applied.set(name.name, [condition])
    break
  }
  return {
    isEmpty: times === 'empty' || status === undefined,
    named: undefined,
    filters,
    isExact: query.conditions.length === active.length,
    applied,
  }
}

/** Returns the value for `ActiveStatus`; undefined if no record can match. */
function toActiveStatus(query: Query, table: EntityTable, conditions: readonly Condition[]): string | undefined {
  if (hidesInactive(query, table)) return 'ActiveOnly'
  const holds = (active: boolean): boolean =>
    conditions.every(({ operator, values }) => {
      const isNamed = values.some(({ text }) => text.trim().toLowerCase() === String(active))
      return operator === '!=' ? !isNamed : isNamed
    })
  if (holds(true)) return holds(false) ? 'All' : 'ActiveOnly'
  return holds(false) ? 'InactiveOnly' : undefined
}

/**
 * Creates a filter on names. Whether QuickBooks compares the short name or the full path is undocumented, so in lists
 * with levels the filter matches either.
 */
function toNameFilter(condition: Condition, hierarchical: boolean): Element | undefined {
  const [text] = getTexts(condition)
  if (text === undefined || condition.values.length > 1) return undefined
  const criterion =
    condition.operator === 'LIKE'
      ? toCriterion(text, hierarchical)
      : isEquality(condition)
        ? toContains(text)
        : undefined
  return criterion && branch('NameFilter', [leaf('MatchCriterion', criterion.kind), leaf('Name', criterion.text)])
}

/** Reduces a condition on a full name to the end of its last level, the record's short name. */
function toLastLevel(condition: Condition): Condition {
  const { operator, values } = condition
  if (operator !== 'LIKE' && !isEquality(condition)) return condition
  const getLastLevel = (text: string): string => text.slice(text.lastIndexOf(':') + 1)
  const ends = values.map(({ text }) =>
    getLastLevel(operator === 'LIKE' ? text.slice(text.lastIndexOf('%') + 1) : text),
  )
  return { ...condition, operator: 'IN', values: ends.map((text) => ({ kind: 'string', text })) }
}

/** Above this, the filter is not pushed down. */
const maxEntityIds = 100

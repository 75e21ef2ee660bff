import { toDecimal } from '../check/check-value.ts'
import { branch, type Element, leaf } from '../qbxml/element.ts'
import { idElement } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { Filter } from '../table/row.ts'
import { hidesInactive } from './evaluate.ts'
import { propertyOf } from './property.ts'
import type { Condition, Query } from './query.ts'
import { type DesktopRange, daysOf, lengthOf, timesOf } from './ranges.ts'

interface NamedRecords {
  readonly element: string
  readonly values: readonly string[]
  readonly condition: Condition
}

/** What QuickBooks is asked for. It may answer too much, never too little: every record is checked again. */
export interface PushDown {
  /** No record can match: nothing is asked. */
  readonly isEmpty: boolean
  /** Records named one by one; QuickBooks takes no other filter beside them. */
  readonly named: NamedRecords | undefined
  readonly filters: readonly Element[]
  /** QuickBooks answers exactly the matching records. */
  readonly isExact: boolean
  /** The conditions behind each element, by its name. */
  readonly applied: ReadonlyMap<string, readonly Condition[]>
}

/** The form of ids of lists and transactions (facts/qbxml.md, section 3.1); no record has another one. */
const idForm = /^[\dA-F]{1,16}-\d{1,10}$/

/** QuickBooks' own comparison of letters beyond ASCII is not known: texts with such letters are compared here alone. */
const ascii = /^[\x20-\x7e]+$/

/** Which conditions of a query QuickBooks can apply itself (specification, 4.3 rule 10). */
export function pushDown(query: Query, table: EntityTable): PushDown {
  const byFilter = new Map<Filter, Condition[]>()
  for (const condition of query.conditions) {
    const { filter } = propertyOf(table, condition.property)
    if (filter !== undefined) byFilter.set(filter, [...(byFilter.get(filter) ?? []), condition])
  }
  const named = namedRecords(table, byFilter)
  if (named !== undefined) {
    const applied = new Map([[named.element, [named.condition]]])
    return { isEmpty: named.values.length === 0, named, filters: [], isExact: false, applied }
  }
  return table.kind === 'transaction' ? transactionFilters(query, byFilter) : listFilters(query, table, byFilter)
}

type ByFilter = ReadonlyMap<Filter, readonly Condition[]>

function namedRecords(table: EntityTable, byFilter: ByFilter): NamedRecords | undefined {
  const ids = byFilter.get('byId')?.find(isEquality)
  if (ids !== undefined) {
    // QuickBooks prints ids in upper case, and takes no other; a client may write them as it likes.
    return {
      condition: ids,
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
    if (found !== undefined && texts(found).every((text) => ascii.test(text) && !isTakenForNumber(element, text)))
      return { element, values: texts(found), condition: found }
  }
  return undefined
}

function isEquality({ operator }: Condition): boolean {
  return operator === '=' || operator === 'IN'
}

function texts({ values }: Condition): string[] {
  return [...new Set(values.map(({ text }) => text.trim()).filter((text) => text !== ''))]
}

/** QuickBooks takes a full name of digits for the number of another account first (facts/qbxml.md, section 3.1). */
function isTakenForNumber(element: string, text: string): boolean {
  return element === 'FullName' && /^[\d.]+$/.test(text)
}

function transactionFilters(query: Query, byFilter: ByFilter): PushDown {
  const onDay = byFilter.get('byTxnDate') ?? []
  const modified = byFilter.get('byModified') ?? []
  const days = daysOf(onDay, 'TxnDate')
  const times = timesOf(modified, byFilter.get('byCreated'))
  const filters: Element[] = []
  const applied = new Map<string, readonly Condition[]>()
  const apply = (filter: Element, conditions: readonly Condition[]): void => {
    filters.push(filter)
    applied.set(filter.name, conditions)
  }
  // The two ranges exclude each other in one request: the shorter one leaves fewer records.
  const dayElements = days === 'empty' ? [] : rangeElements(days, 'TxnDate')
  const timeElements = times === 'empty' ? [] : rangeElements(times, 'ModifiedDate')
  const isByTime =
    timeElements.length > 0 &&
    (dayElements.length === 0 || (days !== 'empty' && times !== 'empty' && lengthOf(times) < lengthOf(days)))
  if (isByTime) apply(branch('ModifiedDateRangeFilter', timeElements), modified.filter(isBound))
  else if (dayElements.length > 0) apply(branch('TxnDateRangeFilter', dayElements), onDay.filter(isBound))

  const [entity, ...otherEntities] = (byFilter.get('byEntity') ?? []).filter(isEquality)
  // References are compared exactly: QuickBooks refuses an id in lower case, and no record has one.
  const ids = entity?.values.map(({ text }) => text).filter((id) => idForm.test(id))
  const isByEntity = entity !== undefined && ids !== undefined && ids.length <= entityIdsMax
  if (isByEntity) {
    const listIds = ids.map((id) => leaf('ListID', id))
    apply(branch('EntityFilter', listIds), [entity])
  }
  for (const condition of byFilter.get('byRefNumber') ?? []) {
    const number = condition.operator === 'LIKE' ? criterionOf(condition.values[0]?.text.trim() ?? '') : undefined
    if (number === undefined) continue
    apply(branch('RefNumberFilter', [leaf('MatchCriterion', number.how), leaf('RefNumber', number.text)]), [condition])
    break
  }
  const open = (byFilter.get('byOpenBalance') ?? []).filter(asksForOpen)
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

function rangeElements({ from, to }: Exclude<DesktopRange, 'empty'>, stem: string): Element[] {
  return [
    ...(from === undefined ? [] : [leaf(`From${stem}`, from)]),
    ...(to === undefined ? [] : [leaf(`To${stem}`, to)]),
  ]
}

/** Whether a condition bounds a range; `!=` does not. */
function isBound({ operator }: Condition): boolean {
  return operator !== '!='
}

interface Criterion {
  readonly how: 'StartsWith' | 'Contains'
  readonly text: string
}

/** What a pattern asks for at least: its start, or its longest part. */
function criterionOf(pattern: string, hierarchical = false): Criterion | undefined {
  const parts = pattern.split('%')
  const [first = ''] = parts
  if (parts.length > 1 && first !== '' && first === first.trimEnd() && !hierarchical && ascii.test(first))
    return { how: 'StartsWith', text: first }
  return containing(
    parts
      .map((part) => part.trim())
      .filter((part) => ascii.test(part))
      .reduce((one, other) => (other.length > one.length ? other : one), ''),
  )
}

/** Nothing is asked of how a text ends: blanks behind it do not count here, and might in QuickBooks. */
function containing(text: string): Criterion | undefined {
  return text !== '' && ascii.test(text) ? { how: 'Contains', text } : undefined
}

/** `Balance > 0`, or any condition that implies it. */
function asksForOpen({ operator, values }: Condition): boolean {
  const value = toDecimal(values[0]?.text)
  if (value === undefined || values.length !== 1) return false
  return operator === '>'
    ? value.gte(0)
    : (operator === '>=' || isEquality({ operator, values, property: '' })) && value.gt(0)
}

function listFilters(query: Query, table: EntityTable, byFilter: ByFilter): PushDown {
  const filters: Element[] = []
  const applied = new Map<string, readonly Condition[]>()
  const active = byFilter.get('byActive') ?? []
  const status = activeStatus(query, table, active)
  if (status !== undefined) filters.push(leaf('ActiveStatus', status))
  applied.set('ActiveStatus', active)
  const modified = byFilter.get('byModified') ?? []
  const times = timesOf(modified, byFilter.get('byCreated'))
  for (const bound of times === 'empty' ? [] : rangeElements(times, 'ModifiedDate')) {
    filters.push(bound)
    applied.set(bound.name, modified.filter(isBound))
  }
  const [onName, onFullName] = [byFilter.get('byName') ?? [], byFilter.get('byFullName') ?? []]
  for (const condition of [...onName, ...onFullName]) {
    const name = nameFilter(onName.includes(condition) ? condition : ofLastLevel(condition), table.hierarchical)
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

/** `ActiveStatus`; undefined where a record would have to be both. */
function activeStatus(query: Query, table: EntityTable, conditions: readonly Condition[]): string | undefined {
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
 * A filter on names. Whether QuickBooks compares the short name or the full path is not documented, so in lists
 * with levels nothing is asked that only one of the two could answer (facts/qbxml.md, section 4.2).
 */
function nameFilter(condition: Condition, hierarchical: boolean): Element | undefined {
  const [text] = texts(condition)
  if (text === undefined || condition.values.length > 1) return undefined
  const found =
    condition.operator === 'LIKE'
      ? criterionOf(text, hierarchical)
      : isEquality(condition)
        ? containing(text)
        : undefined
  return found && branch('NameFilter', [leaf('MatchCriterion', found.how), leaf('Name', found.text)])
}

/** What a condition on a full name says of the end of its last level, which is the record's own name. */
function ofLastLevel(condition: Condition): Condition {
  const { operator, values } = condition
  if (operator !== 'LIKE' && !isEquality(condition)) return condition
  const endOf = (text: string): string => text.slice(text.lastIndexOf(':') + 1)
  const ends = values.map(({ text }) => endOf(operator === 'LIKE' ? text.slice(text.lastIndexOf('%') + 1) : text))
  return { ...condition, operator: 'IN', values: ends.map((text) => ({ kind: 'string', text })) }
}

/** More ids than this in one filter are not sent; the records are filtered here. */
const entityIdsMax = 100

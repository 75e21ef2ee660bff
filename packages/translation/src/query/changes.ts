import { Fault } from '@bridge/faults'
import {
  arrange,
  branch,
  type Element,
  formatEpoch,
  isStatusIn,
  leaf,
  type QbxmlRequest,
  readWhole,
  type Sliced,
  type StreamedResponse,
} from '@bridge/qbxml'
import { readRecord } from '../read/read.ts'
import { getCompanionQueries, getIncludeElements, getQueries, supports } from '../read/requests.ts'
import { createRecordFilter, extendContext } from '../read/response.ts'
import { statusFault } from '../read/status-fault.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { ReadContext } from '../table/traits.ts'
import { createDeletionsRequest, toDeletedStubs } from './deletions.ts'
import { compileQuery } from './evaluate.ts'
import type { HostClock } from './host-clock.ts'
import { pushDown } from './push-down.ts'
import type { Condition, Query } from './query.ts'
import type { ToRow } from './query-run.ts'

/** The changed records per entity in a response [dp-8:9]. */
const maxChanges = 1_000
/** The records read to find them, more because the requested range is wider and QuickBooks does not sort. */
const maxScanned = 5_000

/** Runs the query for one entity's changes. It does no I/O: its caller exchanges the requests. */
export interface ChangesRun<Row = JsonObject> {
  /** Returns the next message set's requests, at most two; empty at the end. */
  next(): readonly QbxmlRequest[]
  /** Reads the responses to the last requests. Throws an error status's fault, and CDC_OVERFLOW. */
  accept(responses: readonly StreamedResponse[]): Sliced<void>
  /** Returns the changed records in QuickBooks' order, then a stub for each deleted record, oldest first. */
  finish(): readonly Row[]
}

/**
 * Plans the requests for an entity's changes: its records, including inactive ones, and its deletion log, in one
 * message set. An entity with a single record always returns it [dp-4.5.4].
 *
 * @param since seconds since 1970, inclusive
 * @param clock corrects deletion times, after it has observed the records
 */
export function planChanges<Row>(
  table: EntityTable,
  { since, clock, context, toRow }: { since: number; clock: HostClock; context: ReadContext; toRow: ToRow<Row> },
): ChangesRun<Row> {
  const after = createUpdatedCondition(since)
  const query = createChangesQuery(table, after)
  const matches = table.kind === 'single' ? () => true : compileQuery(query, table).matches
  const changed = new Map<string, readonly Row[]>()
  let deleted: readonly Element[] = []
  let sent: readonly string[] = []
  let pending = isOutsideCalendar(table, query) ? [] : getQueries(table)
  let maxFetched = maxChanges

  /** Reads one desktop query's records, and returns whether these were all. */
  function* readChanges(
    name: string,
    response: StreamedResponse,
    companions: readonly StreamedResponse[],
  ): Sliced<boolean> {
    requireSuccess(response, table)
    const whole = yield* readWhole(companions)
    const fullContext = yield* extendContext(context, table, whole)
    const isRecord = createRecordFilter(table, whole)
    const rows: Row[] = []
    for (const element of response.elements) {
      clock.observe(element)
      const record = isRecord(element) ? readRecord(table, element, fullContext) : undefined
      if (record !== undefined && matches(record)) rows.push(toRow(record))
      yield
    }
    changed.set(name, rows)
    return response.elements.length <= maxFetched
  }

  return {
    next() {
      sent = pending
      if (sent.length === 0) return []
      const changes = sent.map((name) => createChangesRequest(table, name, query, maxFetched + 1))
      const deletions = changed.size === 0 ? createDeletionsRequest(table, [after]) : []
      return [...changes, ...getCompanionQueries(table, context), ...deletions]
    },
    *accept(responses) {
      if (responses.length < sent.length) throw new Error('There are fewer responses than requests.')
      const log = responses.find(({ name }) => /^(List|Txn)DeletedQueryRs$/.test(name))
      const companions = responses.slice(sent.length).filter((response) => response !== log)
      const unfinished: string[] = []
      for (const [index, name] of sent.entries()) {
        const isWhole = yield* readChanges(name, responses[index] as StreamedResponse, companions)
        if (!isWhole) unfinished.push(name)
      }
      pending = unfinished
      if (log !== undefined) {
        requireSuccess(log, table)
        const [whole] = yield* readWhole([log])
        deleted = whole?.elements ?? []
        for (const element of deleted) clock.observe(element)
      }
      const found = [...changed.values()].reduce((sum, { length }) => sum + length, 0)
      if (found + toDeletedStubs(table, deleted, { since, clock }).length > maxChanges) throw overflowError(table)
      if (pending.length > 0 && maxFetched === maxScanned) throw scanOverflowError(table)
      maxFetched = maxScanned
    },
    finish: () => [...[...changed.values()].flat(), ...toDeletedStubs(table, deleted, { since, clock }).map(toRow)],
  }
}

function createUpdatedCondition(since: number): Condition {
  return {
    property: 'MetaData.LastUpdatedTime',
    operator: '>=',
    values: [{ kind: 'string', text: formatEpoch(since) }],
  }
}

/** Expresses the changes as a query, so its conditions are pushed down and checked as usual. */
function createChangesQuery(table: EntityTable, after: Condition): Query {
  const hasActive = table.variants.some(({ rows }) => 'Active' in rows)
  return {
    entity: table.name,
    selection: { kind: 'all' },
    conditions: hasActive ? [after, activeOrNot] : [after],
    sortings: [],
    startPosition: 1,
    maxResults: maxChanges,
  }
}

/** Returns whether the changes are after 2038, where QuickBooks' calendar ends. */
function isOutsideCalendar(table: EntityTable, query: Query): boolean {
  return table.kind !== 'single' && pushDown(query, table).isEmpty
}

function requireSuccess(response: StreamedResponse, { needsFeature }: EntityTable): void {
  const { statusCode, statusSeverity } = response
  if (statusSeverity !== 'Error' || isStatusIn(statusCode, 'noMatch')) return
  if (!needsFeature || !isStatusIn(statusCode, 'noFeature')) throw statusFault(response)
}

function createChangesRequest(table: EntityTable, name: string, query: Query, max: number): QbxmlRequest {
  if (table.kind === 'single') return branch(`${name}QueryRq`, [])
  const filters = pushDown(query, table).filters.filter((filter) => supports(name, filter.name))
  const includeElements = getIncludeElements(table, name)
  return arrange(branch(`${name}QueryRq`, [leaf('MaxReturned', String(max)), ...filters, ...includeElements]))
}

function overflowError({ name }: EntityTable): Fault {
  return new Fault(
    'CDC_OVERFLOW',
    `More than ${maxChanges} records of ${name} changed since then, so none are returned.`,
  )
}

function scanOverflowError({ name }: EntityTable): Fault {
  return new Fault(
    'CDC_OVERFLOW',
    `More than ${maxScanned} records of ${name} changed since then or shortly before, so none are returned.`,
  )
}

const activeOrNot: Condition = {
  property: 'Active',
  operator: 'IN',
  values: [
    { kind: 'boolean', text: 'true' },
    { kind: 'boolean', text: 'false' },
  ],
}

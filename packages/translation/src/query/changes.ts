import { Fault, faultFromStatus } from '@bridge/faults'
import { arrange } from '../qbxml/arrange.ts'
import { branch, type Element, leaf } from '../qbxml/element.ts'
import type { QbxmlRequest, QbxmlResponse } from '../qbxml/message-set.ts'
import { isStatusIn } from '../qbxml/status.ts'
import { formatEpoch } from '../qbxml/times.ts'
import { withNameLists } from '../read/name-lists.ts'
import { readRecord } from '../read/read.ts'
import { alongRequests, queriesOf, readAlong, takes } from '../read/requests.ts'
import { recordsOf } from '../read/response.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { ReadContext } from '../table/row.ts'
import { deletedStubs, deletionsRequest } from './deletions.ts'
import { evaluation } from './evaluate.ts'
import type { HostClock } from './host-clock.ts'
import { pushDown } from './push-down.ts'
import type { Condition, Query } from './query.ts'

/** Changed objects that one entity may have (specification, section 8). */
const changesMax = 1_000
/** Records that are looked at for them: QuickBooks is asked for more time than is meant, and does not sort. */
const lookedAtMax = 5_000

/** What changed in one entity, being found out. It does no I/O: its caller exchanges the requests. */
export interface ChangesRun {
  /** The requests of the next message set, of which there are two at most; none when all is known. */
  next(): readonly QbxmlRequest[]
  /** Takes the answers to the last requests. Throws the fault of an error status, and CDC_OVERFLOW. */
  accept(responses: readonly QbxmlResponse[]): void
  /** The changed records, as QuickBooks orders them, then a stub of each deleted one, oldest first. */
  finish(): readonly JsonObject[]
}

/**
 * Plans what QuickBooks is asked for the changes of an entity since a moment: its records, deactivated ones included,
 * and its log of deletions, in one message set. What a company file has one of is always its present record
 * (specification, section 4.5).
 *
 * @param since seconds since 1970; a change in that very second counts
 * @param clock what is known of the host's clock; it learns from the records, and tells when something was deleted
 */
export function planChanges(
  table: EntityTable,
  { since, clock, context }: { since: number; clock: HostClock; context: ReadContext },
): ChangesRun {
  const after = updatedAfter(since)
  const query = changesQuery(table, after)
  const matches = table.kind === 'single' ? () => true : evaluation(query, table).matches
  const changed = new Map<string, readonly JsonObject[]>()
  let deleted: readonly Element[] = []
  let asked: readonly string[] = []
  let waiting = isAfterAllTime(table, query) ? [] : queriesOf(table)
  let most = changesMax

  const take = (name: string, response: QbxmlResponse, alongside: readonly QbxmlResponse[]): boolean => {
    requireAnswer(response)
    for (const element of response.elements) clock.observe(element)
    const inContext = withNameLists(context, table, alongside)
    const records = recordsOf(table, [response, ...alongside]).map((each) => readRecord(table, each, inContext))
    changed.set(name, records.filter(matches))
    return response.elements.length <= most
  }

  return {
    next() {
      asked = waiting
      if (asked.length === 0) return []
      const changes = asked.map((name) => changesRequest(table, name, query, most + 1))
      const deletions = changed.size === 0 ? deletionsRequest(table, [after]) : []
      return [...changes, ...alongRequests(table), ...deletions]
    },
    accept(responses) {
      if (responses.length < asked.length) throw new Error('there are fewer responses than requests')
      const log = responses.find(({ name }) => /^(List|Txn)DeletedQueryRs$/.test(name))
      const alongside = responses.slice(asked.length).filter((response) => response !== log)
      waiting = asked.filter((name, index) => !take(name, responses[index] as QbxmlResponse, alongside))
      if (log !== undefined) {
        requireAnswer(log)
        deleted = log.elements
        for (const element of deleted) clock.observe(element)
      }
      const found = [...changed.values()].reduce((sum, { length }) => sum + length, 0)
      if (found + deletedStubs(table, deleted, { since, clock }).length > changesMax) throw overflow(table)
      if (waiting.length > 0 && most === lookedAtMax) throw tooManyAround(table)
      most = lookedAtMax
    },
    finish: () => [...[...changed.values()].flat(), ...deletedStubs(table, deleted, { since, clock })],
  }
}

function updatedAfter(since: number): Condition {
  return {
    property: 'MetaData.LastUpdatedTime',
    operator: '>=',
    values: [{ kind: 'string', text: formatEpoch(since) }],
  }
}

/** The changes as a query: what QuickBooks can be asked and what is checked here are then those of any query. */
function changesQuery(table: EntityTable, after: Condition): Query {
  const hasActive = table.variants.some(({ rows }) => 'Active' in rows)
  return {
    entity: table.name,
    selection: { kind: 'all' },
    conditions: hasActive ? [after, activeOrNot] : [after],
    sortings: [],
    startPosition: 1,
    maxResults: changesMax,
  }
}

/** QuickBooks takes no date behind 2038; nothing changed since then. */
function isAfterAllTime(table: EntityTable, query: Query): boolean {
  return table.kind !== 'single' && pushDown(query, table).isEmpty
}

function requireAnswer({ statusCode, statusSeverity, statusMessage }: QbxmlResponse): void {
  if (statusSeverity === 'Error' && !isStatusIn(statusCode, 'noMatch')) throw faultFromStatus(statusCode, statusMessage)
}

function changesRequest(table: EntityTable, name: string, query: Query, max: number): QbxmlRequest {
  if (table.kind === 'single') return branch(`${name}QueryRq`, [])
  const filters = pushDown(query, table).filters.filter((filter) => takes(name, filter.name))
  const along = readAlong(table, name)
  return arrange(branch(`${name}QueryRq`, [leaf('MaxReturned', String(max)), ...filters, ...along]))
}

function overflow({ name }: EntityTable): Fault {
  return new Fault(
    'CDC_OVERFLOW',
    `More than ${changesMax} records of ${name} changed since then. None of them is shown.`,
  )
}

function tooManyAround({ name }: EntityTable): Fault {
  return new Fault(
    'CDC_OVERFLOW',
    `More than ${lookedAtMax} records of ${name} changed since then or shortly before. None of them is shown.`,
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

import { Fault } from '@bridge/faults'
import type { QbxmlRequest, QbxmlResponse } from '../qbxml/message-set.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject } from '../table/json.ts'
import { evaluation } from './evaluate.ts'
import type { QueryRun } from './plan.ts'
import type { Query } from './query.ts'

/** Times that a page is looked up while others delete from it. */
const lookupsMax = 3

/**
 * Plans a page that lies deep in a result which QuickBooks finds by itself: the ids up to the page come without lines,
 * then the records of the page alone come with theirs.
 *
 * @param plan plans the two queries that this one becomes
 */
export function planDeepPage(query: Query, table: EntityTable, plan: (query: Query) => QueryRun): QueryRun {
  const lookUp = (): QueryRun => plan({ ...query, selection: { kind: 'columns', properties: ['Id'] } })
  const runs = [lookUp()]
  let ids: readonly string[] | undefined
  let records: readonly JsonObject[] = []
  let lookups = 1
  const current = (): QueryRun => runs.at(-1) as QueryRun

  /** The records in the order of their ids; undefined where one of them is gone. */
  const inOrder = (wanted: readonly string[]): readonly JsonObject[] | undefined => {
    const byId = new Map(rowsOf(current(), table).map((row) => [String(row.Id), row]))
    const found = wanted.map((id) => byId.get(id)).filter((row) => row !== undefined)
    return found.length === wanted.length ? found : undefined
  }

  const step = (): readonly QbxmlRequest[] => {
    const requests = current().next()
    if (requests.length > 0) return requests
    if (ids === undefined) {
      ids = rowsOf(current(), table).map(({ Id }) => String(Id))
      if (ids.length === 0) return []
      runs.push(plan(recordsById(query, ids)))
      return step()
    }
    const found = inOrder(ids)
    if (found !== undefined || ids.length === 0) {
      records = found ?? []
      return []
    }
    if (lookups === lookupsMax) throw new Fault('500', `records of ${table.name} disappeared while they were read`)
    lookups++
    ids = undefined
    runs.push(lookUp())
    return step()
  }

  return {
    table,
    next: step,
    accept: (responses: readonly QbxmlResponse[]) => current().accept(responses),
    finish() {
      const { project } = evaluation(query, table)
      const rows = records.map(project)
      const queryResponse: JsonObject =
        rows.length === 0 ? {} : { [table.name]: rows, startPosition: query.startPosition, maxResults: rows.length }
      return { queryResponse, warnings: [...new Set(runs.flatMap((run) => run.finish().warnings))] }
    },
    stop: () => runs.flatMap((run) => run.stop()),
    explain() {
      const each = runs.map((run) => run.explain())
      const sum = (of: (one: (typeof each)[number]) => number): number =>
        each.reduce((total, one) => total + of(one), 0)
      return {
        asked: each.flatMap(({ asked }) => asked),
        here: [],
        messageSets: sum(({ messageSets }) => messageSets),
        fetched: sum(({ fetched }) => fetched),
      }
    },
  }
}

function rowsOf(run: QueryRun, { name }: EntityTable): readonly JsonObject[] {
  const rows = run.finish().queryResponse[name]
  return Array.isArray(rows) ? rows.filter(isJsonObject) : []
}

function recordsById(query: Query, ids: readonly string[]): Query {
  return {
    ...query,
    selection: { kind: 'all' },
    conditions: [
      ...query.conditions,
      { property: 'Id', operator: 'IN', values: ids.map((text) => ({ kind: 'string', text })) },
    ],
    startPosition: 1,
    maxResults: ids.length,
  }
}

import { Fault } from '@bridge/faults'
import type { QbxmlRequest, QbxmlResponse } from '../qbxml/message-set.ts'
import type { EntityTable } from '../table/entity-table.ts'
import { isJsonObject, type JsonObject } from '../table/json.ts'
import { compileQuery } from './evaluate.ts'
import type { Query } from './query.ts'
import type { QueryRun } from './query-run.ts'

/** Attempts to read a page while other users delete records from it. */
const lookupsMax = 3

/**
 * Plans a page that is deep in a result that QuickBooks filters exactly: first reads the IDs up to the page, without
 * lines, then only the records of the page with their lines.
 *
 * @param plan plans each of these two queries
 */
export function planDeepPage(query: Query, table: EntityTable, plan: (query: Query) => QueryRun): QueryRun {
  const lookUp = (): QueryRun => plan({ ...query, selection: { kind: 'columns', properties: ['Id'] } })
  const runs = [lookUp()]
  let ids: readonly string[] | undefined
  let records: readonly JsonObject[] = []
  let lookups = 1
  const current = (): QueryRun => runs.at(-1) as QueryRun

  /** Returns the records in the order of their IDs; undefined if one of them was deleted. */
  const sortById = (sortedIds: readonly string[]): readonly JsonObject[] | undefined => {
    const byId = new Map(getRows(current(), table).map((row) => [String(row.Id), row]))
    const found = sortedIds.map((id) => byId.get(id)).filter((row) => row !== undefined)
    return found.length === sortedIds.length ? found : undefined
  }

  const next = (): readonly QbxmlRequest[] => {
    const requests = current().next()
    if (requests.length > 0) return requests
    if (ids === undefined) {
      ids = getRows(current(), table).map(({ Id }) => String(Id))
      if (ids.length === 0) return []
      runs.push(plan(createQueryByIds(query, ids)))
      return next()
    }
    const found = sortById(ids)
    if (found !== undefined || ids.length === 0) {
      records = found ?? []
      return []
    }
    if (lookups === lookupsMax) throw new Fault('500', `Records of ${table.name} were deleted while they were read.`)
    lookups++
    ids = undefined
    runs.push(lookUp())
    return next()
  }

  return {
    table,
    next,
    accept: (responses: readonly QbxmlResponse[]) => current().accept(responses),
    finish() {
      const { project } = compileQuery(query, table)
      const rows = records.map(project)
      const queryResponse: JsonObject =
        rows.length === 0 ? {} : { [table.name]: rows, startPosition: query.startPosition, maxResults: rows.length }
      return { queryResponse, warnings: [...new Set(runs.flatMap((run) => run.finish().warnings))] }
    },
    stop: () => runs.flatMap((run) => run.stop()),
    explain() {
      const explanations = runs.map((run) => run.explain())
      return {
        requests: explanations.flatMap(({ requests }) => requests),
        local: [],
        messageSets: explanations.reduce((sum, { messageSets }) => sum + messageSets, 0),
        fetched: explanations.reduce((sum, { fetched }) => sum + fetched, 0),
      }
    },
  }
}

function getRows(run: QueryRun, { name }: EntityTable): readonly JsonObject[] {
  const rows = run.finish().queryResponse[name]
  return Array.isArray(rows) ? rows.filter(isJsonObject) : []
}

function createQueryByIds(query: Query, ids: readonly string[]): Query {
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

import { Fault } from '@bridge/faults'
import type { QbxmlRequest, QbxmlResponse } from '@bridge/qbxml'
import { getQueries } from '../read/requests.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import type { ReadContext } from '../table/traits.ts'
import { compileQuery } from './evaluate.ts'
import type { IdList } from './id-list.ts'
import type { Query } from './query.ts'
import { pageSize } from './query-requests.ts'
import type { QueryRun } from './query-run.ts'
import { planScan, type ScanRun } from './scan.ts'
import { maxListed } from './scan-limit.ts'

/** How many IDs are read at least, and by how much a list grows when a page needs more. */
const growth = { first: 1_000, factor: 4 }
/** Attempts to fill a page while its records are deleted, with the kept list and then with a new one. */
const maxAttempts = 3

/**
 * Plans a page from a result filtered exactly by QuickBooks. A page near the start is read directly. For any other, the
 * IDs up to the page are read, unless the list has them, and then only the page's records.
 *
 * Each record is on one page, in list order, whatever is created between the pages: the page after the list's end reads
 * the result again, and adds the new records. A deleted record is left out, and the next one moves up, unless a later
 * page was returned already.
 */
export function planListPage(query: Query, table: EntityTable, context: ReadContext, list: IdList): QueryRun {
  const { startPosition, maxResults } = query
  const last = startPosition - 1 + maxResults
  const { project } = compileQuery(query, table)
  const runs: ScanRun[] = []
  const found = new Map<string, JsonObject>()
  const absent = new Set<string>()
  let isExtended = false
  let attempts = 0
  let warnings: readonly string[] = []
  let absorb: (() => void) | undefined

  const settle = (): void => {
    absorb?.()
    absorb = undefined
  }
  const run = (scan: ScanRun, onEnd: () => void): void => {
    runs.push(scan)
    absorb = onEnd
  }
  const collect = (records: readonly JsonObject[]): readonly string[] =>
    records.map((record) => {
      const id = String(record.Id)
      found.set(id, record)
      return id
    })

  /** Extends the list by reading the result from its start, as far as the page needs. */
  const extend = (): void => {
    isExtended = true
    const isHead = last <= pageSize || (startPosition === 1 && getQueries(table).length === 1)
    const count = isHead ? last : Math.max(growth.first, Math.min(growth.factor * list.ids.length, maxListed), last)
    const first = { ...query, startPosition: 1, maxResults: count }
    const scan = planScan(first, table, context, { maxFetched: maxListed, onlyIds: !isHead })
    run(scan, () => {
      const records = scan.getPage()
      const ids = isHead ? collect(records) : records.map(({ Id }) => String(Id))
      if (isHead) warnings = [...warnings, ...scan.finish().warnings]
      list.extend(ids, ids.length < count)
    })
  }

  const read = (ids: readonly string[]): void => {
    const scan = planScan(createQueryByIds(query, ids), table, context, { maxFetched: ids.length, isTolerant: true })
    run(scan, () => {
      collect(scan.getPage())
      for (const id of ids) if (!found.has(id)) absent.add(id)
      warnings = [...warnings, ...scan.finish().warnings]
    })
  }

  /** Removes the absent records from the list. Returns false if the page stays unchanged. */
  const fill = (): boolean => {
    if (absent.size === 0 || list.servedTo > last) return false
    attempts++
    if (attempts > 2 * maxAttempts) {
      throw new Fault('500', `Records of ${table.name} were deleted while they were read.`)
    }
    if (attempts > maxAttempts) list.clear()
    else list.remove(absent)
    absent.clear()
    isExtended &&= list.isWhole
    return true
  }

  const getIds = (): readonly string[] => list.ids.slice(startPosition - 1, last)

  const next = (): readonly QbxmlRequest[] => {
    const requests = runs.at(-1)?.next() ?? []
    if (requests.length > 0) return requests
    settle()
    if (list.ids.length < last && !isExtended) {
      extend()
      return next()
    }
    const unread = getIds().filter((id) => !found.has(id) && !absent.has(id))
    if (unread.length > 0) {
      read(unread)
      return next()
    }
    if (fill()) return next()
    list.serve(last)
    return []
  }

  return {
    table,
    next,
    accept: (responses: readonly QbxmlResponse[]) => runs.at(-1)?.accept(responses),
    finish() {
      settle()
      const rows = getIds()
        .map((id) => found.get(id))
        .filter((record) => record !== undefined)
      const queryResponse: JsonObject =
        rows.length === 0 ? {} : { [table.name]: rows.map(project), startPosition, maxResults: rows.length }
      return { queryResponse, warnings: [...new Set(warnings)] }
    },
    stop: () => runs.flatMap((scan) => scan.stop()),
    explain() {
      const explanations = runs.map((scan) => scan.explain())
      return {
        requests: explanations.flatMap(({ requests }) => requests),
        local: [],
        messageSets: explanations.reduce((sum, { messageSets }) => sum + messageSets, 0),
        fetched: explanations.reduce((sum, { fetched }) => sum + fetched, 0),
      }
    },
  }
}

function createQueryByIds(query: Query, ids: readonly string[]): Query {
  return {
    ...query,
    conditions: [
      ...query.conditions,
      { property: 'Id', operator: 'IN', values: ids.map((text) => ({ kind: 'string', text })) },
    ],
    startPosition: 1,
    maxResults: ids.length,
  }
}

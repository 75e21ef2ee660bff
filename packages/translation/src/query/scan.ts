import { child, childText, type Element, isStatusIn, type QbxmlRequest, type QbxmlResponse } from '@bridge/qbxml'
import { readRecord } from '../read/read.ts'
import { getCompanionQueries, getIdElement, getQueries } from '../read/requests.ts'
import { extendContext, getRecords, getWarnings } from '../read/response.ts'
import { statusFault } from '../read/status-fault.ts'
import type { EntityTable } from '../table/entity-table.ts'
import type { JsonObject } from '../table/json.ts'
import { toClientId } from '../table/merged-ids.ts'
import type { ReadContext } from '../table/traits.ts'
import { compileQuery } from './evaluate.ts'
import { explain } from './explain.ts'
import { getIncludes, needsLines } from './includes.ts'
import { pushDown } from './push-down.ts'
import type { Query } from './query.ts'
import { createRequestSequence, type RequestSequence } from './query-requests.ts'
import type { QueryRun } from './query-run.ts'
import { maxScanned, maxScannedWithLines, scanLimitError } from './scan-limit.ts'

/** The records kept in addition to the page before the surplus is dropped. */
const maxSurplus = 1_000

/**
 * The progress within one of the entity's desktop queries. A family has several, and returns their records in this
 * order.
 */
interface Part {
  readonly requests: RequestSequence
  /** Matching records. If sorted, those still able to be on the page; empty for a count. */
  found: JsonObject[]
  /** How many matching records are certainly before the page. */
  passed: number
  matching: number
  fetched: number
  remaining: number
  counted: number
  isRestarted: boolean
}

const initialCounts = { passed: 0, matching: 0, fetched: 0, remaining: 0, counted: 0 }

export interface ScanOptions {
  /** How many records it may read; by default the limit in [dp-4.3.12]. */
  readonly maxFetched?: number
  /** Reads only record IDs, without checking the conditions, which QuickBooks filters exactly. */
  readonly onlyIds?: boolean
  /** Leaves out missing records instead of warning about them. */
  readonly isTolerant?: boolean
}

/** Runs a scan, with its page's records before the columns are selected. */
export interface ScanRun extends QueryRun {
  getPage(): readonly JsonObject[]
}

/** Plans a query reading the records in pages and evaluating each. */
export function planScan(
  query: Query,
  table: EntityTable,
  context: ReadContext,
  { maxFetched: fetchMaxOption, onlyIds = false, isTolerant = false }: ScanOptions = {},
): ScanRun {
  const { matches, compare, project } = compileQuery(query, table)
  const pushed = pushDown(query, table)
  const isCount = query.selection.kind === 'count'
  const withLines = !onlyIds && needsLines(query, table)
  const includes = onlyIds ? undefined : getIncludes(query, table)
  const last = query.startPosition - 1 + query.maxResults
  const maxFetched = fetchMaxOption ?? (withLines ? maxScannedWithLines : maxScanned)
  const parts = getQueries(table).map((name): Part => {
    const requests = createRequestSequence(query, table, name, { pushed, isCount, onlyIds, includes, last, maxFetched })
    return { requests, found: [], ...initialCounts, isRestarted: false }
  })
  const [firstPart] = parts
  const warnings: string[] = []
  let companionRequests = onlyIds ? [] : getCompanionQueries(table, context)
  let companions: readonly QbxmlResponse[] = []
  let fullContext = context
  let sent: readonly { readonly part: Part; readonly request: QbxmlRequest }[] = []
  let firstMessageSet: readonly QbxmlRequest[] = []
  let messageSets = 0
  const countFetched = (): number => parts.reduce((sum, { fetched }) => sum + fetched, 0)

  /** Returns whether the page is complete, as an unsorted query's is after enough matches. */
  const isComplete = (): boolean => {
    if (isCount || compare !== undefined) return false
    let found = 0
    for (const part of parts) {
      found += part.passed + part.found.length
      if (found >= last) return true
      if (part.requests.hasNext()) return false
    }
    return false
  }

  const keep = (part: Part, record: JsonObject): void => {
    part.matching++
    if (isCount) return
    if (compare === undefined) {
      if (part === firstPart && part.passed < query.startPosition - 1) part.passed++
      else if (part.passed + part.found.length < last) part.found.push(record)
      return
    }
    part.found.push(record)
    // Bounds memory, however many records there are to sort.
    if (part.found.length >= last + maxSurplus) {
      part.found = part.found.sort(compare).slice(0, last)
    }
  }

  const readResponse = (part: Part, request: QbxmlRequest, response: QbxmlResponse): void => {
    if (isIteratorLost(request, response) && !part.isRestarted) {
      part.requests.restart()
      Object.assign(part, initialCounts, { found: [], isRestarted: true })
      return
    }
    if (table.needsFeature && isStatusIn(response.statusCode, 'noFeature')) {
      part.remaining = part.requests.accept(response)
      return
    }
    if (isFailed(request, response)) throw statusFault(response)
    part.counted += response.retCount ?? 0
    for (const element of getRecords(table, [response], companions)) {
      const record = onlyIds ? { Id: readId(table, element) } : readRecord(table, element, fullContext)
      if (onlyIds || matches(record)) keep(part, record)
    }
    part.fetched += response.elements.length
    part.remaining = part.requests.accept(response)
  }

  const requireWithinLimit = (): void => {
    if (isComplete()) return
    const fetched = countFetched()
    const remaining = parts.reduce((sum, part) => sum + part.remaining, 0)
    const needsAll = fetched >= maxFetched || isCount || compare !== undefined
    if (fetched > maxFetched || (remaining > 0 && fetched + remaining > maxFetched && needsAll)) {
      throw scanLimitError(query, table, { withLines, maxFetched })
    }
  }

  const getPage = (): readonly JsonObject[] => {
    const found = parts.flatMap((part) => part.found)
    if (compare !== undefined) found.sort(compare)
    const passed = firstPart?.passed ?? 0
    return found.slice(query.startPosition - 1 - passed, last - passed)
  }

  return {
    table,
    getPage,
    next() {
      if (isComplete()) return []
      const open = parts.filter(({ requests }) => requests.hasNext())
      // Without an order, one desktop query is read to its end before the next begins.
      const isInTurn = messageSets > 0 && !isCount && compare === undefined && pushed.named === undefined
      sent = (isInTurn ? open.slice(0, 1) : open).flatMap((part) =>
        part.requests.next().map((request) => ({ part, request })),
      )
      if (sent.length === 0) return []
      const messageSet = [...sent.map(({ request }) => request), ...companionRequests]
      if (messageSets === 0) firstMessageSet = messageSet
      messageSets++
      companionRequests = []
      return messageSet
    },
    accept(responses) {
      if (responses.length < sent.length) throw new Error('There are fewer responses than requests.')
      companions = [...companions, ...responses.slice(sent.length)]
      fullContext = extendContext(context, table, companions)
      sent.forEach(({ part, request }, index) => {
        readResponse(part, request, responses[index] as QbxmlResponse)
      })
      warnings.push(...collectWarnings(responses.slice(0, sent.length), isTolerant || hasAllNamed(sent, responses)))
      requireWithinLimit()
    },
    finish() {
      if (isCount) {
        const totalCount = parts.reduce(
          (sum, part) => sum + (part.requests.countsOnly ? part.counted : part.matching),
          0,
        )
        return { queryResponse: { totalCount }, warnings }
      }
      const rows = getPage().map(project)
      const queryResponse: JsonObject =
        rows.length === 0 ? {} : { [table.name]: rows, startPosition: query.startPosition, maxResults: rows.length }
      return { queryResponse, warnings }
    },
    stop: () => parts.flatMap(({ requests }) => requests.stop()),
    explain: () => explain({ query, table, pushed, requests: firstMessageSet, messageSets, fetched: countFetched() }),
  }
}

function readId(table: EntityTable, record: Element): string {
  return toClientId(table, record.name.replace(/Ret$/, ''), childText(record, getIdElement(table)) ?? '')
}

/** Returns whether QuickBooks has lost an iterator's result, as it does when its session ends. */
function isIteratorLost({ attributes }: QbxmlRequest, { statusSeverity }: QbxmlResponse): boolean {
  return statusSeverity === 'Error' && attributes?.iterator === 'Continue'
}

/**
 * Returns whether a response is an error. A missing record is not an error if the request names no other; among
 * several, its status would hide the others.
 */
function isFailed(request: QbxmlRequest, response: QbxmlResponse): boolean {
  if (response.statusSeverity !== 'Error') return false
  const entities = child(request, 'EntityFilter')?.children.length ?? 0
  return (
    !isStatusIn(response.statusCode, 'noSuchName') ||
    countNamed(request) + entities > 1 ||
    isIteratorLost(request, response)
  )
}

/** Counts the records named by a request's IDs, names or numbers. */
function countNamed({ children }: QbxmlRequest): number {
  return children.filter(({ name }) => namingElements.has(name)).length
}

/** Returns whether a family's queries together found every record each names. */
function hasAllNamed(
  sent: readonly { readonly part: Part; readonly request: QbxmlRequest }[],
  responses: readonly QbxmlResponse[],
): boolean {
  const ofFirst = sent.filter(({ part }) => part === sent[0]?.part)
  const named = ofFirst.reduce((sum, { request }) => sum + countNamed(request), 0)
  const found = responses.slice(0, sent.length).reduce((sum, { elements }) => sum + elements.length, 0)
  return sent.length > 1 && named > 0 && found >= named
}

function collectWarnings(responses: readonly QbxmlResponse[], hidesMissing: boolean): string[] {
  return [
    ...new Set(
      responses.flatMap((each) => (hidesMissing && isStatusIn(each.statusCode, 'noSuchName') ? [] : getWarnings(each))),
    ),
  ]
}

const namingElements: ReadonlySet<string> = new Set(['ListID', 'TxnID', 'FullName', 'RefNumber'])

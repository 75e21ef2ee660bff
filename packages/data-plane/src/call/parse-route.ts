import { Fault } from '@bridge/faults'
import { type QueryParameters, restoreTimeOffsets } from '@bridge/platform/query-parameters'
import type { Sliced } from '@bridge/qbxml'
import { fromNumericId, parseReport, type Registry } from '@bridge/translation'
import { requireSupportedEntity } from '../operations/find-entity.ts'
import type { Operation } from '../operations/operation.ts'
import { checkRequestId, maxBatchCharacters } from './check-request-id.ts'
import type { Format } from './format.ts'
import { parseBatch } from './parse-batch.ts'
import { parseChanges } from './parse-changes.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { type NamedWrite, requireWritableEntity, toWriteOperation } from './parse-write.ts'
import { readXmlBatch, readXmlBody } from './read-xml-body.ts'
import { findRefusedRoute } from './refused-routes.ts'
import type { ParsedRequest } from './request.ts'

/** A request below `/v3/company/{realmId}` without its body. */
export interface RequestHead {
  readonly method: string
  /** The path after the realm ID, percent-decoded: `['invoice', '1F-1700000000']`. */
  readonly segments: readonly string[]
  readonly parameters: QueryParameters
  /** The realm's entities; the default registry if absent. */
  readonly entities?: Registry
  readonly time: Date
}

/** A request with a valid head. */
export interface Route {
  readonly readsBody: boolean
  /**
   * Parses the rest of the request, with a pause after each slice of a long body.
   *
   * @param body empty unless `readsBody`
   * @param format the body's, JSON by default; a query text has none
   * @throws Fault `BAD_REQUEST`, `UNSUPPORTED_BY_DESKTOP`, `QUERY_PARSER_ERROR`, `BATCH_INVALID_REQUEST`, …
   */
  parse(body: string, format?: Format): Sliced<ParsedRequest>
}

/**
 * Finds a request's route and checks everything but its body.
 *
 * @throws Fault `NOT_FOUND`, `BAD_REQUEST`, `UNSUPPORTED_BY_DESKTOP`, `REQUESTID_INVALID`, `CDC_INVALID_ENTITIES`, …
 */
export function parseRoute(sent: RequestHead): Route {
  // A HEAD is a GET whose response is sent without its body.
  const head = sent.method === 'HEAD' ? { ...sent, method: 'GET' } : sent
  const [name = '', id, ...rest] = head.segments
  const refused = findRefusedRoute(head.method, head.segments, head.entities)
  if (refused) throw refused
  if (rest.length === 0) {
    const resource = name.toLowerCase()
    if (resource === 'query' && id === undefined) return routeQuery(head)
    if (resource === 'reports' && head.method === 'GET' && id !== undefined) {
      const departmentsAreClasses = head.entities?.Department?.kind === 'built'
      return withoutBody({ kind: 'report', report: parseReport(id, head.parameters, { departmentsAreClasses }) })
    }
    if (head.method === 'GET' && resource === 'entitlements' && id === undefined) {
      return withoutBody({ kind: 'entitlements' })
    }
    if (head.method === 'GET' && resource === 'cdc' && id === undefined) {
      return withoutBody(parseChanges(head.parameters, head.time))
    }
    if (head.method === 'POST' && resource === 'batch' && id === undefined) return routeBatch(head)
    if (head.method === 'GET') return withoutBody(parseRead(name, id, head))
    if (head.method === 'POST' && id === undefined && name !== '') return routeWrite(name, head)
  }
  throw unknownRoute(sent)
}

function withoutBody(request: ParsedRequest): Route {
  return { readsBody: false, parse: () => atOnce(() => request) }
}

// biome-ignore lint/correctness/useYield: there is nothing to pause for
function* atOnce<Result>(parse: () => Result): Sliced<Result> {
  return parse()
}

function routeQuery({ method, parameters }: RequestHead): Route {
  if (method !== 'GET' && method !== 'POST') throw new Fault('NOT_FOUND', '/query accepts GET and POST.')
  const inAddress = getSingle(parameters, 'query')
  return {
    readsBody: inAddress === undefined && method === 'POST',
    parse: (body) => atOnce(() => parseQueryText(inAddress ?? body, parameters)),
  }
}

function parseQueryText(text: string, parameters: QueryParameters): Operation {
  if (text.trim() === '') {
    throw new Fault('QUERY_PARSER_ERROR', 'The query is missing or empty. Send it in the parameter `query`.', {
      element: 'query',
    })
  }
  const explain = ['1', 'true'].includes(getSingle(parameters, 'explain')?.toLowerCase() ?? '')
  return { kind: 'query', text: restoreTimeOffsets(text), ...(explain && { explain }) }
}

/** Returns a parameter's only value; repetitions are accepted if equal. */
function getSingle(parameters: QueryParameters, name: string): string | undefined {
  const values = new Set(parameters.get(name))
  if (values.size > 1) throw new Fault('BAD_REQUEST', `\`${name}\` appears more than once.`, { element: name })
  return [...values][0]
}

function routeBatch({ parameters, entities }: RequestHead): Route {
  const requestId = checkRequestId(getSingle(parameters, 'requestid'), maxBatchCharacters)
  return {
    readsBody: true,
    *parse(body, format) {
      const batch = format === 'xml' ? yield* readXmlBatch(body, entities) : parseJsonBody(body)
      return parseBatch(batch, requestId, entities)
    },
  }
}

function parseRead(name: string, id: string | undefined, { parameters, entities }: RequestHead): Operation {
  const table = requireSupportedEntity(name, entities)
  if (id === undefined && table.readBy !== undefined) {
    const sent = [table.readBy.parameter, table.readBy.asOf.parameter].flatMap((parameter) => {
      const value = getSingle(parameters, parameter)
      return value === undefined ? [] : [[parameter, value] as const]
    })
    return { kind: 'read-by', table, parameters: new Map(sent) }
  }
  if (id === undefined && table.kind !== 'single') {
    throw new Fault('NOT_FOUND', `Reading ${table.name} needs an id in the path. Use /query to list records.`)
  }
  return { kind: 'read', table, id: id === undefined || table.kind === 'single' ? id : fromNumericId(id) }
}

function routeWrite(name: string, { parameters, entities }: RequestHead): Route {
  const named = parseNamedWrite(parameters)
  const table = requireWritableEntity(name, named, entities)
  const requestId = checkRequestId(getSingle(parameters, 'requestid'))
  return {
    readsBody: true,
    *parse(body, format) {
      const inAddress = body.trim() === '' ? namedInAddress(named, parameters) : undefined
      const record = inAddress ?? (format === 'xml' ? yield* readXmlBody(table, body) : parseRecord(body))
      return toWriteOperation(table, named, record, requestId)
    },
  }
}

/** Returns the record named by `Id` and `SyncToken` in the address: some clients delete or void without a body. */
function namedInAddress(named: NamedWrite, parameters: QueryParameters): object | undefined {
  const id = getSingle(parameters, 'id')
  if (id === undefined || (named !== 'delete' && named !== 'void')) return undefined
  return { Id: id, SyncToken: getSingle(parameters, 'synctoken') ?? null }
}

function parseNamedWrite(parameters: QueryParameters): NamedWrite {
  const operation = getSingle(parameters, 'operation')?.toLowerCase()
  const isVoid = (parameters.get('include') ?? []).some((value) => value.toLowerCase() === 'void')
  switch (operation) {
    case undefined:
    case 'update':
      return isVoid ? 'void' : operation
    case 'void':
      return 'void'
    case 'delete':
      if (!isVoid) return 'delete'
  }
  throw new Fault('BAD_REQUEST', '`operation` must be update, delete or void. Omit it on a create.', {
    element: 'operation',
  })
}

function parseRecord(text: string): unknown {
  const body = parseJsonBody(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Fault('BAD_REQUEST', 'The body must be a JSON object.')
  }
  return body
}

function unknownRoute({ method, segments }: RequestHead): Fault {
  return new Fault('NOT_FOUND', `There is no route ${method} /${segments.join('/').slice(0, 100)}.`)
}

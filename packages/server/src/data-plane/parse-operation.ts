import { Fault } from '@bridge/faults'
import type { Registry } from '@bridge/translation'
import { type QueryParameters, restoreTimeOffsets } from '../http/query-parameters.ts'
import { batchCharactersMax, checkRequestId } from './check-request-id.ts'
import { builtEntity } from './entity.ts'
import type { Batch, Changes, EntitlementsQuestion, Operation } from './operation.ts'
import { parseBatch } from './parse-batch.ts'
import { parseChanges } from './parse-changes.ts'
import { type AskedWrite, writeOperation, writtenEntity } from './write-operation.ts'

/** A request below `/v3/company/{realmId}`, not read any further yet. */
export interface RawRequest {
  readonly method: string
  /** What follows the realm id, percent-decoded: `['invoice', '1F-1700000000']`. */
  readonly segments: readonly string[]
  readonly parameters: QueryParameters
  /** The entities that the realm has; those of the specification without it. */
  readonly entities?: Registry
  readonly time: Date
  /** Reads the body; at most once. */
  readonly body: () => Promise<string>
}

/**
 * Finds out what a request asks for (specification, sections 4.2 to 4.5).
 *
 * @throws Fault `NOT_FOUND`, `BAD_REQUEST`, `UNSUPPORTED_BY_DESKTOP`, `QUERY_PARSER_ERROR`, `REQUESTID_INVALID`, …
 */
export async function parseOperation(request: RawRequest): Promise<Operation | Batch | Changes | EntitlementsQuestion> {
  const [name = '', id, ...rest] = request.segments
  if (rest.length === 0) {
    const resource = name.toLowerCase()
    if (resource === 'query' && id === undefined) return parseQueryRequest(request)
    if (resource === 'reports' && request.method === 'GET' && id !== undefined) throw reportUnknown(id)
    if (request.method === 'GET' && resource === 'entitlements' && id === undefined) return { kind: 'entitlements' }
    if (request.method === 'GET' && resource === 'cdc' && id === undefined) {
      return parseChanges(request.parameters, request.time)
    }
    if (request.method === 'POST' && resource === 'batch' && id === undefined) return parseBatchRequest(request)
    if (request.method === 'GET') return parseRead(name, id, request)
    if (request.method === 'POST' && id === undefined && name !== '') return parseWrite(name, request)
  }
  throw unknownRoute(request)
}

async function parseQueryRequest({ method, parameters, body }: RawRequest): Promise<Operation> {
  if (method !== 'GET' && method !== 'POST') throw new Fault('NOT_FOUND', '/query answers GET and POST.')
  const sent = single(parameters, 'query') ?? (method === 'POST' ? await body() : '')
  if (sent.trim() === '') {
    throw new Fault('QUERY_PARSER_ERROR', 'The query is missing or empty. Send it in the parameter `query`.', {
      element: 'query',
    })
  }
  const explain = ['1', 'true'].includes(single(parameters, 'explain')?.toLowerCase() ?? '')
  return { kind: 'query', text: restoreTimeOffsets(sent), ...(explain && { explain }) }
}

/** The value of a parameter that may be given once; the same value twice is tolerated. */
function single(parameters: QueryParameters, name: string): string | undefined {
  const values = new Set(parameters.get(name))
  if (values.size > 1) throw new Fault('BAD_REQUEST', `\`${name}\` is given more than once.`, { element: name })
  return [...values][0]
}

function reportUnknown(name: string): Fault {
  return new Fault(
    'REPORT_UNKNOWN',
    `There is no report ${JSON.stringify(name.slice(0, 64))}; this version serves no reports.`,
  )
}

async function parseBatchRequest({ parameters, entities, body }: RawRequest): Promise<Batch> {
  const requestId = checkRequestId(single(parameters, 'requestid'), batchCharactersMax)
  return parseBatch(parseJson(await body()), requestId, entities)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault('BAD_REQUEST', 'The body is not JSON.')
  }
}

function parseRead(name: string, id: string | undefined, { parameters, entities }: RawRequest): Operation {
  const table = builtEntity(name, entities)
  if (id === undefined && table.readBy !== undefined) {
    const given = [table.readBy.parameter, table.readBy.asOf.parameter].flatMap((parameter) => {
      const value = single(parameters, parameter)
      return value === undefined ? [] : [[parameter, value] as const]
    })
    return { kind: 'read-by', table, parameters: new Map(given) }
  }
  if (id === undefined && table.kind !== 'single') {
    throw new Fault('NOT_FOUND', `Reading ${table.name} takes an id in the path; to list records, use /query.`)
  }
  return { kind: 'read', table, id }
}

async function parseWrite(name: string, { parameters, entities, body }: RawRequest): Promise<Operation> {
  const asked = askedWrite(parameters)
  const table = writtenEntity(name, asked, entities)
  const requestId = checkRequestId(single(parameters, 'requestid'))
  return writeOperation(table, asked, parseRecord(await body()), requestId)
}

function askedWrite(parameters: QueryParameters): AskedWrite {
  const operation = single(parameters, 'operation')?.toLowerCase()
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
  throw new Fault('BAD_REQUEST', '`operation` is update, delete or void; a create has none.', { element: 'operation' })
}

function parseRecord(text: string): unknown {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Fault('BAD_REQUEST', 'The body is not a JSON object.')
  }
  return body
}

function unknownRoute({ method, segments }: RawRequest): Fault {
  return new Fault('NOT_FOUND', `There is no route ${method} /${segments.join('/').slice(0, 100)}.`)
}

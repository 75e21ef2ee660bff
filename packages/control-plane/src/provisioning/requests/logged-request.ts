import { realmIdSchema } from '@bridge/agent-protocol'
import { bodiesMs } from '@bridge/data-plane/request-log/request-log'
import { Problem } from '@bridge/faults'
import { formatTime, timeSchema } from '@bridge/identity/access/shapes'
import { z } from 'zod'
import { noInput, operation } from '../../operation/operation.ts'
import {
  findRequest,
  findRequests,
  type LoggedRequestDetail,
  type LoggedRequestRow,
  recordBodiesRead,
} from './logged-request.store.ts'
import { realmFilterFields, requestFilterFields, toRequestFilter } from './request-filter.ts'

const millisecondsSchema = z.number()

/** A logged request without its bodies, as operations return it. */
export const requestLineSchema = z
  .strictObject({
    id: z.string(),
    traceId: z.string().describe('X-Request-Id of the response.'),
    realmId: realmIdSchema,
    realmName: z.string(),
    clientId: z.string().nullable().describe('The client whose token was used.'),
    clientName: z.string().nullable().describe('Null for a client that was deleted.'),
    source: z
      .string()
      .describe(
        'Who sent it: api, explorer, replay or mcp; proposal for the reads that check a write proposed over MCP.',
      ),
    at: timeSchema,
    method: z.string(),
    path: z.string(),
    operation: z
      .string()
      .nullable()
      .describe(
        'read, query, create, update, delete, void, batch, changes, report, or propose for a write that was held back.',
      ),
    entity: z.string().nullable(),
    status: z.int(),
    code: z.string().nullable().describe("The fault's code; null for a successful request."),
    field: z.string().nullable().describe('The field that the fault names, without line numbers: Line[].Amount.'),
    failedItems: z.int().describe('The failed items of a batch, or entities of a request for changes.'),
    requestId: z.string().nullable().describe('The requestid of a write.'),
    queryText: z.string().nullable().describe('The text of a query without secrets, where bodies are kept.'),
    totalMs: millisecondsSchema,
    queueMs: millisecondsSchema.nullable().describe('Time in the queue of the company file.'),
    gatewayMs: millisecondsSchema.nullable().describe('Time in transit to the agent and back.'),
    desktopMs: millisecondsSchema.nullable().describe('In QuickBooks Desktop.'),
  })
  .meta({ id: 'LoggedRequest' })

const charactersSchema = z.int().default(0)
const headersSchema = z.record(z.string(), z.string()).default({})

/** A request's texts, cut off at the log's length limit. */
export const requestBodiesSchema = z
  .strictObject({
    query: z.string(),
    requestHeaders: headersSchema,
    request: z.string(),
    requestCharacters: charactersSchema.describe('The length of the whole text, of which less may be kept.'),
    answerHeaders: headersSchema,
    answer: z.string(),
    answerCharacters: charactersSchema,
    exchanges: z.array(
      z.strictObject({
        request: z.string(),
        requestCharacters: charactersSchema,
        answer: z.string().nullable(),
        answerCharacters: charactersSchema,
        why: z.string().nullable().describe('Why there is no response.'),
      }),
    ),
    exchangesLeftOut: z.int(),
    plan: z.string().nullable().default(null).describe('How a query was run.'),
  })
  .meta({ id: 'LoggedBodies' })

const maxPage = 200

const pageFields = {
  before: z.uuid().optional().describe('The last ID of the previous page.'),
  limit: z.coerce.number().int().min(1).max(maxPage).default(50),
}

const pageSchema = z.strictObject({ requests: z.array(requestLineSchema), before: z.string().nullable() })

export const loggedRequestOperations = {
  listRequests: operation({
    route: 'GET /realms/{realmId}/requests',
    summary:
      'Lists the requests to a realm of the last 30 days, newest first. A request appears a few seconds after its response.',
    about: 'realm',
    role: 'member',
    input: z.strictObject({ ...realmFilterFields, ...pageFields }),
    output: pageSchema,
    run: async ({ database }, { id }, { limit, before, ...filter }) =>
      toPage(await findRequests(database, { realmId: id }, toRequestFilter(filter), { before, limit }), limit),
  }),

  searchRequests: operation({
    route: 'GET /requests',
    summary: 'Lists the requests to all realms of an organization of the last 30 days, newest first.',
    about: 'org',
    role: 'member',
    input: z.strictObject({ ...requestFilterFields, ...pageFields }),
    output: pageSchema,
    run: async ({ database }, { orgId }, { limit, before, ...filter }) =>
      toPage(await findRequests(database, { orgId }, toRequestFilter(filter), { before, limit }), limit),
  }),

  getRequest: operation({
    route: 'GET /realms/{realmId}/requests/{loggedRequestId}',
    summary:
      'Returns a request with its bodies and qbXML, without secrets. They are kept for up to 72 hours, for sandboxes and for realms with the setting logsBodies.',
    about: 'realm',
    role: 'member',
    input: noInput.extend({ loggedRequestId: z.uuid() }),
    output: z.strictObject({
      request: requestLineSchema.extend({
        warnings: z.array(z.string()).describe('All warnings of a success, of which X-SVC-Warning has 500 characters.'),
        bodies: requestBodiesSchema.nullable(),
      }),
    }),
    run: async ({ database, clock }, { id, orgId, caller }, { loggedRequestId }) => {
      const found = await findRequest(database, { realmId: id }, loggedRequestId)
      if (!found) throw new Problem('not_found', 'The log of the realm has no such request.')
      const at = clock()
      const bodies = readBodies(found, at)
      if (bodies) await recordBodiesRead(database, { id: loggedRequestId, orgId }, caller, at)
      return { request: { ...serializeRequest(found.line), warnings: [...found.warnings], bodies } }
    },
  }),
}

/** Prints a request without its bodies. */
export function serializeRequest({ createdAt, ...row }: LoggedRequestRow): z.output<typeof requestLineSchema> {
  return { ...row, at: formatTime(createdAt) }
}

/** Returns a request's bodies; null if they were not kept or have expired. */
export function readBodies(
  { bodies, line }: Pick<LoggedRequestDetail, 'bodies' | 'line'>,
  now: Date,
): z.output<typeof requestBodiesSchema> | null {
  const isKept = line.createdAt.getTime() > now.getTime() - bodiesMs
  return isKept && bodies ? requestBodiesSchema.parse(bodies) : null
}

function toPage(rows: readonly LoggedRequestRow[], limit: number): z.output<typeof pageSchema> {
  return { requests: rows.map(serializeRequest), before: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
}

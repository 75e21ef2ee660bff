import { Problem } from '@bridge/faults'
import { z } from 'zod'
import { bodiesMs } from '../request-log/request-log.ts'
import { findRequest, findRequests } from './logged-request.store.ts'
import { printableSchema } from './name.ts'
import { noInput, operation } from './operation.ts'
import { instantSchema, printTime, timeSchema } from './shapes.ts'

const millisecondsSchema = z.number()

const lineSchema = z
  .strictObject({
    id: z.string(),
    traceId: z.string().describe('X-Request-Id of the response.'),
    at: timeSchema,
    method: z.string(),
    path: z.string(),
    status: z.int(),
    code: z.string().nullable().describe("The fault's code; null for a successful request."),
    requestId: z.string().nullable().describe('The requestid of a write.'),
    totalMs: millisecondsSchema,
    queueMs: millisecondsSchema.nullable().describe('Time in the queue of the company file.'),
    gatewayMs: millisecondsSchema.nullable().describe('Time in transit to the agent and back.'),
    desktopMs: millisecondsSchema.nullable().describe('In QuickBooks Desktop.'),
  })
  .meta({ id: 'LoggedRequest' })

const bodiesSchema = z
  .strictObject({
    query: z.string(),
    request: z.string(),
    answer: z.string(),
    exchanges: z.array(
      z.strictObject({ request: z.string(), answer: z.string().nullable(), why: z.string().nullable() }),
    ),
    exchangesLeftOut: z.int(),
  })
  .meta({ id: 'LoggedBodies' })

const statusFilterSchema = z
  .string()
  .regex(/^[1-5](\d\d|xx)$/i, 'must be a status, or a class like 4xx')
  .describe('A status (404) or a class (4xx).')

const pageMax = 200

export const loggedRequestOperations = {
  listRequests: operation({
    route: 'GET /realms/{realmId}/requests',
    summary:
      'Lists the requests to a realm of the last 30 days, newest first. A request appears a few seconds after its response.',
    about: 'realm',
    role: 'member',
    input: z.strictObject({
      status: statusFilterSchema.optional(),
      code: printableSchema.max(64).optional(),
      method: printableSchema.max(16).toUpperCase().optional(),
      path: printableSchema.max(200).optional().describe('A part of the path, case-insensitive.'),
      requestId: printableSchema.max(64).optional().describe('The requestid of a write.'),
      traceId: printableSchema.max(64).optional().describe('X-Request-Id of the response.'),
      since: instantSchema.optional(),
      until: instantSchema.optional(),
      before: z.uuid().optional().describe('The last ID of the previous page.'),
      limit: z.coerce.number().int().min(1).max(pageMax).default(50),
    }),
    output: z.strictObject({ requests: z.array(lineSchema), before: z.string().nullable() }),
    run: async ({ database }, { id }, { limit, status, ...filter }) => {
      const statuses = status && {
        statusFrom: Number(status.replace(/x/gi, '0')),
        statusTo: Number(status.replace(/x/gi, '9')),
      }
      const rows = await findRequests(database, id, { ...filter, ...statuses }, limit)
      return { requests: rows.map(print), before: rows.length === limit ? (rows.at(-1)?.id ?? null) : null }
    },
  }),

  getRequest: operation({
    route: 'GET /realms/{realmId}/requests/{loggedRequestId}',
    summary:
      'Returns a request with its bodies and qbXML, without secrets. They are kept for 72 hours, for sandboxes and for realms with the setting logsBodies.',
    about: 'realm',
    role: 'member',
    input: noInput.extend({ loggedRequestId: z.uuid() }),
    output: z.strictObject({ request: lineSchema.extend({ bodies: bodiesSchema.nullable() }) }),
    run: async ({ database, clock }, { id }, { loggedRequestId }) => {
      const row = await findRequest(database, id, loggedRequestId)
      if (!row) throw new Problem('not_found', 'The log of the realm has no such request.')
      const { bodies, ...rest } = row
      const isKept = row.createdAt.getTime() > clock().getTime() - bodiesMs
      return { request: { ...print(rest), bodies: isKept && bodies ? bodiesSchema.parse(bodies) : null } }
    },
  }),
}

type Line = Omit<z.output<typeof lineSchema>, 'at'> & { readonly createdAt: Date }

function print({ createdAt, ...row }: Line): z.output<typeof lineSchema> {
  return { ...row, at: printTime(createdAt) }
}

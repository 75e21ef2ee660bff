import { randomUUID } from 'node:crypto'
import { realmIdSchema } from '@bridge/agent-protocol'
import { z } from 'zod'
import { redact } from '../request-log/redact.ts'
import type { TracedResponse } from '../user-calls/user-calls.ts'

/** The longest query string. The service accepts queries of up to 250,000 characters. */
const queryCharactersMax = 1_000_000

/** A request of the Explorer, below `/v3/company/{realmId}`. */
export const explorerCallSchema = z.strictObject({
  realmId: realmIdSchema,
  method: z.enum(['GET', 'POST']),
  /** Begins with a slash: `/invoice/12`. */
  path: z
    .string()
    .max(2_000)
    .regex(/^\/[^?#\\]*$/, 'must begin with a slash, and must not have a query'),
  /** Without the question mark. */
  query: z
    .string()
    .max(queryCharactersMax)
    .regex(/^[^#]*$/, 'must not contain #'),
  body: z.string().nullable(),
})

export type ExplorerCall = z.output<typeof explorerCallSchema>

/** A call before it is checked. */
export type ExplorerInput = z.input<typeof explorerCallSchema>

/** Converts a call of the Explorer to a request to the data plane. A write without a `requestid` gets one. */
export function toRequest(baseUrl: string, { realmId, method, path, query, body }: ExplorerCall): Request {
  const url = new URL(`${baseUrl}/v3/company/${realmId}${path}`)
  url.search = query
  const isQuery = path.toLowerCase() === '/query'
  if (method === 'POST' && !isQuery && !url.searchParams.has('requestid')) {
    url.search = `${query === '' ? '' : `${query}&`}requestid=${randomUUID()}`
  }
  const headers = { accept: 'application/json', 'content-type': isQuery ? 'application/text' : 'application/json' }
  return new Request(url, { method, headers, ...(method === 'POST' && { body: body ?? '' }) })
}

/** The exchanges of a call that the Explorer shows, and the characters of their qbXML. */
const exchangesMax = 40
const charactersMax = 48 * 1024 * 1024

/** Returns a response with its qbXML and times. Secrets in the qbXML are hidden, as in the request log. */
export async function toExplorerResult({ url }: Request, { response, totalMs, trace }: TracedResponse) {
  const exchanges = []
  let characters = 0
  for (const { request, response: received, reason } of trace?.exchanges ?? []) {
    characters += request.length + (received?.length ?? 0)
    if (exchanges.length === exchangesMax || characters > charactersMax) break
    exchanges.push({
      sent: redact(request),
      received: received === undefined ? null : redact(received),
      reason: reason ?? null,
    })
  }
  const { pathname, search } = new URL(url)
  return {
    address: `${pathname}${search}`,
    status: response.status,
    headers: [...response.headers].map(([name, value]) => ({ name, value })),
    traceId: response.headers.get('x-request-id') ?? '',
    body: await response.text(),
    times: {
      totalMs,
      queueMs: trace?.queueMs ?? null,
      gatewayMs: trace?.gatewayMs ?? null,
      desktopMs: trace?.desktopMs ?? null,
    },
    exchanges,
    exchangesLeftOut: (trace?.exchanges.length ?? 0) - exchanges.length,
  }
}

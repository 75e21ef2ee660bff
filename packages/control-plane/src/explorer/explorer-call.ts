import { randomUUID } from 'node:crypto'
import { realmIdSchema } from '@bridge/agent-protocol'
import type { TracedText } from '@bridge/data-plane/request-log/call-trace'
import type { TracedResponse } from '@bridge/data-plane/user-calls/user-calls'
import { redact } from '@bridge/platform/redact'
import { z } from 'zod'

/** The longest query string. The service accepts queries of up to 250,000 characters. */
const maxQueryCharacters = 1_000_000

/** How many response bytes are shown. */
const maxBodyBytes = 1024 * 1024

/** An Explorer request, below `/v3/company/{realmId}`. */
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
    .max(maxQueryCharacters)
    .regex(/^[^#]*$/, 'must not contain #'),
  body: z.string().nullable(),
  /** Whether the call repeats a logged one, as it was or edited. */
  isReplay: z.boolean().optional(),
})

export type ExplorerCall = z.output<typeof explorerCallSchema>

/** A call before it is checked. */
export type ExplorerInput = z.input<typeof explorerCallSchema>

/**
 * Converts an Explorer call to a data plane request. A write without a `requestid` gets one.
 *
 * @param signal aborts when the user's browser closes the connection
 */
export function toRequest(
  baseUrl: string,
  { realmId, method, path, query, body }: ExplorerCall,
  signal?: AbortSignal,
): Request {
  const url = new URL(`${baseUrl}/v3/company/${realmId}${path}`)
  url.search = query
  const isQuery = path.toLowerCase() === '/query'
  if (method === 'POST' && !isQuery && !url.searchParams.has('requestid')) {
    url.search = `${query === '' ? '' : `${query}&`}requestid=${randomUUID()}`
  }
  const headers = { accept: 'application/json', 'content-type': isQuery ? 'application/text' : 'application/json' }
  return new Request(url, {
    method,
    headers,
    ...(method === 'POST' && { body: body ?? '' }),
    ...(signal && { signal }),
  })
}

/** Returns a response's beginning with its qbXML and times. Secrets in the qbXML are hidden, as in the request log. */
export async function toExplorerResult(
  { url }: Request,
  { response: returned, bodyCharacters, totalMs, trace }: TracedResponse,
) {
  const traced = trace?.exchanges ?? []
  const shown = traced.filter(({ request, response }) => isWhole(request) && (!response || isWhole(response)))
  const exchanges = shown.map(({ request, response, reason }) => ({
    sent: redact(request.text),
    received: response === undefined ? null : redact(response.text),
    reason: reason ?? null,
  }))
  const { pathname, search } = new URL(url)
  return {
    address: `${pathname}${search}`,
    status: returned.status,
    headers: [...returned.headers].map(([name, value]) => ({ name, value })),
    traceId: returned.headers.get('x-request-id') ?? '',
    body: await readBeginning(returned, maxBodyBytes),
    /** The whole body's length. */
    bodyCharacters,
    times: {
      totalMs,
      queueMs: trace?.queueMs ?? null,
      gatewayMs: trace?.gatewayMs ?? null,
      desktopMs: trace?.desktopMs ?? null,
    },
    exchanges,
    exchangesLeftOut: (trace?.exchangesLeftOut ?? 0) + traced.length - shown.length,
  }
}

function isWhole({ text, characters }: TracedText): boolean {
  return text.length === characters
}

/** Returns a body's beginning, and drops the rest. */
async function readBeginning({ body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body ?? []) {
    // Leaves out a character cut in two by the end.
    text += decoder.decode(chunk.subarray(0, maxBytes - bytes), { stream: true })
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  return text
}

import type { Agent } from 'undici'
import type { Reply } from './reply.ts'

/** An attacker's request. */
export interface AttackRequest {
  readonly method: string
  /** The path with its query, which is sent as it is. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Sent with each request, because the service echoes it: two responses then differ only in what matters. */
const traceId = 'attack'

/** Longer than a batch takes on a busy machine. A batch has no deadline. */
const timeoutMs = 600_000

/** After a longer body, the next request has another connection. */
const maxReusedBytes = 1024 ** 2

/** Sends a request over a socket, and reads the whole response. */
export async function send(agent: Agent, origin: string, request: AttackRequest): Promise<Reply> {
  const { method, path, headers, body } = request
  const response = await agent.request({
    origin,
    path,
    method,
    headers: { 'x-request-id': traceId, ...headers },
    ...(body !== undefined && { body }),
    // A server may end the connection of a body that it does not read.
    reset: (body?.length ?? 0) > maxReusedBytes,
    responseHeaders: 'raw',
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  const raw = response.headers as unknown as readonly string[]
  const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []))
  return { status: response.statusCode, headers: pairs, body: await response.body.text() }
}

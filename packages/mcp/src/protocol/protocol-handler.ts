import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { McpSession } from './protocol-server.ts'

/** A request with its body, and its caller's session. */
export interface ProtocolRequest {
  readonly request: Request
  readonly body: ReadBody
  readonly session: McpSession
}

/** A body as text, and as JSON if it is. */
export interface ReadBody {
  readonly text: string
  readonly parsed: unknown
}

/** Serves requests in both eras, each with its own server object and one JSON object. */
export interface ProtocolHandler {
  serve(sent: ProtocolRequest): Promise<Response>
  /** Ends requests in flight. */
  close(): Promise<void>
}

interface ProtocolHandlerOptions {
  readonly createServer: (session: McpSession) => Server
  readonly onError: (error: Error) => void
}

export function createProtocolHandler({ createServer, onError }: ProtocolHandlerOptions): ProtocolHandler {
  const modern = createMcpHandler(({ authInfo }) => createServer(authInfo?.extra?.session as McpSession), {
    legacy: 'reject',
    maxSubscriptions: 0,
    onerror: onError,
  })
  return {
    async serve({ request: { method, url, headers, signal }, body: { text, parsed }, session }) {
      if (Array.isArray(parsed))
        return refuse(400, -32_600, 'Batches are not supported. Send one message in a request.')
      const request = new Request(url, { method, headers, signal, body: text })
      if (parsed === undefined || !(await isLegacyRequest(request, parsed)))
        return modern.fetch(request, { authInfo: toAuthInfo(session) })
      return serveLegacy(createServer(session), request, parsed)
    },
    close: modern.close,
  }
}

/** Serves a request in the era with `initialize`. The library's own fallback would stream one event. */
async function serveLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
  const left = Promise.withResolvers<Response>()
  const leave = () => left.resolve(new Response(null, { status: 499 }))
  request.signal.addEventListener('abort', leave, { once: true })
  try {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    return await Promise.race([transport.handleRequest(request, { parsedBody }), left.promise])
  } finally {
    request.signal.removeEventListener('abort', leave)
    await server.close()
  }
}

/** Passes the session on; the caller was authenticated before. */
function toAuthInfo(session: McpSession): AuthInfo {
  const { clientId, scopes } = session.caller
  return { token: '', clientId, scopes: [...scopes], extra: { session } }
}

/** Responds with a JSON-RPC error to a request whose ID is not known. */
export function refuse(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status, headers })
}

import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import type { UserCalls } from '@bridge/data-plane/user-calls/user-calls'
import type { Grant } from '@bridge/identity/access/grant'
import type { McpCaller, McpScope } from '@bridge/identity/access/mcp-caller'
import type { McpAuthentication } from '@bridge/identity/oauth/mcp-authentication'
import { readText, UnreadableBodyError } from '@bridge/platform/body'
import type { Dependencies } from '@bridge/platform/dependencies'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { type Context, Hono } from 'hono'
import { allTools } from './all-tools.ts'
import { createCompanyCalls } from './calls/user-company-calls.ts'
import { findToolCalls } from './protocol/find-tool-calls.ts'
import { createProtocolServer, type McpSession } from './protocol/protocol-server.ts'
import type { McpModes, McpRealm } from './tools/mcp-mode.ts'
import type { JsonObject, Tool } from './tools/tool.ts'

export type { McpMode, McpModes } from './tools/mcp-mode.ts'

/** The largest body: an invoice with hundreds of lines. */
const maxBodyBytes = 256 * 1024

/** What the endpoint needs from the service. */
export interface McpOptions extends Pick<Dependencies, 'clock' | 'logger'> {
  /** The public address, without a trailing slash. */
  readonly baseUrl: string
  readonly authentication: McpAuthentication
  readonly modes: McpModes
  readonly userCalls: UserCalls
  /** Returns the state of the connection to a company file, for its overview. */
  readonly findConnection?: (realmId: RealmId) => Promise<JsonObject | undefined>
  /** Records a host's tool call. */
  readonly onCall: (caller: McpCaller, tool: Tool) => Promise<void>
  /** Replaces the tools. */
  readonly tools?: readonly Tool[]
}

/** `POST /mcp/{realmId}`, to be mounted at `/mcp`. */
export interface McpEndpoint {
  readonly routes: Hono
  /** Ends requests in flight. */
  close(): Promise<void>
}

export function createMcp(options: McpOptions): McpEndpoint {
  const { tools = allTools, clock, logger, onCall } = options
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const session = authInfo?.extra?.session as McpSession
      return createProtocolServer({ tools, session, clock, logger, onCall })
    },
    { maxSubscriptions: 0, onerror: (error) => logger.debug({ err: error }, 'An MCP request was rejected') },
  )
  const routes = new Hono()
  routes.all('/:realmId', (context) => serve({ ...options, tools }, handler, context))
  return { routes, close: handler.close }
}

async function serve(
  options: McpOptions & { readonly tools: readonly Tool[] },
  handler: McpHttpHandler,
  context: Context,
): Promise<Response> {
  const request = context.req.raw
  const realmId = parseRealmId(context.req.param('realmId') ?? '')
  if (realmId === undefined) return context.text('Not found', 404)
  if (isForeignOrigin(request.headers, options.baseUrl)) return context.text('The Origin is not allowed.', 403)
  if (request.method !== 'POST') return context.text('Send POST.', 405, { Allow: 'POST' })
  const caller = await options.authentication.authenticateMcpCaller(
    request.headers.get('authorization') ?? undefined,
    realmId,
  )
  if (caller instanceof Response) return caller
  const realm = await options.modes.find(realmId)
  if (realm === undefined) return context.text('Not found', 404)
  if (realm.mode === 'off') {
    return context.text('MCP is off for this company file. An admin can turn it on in the portal.', 403)
  }
  const body = await readBody(request)
  if (body instanceof Response) return body
  const missing = findMissingScope(options.tools, caller, body.parsed)
  if (missing !== undefined) return options.authentication.refuseScope(caller, missing)
  const session = createSession(options, { caller, realm, signal: request.signal })
  const { method, url, headers, signal } = request
  return handler.fetch(new Request(url, { method, headers, signal, body: body.text }), {
    authInfo: { token: '', clientId: caller.clientId, scopes: [...caller.scopes], extra: { session } },
  })
}

/** Browsers send an Origin; other pages may not use a user's access. */
function isForeignOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get('origin')
  return origin !== null && origin !== new URL(baseUrl).origin
}

async function readBody(request: Request): Promise<{ readonly text: string; readonly parsed: unknown } | Response> {
  try {
    const text = await readText(request, maxBodyBytes)
    return { text, parsed: parseJson(text) }
  } catch (error) {
    if (error instanceof UnreadableBodyError) return new Response(error.message, { status: 413 })
    throw error
  }
}

/** Returns undefined for other text, which the protocol's library rejects. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a scope without which the token cannot do what the body asks for. Everything needs `bridge.read`. */
function findMissingScope(tools: readonly Tool[], { scopes }: McpCaller, body: unknown): McpScope | undefined {
  const needed = findToolCalls(body).flatMap(({ name, input }) => {
    const tool = tools.find((each) => each.name === name)
    return [tool?.scope, tool?.findFurtherScope?.(input)]
  })
  return ['bridge.read' as const, ...needed].find((scope) => scope !== undefined && !scopes.has(scope))
}

interface Admitted {
  readonly caller: McpCaller
  readonly realm: McpRealm
  readonly signal: AbortSignal
}

/** Within a call, a token's lifetime does not matter: it was checked when the call arrived. */
const callMs = 10 * 60_000

function createSession(
  { baseUrl, userCalls, findConnection, clock }: McpOptions,
  { caller, realm, signal }: Admitted,
): McpSession {
  const { kind, mode } = realm
  const grant: Grant = {
    realmId: caller.realmId,
    realmKind: kind,
    orgId: caller.orgId,
    clientId: caller.clientId,
    source: 'mcp',
    isReadOnly: mode !== 'write' || !caller.scopes.has('bridge.write'),
    expiresAt: new Date(clock().getTime() + callMs),
  }
  const calls = createCompanyCalls({ userCalls, baseUrl, grant, signal })
  return {
    caller,
    mode,
    calls,
    hostName: caller.clientName,
    baseUrl,
    ...(findConnection && { findConnection: () => findConnection(caller.realmId) }),
  }
}

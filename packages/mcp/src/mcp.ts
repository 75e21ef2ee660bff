import { parseRealmId, type RealmId } from '@bridge/agent-protocol'
import type { UserCalls } from '@bridge/data-plane/user-calls/user-calls'
import type { Grant } from '@bridge/identity/access/grant'
import type { McpCaller, McpScope } from '@bridge/identity/access/mcp-caller'
import type { McpAuthentication } from '@bridge/identity/oauth/mcp-authentication'
import { readText, UnreadableBodyError } from '@bridge/platform/body'
import type { Dependencies } from '@bridge/platform/dependencies'
import type { RateDecision } from '@bridge/platform/rate-decision'
import { type Context, Hono } from 'hono'
import { allTools } from './all-tools.ts'
import { createCompanyCalls } from './calls/user-company-calls.ts'
import { findToolCall } from './protocol/find-tool-call.ts'
import { createProtocolHandler, type ProtocolHandler, type ReadBody, refuse } from './protocol/protocol-handler.ts'
import { createProtocolServer } from './protocol/protocol-server.ts'
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
  /** Counts a request for the company file, unless its calls are counted. */
  readonly countRequest: (realmId: RealmId) => Promise<RateDecision> | RateDecision
  /** Returns the state of the connection to a company file, for its overview. */
  readonly findConnection?: (realmId: RealmId) => Promise<JsonObject | undefined>
  /** Records a host's tool call. */
  readonly onCall: (caller: McpCaller, tool: Tool) => Promise<void>
  /** Replaces the tools. */
  readonly tools?: readonly Tool[]
}

/** `POST /mcp/{realmId}`, and `POST /mcp` for the company file that the token is for. To be mounted at `/mcp`. */
export interface McpEndpoint {
  readonly routes: Hono
  /** Ends requests in flight. */
  close(): Promise<void>
}

export function createMcp(options: McpOptions): McpEndpoint {
  const { tools = allTools, clock, logger, onCall } = options
  const handler = createProtocolHandler({
    createServer: (session) => createProtocolServer({ tools, session, clock, logger, onCall }),
    onError: (error) => logger.debug({ err: error }, 'An MCP request was rejected'),
  })
  const routes = new Hono()
  for (const path of ['/', '/:realmId']) routes.all(path, (context) => serve({ ...options, tools }, handler, context))
  return { routes, close: handler.close }
}

async function serve(
  options: McpOptions & { readonly tools: readonly Tool[] },
  handler: ProtocolHandler,
  context: Context,
): Promise<Response> {
  const request = context.req.raw
  const path = context.req.param('realmId')
  const named = path === undefined ? undefined : parseRealmId(path)
  if (named === undefined && path !== undefined) return context.text('Not found', 404)
  if (isForeignOrigin(request.headers, options.baseUrl)) return context.text('The Origin is not allowed.', 403)
  if (request.method !== 'POST') return context.text('Send POST.', 405, { Allow: 'POST' })
  const authorization = request.headers.get('authorization') ?? undefined
  const caller = await options.authentication.authenticateMcpCaller(authorization, named)
  if (caller instanceof Response) return caller
  const realm = await options.modes.find(caller.realmId)
  if (realm === undefined) return context.text('Not found', 404)
  if (realm.mode === 'off') {
    return context.text('MCP is off for this company file. An admin can turn it on in the portal.', 403)
  }
  const body = await readBody(request)
  if (body instanceof Response) return body
  const missing = findMissingScope(options.tools, caller, body.parsed)
  if (missing !== undefined) return options.authentication.refuseScope({ ...caller, realmId: named }, missing)
  return serveCounted(options, handler, { caller, realm, request, body })
}

/** Counts what the data plane does not: requests without a tool, and runs that send no call. */
async function serveCounted(
  options: McpOptions & { readonly tools: readonly Tool[] },
  handler: ProtocolHandler,
  admitted: Admitted & { readonly body: ReadBody },
): Promise<Response> {
  const { caller, request, body } = admitted
  const session = createSession(options, admitted)
  const name = findToolCall(body.parsed)?.name
  const tool = options.tools.find((each) => each.name === name)
  const count = async () => {
    const rate = await options.countRequest(caller.realmId)
    return rate.allowed ? undefined : refuseRate(rate)
  }
  if (!tool?.sendsCalls) return (await count()) ?? handler.serve({ request, body, session })
  const response = await handler.serve({ request, body, session })
  return session.calls.hasSent() ? response : ((await count()) ?? response)
}

/** The JSON-RPC code for a rate limit, which the protocol leaves to servers. */
const rateLimitedCode = -32_010

function refuseRate({ limit, resetSeconds }: RateDecision): Response {
  const message = `The company file has used its ${limit} requests for this minute. Retry in ${resetSeconds} s.`
  return refuse(429, rateLimitedCode, message, { 'Retry-After': String(resetSeconds) })
}

/** Browsers send an Origin; other pages may not use a user's access. */
function isForeignOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get('origin')
  return origin !== null && origin !== new URL(baseUrl).origin
}

async function readBody(request: Request): Promise<ReadBody | Response> {
  try {
    const text = await readText(request, maxBodyBytes)
    return { text, parsed: parseJson(text) }
  } catch (error) {
    if (error instanceof UnreadableBodyError) return refuse(413, -32_000, error.message)
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
  const { name, input } = findToolCall(body) ?? {}
  const tool = tools.find((each) => each.name === name)
  const needed = [tool?.scope, tool?.findFurtherScope?.(input)]
  return ['bridge.read' as const, ...needed].find((scope) => scope !== undefined && !scopes.has(scope))
}

interface Admitted {
  readonly caller: McpCaller
  readonly realm: McpRealm
  readonly request: Request
}

/** Within a call, a token's lifetime does not matter: it was checked when the call arrived. */
const callMs = 10 * 60_000

function createSession(
  { baseUrl, userCalls, findConnection, clock }: McpOptions,
  { caller, realm, request: { signal } }: Admitted,
) {
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

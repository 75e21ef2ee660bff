import { parseRealmId } from '@bridge/agent-protocol'
import type { McpScope } from '@bridge/identity/access/mcp-caller'
import type { McpMode, McpOptions } from '@bridge/mcp/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { sandboxRealmId, startBridge } from './bridge.fixture.ts'

export const mcpUrl = `https://bridge.test/mcp/${sandboxRealmId}`

type McpFixtureOptions = NonNullable<Parameters<typeof startBridge>[0]> & {
  /** Replaces the tools. */
  readonly tools?: McpOptions['tools']
}

/** Starts a server whose sandbox an MCP host may read: `Bearer host` is its token. */
export async function startMcp({ tools, ...options }: McpFixtureOptions = {}) {
  const access: { scopes: readonly McpScope[]; mode: McpMode } = { scopes: ['bridge.read'], mode: 'read' }
  let orgId = ''
  const bridge = await startBridge({
    ...options,
    // The first call creates the sample company, which takes long on a busy machine.
    config: { agentTimeoutMs: 300_000, ...options.config },
    mcp: {
      ...(tools && { tools }),
      authentication: {
        async authenticateMcpCaller(authorization, realmId) {
          if (authorization !== 'Bearer host') return new Response('', { status: 401 })
          const client = { clientId: 'svcc_test', clientName: 'Test Host', userId: 'user', orgId }
          return { ...client, realmId: parseRealmId(realmId ?? '') ?? sandboxRealmId, scopes: new Set(access.scopes) }
        },
        refuseScope: (_caller, needed) =>
          new Response('', { status: 403, headers: { 'WWW-Authenticate': `Bearer scope="${needed}"` } }),
      },
      modes: {
        find: async (realmId) => (realmId === sandboxRealmId ? { kind: 'sandbox', mode: access.mode } : undefined),
      },
    },
  })
  orgId = bridge.org.id
  // Before the first call, because servers keep settings for some seconds.
  await bridge.database.realmSettings.create({ data: { realmId: sandboxRealmId, values: { mcpMode: 'write' } } })
  await bridge.call(`/companyinfo/${sandboxRealmId}`)
  const fetchFromApp = async (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
    bridge.app.fetch(new Request(url, init))

  /** Connects the official client, in one of the protocol's eras. */
  const connect = async (era: 'modern' | 'legacy', capabilities: Record<string, object> = {}) => {
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities, versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
    )
    const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), {
      fetch: fetchFromApp,
      requestInit: { headers: { authorization: 'Bearer host' } },
    })
    await client.connect(transport)
    return client
  }

  /** Sends a request as it is. */
  const post = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    fetchFromApp(mcpUrl, {
      method,
      headers: {
        authorization: 'Bearer host',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return { ...bridge, access, connect, post }
}

export type TestMcp = Awaited<ReturnType<typeof startMcp>>

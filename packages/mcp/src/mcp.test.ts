import { requireRealmId } from '@bridge/agent-protocol'
import type { McpScope } from '@bridge/identity/access/mcp-caller'
import pino from 'pino'
import { expect, it } from 'vitest'
import { createMcp } from './mcp.ts'
import type { McpMode } from './tools/mcp-mode.ts'
import type { Tool } from './tools/tool.ts'

const realmId = requireRealmId('1234567890123456')
const version = '2026-07-28'

const question = {
  message: 'Delete invoice 7?',
  requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } } },
} as const

function createTool(name: string, more: Partial<Tool>): Tool {
  return {
    name,
    title: name,
    description: name,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: false, openWorldHint: false },
    scope: 'bridge.read',
    run: async () => ({ isError: false, structured: { ran: name } }),
    ...more,
  }
}

/** Serves tools that read, write, ask and fail. */
function serve({ scopes = ['bridge.read'], mode = 'write' }: { scopes?: McpScope[]; mode?: McpMode } = {}) {
  const called: string[] = []
  const { routes } = createMcp({
    baseUrl: 'https://bridge.test',
    clock: () => new Date('2026-03-16T12:00:00Z'),
    logger: pino({ level: 'silent' }),
    authentication: {
      authenticateMcpCaller: async () => ({
        realmId,
        orgId: 'org',
        clientId: 'client',
        clientName: 'Host',
        userId: 'user',
        scopes: new Set(scopes),
      }),
      refuseScope: (_caller, needed) =>
        new Response(null, { status: 403, headers: { 'WWW-Authenticate': `Bearer scope="${needed}"` } }),
    },
    modes: { find: async () => ({ kind: 'sandbox', mode }) },
    userCalls: { send: () => Promise.reject(new Error('Not sent')), findMistakes: async () => [] },
    onCall: async ({ clientName }, { name }) => void called.push(`${clientName}: ${name}`),
    tools: [
      createTool('look', {}),
      createTool('change', { scope: 'bridge.write', modes: ['write'] }),
      createTool('ask', {
        run: async ({ elicit }) => ({
          isError: false,
          structured: { answer: elicit?.(question).action ?? 'not asked' },
        }),
      }),
      createTool('break', { run: () => Promise.reject(new Error('secret')) }),
    ],
  })
  const send = async (body: object, headers: Record<string, string> = {}) => {
    const response = await routes.request(`/${realmId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  const request = (method: string, params: object, capabilities: object = {}) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    }
    const named: Record<string, string> = 'name' in params ? { 'mcp-name': String(params.name) } : {}
    return send(
      { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
      { 'mcp-protocol-version': version, 'mcp-method': method, ...named },
    )
  }
  return { called, send, request }
}

it('lists the tools that the scopes and the mode allow', async () => {
  const list = async (options: Parameters<typeof serve>[0]) =>
    (await serve(options).request('tools/list', {})).body.result.tools.map(({ name }: { name: string }) => name)
  expect(await list({})).toEqual(['look', 'ask', 'break'])
  expect(await list({ scopes: ['bridge.read', 'bridge.write'] })).toEqual(['look', 'change', 'ask', 'break'])
  expect(await list({ scopes: ['bridge.read', 'bridge.write'], mode: 'propose' })).toEqual(['look', 'ask', 'break'])
})

it('asks for the scope of the tool that is called', async () => {
  const { status, headers } = await serve().request('tools/call', { name: 'change' })
  expect([status, headers.get('www-authenticate')]).toEqual([403, 'Bearer scope="bridge.write"'])
})

it('does not know a tool that the mode forbids', async () => {
  const { called, request } = serve({ scopes: ['bridge.read', 'bridge.write'], mode: 'propose' })
  expect((await request('tools/call', { name: 'change' })).body.error.code).toBe(-32602)
  expect(called).toEqual([])
})

it('asks the user through the host, and continues with the reply', async () => {
  const { request } = serve()
  const asked = (await request('tools/call', { name: 'ask' }, { elicitation: {} })).body.result
  const [[key = '', sent] = []] = Object.entries(asked.inputRequests)
  expect([asked.resultType, sent]).toEqual([
    'input_required',
    { method: 'elicitation/create', params: { mode: 'form', ...question } },
  ])
  const answer = async (inputResponses: object) =>
    (await request('tools/call', { name: 'ask', inputResponses }, { elicitation: {} })).body.result
  expect((await answer({ [key]: { action: 'decline' } })).structuredContent).toEqual({ answer: 'decline' })
  expect((await answer({ other: { action: 'accept', content: {} } })).resultType).toBe('input_required')
})

it('does not ask through a host that cannot', async () => {
  const { body } = await serve().request('tools/call', { name: 'ask' })
  expect(body.result.structuredContent).toEqual({ answer: 'not asked' })
})

it('reports each call with the name of its host', async () => {
  const { called, request } = serve()
  await request('tools/call', { name: 'look' })
  expect(called).toEqual(['Host: look'])
})

it('does not show why a tool failed', async () => {
  const { body } = await serve().request('tools/call', { name: 'break' })
  expect(body.error).toMatchObject({ code: -32603, message: 'The tool failed unexpectedly.' })
})

it('needs no session in the era of initialize', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'look', arguments: {} } }
  const { status, headers } = await serve().send(call, { 'mcp-protocol-version': '2025-11-25' })
  expect([status, headers.get('mcp-session-id')]).toEqual([200, null])
})

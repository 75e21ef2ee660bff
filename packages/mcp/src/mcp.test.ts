import { requireRealmId } from '@bridge/agent-protocol'
import type { McpScope } from '@bridge/identity/access/mcp-caller'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createMcp } from './mcp.ts'
import type { McpMode } from './tools/mcp-mode.ts'
import type { JsonObject, Tool } from './tools/tool.ts'

const realmId = requireRealmId('1234567890123456')
const version = '2026-07-28'

const question = {
  message: 'Delete invoice 7?',
  requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } } },
} as const

interface ServeOptions {
  readonly scopes?: McpScope[]
  readonly mode?: McpMode
  readonly limit?: number
}

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

/** Serves tools that read, write, ask and fail. The company file's requests are limited. */
function serve({ scopes = ['bridge.read'], mode = 'write', limit = 500 }: ServeOptions = {}) {
  const called: string[] = []
  const counted: string[] = []
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
    userCalls: {
      send: async () => ({ response: Response.json({ read: true }), bodyCharacters: 13, totalMs: 1 }),
      findMistakes: async () => [],
    },
    countRequest: (realm) => ({
      allowed: counted.push(realm) <= limit,
      limit,
      remaining: Math.max(0, limit - counted.length),
      resetSeconds: 42,
    }),
    onCall: async ({ clientName }, { name }) => void called.push(`${clientName}: ${name}`),
    tools: [
      createTool('look', {}),
      createTool('read', {
        sendsCalls: true,
        run: async ({ calls }, { send }) => {
          const { body } = send === false ? { body: {} } : await calls.send({ method: 'GET', path: '/customer/1' })
          return { isError: false, structured: body as JsonObject }
        },
      }),
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
  const send = async (body: object | string, headers: Record<string, string> = {}, path = `/${realmId}`) => {
    const response = await routes.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
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
  return { called, counted, send, request }
}

it('lists the tools that the scopes and the mode allow', async () => {
  const list = async (options: Parameters<typeof serve>[0]) =>
    (await serve(options).request('tools/list', {})).body.result.tools.map(({ name }: { name: string }) => name)
  expect(await list({})).toEqual(['look', 'read', 'ask', 'break'])
  expect(await list({ scopes: ['bridge.read', 'bridge.write'] })).toEqual(['look', 'read', 'change', 'ask', 'break'])
  expect(await list({ scopes: ['bridge.read', 'bridge.write'], mode: 'propose' })).toEqual([
    'look',
    'read',
    'ask',
    'break',
  ])
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

/** A request in the era with `initialize`. */
const legacyCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'look', arguments: {} } }
const legacy = { 'mcp-protocol-version': '2025-11-25' }

describe('the era of initialize', () => {
  it('needs no session, and gets one JSON object', async () => {
    const { status, headers, body } = await serve().send(legacyCall, legacy)
    expect([status, headers.get('mcp-session-id'), headers.get('content-type')]).toEqual([
      200,
      null,
      'application/json',
    ])
    expect(body).toMatchObject({ id: 1, result: { structuredContent: { ran: 'look' } } })
  })

  it('gets the version that it asks for', async () => {
    const initialize = async (protocolVersion: string) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      return (await serve().send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })).body.result.protocolVersion
    }
    expect([await initialize('2025-03-26'), await initialize('2025-06-18'), await initialize('2025-11-25')]).toEqual([
      '2025-03-26',
      '2025-06-18',
      '2025-11-25',
    ])
  })

  it('accepts a notification without a response', async () => {
    const { status, body } = await serve().send({ jsonrpc: '2.0', method: 'notifications/initialized' }, legacy)
    expect([status, body]).toEqual([202, ''])
  })

  it('rejects a version that it does not know', async () => {
    const { called, send } = serve()
    expect((await send(legacyCall, { 'mcp-protocol-version': '2019-01-01' })).status).toBe(400)
    expect(called).toEqual([])
  })
})

describe('a body that is no single request', () => {
  const modern = { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'look' }

  it.each([
    ['a batch', [legacyCall, legacyCall], -32_600],
    ['a batch of one', [legacyCall], -32_600],
    ['an empty batch', [], -32_600],
    ['a batch with initialize', [{ ...legacyCall, method: 'initialize' }, legacyCall], -32_600],
    ['half of a request', JSON.stringify(legacyCall).slice(0, -1), -32_700],
    ['no text', '', -32_700],
    ['a text', '"tools/call"', -32_600],
    ['null', 'null', -32_600],
    ['no version of JSON-RPC', { ...legacyCall, jsonrpc: undefined }, -32_600],
    ['another version of JSON-RPC', { ...legacyCall, jsonrpc: '1.0' }, -32_600],
    ['a method that is no text', { ...legacyCall, method: 7 }, -32_600],
    ['an ID that is an object', { ...legacyCall, id: {} }, -32_600],
    ['parameters that are a list', { ...legacyCall, params: ['look'] }, -32_600],
  ])('runs no tool in either era: %s', async (_name, body, code) => {
    const { called, send } = serve()
    for (const headers of [legacy, modern, {}]) {
      const { status, body: received } = await send(body, headers)
      expect([status, received.jsonrpc, received.error.code]).toEqual([400, '2.0', code])
    }
    expect(called).toEqual([])
  })

  it('does not run a tool for a call without an ID, which is a notification', async () => {
    const { called, send } = serve()
    expect((await send({ ...legacyCall, id: undefined }, legacy)).status).toBe(202)
    expect(called).toEqual([])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', ''])(
    'runs no tool with the content type "%s"',
    async (type) => {
      const { called, send, request } = serve()
      for (const headers of [legacy, modern]) {
        const { status, body } = await send(legacyCall, { ...headers, 'content-type': type })
        expect([status, body.error.code]).toEqual([415, -32_000])
      }
      expect((await request('tools/call', { name: 'look' })).status).toBe(200)
      expect(called).toEqual(['Host: look'])
    },
  )

  it('runs no tool above 256 KiB', async () => {
    const { called, send } = serve()
    const { status, body } = await send({ ...legacyCall, padding: 'x'.repeat(256 * 1024) }, legacy)
    expect([status, body.error.code, called]).toEqual([413, -32_000, []])
  })
})

it.each([
  'https://evil.test',
  'http://bridge.test',
  'https://bridge.test:8443',
  'https://bridge.test.evil.test',
  'null',
])('runs no tool for a page of %s', async (origin) => {
  const { called, send } = serve()
  expect((await send(legacyCall, { ...legacy, origin })).status).toBe(403)
  expect((await send(legacyCall, { ...legacy, origin: 'https://bridge.test' })).status).toBe(200)
  expect(called).toEqual(['Host: look'])
})

it('serves the company file of the token at the address without one', async () => {
  const { called, send } = serve()
  expect((await send(legacyCall, legacy, '/')).status).toBe(200)
  expect([(await send(legacyCall, legacy, '/12')).status, called]).toEqual([404, ['Host: look']])
})

describe('the requests of a company file', () => {
  const read = (send?: boolean) => ({ name: 'read', arguments: { send } })

  it('are those that the data plane does not count', async () => {
    const { counted, request, send } = serve()
    await request('tools/list', {})
    await request('server/discover', {})
    await request('tools/call', { name: 'look' })
    await request('tools/call', { name: 'unknown' })
    await request('resources/list', {})
    await send('no JSON', legacy)
    await send([legacyCall], legacy)
    await request('tools/call', read(false))
    expect(counted).toEqual(Array.from({ length: 8 }, () => realmId))
    await request('tools/call', read())
    expect(counted).toHaveLength(8)
  })

  it.each([
    ['a list of tools', (host: Host) => host.request('tools/list', {})],
    ['a tool without calls', (host: Host) => host.request('tools/call', { name: 'look' })],
    ['a call that was not sent', (host: Host) => host.request('tools/call', read(false))],
    ['initialize', (host: Host) => host.send({ jsonrpc: '2.0', id: 1, method: 'initialize' })],
  ])('end with 429, and when to send it again: %s', async (_name, use) => {
    const host = serve({ limit: 0 })
    const { status, headers, body } = await use(host)
    expect([status, headers.get('retry-after'), body.error]).toEqual([
      429,
      '42',
      { code: -32_010, message: 'The company file has used its 0 requests for this minute. Retry in 42 s.' },
    ])
    expect(host.called.filter((each) => each !== 'Host: read')).toEqual([])
  })

  it('do not end what the data plane has counted', async () => {
    const { body } = await serve({ limit: 0 }).request('tools/call', read())
    expect(body.result.structuredContent).toEqual({ read: true })
  })
})

type Host = ReturnType<typeof serve>

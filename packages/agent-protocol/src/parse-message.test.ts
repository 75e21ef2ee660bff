import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeFrame } from './frame.ts'
import { defaultProtocolLimits } from './limits.ts'
import type { AgentMessage, GatewayMessage } from './message.ts'
import { parseAgentMessage, parseGatewayMessage } from './parse-message.ts'
import { requireRealmId } from './realm-id.ts'

const id = '5e0f6d2c-8b1a-4c86-9d53-7d5a4f0c7a11'
const realmId = requireRealmId('1234567890123456')
const error = { hresult: '0x80040414', message: 'A dialog is open.' }
const limits = defaultProtocolLimits

const agentMessages: AgentMessage[] = [
  { type: 'hello', protocol: 1, agentVersion: '1.0', desktop: { phase: 'ready' }, completed: [id] },
  { type: 'status', desktop: { phase: 'app-not-open', companyFile: 'a.qbw' } },
  { type: 'status', desktop: { phase: 'ready', notice: 'dialog-open' } },
  { type: 'accepted', id },
  { type: 'failed', id, outcome: { sent: false, reason: 'busy' } },
  { type: 'failed', id, outcome: { sent: false, reason: 'execution-error', error } },
  { type: 'failed', id, outcome: { sent: true, lost: true, reason: 'connection', error } },
  { type: 'completed', ids: [id] },
  { type: 'pong', n: 3 },
]

const gatewayMessages: GatewayMessage[] = [
  { type: 'welcome', protocol: 1, realmId, epoch: '7', heartbeatMs: 5000, frameBytesMax: 1024 },
  { type: 'acknowledged', ids: [id] },
  { type: 'recall', id },
  { type: 'ping', n: 3 },
  { type: 'drain' },
]

describe('control messages', () => {
  it.each(agentMessages)('parses $type from an agent', (message) => {
    expect(parseAgentMessage(JSON.stringify(message), limits)).toEqual({ message })
  })

  it.each(gatewayMessages)('parses $type from a gateway', (message) => {
    expect(parseGatewayMessage(JSON.stringify(message), limits)).toEqual({ message })
  })

  it('ignores unknown fields, so that newer peers can add fields', () => {
    expect(parseAgentMessage(`{"type":"pong","n":1,"mood":"good"}`, limits)).toEqual({
      message: { type: 'pong', n: 1 },
    })
  })

  it.each(['"update-waiting"', '7', 'null', `"${'x'.repeat(5_000)}"`])(
    'drops the notice %.20s, which a newer agent may send',
    (notice) => {
      const { message } = parseAgentMessage(`{"type":"status","desktop":{"phase":"ready","notice":${notice}}}`, limits)
      expect(message).toEqual({ type: 'status', desktop: { phase: 'ready' } })
    },
  )

  it('rejects messages of the other side', () => {
    expect(parseAgentMessage('{"type":"drain"}', limits).problem?.close).toBe('protocolError')
    expect(parseGatewayMessage('{"type":"pong","n":1}', limits).problem?.close).toBe('protocolError')
  })

  it('rejects an outcome with a response, which only a binary frame can carry', () => {
    const message = { type: 'failed', id, outcome: { sent: true, lost: false } }
    expect(parseAgentMessage(JSON.stringify(message), limits).problem?.close).toBe('protocolError')
  })

  it('describes the problem', () => {
    expect(parseAgentMessage('{', limits).problem?.detail).toBe('the text frame is not JSON')
    expect(parseAgentMessage(`{"type":"accepted","id":"1"}`, limits).problem?.detail).toMatch(/^id: /)
  })
})

describe('binary messages', () => {
  it('binary messages keep their payload unchanged', () => {
    const payload = Uint8Array.of(0x1f, 0x8b, 0, 255)
    expect(parseAgentMessage(encodeFrame({ type: 'response', id }, payload), limits)).toEqual({
      message: { type: 'response', id, payload },
    })
    const request = { type: 'request', id, kind: 'read', budgetMs: 60_000 } as const
    expect(parseGatewayMessage(encodeFrame(request, payload), limits)).toEqual({ message: { ...request, payload } })
  })

  it('binary messages are rejected if they exceed the limit', () => {
    const problem = parseAgentMessage(new Uint8Array(101), { frameBytesMax: 100, maxHeaderBytes: 50 }).problem
    expect(problem?.close).toBe('tooBig')
  })
})

it('parsing a message never throws on arbitrary input', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), (data) => {
      for (const parse of [parseAgentMessage, parseGatewayMessage]) {
        const { message, problem } = parse(data, limits)
        expect((message === undefined) !== (problem === undefined)).toBe(true)
      }
    }),
  )
})

import { randomUUID } from 'node:crypto'
import { requireRealmId } from '@bridge/agent-protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Agent, agentUrl, createAgent } from './agent.ts'
import { type AnswerRecord, memoryAnswerRecord } from './answer-record.ts'
import type { AgentDesktop, ProcessOutcome } from './desktop.ts'
import { type ScriptedGateway, startScriptedGateway } from './testing/scripted-gateway.ts'

const [id, other] = [randomUUID(), randomUUID()]

let gateway: ScriptedGateway
let record: AnswerRecord
let agent: Agent | undefined
let waits: number[]
let phase: 'ready' | 'app-not-open'
let process: (text: string) => Promise<ProcessOutcome>

beforeEach(async () => {
  gateway = await startScriptedGateway()
  record = memoryAnswerRecord()
  waits = []
  phase = 'ready'
  process = async (text) => ({ answer: `${text} done` })
})
afterEach(async () => {
  await agent?.stop()
  await gateway.close()
})

function start() {
  const desktop: AgentDesktop = { state: () => ({ phase, companyFile: 'a.qbw' }), process: (text) => process(text) }
  agent = createAgent({
    url: gateway.url,
    token: 'svca_test',
    desktop,
    record,
    clock: () => new Date('2026-01-01T00:00:00Z'),
    random: () => 0.5,
    logger: pino({ level: 'silent' }),
    wait: async (ms) => {
      waits.push(ms)
    },
  })
  return agent
}

async function connected() {
  const running = start()
  const socket = await gateway.accept()
  const hello = await socket.welcome()
  await running.connected()
  return { running, socket, hello }
}
function text(payload: Uint8Array) {
  return new TextDecoder().decode(payload)
}

describe('serving', () => {
  it('says hello with its desktop and the answers that were not settled', async () => {
    await record.keep(id, new Uint8Array())
    const { hello } = await connected()

    expect(hello).toMatchObject({ protocol: 1, desktop: { phase: 'ready', companyFile: 'a.qbw' }, answered: [id] })
  })

  it('acknowledges a request before it works on it, then answers', async () => {
    const { socket } = await connected()
    let work: (outcome: ProcessOutcome) => void = () => undefined
    process = () =>
      new Promise((resolve) => {
        work = resolve
      })
    socket.request(id, '<QBXML/>')
    await socket.next('accepted')
    work({ answer: '<done/>' })

    expect(text((await socket.next('answer')).payload)).toBe('<done/>')
    expect(record.ids()).toEqual([])
  })

  it('keeps a write’s answer until it is settled, and gives it again when asked', async () => {
    const { socket } = await connected()
    socket.request(id, '<write/>', 'write')
    await socket.next('accepted')
    await socket.next('answer')
    expect(record.ids()).toEqual([id])

    socket.say({ type: 'recall', id })
    expect(text((await socket.next('answer')).payload)).toBe('<write/> done')
    socket.say({ type: 'settled', ids: [id] })
    socket.say({ type: 'ping', n: 1 })
    await socket.next('pong')
    expect(record.ids()).toEqual([])
  })

  it('says of an answer that is larger than the gateway takes that there is none, and stays connected', async () => {
    await record.keep(other, new Uint8Array(300))
    const running = start()
    const socket = await gateway.accept()
    expect((await socket.next('hello')).answered).toEqual([other])
    const limits = { heartbeatMs: 5_000, frameBytesMax: 200 }
    socket.say({ type: 'welcome', protocol: 1, realmId: requireRealmId('9130347957983546'), epoch: '1', ...limits })
    await running.connected()
    socket.request(id, `<write>${'x'.repeat(300)}</write>`, 'write')
    await socket.next('accepted')
    expect(await socket.next('failed')).toMatchObject({ id, handedOver: true })

    socket.say({ type: 'recall', id: other })
    socket.request(id, '<small/>')
    await socket.next('accepted')
    expect(text((await socket.next('answer')).payload)).toBe('<small/> done')
    expect(record.ids()).toEqual([])
  })

  it('refuses a request while QuickBooks is not open, and says when that changes [dp-7.2:APP_NOT_OPEN]', async () => {
    const { socket } = await connected()
    phase = 'app-not-open'
    socket.request(id, '<QBXML/>')
    expect((await socket.next('status')).desktop.phase).toBe('app-not-open')
    expect(await socket.next('refused')).toEqual({ type: 'refused', id, why: 'app-not-open' })

    phase = 'ready'
    socket.say({ type: 'ping', n: 2 })
    await socket.next('pong')
    expect((await socket.next('status')).desktop.phase).toBe('ready')
  })

  it('refuses a request that finds QuickBooks closed on the way', async () => {
    process = async () => ({ notOpen: true })
    const { socket } = await connected()
    socket.request(id, '<QBXML/>')
    await socket.next('accepted')

    expect(await socket.next('refused')).toMatchObject({ why: 'app-not-open' })
  })

  it('passes on what QuickBooks said, and whether it may have worked [dp-7.2:AGENT_EXECUTION_ERROR]', async () => {
    const failure = { hresult: '0x80040414', message: 'A modal dialog is open.', handedOver: false }
    process = async () => ({ failed: failure })
    const { socket } = await connected()
    socket.request(id, '<QBXML/>')
    await socket.next('accepted')

    expect(await socket.next('failed')).toEqual({ type: 'failed', id, ...failure })
  })

  it('takes the safe side when the desktop fails in an unexpected way', async () => {
    process = async () => {
      throw new Error('out of memory')
    }
    const { socket } = await connected()
    socket.request(id, '<QBXML/>', 'write')
    await socket.next('accepted')

    expect(await socket.next('failed')).toMatchObject({ handedOver: true })
  })

  it('offers on the next connection what it finished after the first was lost', async () => {
    const { socket } = await connected()
    let work: (outcome: ProcessOutcome) => void = () => undefined
    process = () =>
      new Promise((resolve) => {
        work = resolve
      })
    socket.request(id, '<write/>', 'write')
    await socket.next('accepted')
    socket.socket.terminate()
    const next = await gateway.accept()
    await next.welcome()
    await agent?.connected()
    const other = randomUUID()
    next.request(other, '<busy?/>')
    expect(await next.next('refused')).toEqual({ type: 'refused', id: other, why: 'busy' })
    work({ answer: '<done/>' })

    expect(await next.next('answered')).toEqual({ type: 'answered', ids: [id] })
    next.say({ type: 'recall', id })
    expect(text((await next.next('answer')).payload)).toBe('<done/>')
  })

  it('offers what it finished between its hello and the welcome', async () => {
    const { socket } = await connected()
    let work: (outcome: ProcessOutcome) => void = () => undefined
    process = () =>
      new Promise((resolve) => {
        work = resolve
      })
    socket.request(id, '<write/>', 'write')
    await socket.next('accepted')
    socket.socket.terminate()
    const next = await gateway.accept()
    const { answered } = await next.next('hello')
    work({ answer: '<done/>' })
    await vi.waitUntil(() => record.ids().includes(id))
    next.sayWelcome()

    expect(answered).toEqual([])
    expect(await next.next('answered')).toEqual({ type: 'answered', ids: [id] })
  })
})

describe('dialling again', () => {
  it('happens with back-off while the service cannot be reached', async () => {
    gateway.refusals.push(503, 503, 503)
    await connected()

    expect(waits).toEqual([500, 1000, 2000])
  })

  it('happens when the gateway restarts', async () => {
    const { socket } = await connected()
    socket.say({ type: 'drain' })
    socket.socket.close(1012)

    await (await gateway.accept()).welcome()
    expect(waits).toHaveLength(1)
  })

  it.each([
    ['text that is no message', (socket: { send(data: unknown): void }) => socket.send('?')],
    ['bytes that are no frame', (socket: { send(data: unknown): void }) => socket.send(Buffer.alloc(2))],
  ])('happens after rubbish: %s', async (_name, send) => {
    const { socket } = await connected()
    send(socket.socket)

    expect(await socket.closed).toBe(4008)
    await (await gateway.accept()).welcome()
  })

  it.each([
    [4001, 'superseded', /Another agent connected/],
    [4003, 'realm-deleted', /realm was deleted/],
    [4004, 'token-refused', /Create a new one/],
    [4006, 'wrong-version', /Update the agent/],
  ])('does not happen after close code %i', async (code, why, message) => {
    const { running, socket } = await connected()
    socket.socket.close(code)

    expect(await running.ended).toEqual({ why, message: expect.stringMatching(message) })
    expect(waits).toEqual([])
  })

  it('does not happen when the token is refused', async () => {
    gateway.refusals.push(401)

    expect(await start().ended).toMatchObject({ why: 'token-refused' })
  })

  it('does not happen after a stop', async () => {
    const { running, socket } = await connected()
    await running.stop()

    expect(await running.ended).toMatchObject({ why: 'stopped' })
    expect(await socket.closed).toBe(1000)
  })
})

it.each([
  ['https://bridge.example', 'wss://bridge.example/agent'],
  ['http://127.0.0.1:4000/', 'ws://127.0.0.1:4000/agent'],
  ['wss://bridge.example/below/agent', 'wss://bridge.example/below/agent'],
])('dials %s at %s', (address, url) => {
  expect(agentUrl(address)).toBe(url)
})

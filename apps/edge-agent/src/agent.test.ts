import { randomUUID } from 'node:crypto'
import { type DesktopNotice, type ExchangeOutcome, requireRealmId } from '@bridge/agent-protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ScriptedGateway, startScriptedGateway } from '../test/scripted-gateway.ts'
import { Agent, agentUrl } from './agent.ts'
import type { AgentDesktop } from './desktop/agent-desktop.ts'
import { memoryResponseLog, type ResponseLog } from './response-log.ts'

const [id, other] = [randomUUID(), randomUUID()]

let gateway: ScriptedGateway
let responses: ResponseLog
let agent: Agent | undefined
let waits: number[]
let now: number
let phase: 'ready' | 'app-not-open'
let notice: DesktopNotice | undefined
let process: (text: string) => Promise<ExchangeOutcome>

beforeEach(async () => {
  gateway = await startScriptedGateway()
  responses = memoryResponseLog()
  waits = []
  now = Date.parse('2026-01-01T00:00:00Z')
  phase = 'ready'
  notice = undefined
  process = async (text) => ({ sent: true, lost: false, response: `${text} done` })
})
afterEach(async () => {
  await agent?.stop()
  await gateway.close()
})

function start() {
  const desktop: AgentDesktop = {
    state: () => ({ phase, companyFile: 'a.qbw', notice }),
    process: (text) => process(text),
  }
  agent = new Agent({
    url: gateway.url,
    token: 'svca_test',
    desktop,
    responses,
    clock: () => new Date(now),
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

describe('a connected agent', () => {
  it('says hello with its desktop state and the unacknowledged writes', async () => {
    await responses.store(id, new Uint8Array())
    const { hello } = await connected()

    expect(hello).toMatchObject({ protocol: 1, desktop: { phase: 'ready', companyFile: 'a.qbw' }, completed: [id] })
  })

  it('accepts a request before it processes it, then responds', async () => {
    const { socket } = await connected()
    let work: (outcome: ExchangeOutcome) => void = () => undefined
    process = () =>
      new Promise((resolve) => {
        work = resolve
      })
    socket.request(id, '<QBXML/>')
    await socket.next('accepted')
    work({ sent: true, lost: false, response: '<done/>' })

    expect(text((await socket.next('response')).payload)).toBe('<done/>')
    expect(responses.ids()).toEqual([])
  })

  it.each([
    ['ENOSPC', 'disk-full'],
    ['EACCES', 'responses-not-stored'],
  ])('responds to writes that it cannot store (%s), and reports %s until it can', async (code, expected) => {
    const { running, socket } = await connected()
    const { store } = responses
    responses.store = async () => {
      throw Object.assign(new Error('cannot write'), { code })
    }
    socket.request(id, '<QBXML/>', 'write')
    await socket.next('accepted')
    expect(text((await socket.next('response')).payload)).toBe('<QBXML/> done')
    socket.send({ type: 'ping', n: 1 })
    await socket.next('pong')
    expect((await socket.next('status')).desktop).toEqual({ phase: 'ready', companyFile: 'a.qbw', notice: expected })
    expect(running.desktop().notice).toBe(expected)
    // What keeps QuickBooks from working goes first.
    notice = 'dialog-open'
    expect(running.desktop().notice).toBe('dialog-open')
    notice = undefined

    responses.store = store
    socket.send({ type: 'ping', n: 2 })
    await socket.next('pong')
    socket.request(other, '<QBXML/>', 'write')
    await socket.next('accepted')
    await socket.next('response')
    socket.send({ type: 'ping', n: 3 })
    await socket.next('pong')
    expect((await socket.next('status')).desktop).toEqual({ phase: 'ready', companyFile: 'a.qbw' })
  })

  it('a connected agent is idle when it has had no request for some time, also after the clock was set back', async () => {
    const { running, socket } = await connected()
    expect(running.isIdle(10_000)).toBe(true)
    let work: (outcome: ExchangeOutcome) => void = () => undefined
    process = () =>
      new Promise((resolve) => {
        work = resolve
      })
    socket.request(id, '<QBXML/>')
    await socket.next('accepted')
    now += 60_000
    expect(running.isIdle(10_000)).toBe(false)

    work({ sent: true, lost: false, response: '<done/>' })
    await socket.next('response')
    await expect.poll(() => running.isIdle(0)).toBe(true)
    expect(running.isIdle(10_000)).toBe(false)
    now += 10_000
    expect(running.isIdle(10_000)).toBe(true)
    now -= 86_400_000
    expect(running.isIdle(10_000)).toBe(true)
  })

  it('stores the response to a write until it is acknowledged, and sends it again on a recall', async () => {
    const { socket } = await connected()
    socket.request(id, '<write/>', 'write')
    await socket.next('accepted')
    await socket.next('response')
    expect(responses.ids()).toEqual([id])

    socket.send({ type: 'recall', id })
    expect(text((await socket.next('response')).payload)).toBe('<write/> done')
    socket.send({ type: 'acknowledged', ids: [id] })
    socket.send({ type: 'ping', n: 1 })
    await socket.next('pong')
    expect(responses.ids()).toEqual([])
  })

  it('reports a response over the gateway’s limit as lost and stays connected', async () => {
    await responses.store(other, new Uint8Array(300))
    const running = start()
    const socket = await gateway.accept()
    expect((await socket.next('hello')).completed).toEqual([other])
    const limits = { heartbeatMs: 5_000, frameBytesMax: 200 }
    socket.send({ type: 'welcome', protocol: 1, realmId: requireRealmId('9130347957983546'), epoch: '1', ...limits })
    await running.connected()
    socket.request(id, `<write>${'x'.repeat(300)}</write>`, 'write')
    await socket.next('accepted')
    expect(await socket.next('failed')).toMatchObject({ id, outcome: { sent: true, lost: true, reason: 'too-large' } })

    socket.send({ type: 'recall', id: other })
    socket.request(id, '<small/>')
    await socket.next('accepted')
    expect(text((await socket.next('response')).payload)).toBe('<small/> done')
    expect(responses.ids()).toEqual([])
  })

  it('reports a response over the limit of its request as lost, and does not store it', async () => {
    const { socket } = await connected()
    socket.request(id, `<write>${'x'.repeat(300)}</write>`, 'write', 200)
    await socket.next('accepted')

    expect(await socket.next('failed')).toMatchObject({ id, outcome: { sent: true, lost: true, reason: 'too-large' } })
    expect(responses.ids()).toEqual([])
  })

  it('removes a stored response over the limit of its recall', async () => {
    const { socket } = await connected()
    socket.request(id, '<write/>', 'write')
    await socket.next('accepted')
    await socket.next('response')
    socket.send({ type: 'recall', id, responseBytesMax: 5 })
    await expect.poll(() => responses.ids()).toEqual([])
  })

  it('rejects a request while QuickBooks is not open, and reports when that changes [dp-7.2:APP_NOT_OPEN]', async () => {
    const { socket } = await connected()
    phase = 'app-not-open'
    socket.request(id, '<QBXML/>')
    expect((await socket.next('status')).desktop.phase).toBe('app-not-open')
    expect(await socket.next('failed')).toEqual({
      type: 'failed',
      id,
      outcome: { sent: false, reason: 'app-not-open' },
    })

    phase = 'ready'
    socket.send({ type: 'ping', n: 2 })
    await socket.next('pong')
    expect((await socket.next('status')).desktop.phase).toBe('ready')
  })

  it('reports a dialog that waits in QuickBooks with the next ping', async () => {
    const { socket } = await connected()
    notice = 'dialog-open'
    socket.send({ type: 'ping', n: 1 })
    await socket.next('pong')

    expect((await socket.next('status')).desktop).toMatchObject({ phase: 'ready', notice: 'dialog-open' })
  })

  it('rejects a request if QuickBooks turns out not to be open', async () => {
    process = async () => ({ sent: false, reason: 'app-not-open' })
    const { socket } = await connected()
    socket.request(id, '<QBXML/>')
    await socket.next('accepted')

    expect(await socket.next('failed')).toMatchObject({ outcome: { sent: false, reason: 'app-not-open' } })
  })

  it('reports a QuickBooks error, and whether the message set was sent [dp-7.2:AGENT_EXECUTION_ERROR]', async () => {
    const error = { hresult: '0x80040414', message: 'A modal dialog is open.' }
    const outcome: ExchangeOutcome = { sent: false, reason: 'execution-error', error }
    process = async () => outcome
    const { socket } = await connected()
    socket.request(id, '<QBXML/>')
    await socket.next('accepted')

    expect(await socket.next('failed')).toEqual({ type: 'failed', id, outcome })
  })

  it('reports a request as lost after the desktop failed unexpectedly', async () => {
    process = async () => {
      throw new Error('out of memory')
    }
    const { socket } = await connected()
    socket.request(id, '<QBXML/>', 'write')
    await socket.next('accepted')

    expect(await socket.next('failed')).toMatchObject({ outcome: { sent: true, lost: true } })
  })

  it('offers a write that it completed after its connection was lost on the next connection', async () => {
    const { socket } = await connected()
    let work: (outcome: ExchangeOutcome) => void = () => undefined
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
    expect(await next.next('failed')).toEqual({ type: 'failed', id: other, outcome: { sent: false, reason: 'busy' } })
    work({ sent: true, lost: false, response: '<done/>' })

    expect(await next.next('completed')).toEqual({ type: 'completed', ids: [id] })
    next.send({ type: 'recall', id })
    expect(text((await next.next('response')).payload)).toBe('<done/>')
  })

  it('offers a write that it completed between its hello and the welcome', async () => {
    const { socket } = await connected()
    let work: (outcome: ExchangeOutcome) => void = () => undefined
    process = () =>
      new Promise((resolve) => {
        work = resolve
      })
    socket.request(id, '<write/>', 'write')
    await socket.next('accepted')
    socket.socket.terminate()
    const next = await gateway.accept()
    const { completed } = await next.next('hello')
    work({ sent: true, lost: false, response: '<done/>' })
    await vi.waitUntil(() => responses.ids().includes(id))
    next.sendWelcome()

    expect(completed).toEqual([])
    expect(await next.next('completed')).toEqual({ type: 'completed', ids: [id] })
  })
})

describe('a disconnected agent', () => {
  it('reconnects with back-off while the service cannot be reached', async () => {
    gateway.refusals.push({ status: 503 }, { status: 503 }, { status: 503 })
    await connected()

    expect(waits).toEqual([500, 1000, 2000])
  })

  it('reconnects when a gateway that refused it says', async () => {
    const wait = (seconds: string) => ({ status: 503, headers: { 'retry-after': seconds } })
    const date = wait('Wed, 21 Oct 2026 07:28:00 GMT')
    gateway.refusals.push(wait('2'), wait('2'), wait('0'), wait('99999'), date, wait('2'))
    await connected()

    expect(waits).toEqual([2000, 2000, 500, 30_000, 500, 2000])
  })

  it.each([
    [1012, 1_999, 500],
    [1012, 2_000, 50],
    [1011, 9_999, 500],
    [1011, 10_000, 250],
  ])('reconnects after close code %i of a connection that lasted %i ms in %i ms', async (code, lastedMs, waitMs) => {
    const { socket } = await connected()
    now += lastedMs
    socket.send({ type: 'drain' })
    socket.socket.close(code)

    await (await gateway.accept()).welcome()
    expect(waits).toEqual([waitMs])
  })

  it.each([
    ['invalid text', (socket: { send(data: unknown): void }) => socket.send('?')],
    ['an invalid frame', (socket: { send(data: unknown): void }) => socket.send(Buffer.alloc(2))],
  ])('reconnects after %s', async (_name, send) => {
    const { socket } = await connected()
    send(socket.socket)

    expect(await socket.closed).toBe(4008)
    await (await gateway.accept()).welcome()
  })

  it.each([
    [4001, 'superseded', /Another agent connected/],
    [4003, 'realm-deleted', /realm was deleted/],
    [4004, 'token-refused', /Create a pairing code/],
    [4006, 'wrong-version', /Update the agent/],
  ])('stops after close code %i', async (code, reason, message) => {
    const { running, socket } = await connected()
    socket.socket.close(code)

    expect(await running.ended).toEqual({ reason, message: expect.stringMatching(message) })
    await expect(running.connected()).rejects.toThrow(message)
    expect(waits).toEqual([])
  })

  it('stops when the token is refused', async () => {
    gateway.refusals.push({ status: 401 })

    expect(await start().ended).toMatchObject({ reason: 'token-refused' })
  })

  it('rejects a wait for its connection if it is stopped first', async () => {
    const running = start()
    const connection = expect(running.connected()).rejects.toThrow('The agent was stopped.')
    await running.stop()
    await connection
  })

  it('stays disconnected after a stop', async () => {
    const { running, socket } = await connected()
    expect(running.isConnected()).toBe(true)
    await running.stop()

    expect(running.isConnected()).toBe(false)
    expect(await running.ended).toMatchObject({ reason: 'stopped' })
    expect(await socket.closed).toBe(1000)
  })
})

it.each([
  ['https://bridge.example', 'wss://bridge.example/agent'],
  ['http://127.0.0.1:4000/', 'ws://127.0.0.1:4000/agent'],
  ['wss://bridge.example/below/agent', 'wss://bridge.example/below/agent'],
])('connects to %s at %s', (address, url) => {
  expect(agentUrl(address)).toBe(url)
})

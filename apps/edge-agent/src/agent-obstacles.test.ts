import { randomUUID } from 'node:crypto'
import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BufferingProxy, startBufferingProxy } from '../test/buffering-proxy.ts'
import { deferred } from '../test/deferred.ts'
import { type ScriptedGateway, startScriptedGateway } from '../test/scripted-gateway.ts'
import { Agent } from './agent.ts'
import { memoryResponseLog, type ResponseLog } from './response-log.ts'

const id = randomUUID()
const waiting = { timeout: 30_000, interval: 5 }
const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs
const done: ExchangeOutcome = { sent: true, lost: false, response: '<done/>' }

let gateway: ScriptedGateway
let proxy: BufferingProxy
let responses: ResponseLog
let agent: Agent | undefined
let process: () => Promise<ExchangeOutcome>
let now: number
/** What happens while the agent waits before it connects again. */
let onWait: (ms: number) => Promise<void>

beforeEach(async () => {
  gateway = await startScriptedGateway()
  proxy = await startBufferingProxy(gateway.url)
  responses = memoryResponseLog()
  process = async () => done
  now = Date.parse('2026-01-01T00:00:00Z')
  onWait = async () => undefined
})
afterEach(async () => {
  vi.useRealTimers()
  await agent?.stop()
  await proxy.close()
  await gateway.close()
})

function start(): Agent {
  agent = new Agent({
    url: proxy.url,
    token: 'svca_test',
    desktop: { state: () => ({ phase: 'ready', companyFile: 'a.qbw' }), process: () => process() },
    responses,
    clock: () => new Date(now),
    random: () => 0.5,
    logger: pino({ level: 'silent' }),
    wait: (ms) => onWait(ms),
  })
  return agent
}

async function accept() {
  const socket = await gateway.accept()
  const hello = await socket.welcome()
  await agent?.connected()
  return { socket, hello }
}

/** Makes QuickBooks work on a write until the test lets it end. */
function blockWrite() {
  const { promise, resolve } = deferred<ExchangeOutcome>()
  process = () => promise
  return () => resolve(done)
}

function text(payload: Uint8Array): string {
  return new TextDecoder().decode(payload)
}

describe('a proxy that buffers', () => {
  it.each([
    ['at once', Number.POSITIVE_INFINITY],
    ['byte by byte', 1],
  ])('a proxy that buffers may pass on several messages %s', async (_how, partBytes) => {
    start()
    const { socket } = await accept()
    proxy.hold()
    socket.send({ type: 'ping', n: 1 })
    socket.request(id, '<write/>', 'write')
    socket.send({ type: 'ping', n: 2 })
    // The gateway has sent everything once it has sent the last frame.
    await new Promise((resolve) => socket.socket.send('{"type":"ping","n":3}', resolve))
    proxy.release(partBytes)

    expect(await socket.next('pong')).toEqual({ type: 'pong', n: 1 })
    const types = []
    for (let left = 4; left > 0; left -= 1) types.push((await socket.nextOfAny()).type)
    expect(types.sort()).toEqual(['accepted', 'pong', 'pong', 'response'])
  })

  it('loses its connection after 20 seconds, and no response to a write', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    start()
    const { socket } = await accept()
    const end = blockWrite()
    socket.request(id, '<write/>', 'write')
    await socket.next('accepted')
    proxy.hold()
    end()
    await vi.waitUntil(() => responses.ids().includes(id), waiting)
    vi.advanceTimersByTime(20_000)
    await socket.closed
    proxy.release(Number.POSITIVE_INFINITY)

    const { socket: next, hello } = await accept()
    expect(hello.completed).toEqual([id])
    next.send({ type: 'recall', id })
    expect(text((await next.next('response')).payload)).toBe('<done/>')
  })
})

it('connects again after a week without a network, and offers the response of then', async () => {
  start()
  const { socket } = await accept()
  const end = blockWrite()
  socket.request(id, '<write/>', 'write')
  await socket.next('accepted')
  const startedAt = now
  const waits: number[] = []
  const network = deferred<void>()
  onWait = async (ms) => {
    waits.push(ms)
    // A PC sleeping between its attempts.
    now += hourMs
    if (now - startedAt >= weekMs) await network.promise
  }
  proxy.cut()
  end()
  await vi.waitUntil(() => responses.ids().includes(id), waiting)
  await vi.waitUntil(() => now - startedAt >= weekMs, waiting)
  expect(waits).toHaveLength(weekMs / hourMs)
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000)

  proxy.restore()
  network.resolve()
  const { hello } = await accept()
  expect(hello.completed).toEqual([id])
})

it('keeps the response to a write during which its token was revoked, for the next token', async () => {
  const refused = start()
  const { socket } = await accept()
  const end = blockWrite()
  socket.request(id, '<write/>', 'write')
  await socket.next('accepted')
  socket.socket.close(4004)
  expect(await refused.ended).toMatchObject({ reason: 'token-refused' })
  end()
  await vi.waitUntil(() => responses.ids().includes(id), waiting)

  // A person pairs the PC again, which starts the agent again.
  start()
  const { socket: next, hello } = await accept()
  expect(hello.completed).toEqual([id])
  next.send({ type: 'recall', id })
  expect(text((await next.next('response')).payload)).toBe('<done/>')
})

it('returns a response that takes 5 minutes on the connection of its request', async () => {
  start()
  const { socket } = await accept()
  const end = blockWrite()
  socket.request(id, '<write/>', 'write')
  await socket.next('accepted')
  // The gateway has given up waiting, and keeps the connection.
  for (let n = 1; n <= 60; n += 1) {
    now += 5_000
    socket.send({ type: 'ping', n })
    await socket.next('pong')
  }
  socket.request(randomUUID(), '<write/>', 'write')
  expect(await socket.next('failed')).toMatchObject({ outcome: { sent: false, reason: 'busy' } })
  end()
  expect(text((await socket.next('response')).payload)).toBe('<done/>')
})

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  defaultProtocolLimits,
  type ExchangeCall,
  encodeExchangeReply,
  parseExchangeCall,
  requireRealmId,
} from '@bridge/agent-protocol'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { ExchangeLink } from './exchange-link.ts'

const machineSecret = 'machine-secret-of-the-tests-0123456789'
const payload = Buffer.from('<QBXML/>')
const responded = { sent: true, lost: false, response: payload } as const
function call(id: string = randomUUID()): ExchangeCall {
  return {
    realmId: requireRealmId('1234567890123456'),
    id,
    kind: 'read',
    budgetMs: 20_000,
  }
}

/** Handles each call at the gateway. */
let onCall: (call: ExchangeCall, socket: WebSocket) => unknown
let gateway: WebSocketServer
let url: string
let upgrades: IncomingMessage[]
let link: ExchangeLink

beforeEach(async () => {
  upgrades = []
  gateway = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  gateway.on('connection', (socket, request) => {
    upgrades.push(request)
    socket.on('message', (data) => {
      const parsed = parseExchangeCall(data as Buffer, defaultProtocolLimits)
      if (parsed) onCall(parsed.header, socket)
    })
  })
  await once(gateway, 'listening')
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  link = ExchangeLink.connect({ url, machineSecret })
})
afterEach(() => {
  link.close()
  for (const client of gateway.clients) client.terminate()
  gateway.close()
})

function respond(socket: WebSocket, id: string) {
  return socket.send(encodeExchangeReply({ id, outcome: responded }))
}

it('carries any number of calls, whose outcomes may return in any order', async () => {
  const received: string[] = []
  onCall = ({ id }, socket) => {
    received.push(id)
    if (received.length === 3) for (const each of [...received].reverse()) respond(socket, each)
  }
  const calls = [call(), call(), call()]
  const order: string[] = []
  const results = await Promise.all(calls.map((each) => link.call(each, payload).finally(() => order.push(each.id))))

  expect(results).toMatchObject(calls.map(() => responded))
  expect(order).toEqual(calls.map(({ id }) => id).reverse())
  expect(upgrades.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/exchange', `Bearer ${machineSecret}`],
  ])
})

it('reports a call as not sent if nothing listens', async () => {
  expect(await ExchangeLink.connect({ url: 'http://127.0.0.1:9', machineSecret }).call(call(), payload)).toMatchObject({
    sent: false,
    reason: 'unreachable',
  })
})

it('reports a call as not sent if the upgrade is refused', async () => {
  const refusing = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient: () => false })
  await once(refusing, 'listening')
  const refused = ExchangeLink.connect({
    url: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`,
    machineSecret,
  })

  expect(await refused.call(call(), payload)).toMatchObject({
    sent: false,
    reason: 'unreachable',
    cause: { message: expect.stringMatching(/401/) },
  })
  expect(refused.isOpen()).toBe(false)
  refusing.close()
})

it('reports pending calls as lost when the gateway dies', async () => {
  onCall = (_call, socket) => socket.terminate()

  expect(await link.call(call(), payload)).toMatchObject({ sent: true, lost: true, reason: 'connection' })
  expect(await link.call(call(), payload)).toMatchObject({ sent: false, reason: 'unreachable' })
})

it('reports pending calls as not sent when the gateway restarts', async () => {
  onCall = ({ id }, socket) => {
    respond(socket, id)
    socket.close(1012)
  }
  const [first, second] = await Promise.all([link.call(call(), payload), link.call(call(), payload)])

  expect(first).toMatchObject({ ...responded })
  expect(second).toMatchObject({ sent: false, reason: 'unreachable' })
})

it('reports pending calls as lost when the gateway closes for another reason', async () => {
  onCall = (_call, socket) => socket.close(4008)

  expect(await link.call(call(), payload)).toMatchObject({ sent: true, lost: true, reason: 'connection' })
})

it('reports pending calls as lost after an invalid message', async () => {
  onCall = (_call, socket) => socket.send('garbage')

  expect(await link.call(call(), payload)).toMatchObject({ sent: true, lost: true, reason: 'connection' })
})

it('ends the link when the gateway is silent', async () => {
  const quick = ExchangeLink.connect({ url, machineSecret, heartbeatMs: 20 })
  onCall = (_call, socket) => socket.pause()

  expect(await quick.call(call(), payload)).toMatchObject({ sent: true, lost: true, reason: 'connection' })
})

it('keeps the link open while the gateway responds to pings', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const heartbeatMs = 1_000
  const quick = ExchangeLink.connect({ url, machineSecret, heartbeatMs })
  onCall = async ({ id }, socket) => {
    for (let count = 0; count < 10; count += 1) {
      const pinged = once(socket, 'ping')
      vi.advanceTimersByTime(heartbeatMs)
      await pinged
      // The link has read the gateway's pong when it responds to this ping.
      socket.ping()
      await once(socket, 'pong')
    }
    respond(socket, id)
  }

  expect(await quick.call(call(), payload)).toMatchObject(responded)
  quick.close()
})

it('reports a call as lost after its budget', async () => {
  onCall = () => undefined

  expect(await link.call({ ...call(), budgetMs: 1 }, payload)).toMatchObject({
    sent: true,
    lost: true,
    reason: 'timeout',
  })
})

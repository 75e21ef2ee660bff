import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  defaultProtocolLimits,
  type ExchangeCall,
  encodeFrame,
  parseExchangeCall,
  requireRealmId,
} from '@bridge/agent-protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createGatewayCaller, dialGateway, type GatewayLink } from './gateway-link.ts'

const machineSecret = 'machine-secret-of-the-tests-0123456789'
const payload = new TextEncoder().encode('<QBXML/>')
function call(id: string = randomUUID()): ExchangeCall {
  return {
    realmId: requireRealmId('1234567890123456'),
    id,
    kind: 'read',
    budgetMs: 20_000,
  }
}

/** A gateway that does what the test says with each call. */
let onCall: (call: ExchangeCall, socket: WebSocket) => void
let gateway: WebSocketServer
let gatewayUrl: string
let dials: IncomingMessage[]
let link: GatewayLink

beforeEach(async () => {
  dials = []
  gateway = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  gateway.on('connection', (socket, request) => {
    dials.push(request)
    socket.on('message', (data) => {
      const taken = parseExchangeCall(data as Buffer, defaultProtocolLimits)
      if (taken) onCall(taken.header, socket)
    })
  })
  await once(gateway, 'listening')
  gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  link = dialGateway({ gatewayUrl, machineSecret })
})
afterEach(() => {
  link.close()
  for (const client of gateway.clients) client.terminate()
  gateway.close()
})

function answer(socket: WebSocket, id: string) {
  return socket.send(encodeFrame({ id, outcome: 'answer' }, payload))
}

it('has any number of calls under way and takes their answers in any order', async () => {
  const taken: string[] = []
  onCall = ({ id }, socket) => {
    taken.push(id)
    if (taken.length === 3) for (const each of [...taken].reverse()) answer(socket, each)
  }
  const calls = [call(), call(), call()]
  const order: string[] = []
  const results = await Promise.all(calls.map((each) => link.call(each, payload).finally(() => order.push(each.id))))

  expect(results).toMatchObject(calls.map(({ id }) => ({ reached: true, outcome: { id, outcome: 'answer' } })))
  expect(order).toEqual(calls.map(({ id }) => id).reverse())
  expect(dials.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/exchange', `Bearer ${machineSecret}`],
  ])
})

it('says that nothing was taken where nothing listens', async () => {
  expect(await dialGateway({ gatewayUrl: 'http://127.0.0.1:9', machineSecret }).call(call(), payload)).toMatchObject({
    reached: false,
  })
})

it('says that nothing was taken where the dialling is refused', async () => {
  const refusing = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient: () => false })
  await once(refusing, 'listening')
  const refused = dialGateway({
    gatewayUrl: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`,
    machineSecret,
  })

  expect(await refused.call(call(), payload)).toMatchObject({ reached: false, error: { message: /401/ } })
  expect(refused.isOpen()).toBe(false)
  refusing.close()
})

it('takes what is under way for lost when the gateway dies', async () => {
  onCall = (_call, socket) => socket.terminate()

  expect(await link.call(call(), payload)).toMatchObject({ reached: true, outcome: undefined, why: 'connection' })
  expect(await link.call(call(), payload)).toMatchObject({ reached: false })
})

it('knows that a gateway took nothing that it did not answer before it said that it restarts', async () => {
  onCall = ({ id }, socket) => {
    answer(socket, id)
    socket.close(1012)
  }
  const [first, second] = await Promise.all([link.call(call(), payload), link.call(call(), payload)])

  expect(first).toMatchObject({ reached: true, outcome: { outcome: 'answer' } })
  expect(second).toMatchObject({ reached: false })
})

it('takes what is under way for lost when the gateway closes for another reason', async () => {
  onCall = (_call, socket) => socket.close(4008)

  expect(await link.call(call(), payload)).toMatchObject({ reached: true, outcome: undefined, why: 'connection' })
})

it('takes what is under way for lost when what comes is no answer', async () => {
  onCall = (_call, socket) => socket.send('rubbish')

  expect(await link.call(call(), payload)).toMatchObject({ reached: true, outcome: undefined, why: 'connection' })
})

it('notices a gateway that says nothing any more', async () => {
  const quick = dialGateway({ gatewayUrl, machineSecret, heartbeatMs: 20 })
  onCall = (_call, socket) => socket.pause()

  expect(await quick.call(call(), payload)).toMatchObject({ reached: true, outcome: undefined, why: 'connection' })
})

it('keeps a silent link that answers pings', async () => {
  const quick = dialGateway({ gatewayUrl, machineSecret, heartbeatMs: 10 })
  onCall = ({ id }, socket) => {
    let pings = 0
    socket.on('ping', () => {
      pings += 1
      if (pings === 10) answer(socket, id)
    })
  }

  expect(await quick.call(call(), payload)).toMatchObject({ outcome: { outcome: 'answer' } })
  quick.close()
})

it('gives up a call that has no answer within its budget', async () => {
  onCall = () => undefined

  expect(await link.call({ ...call(), budgetMs: 1 }, payload)).toMatchObject({
    reached: true,
    outcome: undefined,
    why: 'timeout',
  })
})

it('dials each gateway once, and again after its link ended', async () => {
  const gateways = createGatewayCaller(machineSecret)
  onCall = ({ id }, socket) => answer(socket, id)
  await Promise.all([gateways.call(gatewayUrl, call(), payload), gateways.call(gatewayUrl, call(), payload)])
  onCall = (_call, socket) => socket.terminate()
  await gateways.call(gatewayUrl, call(), payload)
  onCall = ({ id }, socket) => answer(socket, id)

  expect(await gateways.call(gatewayUrl, call(), payload)).toMatchObject({ outcome: { outcome: 'answer' } })
  // The one that each test begins with, and two.
  expect(dials).toHaveLength(3)
  await gateways.close()
})

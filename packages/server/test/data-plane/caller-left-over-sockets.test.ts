import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { hasResponse } from '@bridge/agent-protocol'
import { createRecordingDesktop } from '@bridge/data-plane/testing/recording-desktop'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { productionRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'

const desktop = createRecordingDesktop()
const { exchange } = desktop
let bridge: TestBridge
let server: Server
let origin: string
let caller: AbortController
/** The response of the latest request. */
let response: ServerResponse | undefined

beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: desktop })
  const listener = getRequestListener(bridge.fetch)
  server = createServer((request, outgoing) => {
    response = outgoing
    void listener(request, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await bridge.stop()
})
beforeEach(() => {
  caller = new AbortController()
  desktop.exchanged.length = 0
  // The caller closes its socket during the first exchange, which goes on once the server has noticed.
  desktop.exchange = async (...sent) => {
    const outcome = await exchange.apply(desktop, sent)
    if (desktop.exchanged.length === 1) {
      const closed = new Promise((resolve) => response?.once('close', resolve))
      caller.abort()
      await closed
    }
    return outcome
  }
})

/** Sends a request whose caller does not wait for the response, and returns its row in the request log. */
async function sendAndLeave(path: string, json?: unknown) {
  const traceId = path.replace(/^\/|\?.*/g, '')
  const sent = fetch(`${origin}/v3/company/${productionRealmId}${path}`, {
    signal: caller.signal,
    headers: { authorization: `Bearer ${bridge.productionToken}`, 'x-request-id': traceId },
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
  })
  await expect(sent).rejects.toThrow('aborted')
  return expect.poll(
    async () => {
      await bridge.requestLog.flush()
      const row = await bridge.database.loggedRequest.findFirst({ where: { traceId } })
      return [row?.status, row?.code]
    },
    { timeout: 20_000 },
  )
}

it('ends a read whose caller closed the connection, and logs it as 499', async () => {
  const logged = await sendAndLeave('/cdc?entities=Customer,Vendor,Item&changedSince=2026-03-15')
  await logged.toEqual([499, null])
  expect(desktop.exchanged.map(({ requests }) => requests[0])).toEqual(['CustomerQueryRq'])
})

it('reads no long response whose caller left before it arrived', async () => {
  const workers: unknown[] = []
  const onWorker = (worker: unknown) => workers.push(worker)
  process.on('worker', onWorker)
  const { exchange: leave } = desktop
  desktop.exchange = async (...sent) => {
    const outcome = await leave(...sent)
    return hasResponse(outcome) ? { ...outcome, response: gzipSync(outcome.response) } : outcome
  }
  const logged = await sendAndLeave('/query?query=select%20*%20from%20Customer')
  await logged.toEqual([499, null])
  process.off('worker', onWorker)
  expect(workers).toEqual([])
})

it.each<[string, string, RequestInit]>([
  ['a read', '/preferences', {}],
  ['a write', '/customer?requestid=waits', { method: 'POST', body: '{"DisplayName":"Without a caller"}' }],
])('does not begin %s whose caller left while it waited for its turn', async (_what, path, request) => {
  const { status } = await bridge.app.request(`/v3/company/${productionRealmId}${path}`, {
    ...request,
    signal: AbortSignal.abort(),
    headers: { authorization: `Bearer ${bridge.productionToken}` },
  })
  expect([status, desktop.exchanged]).toEqual([499, []])
})

it('runs a write that has begun to its end and stores its outcome, although the caller closed the connection', async () => {
  const path = '/customer?requestid=left'
  const logged = await sendAndLeave(path, { DisplayName: 'Written without a caller' })
  await logged.toEqual([200, null])
  const replayed = await bridge.production.call(path, { json: { DisplayName: 'Written without a caller' } })
  expect([replayed.status, replayed.body.Customer.DisplayName]).toEqual([200, 'Written without a caller'])
  expect(desktop.exchanged.map(({ requests }) => requests[0])).toEqual(['CustomerAddRq'])
})

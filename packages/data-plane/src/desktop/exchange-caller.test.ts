import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  defaultProtocolLimits,
  type ExchangeCall,
  type ExchangeOutcome,
  encodeExchangeReply,
  parseExchangeCall,
  requireRealmId,
} from '@bridge/agent-protocol'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { ExchangeCaller } from './exchange-caller.ts'

const payload = Buffer.from('<QBXML/>')
const responded = { sent: true, lost: false, response: payload } as const
const notMine = { sent: false, reason: 'not-mine' } as const
const budgetMs = 20_000
const started: WebSocketServer[] = []
const caller = new ExchangeCaller({ machineSecret: 'machine-secret', clock: () => new Date() })

afterEach(() => {
  caller.close()
  for (const server of started.splice(0)) {
    for (const client of server.clients) client.terminate()
    server.close()
  }
})

/** Starts a process with these outcomes, one for each call; undefined ends the socket. */
async function startProcess(...outcomes: readonly (ExchangeOutcome<Uint8Array> | undefined)[]) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  started.push(server)
  const remaining = outcomes.values()
  const counts = { sockets: 0 }
  const calls: ExchangeCall[] = []
  server.on('connection', (socket) => {
    counts.sockets += 1
    socket.on('message', (data) => {
      const call = parseExchangeCall(data as Buffer, defaultProtocolLimits)?.header
      const outcome = remaining.next().value
      if (call) calls.push(call)
      if (call && outcome) socket.send(encodeExchangeReply({ id: call.id, outcome }))
      else socket.terminate()
    })
  })
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts, calls }
}

function call(url: string, findNext: Parameters<ExchangeCaller['call']>[3] = async () => undefined) {
  const header = { realmId: requireRealmId('1234567890123456'), id: randomUUID(), kind: 'read', budgetMs } as const
  return caller.call(url, header, payload, findNext)
}

it('opens one link per process, and a new one after it ended', async () => {
  const { url, counts } = await startProcess(responded, responded, undefined, responded)
  expect(await Promise.all([call(url), call(url)])).toMatchObject([responded, responded])
  expect(counts.sockets).toBe(1)
  expect(await call(url)).toMatchObject({ sent: true, lost: true, reason: 'connection' })
  expect(await call(url)).toMatchObject(responded)
  expect(counts.sockets).toBe(2)
})

it('calls the next process with the remaining budget, until there is none', async () => {
  const [first, last] = [await startProcess(notMine), await startProcess(notMine)]
  const asked: unknown[] = []
  const urls = ['http://127.0.0.1:1', last.url].values()
  const outcome = await call(first.url, async (reason, attempts) => {
    asked.push([reason, attempts])
    return urls.next().value
  })
  expect(outcome).toEqual(notMine)
  expect(asked).toEqual([
    ['not-mine', 1],
    ['unreachable', 2],
    ['not-mine', 3],
  ])
  expect(last.calls[0]?.id).toBe(first.calls[0]?.id)
  expect(last.calls[0]?.budgetMs).toBeLessThanOrEqual(budgetMs)
})

it('does not repeat a lost call', async () => {
  const { url } = await startProcess(undefined)
  const next = async () => {
    throw new Error('A lost call was repeated.')
  }
  expect(await call(url, next)).toMatchObject({ sent: true, lost: true })
})

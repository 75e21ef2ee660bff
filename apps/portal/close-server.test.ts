import { once } from 'node:events'
import { createServer, get, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeServer, trackResponses } from './close-server.ts'
import { handleUpgrades } from './handle-upgrades.ts'

const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
let gateway: ReturnType<typeof createServer>
let server: ReturnType<typeof createServer>
let held: ServerResponse | undefined
let close: (times?: { drainMs?: number; idleMs?: number }) => Promise<void>

beforeEach(async () => {
  gateway = createServer().on('upgrade', (_request, socket) => socket.on('error', () => undefined).write(switching))
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  server = createServer(({ url }, response) => {
    if (url === '/short') {
      response.end()
      return
    }
    held = response
    response.write('part')
  })
  const responses = trackResponses(server)
  const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const endWebSockets = handleUpgrades(server, { gatewayUrl, pages: {} })
  close = ({ drainMs = 60_000, idleMs = 60_000 } = {}) =>
    closeServer({ server, responses, endWebSockets, drainMs, idleMs })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  gateway.close()
})

function address() {
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}
/** Connects an agent through the server, and returns its end of the connection. */
async function connectAgent() {
  const headers = { connection: 'Upgrade', upgrade: 'websocket' }
  const [, socket] = await once(request({ ...address(), path: '/agent', headers }).end(), 'upgrade')
  return socket.on('error', () => undefined)
}

it('ends the connections of agents', async () => {
  const agent = await connectAgent()
  const ended = once(agent, 'close')
  await close()
  await ended
})

it('ends the connections of agents after the last response', async () => {
  const agent = await connectAgent()
  const [response] = await once(get({ ...address(), path: '/' }), 'response')
  const closed = close()
  agent.write('from the agent')
  held?.end(' and the rest')
  let body = ''
  for await (const chunk of response) body += String(chunk)

  expect(body).toBe('part and the rest')
  await closed
})

it('ends everything when the responses take too long', async () => {
  await connectAgent()
  const [response] = await once(get({ ...address(), path: '/' }), 'response')
  const failed = once(response.resume(), 'error')
  await close({ drainMs: 1 })
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }])
})

/** Opens a connection on which requests can follow each other. */
async function openConnection() {
  const socket = connect(address())
  await once(socket, 'connect')
  return {
    socket,
    /** Sends a request, and returns its response, which has no body. */
    load: async () => {
      socket.write('GET /short HTTP/1.1\r\nHost: bridge.test\r\n\r\n')
      const [head] = await once(socket, 'data')
      return String(head)
    },
  }
}

it('serves a request that is on its way, as the last one of its connection', async () => {
  const { load } = await openConnection()
  const before = await load()
  const closed = close()
  const after = await load()

  expect([before, after]).toEqual([
    expect.stringContaining('Connection: keep-alive'),
    expect.stringContaining('Connection: close'),
  ])
  await closed
})

it('ends a connection without a request after some time', async () => {
  const { socket, load } = await openConnection()
  await load()
  const ended = once(socket, 'close')
  await close({ idleMs: 1 })
  await ended
})

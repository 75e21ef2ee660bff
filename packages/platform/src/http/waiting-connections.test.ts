import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { limitWaitingConnections } from './waiting-connections.ts'

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

/** Starts a server on which two connections may wait. */
async function setup(listener: RequestListener = (_request, response) => response.end('served')) {
  const server = createServer(listener)
  limitWaitingConnections(server, 2)
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    server,
    /** Opens a connection, which the server has accepted, and sends a text. */
    open: async (text = '') => {
      const accepted = once(server, 'connection')
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      await accepted
      if (text !== '') socket.write(text)
      return socket
    },
  }
}

async function read(socket: Socket): Promise<string> {
  return String((await once(socket, 'data'))[0])
}

it('ends the connection that has waited longest for a request, and serves the others', async () => {
  const { open } = await setup()
  const [first, second] = [await open(), await open('GET / HTTP/1.1\r\nHost: x\r\n')]
  const ended = once(first, 'close')
  const third = await open(request)
  await ended
  expect(await read(third)).toContain('served')
  second.write('\r\n')
  expect(await read(second)).toContain('served')
})

it('counts a connection that is kept open after a response as waiting', async () => {
  const { open } = await setup()
  const first = await open(request)
  await read(first)
  const ended = once(first, 'close')
  await open()
  await open()
  await ended
})

it('counts a request without its body as waiting', async () => {
  const { server, open } = await setup((incoming, response) => {
    incoming.resume().once('end', () => response.end('served'))
  })
  const received = once(server, 'request')
  const first = await open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n12')
  await received
  const ended = once(first, 'close')
  await open()
  await open()
  await ended
})

it('ends no connection with a request whose response is due, whether it has a body or another one follows', async () => {
  const respond: (() => void)[] = []
  const { server, open } = await setup((incoming, response) => {
    incoming.resume().once('end', () => {
      respond.push(() => response.end('served'))
      server.emit('due')
    })
  })
  const due = once(server, 'due')
  const first = await open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n12345')
  await due
  const both = new Promise<void>((resolve) => server.on('due', () => respond.length === 3 && resolve()))
  const second = await open(request + request)
  await both
  respond[1]?.()
  expect(await read(second)).toContain('served')
  for (let count = 0; count < 4; count += 1) await open()
  respond[0]?.()
  expect(await read(first)).toContain('served')
  respond[2]?.()
  expect(await read(second)).toContain('served')
})

it('ends no connection that was upgraded', async () => {
  const { server, open } = await setup()
  server.on('upgrade', (_request, socket) => {
    socket.on('data', (data) => socket.write(data))
    socket.write('upgraded')
  })
  const first = await open('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  expect(await read(first)).toBe('upgraded')
  for (let count = 0; count < 4; count += 1) await open()
  first.write('still open')
  expect(await read(first)).toBe('still open')
})

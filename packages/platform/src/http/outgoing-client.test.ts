import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { OutgoingClient, type OutgoingClientOptions, type Resolve } from './outgoing-client.ts'

const servers: { close(): unknown; closeAllConnections?(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

/** Starts a receiver on a loopback port. */
async function receive(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  return listenOn(server)
}

/** Starts a receiver that handles the socket itself. */
async function receiveSocket(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => onSocket(socket))
  })
  servers.push(server)
  return listenOn(server)
}

async function listenOn(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no port.')
  return `http://127.0.0.1:${address.port}/`
}

/** Sends a request. The deadline is shorter than the default, so that receivers that hang cost a moment only. */
function send(url: string, options: Partial<OutgoingClientOptions> = {}) {
  const client = new OutgoingClient({ allowsLoopback: true, timeoutMs: 150, ...options })
  return client.send({ url, method: 'POST', headers: { 'Content-Length': '2' }, body: '[]', owner: 'a' })
}

const refused = { kind: 'failed', reason: 'address', detail: expect.any(String), ms: expect.any(Number) }

describe('an address that is not public', () => {
  it.each([
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://100.100.100.200/',
    'https://169.254.169.254/',
    'https://168.63.129.16/',
    'https://192.0.0.192/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'http://hooks.example/',
  ])('is refused: %s', async (url) => {
    expect(await send(url)).toEqual(refused)
  })

  it('is refused as one of several addresses of a name', async () => {
    expect(await send('https://hooks.example/', { resolve: async () => ['93.184.215.14', '10.0.0.1'] })).toEqual(
      refused,
    )
  })

  it.each(['http://127.0.0.1/', 'https://127.0.0.1/', 'https://localhost/', 'https://2130706433/', 'https://[::1]/'])(
    'is refused outside of development: %s',
    async (url) => {
      expect(await send(url, { allowsLoopback: false })).toEqual(refused)
    },
  )

  it('is refused at the second lookup, and looked up once for each request', async () => {
    // The first one is public, in a range that is not assigned.
    const answers = [['4000::1'], ['127.0.0.1']]
    let lookups = 0
    const resolve: Resolve = async () => answers[lookups++] ?? []
    const client = new OutgoingClient({ allowsLoopback: true, timeoutMs: 150, resolve })
    const request = { url: 'https://hooks.example/', method: 'GET', headers: {}, owner: 'a' } as const
    const first = await client.send(request)
    expect([first, lookups]).not.toEqual([refused, 1])
    expect(lookups).toBe(1)
    expect([await client.send(request), lookups]).toEqual([refused, 2])
  })
})

describe('a receiver', () => {
  it('gets the request as it is', async () => {
    let received: unknown
    const url = await receive(async (request, response) => {
      const parts = await request.toArray()
      received = [request.method, request.headers['content-length'], Buffer.concat(parts).toString()]
      response.end('ok')
    })
    expect(await send(url)).toEqual({ kind: 'response', status: 200, body: 'ok', ms: expect.any(Number) })
    expect(received).toEqual(['POST', '2', '[]'])
  })

  it('is not followed to another address', async () => {
    let redirected = 0
    const other = await receive((_request, response) => {
      redirected += 1
      response.end()
    })
    const url = await receive((_request, response) => response.writeHead(301, { location: other }).end())
    expect(await send(url)).toMatchObject({ kind: 'response', status: 301 })
    expect(redirected).toBe(0)
  })

  it('that sends without an end is read up to 4 KiB', async () => {
    const url = await receive((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', write)
      write()
    })
    const result = await send(url, { timeoutMs: 10_000 })
    expect(result).toMatchObject({ kind: 'response', status: 200, body: 'x'.repeat(4096) })
  })

  it('is read as far as a request allows, and says how long its response may be kept', async () => {
    const url = await receive((_request, response) => {
      response.setHeader('Cache-Control', 'max-age=60')
      response.end('x'.repeat(9_000))
    })
    const client = new OutgoingClient({ allowsLoopback: true })
    const result = await client.send({ url, method: 'GET', headers: {}, owner: 'a', maxBodyBytes: 8_000 })
    expect(result).toMatchObject({ kind: 'response', body: 'x'.repeat(8_000), cacheControl: 'max-age=60' })
  })

  it('that trickles its body has responded', async () => {
    const url = await receive((_request, response) => {
      response.writeHead(200)
      response.write('so far')
    })
    expect(await send(url)).toMatchObject({ kind: 'response', status: 200, body: 'so far' })
  })

  it.each<[string, (socket: Socket) => void, string]>([
    ['hangs', () => undefined, 'timeout'],
    ['stops within the head', (socket) => socket.write('HTTP/1.1 200 OK\r\nX-Slow: '), 'timeout'],
    ['closes at once', (socket) => socket.end(), 'connection'],
    ['resets the connection', (socket) => socket.resetAndDestroy(), 'connection'],
    ['sends no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'connection'],
    ['sends an endless head', (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`), 'connection'],
  ])('that %s has not responded', async (_what, onSocket, reason) => {
    expect(await send(await receiveSocket(onSocket))).toMatchObject({ kind: 'failed', reason })
  })

  it('that does not run has not responded', async () => {
    const url = await receive(() => undefined)
    servers.splice(0).forEach((server) => void server.close())
    expect(await send(url)).toMatchObject({ kind: 'failed', reason: 'connection', detail: 'ECONNREFUSED' })
  })

  it('gets the next request of an owner after the response to the last one', async () => {
    let [running, most] = [0, 0]
    const url = await receive((_request, response) => {
      running += 1
      most = Math.max(most, running)
      setImmediate(() => {
        running -= 1
        response.end()
      })
    })
    const client = new OutgoingClient({ allowsLoopback: true })
    const request = { url, method: 'GET', headers: {}, owner: 'a' } as const
    const results = await Promise.all(Array.from({ length: 5 }, () => client.send(request)))
    expect([results.map(({ kind }) => kind), most]).toEqual([Array(5).fill('response'), 1])
  })

  it('waits while as many requests as are allowed run', async () => {
    const open: (() => void)[] = []
    const url = await receive((_request, response) => void open.push(() => response.end()))
    const client = new OutgoingClient({ allowsLoopback: true, maxRequests: 2 })
    const sent = ['a', 'b', 'c'].map((owner) => client.send({ url, method: 'GET', headers: {}, owner }))
    await expect.poll(() => open.length).toBe(2)
    open[0]?.()
    await expect.poll(() => open.length).toBe(3)
    for (const end of open) end()
    expect((await Promise.all(sent)).map(({ kind }) => kind)).toEqual(Array(3).fill('response'))
  })
})

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { Attack } from '../run/attack.ts'
import type { Target } from '../target/start-target.ts'

/** What a webhook's address led to. */
interface Seen {
  /** The response to setting it; the other values are those of a test event. */
  readonly status: number
  readonly isAccepted: boolean
  readonly responseBytes: number
  readonly ms: number
  /** Whether a request reached an address that only the machine of the service reaches. */
  readonly isReached: boolean
}

interface TestResult {
  readonly delivery?: { readonly accepted: boolean; readonly responseBody: string | null; readonly ms: number }
}

const maxResponseBytes = 4 * 1024
/** The service's deadline, and a busy machine. */
const maxMs = 5_000

/** Listens on a loopback port, and passes on each socket that sends something. */
export async function listen(
  onSocket: (socket: Socket) => void,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => onSocket(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 }
}

/** Sets the attacker's webhook and sends a test event. */
async function tryAddress(target: Target, url: string, isReached: () => boolean): Promise<Seen> {
  const { members, client } = target.attacker
  const path = `/admin/v1/clients/${client.id}/webhook`
  const headers = { 'x-api-key': members.owner.apiKey, 'content-type': 'application/json' }
  const { status } = await target.send({ method: 'PUT', path, headers, body: JSON.stringify({ url }) })
  const tested = await target.send({ method: 'POST', path: `${path}/test`, headers, body: '{}' })
  const { delivery }: TestResult = tested.status === 200 ? JSON.parse(tested.body) : {}
  return {
    status,
    isAccepted: delivery?.accepted ?? false,
    responseBytes: Buffer.byteLength(delivery?.responseBody ?? ''),
    ms: delivery?.ms ?? 0,
    isReached: isReached(),
  }
}

function isHarmless({ isAccepted, responseBytes, ms, isReached }: Seen): boolean {
  return !isAccepted && !isReached && responseBytes <= maxResponseBytes && ms <= maxMs
}

/** Addresses of the machine, of its network and of its cloud, in the spellings that URLs have. PORT is one that listens. */
export const internalAddresses = [
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.100.100.200/',
  'https://169.254.169.254/latest/meta-data/',
  'https://168.63.129.16/',
  'https://0.0.0.0:PORT/',
  'https://[::]:PORT/',
  'https://[::ffff:169.254.169.254]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::7f00:1]:PORT/',
  'https://metadata.google.internal/',
  'http://0x7f000001.example:PORT/',
  'http://169.254.169.254/',
  'http://localhost@169.254.169.254/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/',
]

const addressAttacks: readonly Attack<Seen>[] = internalAddresses.map((address) => ({
  name: `a webhook at ${address}`,
  async attempt(target) {
    let isReached = false
    const { server, port } = await listen(() => {
      isReached = true
    })
    try {
      return await tryAddress(target, address.replace('PORT', String(port)), () => isReached)
    } finally {
      server.close()
    }
  },
  holds: isHarmless,
}))

/** Hostile receivers, by how they respond. */
const behaviors: Readonly<Record<string, (socket: Socket) => void>> = {
  'never responds': () => undefined,
  'closes at once': (socket) => void socket.end(),
  'resets the connection': (socket) => void socket.resetAndDestroy(),
  'trickles its head': (socket) => {
    const timer = setInterval(() => socket.write('x'), 100)
    socket.write('HTTP/1.1 200 OK\r\nX: ')
    socket.once('close', () => clearInterval(timer))
  },
  'sends 1 GB as its head': (socket) => writeEndlessly(socket, 'HTTP/1.1 500 No\r\nX: '),
  'sends 1 GB as its body': (socket) => writeEndlessly(socket, 'HTTP/1.1 500 No\r\nContent-Length: 1073741824\r\n\r\n'),
  'sends informational responses without an end': (socket) => writeEndlessly(socket, '', 'HTTP/1.1 103 Early\r\n\r\n'),
  'promises a body that never comes': (socket) =>
    void socket.write('HTTP/1.1 500 No\r\nContent-Length: 1073741824\r\n\r\n'),
  'sends two lengths': (socket) =>
    void socket.end('HTTP/1.1 500 No\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'),
  'sends NUL and no UTF-8': (socket) => void socket.end(Buffer.from('HTTP/1.1 500 No\r\n\r\n\0\xff\xfe', 'latin1')),
}

function writeEndlessly(socket: Socket, start: string, part = 'x'.repeat(65_536)) {
  const write = () => {
    while (!socket.destroyed && socket.write(part));
  }
  socket.write(start)
  socket.on('drain', write)
  write()
}

const behaviorAttacks: readonly Attack<Seen>[] = Object.entries(behaviors).map(([name, behave]) => ({
  name: `a receiver that ${name}`,
  async attempt(target) {
    const { server, port } = await listen(behave)
    try {
      return await tryAddress(target, `http://127.0.0.1:${port}/`, () => false)
    } finally {
      server.close()
    }
  },
  holds: (seen) => seen.status === 200 && isHarmless(seen),
}))

const redirectAttack: Attack<Seen> = {
  name: 'a receiver that redirects to another port of the machine',
  async attempt(target) {
    let isReached = false
    const inner = await listen(() => {
      isReached = true
    })
    const outer = await listen((socket) =>
      socket.end(`HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:${inner.port}/\r\nContent-Length: 0\r\n\r\n`),
    )
    try {
      return await tryAddress(target, `http://127.0.0.1:${outer.port}/`, () => isReached)
    } finally {
      inner.server.close()
      outer.server.close()
    }
  },
  holds: (seen) => seen.status === 200 && isHarmless(seen),
}

/** Addresses and receivers of webhooks that abuse the service as a client. */
export const receiverAttacks: readonly Attack[] = [...addressAttacks, ...behaviorAttacks, redirectAttack].map(
  ({ name, attempt, holds }) => ({ name, attempt, holds: (seen) => holds(seen as Seen) }),
)

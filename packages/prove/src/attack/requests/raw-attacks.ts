import { connect } from 'node:net'
import type { Attack } from '../run/attack.ts'
import type { Target } from '../target/start-target.ts'

/** The responses to one connection's bytes. */
interface Seen {
  readonly statuses: readonly number[]
  readonly isSecondServed: boolean
}

/** Sends bytes and their end, and reads until the server closes the connection. */
function exchangeBytes({ port }: Target, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      received += text
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
    socket.end(Buffer.from(bytes, 'latin1'))
  })
}

/** A second request in what a proxy may take for the first one's body. */
const second = 'GET /healthz HTTP/1.1\r\nHost: bridge\r\nX-Request-Id: smuggled\r\n\r\n'

/** The first request, with these headers and this body. */
function post(headers: string, body = second): string {
  return `POST /oauth2/v1/tokens HTTP/1.1\r\nHost: bridge\r\n${headers}\r\n\r\n${body}`
}

const chunked = `0\r\n\r\n${second}`

/** Requests two servers may read differently. */
const requests: Readonly<Record<string, string>> = {
  'two different lengths': post('Content-Length: 0\r\nContent-Length: 70'),
  'two lengths in one header': post('Content-Length: 0, 70'),
  'length and chunks': post('Content-Length: 5\r\nTransfer-Encoding: chunked', chunked),
  'chunks and length': post('Transfer-Encoding: chunked\r\nContent-Length: 5', chunked),
  'chunks twice': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', chunked),
  'chunks and another encoding': post('Transfer-Encoding: chunked, identity', chunked),
  'an encoding that resembles chunks': post('Transfer-Encoding: xchunked', chunked),
  'chunks after a vertical tab': post('Transfer-Encoding:\x0bchunked', chunked),
  'a space before the colon': post('Transfer-Encoding : chunked', chunked),
  'a folded header': post('Transfer-Encoding:\r\n chunked', chunked),
  'a folded length': post('X: y\r\n Content-Length: 70'),
  'bare line feeds': `POST /oauth2/v1/tokens HTTP/1.1\nHost: bridge\nContent-Length: 0\n\n${second}`,
  'a bare carriage return': post('X: a\rContent-Length: 70'),
  'NUL in a header': post('X: a\0b\r\nContent-Length: 0'),
  'a length with a sign': post('Content-Length: +0'),
  'a negative length': post('Content-Length: -1'),
  'a hexadecimal length': post('Content-Length: 0x0'),
  'a length that overflows': post('Content-Length: 18446744073709551616'),
  'a chunk size that overflows': post('Transfer-Encoding: chunked', `fffffffffffffffff\r\n${second}`),
  'a negative chunk size': post('Transfer-Encoding: chunked', `-1\r\n${second}`),
  'a chunk size with a prefix': post('Transfer-Encoding: chunked', `0x0\r\n\r\n${second}`),
  'a chunk that ends with a bare line feed': post('Transfer-Encoding: chunked', `1\na\n0\n\n${second}`),
  'no host': `GET /healthz HTTP/1.1\r\n\r\n${second}`,
  'two hosts': `GET /healthz HTTP/1.1\r\nHost: bridge\r\nHost: evil.example\r\n\r\n${second}`,
  'an absolute address': `GET http://evil.example/healthz HTTP/1.1\r\nHost: bridge\r\nConnection: close\r\n\r\n${second}`,
  'an unknown version': `GET /healthz HTTP/9.9\r\nHost: bridge\r\n\r\n${second}`,
  'a request line without a version': `GET /healthz\r\n\r\n${second}`,
  'a space in a header name': post('X Y: z\r\nContent-Length: 0'),
  'HTTP/2 without an upgrade': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  CONNECT: `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n${second}`,
  'a line that never ends': `GET /${'a'.repeat(400_000)}`,
  'headers that never end': `GET / HTTP/1.1\r\nHost: bridge\r\n${'X: y\r\n'.repeat(60_000)}`,
}

/** Bytes on a connection other than one request. The first one must be refused, and the second one not served. */
export const rawAttacks: readonly Attack[] = Object.entries(requests).map(
  ([name, bytes]): Attack<Seen> => ({
    name: `bytes: ${name}`,
    attempt: async (target) => {
      const received = await exchangeBytes(target, bytes)
      return {
        statuses: [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)),
        isSecondServed: received.includes('smuggled'),
      }
    },
    holds: ({ statuses, isSecondServed }) =>
      statuses.every((status) => status >= 400 && status < 500) && !isSecondServed,
  }),
)

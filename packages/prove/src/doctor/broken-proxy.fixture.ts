import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** A proxy in front of a service, and what is wrong with it. */
export interface ProxyOptions {
  readonly target: string
  /** Responds in place of the service, if it returns true. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Whether it passes WebSockets on; otherwise it ends them. */
  readonly passesUpgrades?: boolean
  /** Ends TLS. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** Starts the proxy on a free local port. */
export async function startProxy({ target, intercept = () => false, passesUpgrades = true, tls }: ProxyOptions) {
  const { hostname, port } = new URL(target)
  const handle = (incoming: IncomingMessage, response: ServerResponse): void => {
    if (intercept(incoming, response)) return
    const { method, url, headers } = incoming
    const outgoing = request({ hostname, port, method, path: url, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }
  const server = tls === undefined ? createServer(handle) : createTlsServer(tls, handle)
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    if (passesUpgrades) passUpgrade(incoming, socket, { host: hostname, port: Number(port) })
    else socket.end('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo
  return {
    url: `${tls === undefined ? 'http' : 'https'}://localhost:${ownPort}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function passUpgrade(incoming: IncomingMessage, socket: Duplex, target: { host: string; port: number }): void {
  const through = connect(target)
  const { method, url, rawHeaders } = incoming
  const lines = Array.from({ length: rawHeaders.length / 2 }, (_, at) =>
    rawHeaders.slice(at * 2, at * 2 + 2).join(': '),
  )
  through.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  through.pipe(socket).pipe(through)
  through.on('error', () => socket.destroy())
  socket.on('error', () => through.destroy())
}

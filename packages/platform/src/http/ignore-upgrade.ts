import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { formatHead } from './request-head.ts'

const upgradeHeaders: ReadonlySet<string> = new Set(['upgrade', 'http2-settings', 'connection'])

/** The other `Connection` options, which are kept. */
const connectionOptions: ReadonlySet<string> = new Set(['close', 'keep-alive'])

/** Handles a request as if it had not requested another protocol. To be called by an `upgrade` listener. */
export type IgnoreUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Creates the function handling requests as if they had not requested another protocol, as RFC 9110, section 7.8,
 * allows. Java's HTTP client requests HTTP/2 in a plain connection's first request. If there is an `upgrade` listener,
 * Node passes every such request to it unread.
 */
export function createUpgradeIgnorer(server: Pick<Server, 'emit' | 'on'>): IgnoreUpgrade {
  const latestResponses = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => latestResponses.set(socket, response))

  return (request, socket, head) => {
    const restart = () => {
      if (socket.destroyed) return
      socket.off('error', ignoreError)
      // An idle connection's timeout, possibly set by the last response.
      if (isSocket(socket)) socket.setTimeout(0)
      // Two parts, because joining them would copy the rest of the connection once per request.
      socket.unshift(head)
      socket.unshift(Buffer.from(formatHead(request, upgradeHeaders, toConnectionHeader(request)), 'latin1'))
      server.emit('connection', socket)
    }
    const latest = latestResponses.get(socket)
    if (latest === undefined || isSent(latest)) return restart()
    // Node has detached its own listeners, and responses to the connection's earlier requests come first.
    socket.on('error', ignoreError)
    latest.once('close', restart)
  }
}

function ignoreError(): void {
  // The response being sent reports it.
}

/** Returns whether the response has left its connection to the next one. */
function isSent({ writableFinished, socket }: ServerResponse): boolean {
  return writableFinished && socket === null
}

function isSocket(socket: Duplex): socket is Socket {
  return 'setTimeout' in socket
}

/** Returns the header without upgrade options. Node decoded header values as latin1. */
function toConnectionHeader({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const options = (headers.connection ?? '').split(',').map((option) => option.trim().toLowerCase())
  const kept = options.filter((option) => connectionOptions.has(option))
  return kept.length === 0 ? {} : { Connection: kept.join(', ') }
}

/** Returns whether a request upgrades to a WebSocket, the only other protocol supported. */
export function isWebSocketUpgrade({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.trim().toLowerCase() === 'websocket'
}

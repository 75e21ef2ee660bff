import { once } from 'node:events'
import {
  defaultProtocolLimits,
  type ExchangeCall,
  type ExchangeOutcome,
  encodeFrame,
  exchangePath,
  parseExchangeReply,
} from '@bridge/agent-protocol'
import { WebSocket } from 'ws'
import { machineSecret } from './test-gateway.ts'

/** A server's socket a test controls. */
export interface ScriptedServer {
  readonly socket: WebSocket
  /** Resolves with the close code. */
  readonly closed: Promise<number>
  /** Makes a call and returns its outcome. */
  call(call: ExchangeCall): Promise<ExchangeOutcome<Uint8Array>>
}

/** Opens a socket to a gateway's exchange path, without waiting for it. */
export function openServerSocket(gatewayUrl: string, secret = machineSecret): WebSocket {
  return new WebSocket(gatewayUrl.replace('http', 'ws') + exchangePath, {
    headers: { authorization: `Bearer ${secret}` },
  })
}

/** Connects a server. */
export async function connectServer(gatewayUrl: string, secret?: string): Promise<ScriptedServer> {
  const socket = openServerSocket(gatewayUrl, secret)
  const pending = new Map<string, (outcome: ExchangeOutcome<Uint8Array>) => void>()
  socket.on('message', (data) => {
    const reply = parseExchangeReply(Uint8Array.from(data as Buffer), defaultProtocolLimits)
    if (reply === undefined) throw new Error('The gateway sent an invalid message.')
    pending.get(reply.id)?.(reply.outcome)
  })
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await once(socket, 'open')
  return {
    socket,
    closed,
    call: (call) =>
      new Promise((resolve) => {
        pending.set(call.id, resolve)
        socket.send(encodeFrame(call, new TextEncoder().encode('<QBXML/>')))
      }),
  }
}

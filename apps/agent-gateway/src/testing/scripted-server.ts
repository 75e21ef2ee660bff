import { once } from 'node:events'
import {
  defaultProtocolLimits,
  type ExchangeAnswer,
  type ExchangeCall,
  encodeFrame,
  exchangePath,
  parseExchangeAnswer,
} from '@bridge/agent-protocol'
import { WebSocket } from 'ws'
import { machineSecret } from './test-gateway.ts'

/** A server's socket that says only what a test tells it. */
export interface ScriptedServer {
  readonly socket: WebSocket
  /** The code by which the socket ended. */
  readonly closed: Promise<number>
  /** Makes a call; resolves with its answer. */
  call(call: ExchangeCall): Promise<ExchangeAnswer>
}

/** Opens a socket to a gateway's exchange path without waiting for it. */
export function dialAsServer(gatewayUrl: string, secret = machineSecret): WebSocket {
  return new WebSocket(gatewayUrl.replace('http', 'ws') + exchangePath, {
    headers: { authorization: `Bearer ${secret}` },
  })
}

/** A server that is connected. */
export async function connectServer(gatewayUrl: string): Promise<ScriptedServer> {
  const socket = dialAsServer(gatewayUrl)
  const waiting = new Map<string, (answer: ExchangeAnswer) => void>()
  socket.on('message', (data) => {
    const header = parseExchangeAnswer(data as Buffer, defaultProtocolLimits)?.header
    if (header === undefined) throw new Error('The gateway sent what is no answer.')
    waiting.get(header.id)?.(header)
  })
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await once(socket, 'open')
  return {
    socket,
    closed,
    call: (call) =>
      new Promise((resolve) => {
        waiting.set(call.id, resolve)
        socket.send(encodeFrame(call, new TextEncoder().encode('<QBXML/>')))
      }),
  }
}

import type { Duplex } from 'node:stream'
import {
  closeCodes,
  createCork,
  heartbeatMs as defaultHeartbeatMs,
  defaultProtocolLimits,
  type ExchangeCall,
  type ExchangeOutcome,
  encodeFrame,
  exchangePath,
  type FailedOutcome,
  maxExchanges,
  parseExchangeReply,
} from '@bridge/agent-protocol'
import { type RawData, WebSocket } from 'ws'

/** A connection to a gateway, which carries any number of calls at a time. */
export interface GatewayLink {
  /** Returns whether the link accepts calls. A link that ended never does again. */
  isOpen(): boolean
  /** Makes a call once the connection is open. Never rejects. */
  call(call: ExchangeCall, payload: Uint8Array): Promise<ExchangeOutcome<Uint8Array>>
  /** Ends the connection; pending calls are lost. */
  close(): void
}

interface GatewayLinkOptions {
  readonly gatewayUrl: string
  readonly machineSecret: string
  /** How often the gateway is pinged. After three pings without traffic from it, it counts as dead. */
  readonly heartbeatMs?: number
}

interface Pending {
  readonly resolve: (outcome: ExchangeOutcome<Uint8Array>) => void
  readonly timer: NodeJS.Timeout
}

// The gateway's own timer expires first. This is how much longer the link waits for its reply.
const graceMs = 1_000
const connectTimeoutMs = 3_000
const missedHeartbeatsMax = 3
const { frameBytesMax, maxHeaderBytes } = defaultProtocolLimits

/** Connects to a gateway. The link ends with its connection; for more calls, connect again. */
export function connectToGateway({
  gatewayUrl,
  machineSecret,
  heartbeatMs = defaultHeartbeatMs,
}: GatewayLinkOptions): GatewayLink {
  const pending = new Map<string, Pending>()
  let stream: Duplex | undefined
  let missedHeartbeats = 0
  let problem: unknown

  const socket = new WebSocket(gatewayUrl.replace(/^http/, 'ws').replace(/\/$/, '') + exchangePath, {
    headers: { authorization: `Bearer ${machineSecret}` },
    perMessageDeflate: false,
    // The largest frame of an agent with the longer header of a reply.
    maxPayload: frameBytesMax + maxHeaderBytes,
    handshakeTimeout: connectTimeoutMs,
    // Masking protects proxies from scripts in browsers, and no browser connects here.
    generateMask: (mask) => mask.fill(0),
  })
  const cork = createCork(() => stream, setImmediate)
  const heartbeat = setInterval(() => {
    missedHeartbeats += 1
    if (missedHeartbeats > missedHeartbeatsMax) socket.terminate()
    else if (socket.readyState === WebSocket.OPEN) socket.ping()
  }, heartbeatMs)

  const resolve = (id: string, outcome: ExchangeOutcome<Uint8Array>): void => {
    const call = pending.get(id)
    if (call === undefined) return
    pending.delete(id)
    clearTimeout(call.timer)
    call.resolve(outcome)
  }

  const onMessage = (data: RawData, isBinary: boolean): void => {
    missedHeartbeats = 0
    const reply = isBinary ? parseExchangeReply(data as Buffer, defaultProtocolLimits) : undefined
    if (reply !== undefined) {
      resolve(reply.id, reply.outcome)
      return
    }
    problem = new Error('The gateway sent an invalid message; compare the versions of server and gateway.')
    socket.terminate()
  }

  const onClose = (code: number, reason: string): void => {
    clearInterval(heartbeat)
    const cause = problem ?? new Error(`The connection to the gateway ended (${code}${reason && `, ${reason}`}).`)
    // A draining gateway has responded to every call that it accepted, so it did not accept the pending ones.
    const outcome: FailedOutcome =
      code === closeCodes.draining.code
        ? { sent: false, reason: 'unreachable', cause }
        : { sent: true, lost: true, reason: 'connection', cause }
    for (const id of pending.keys()) resolve(id, outcome)
  }

  const opened = new Promise<void>((resolve, reject) => {
    socket.on('upgrade', (response) => {
      stream = response.socket
    })
    socket.on('open', resolve)
    socket.on('error', (error) => {
      problem ??= error
      reject(error)
    })
    socket.on('message', onMessage)
    socket.on('pong', () => {
      missedHeartbeats = 0
    })
    socket.on('close', (code, reason) => onClose(code, reason.toString()))
  })
  opened.catch(() => undefined)

  const send = (call: ExchangeCall, payload: Uint8Array): Promise<ExchangeOutcome<Uint8Array>> => {
    if (socket.readyState !== WebSocket.OPEN) {
      const cause = problem ?? new Error('The connection to the gateway is closing.')
      return Promise.resolve({ sent: false, reason: 'unreachable', cause })
    }
    const frame = encodeFrame(call, payload)
    if (pending.size >= maxExchanges || frame.length > frameBytesMax) {
      return Promise.resolve({ sent: false, reason: 'busy' })
    }
    return new Promise((resolveCall) => {
      const timer = setTimeout(() => {
        const cause = new Error(`The gateway did not reply within ${call.budgetMs + graceMs} ms.`)
        resolve(call.id, { sent: true, lost: true, reason: 'timeout', cause })
      }, call.budgetMs + graceMs)
      pending.set(call.id, { resolve: resolveCall, timer })
      cork()
      socket.send(frame)
    })
  }

  return {
    isOpen: () => socket.readyState === WebSocket.CONNECTING || socket.readyState === WebSocket.OPEN,
    call: async (call, payload) => {
      if (socket.readyState === WebSocket.CONNECTING) {
        try {
          await opened
        } catch (cause) {
          return { sent: false, reason: 'unreachable', cause }
        }
      }
      return send(call, payload)
    },
    close: () => socket.terminate(),
  }
}

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
  maxExchanges,
  parseExchangeReply,
} from '@bridge/agent-protocol'
import { type RawData, WebSocket } from 'ws'
import { PendingCalls } from './pending-calls.ts'

interface ExchangeLinkOptions {
  /** The gateway's or sandbox host's address. */
  readonly url: string
  readonly machineSecret: string
  /** How often the other end is pinged. After three pings without traffic from it, it counts as dead. */
  readonly heartbeatMs?: number
}

const connectTimeoutMs = 3_000
const maxMissedHeartbeats = 3
const { frameBytesMax, maxHeaderBytes } = defaultProtocolLimits

/**
 * A connection to a gateway or a sandbox host, which carries any number of calls at a time. The link ends with its
 * connection; for more calls, connect again.
 */
export class ExchangeLink {
  readonly #socket: WebSocket
  readonly #heartbeatMs: number
  readonly #pending = new PendingCalls()
  readonly #cork = createCork(() => this.#stream, setImmediate)
  #stream: Duplex | undefined
  #opened: Promise<void> = Promise.resolve()
  #heartbeat: NodeJS.Timeout | undefined
  #missedHeartbeats = 0
  #problem: unknown

  private constructor(socket: WebSocket, heartbeatMs: number) {
    this.#socket = socket
    this.#heartbeatMs = heartbeatMs
  }

  /** Begins to connect. Calls may be made at once. */
  static connect({ url, machineSecret, heartbeatMs = defaultHeartbeatMs }: ExchangeLinkOptions): ExchangeLink {
    const link = new ExchangeLink(openSocket(url, machineSecret), heartbeatMs)
    link.#listen()
    return link
  }

  /** Returns whether the link accepts calls. A link that ended never does again. */
  isOpen(): boolean {
    const { readyState } = this.#socket
    return readyState === WebSocket.CONNECTING || readyState === WebSocket.OPEN
  }

  /** Makes a call once the connection is open. Never rejects. */
  async call(call: ExchangeCall, payload: Uint8Array): Promise<ExchangeOutcome<Uint8Array>> {
    if (this.#socket.readyState === WebSocket.CONNECTING) {
      try {
        await this.#opened
      } catch (cause) {
        return { sent: false, reason: 'unreachable', cause }
      }
    }
    return this.#send(call, payload)
  }

  /** Ends the connection; pending calls are lost. */
  close(): void {
    this.#socket.terminate()
  }

  #listen(): void {
    const socket = this.#socket
    this.#heartbeat = setInterval(() => this.#checkHeartbeat(), this.#heartbeatMs)
    socket.on('upgrade', (response) => {
      this.#stream = response.socket
    })
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary))
    socket.on('pong', () => {
      this.#missedHeartbeats = 0
    })
    socket.on('close', (code, reason) => this.#onClose(code, reason.toString()))
    this.#opened = new Promise((resolve, reject) => {
      socket.on('open', resolve)
      socket.on('error', (error) => {
        this.#problem ??= error
        reject(error)
      })
    })
    this.#opened.catch(() => undefined)
  }

  #send(call: ExchangeCall, payload: Uint8Array): Promise<ExchangeOutcome<Uint8Array>> | ExchangeOutcome<Uint8Array> {
    if (this.#socket.readyState !== WebSocket.OPEN) {
      const cause = this.#problem ?? new Error('The connection is closing.')
      return { sent: false, reason: 'unreachable', cause }
    }
    const frame = encodeFrame(call, payload)
    if (this.#pending.size >= maxExchanges || frame.length > frameBytesMax) return { sent: false, reason: 'busy' }
    const outcome = this.#pending.add(call)
    this.#cork()
    this.#socket.send(frame)
    return outcome
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    this.#missedHeartbeats = 0
    const reply = isBinary ? parseExchangeReply(data as Buffer, defaultProtocolLimits) : undefined
    if (reply !== undefined) {
      this.#pending.resolve(reply.id, reply.outcome)
      return
    }
    this.#problem = new Error('The other end sent an invalid message; compare its version with this one.')
    this.#socket.terminate()
  }

  #onClose(code: number, reason: string): void {
    clearInterval(this.#heartbeat)
    const cause = this.#problem ?? new Error(`The connection ended (${code}${reason && `, ${reason}`}).`)
    // A draining process has responded to every call it accepted, so it did not accept the pending ones.
    this.#pending.resolveAll(
      code === closeCodes.draining.code
        ? { sent: false, reason: 'unreachable', cause }
        : { sent: true, lost: true, reason: 'connection', cause },
    )
  }

  #checkHeartbeat(): void {
    this.#missedHeartbeats += 1
    if (this.#missedHeartbeats > maxMissedHeartbeats) this.#socket.terminate()
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping()
  }
}

function openSocket(url: string, machineSecret: string): WebSocket {
  return new WebSocket(url.replace(/^http/, 'ws').replace(/\/$/, '') + exchangePath, {
    headers: { authorization: `Bearer ${machineSecret}` },
    perMessageDeflate: false,
    // An agent's largest frame with a reply's longer header.
    maxPayload: frameBytesMax + maxHeaderBytes,
    handshakeTimeout: connectTimeoutMs,
    // Masking protects proxies from scripts in browsers, and no browser connects here.
    generateMask: (mask) => mask.fill(0),
  })
}

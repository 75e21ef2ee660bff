import type { Duplex } from 'node:stream'
import {
  closeCodes,
  defaultProtocolLimits,
  type ExchangeCall,
  type ExchangeOutcome,
  encodeFrame,
  exchangePath,
  exchangesMax,
  parseExchangeAnswer,
} from '@bridge/agent-protocol'
import { type RawData, WebSocket } from 'ws'

/** What a gateway said, or that it did not take the call (nothing was sent) or was lost after it may have. */
export type CallResult =
  | { readonly reached: true; readonly outcome: ExchangeOutcome; readonly payload: Uint8Array }
  | { readonly reached: false; readonly outcome?: undefined; readonly error: unknown }
  | {
      readonly reached: true
      readonly outcome: undefined
      readonly why: 'timeout' | 'connection'
      readonly error: unknown
    }

/** A connection to a gateway, over which any number of calls are under way at a time. */
export interface GatewayLink {
  /** Whether a call can still go over it; a link that ended stays so. */
  isOpen(): boolean
  /** Makes a call; waits for the dialling where that is still under way. Never rejects. */
  call(call: ExchangeCall, payload: Uint8Array): Promise<CallResult>
  /** Cuts the connection; what is under way is lost. */
  close(): void
}

interface GatewayLinkOptions {
  readonly gatewayUrl: string
  readonly machineSecret: string
  /** How often the gateway has to show that it lives; after three times of silence it is taken for dead. */
  readonly heartbeatMs?: number
}

interface Pending {
  readonly resolve: (result: CallResult) => void
  readonly timer: NodeJS.Timeout
}

// How much longer than the caller's budget a silent gateway is waited for: its own clock decides first.
const graceMs = 1_000
const dialMs = 3_000
const silentBeatsMax = 3
const { frameBytesMax, headerBytesMax } = defaultProtocolLimits
const busy: CallResult = { reached: true, outcome: { outcome: 'not-sent', why: 'busy' }, payload: new Uint8Array() }

/** Dials a gateway once. The link ends with its connection; whoever wants to call again dials again. */
export function dialGateway({ gatewayUrl, machineSecret, heartbeatMs = 5_000 }: GatewayLinkOptions): GatewayLink {
  const pending = new Map<string, Pending>()
  let wire: Duplex | undefined
  let isCorked = false
  let silentBeats = 0
  let problem: unknown

  const socket = new WebSocket(gatewayUrl.replace(/^http/, 'ws').replace(/\/$/, '') + exchangePath, {
    headers: { authorization: `Bearer ${machineSecret}` },
    perMessageDeflate: false,
    // Room for an agent's largest frame under the longer header of an answer.
    maxPayload: frameBytesMax + headerBytesMax,
    handshakeTimeout: dialMs,
    // Masks keep scripts in browsers from writing what a proxy takes for HTTP; there are none here.
    generateMask: (mask) => mask.fill(0),
  })
  const heartbeat = setInterval(() => {
    silentBeats += 1
    if (silentBeats > silentBeatsMax) socket.terminate()
    else if (socket.readyState === WebSocket.OPEN) socket.ping()
  }, heartbeatMs)

  const settle = (id: string, result: CallResult): void => {
    const waiting = pending.get(id)
    if (waiting === undefined) return
    pending.delete(id)
    clearTimeout(waiting.timer)
    waiting.resolve(result)
  }

  const hear = (data: RawData, isBinary: boolean): void => {
    silentBeats = 0
    const answer = isBinary ? parseExchangeAnswer(data as Buffer, defaultProtocolLimits) : undefined
    if (answer !== undefined) {
      settle(answer.header.id, { reached: true, outcome: answer.header, payload: answer.payload })
      return
    }
    problem = new Error('The gateway sent what is no answer; compare the versions of server and gateway.')
    socket.terminate()
  }

  const end = (code: number, reason: string): void => {
    clearInterval(heartbeat)
    const error = problem ?? new Error(`The connection to the gateway ended (${code}${reason && `, ${reason}`}).`)
    // A gateway that restarts answers everything it took before it says so: the rest was not taken.
    const result: CallResult =
      code === closeCodes.draining.code
        ? { reached: false, error }
        : { reached: true, outcome: undefined, why: 'connection', error }
    for (const id of pending.keys()) settle(id, result)
  }

  const opened = new Promise<void>((resolve, reject) => {
    socket.on('upgrade', (response) => {
      wire = response.socket
    })
    socket.on('open', resolve)
    socket.on('error', (error) => {
      problem ??= error
      reject(error)
    })
    socket.on('message', hear)
    socket.on('pong', () => {
      silentBeats = 0
    })
    socket.on('close', (code, reason) => end(code, reason.toString()))
  })
  opened.catch(() => undefined)

  /** Lets what is sent in this turn of the event loop leave together. */
  const bundle = (): void => {
    if (isCorked) return
    isCorked = true
    wire?.cork()
    setImmediate(() => {
      isCorked = false
      wire?.uncork()
    })
  }

  const send = (call: ExchangeCall, payload: Uint8Array): Promise<CallResult> => {
    if (socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({
        reached: false,
        error: problem ?? new Error('The connection to the gateway is closing.'),
      })
    }
    const frame = encodeFrame(call, payload)
    if (pending.size >= exchangesMax || frame.length > frameBytesMax) return Promise.resolve(busy)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        const error = new Error(`The gateway did not answer within ${call.budgetMs + graceMs} ms.`)
        settle(call.id, { reached: true, outcome: undefined, why: 'timeout', error })
      }, call.budgetMs + graceMs)
      pending.set(call.id, { resolve, timer })
      bundle()
      socket.send(frame)
    })
  }

  return {
    isOpen: () => socket.readyState === WebSocket.CONNECTING || socket.readyState === WebSocket.OPEN,
    call: async (call, payload) => {
      if (socket.readyState === WebSocket.CONNECTING) {
        try {
          await opened
        } catch (error) {
          return { reached: false, error }
        }
      }
      return send(call, payload)
    },
    close: () => socket.terminate(),
  }
}

/** Calls gateways, each over one link that is dialled when it is first needed and again after it ended. */
export function createGatewayCaller(machineSecret: string) {
  const links = new Map<string, GatewayLink>()

  const linkTo = (gatewayUrl: string): GatewayLink => {
    const known = links.get(gatewayUrl)
    if (known?.isOpen()) return known
    // Gateways that are gone for good have addresses that never come back.
    for (const [url, each] of links) if (!each.isOpen()) links.delete(url)
    const link = dialGateway({ gatewayUrl, machineSecret })
    links.set(gatewayUrl, link)
    return link
  }

  return {
    call: (gatewayUrl: string, call: ExchangeCall, payload: Uint8Array): Promise<CallResult> =>
      linkTo(gatewayUrl).call(call, payload),

    close: async (): Promise<void> => {
      for (const link of links.values()) link.close()
      links.clear()
    },
  }
}

import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import {
  type AgentMessage,
  closeWith,
  createCork,
  type DesktopState,
  defaultProtocolLimits,
  encodeFrame,
  type FailedOutcome,
  type GatewayMessage,
  parseGatewayMessage,
  protocolVersion,
  type RealmId,
} from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import { type RawData, WebSocket } from 'ws'
import type { ResponseLog } from './response-log.ts'
import { responseTooLarge } from './response-too-large.ts'
import type { Reply, Worker } from './worker.ts'

/** How a connection ended. */
export type ConnectionEnd =
  /** The gateway refused the upgrade with an HTTP status, and may have said in how many milliseconds it can accept one. */
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'unreachable'; readonly error: Error }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string; readonly wasWelcome: boolean }

interface ConnectionOptions {
  readonly url: string
  readonly token: string
  readonly agentVersion: string
  readonly worker: Worker
  readonly responses: ResponseLog
  readonly logger: Logger
  readonly onWelcome: (realmId: RealmId) => void
}

export interface Connection {
  readonly ended: Promise<ConnectionEnd>
  /** Offers a stored response whose own connection was lost. */
  offer(id: string): void
  close(): void
}

type ControlMessage = Exclude<AgentMessage, { type: 'response' }>

/** How long a gateway may be silent before its connection counts as lost. */
const silenceTimeoutMs = 20_000
const connectTimeoutMs = 10_000
const errorMessageLengthMax = 4096
const offersMax = 256

/** Connects to a gateway and serves its requests until the socket closes. */
export function connect(options: ConnectionOptions): Connection {
  const { url, token, agentVersion, worker, responses, logger } = options
  let end: ConnectionEnd | undefined
  let wasWelcome = false
  let { frameBytesMax } = defaultProtocolLimits
  let desktop = worker.state()
  const offered = new Set<string>()
  let stream: Socket | undefined
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
    maxPayload: defaultProtocolLimits.frameBytesMax,
    handshakeTimeout: connectTimeoutMs,
  })
  const cork = createCork(() => stream, setImmediate)
  const silenceTimer = setTimeout(() => {
    logger.warn('the gateway is silent; reconnecting')
    socket.terminate()
  }, silenceTimeoutMs)

  const send = (message: ControlMessage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const logFailure = (task: string) => (error: unknown) => logger.error({ err: error }, `could not ${task}`)

  /** Sends a response, unless it is larger than the gateway accepts: that would end every connection. */
  const sendResponse = (id: string, payload: Uint8Array, payloadBytesMax = frameBytesMax): boolean => {
    const frame = encodeFrame({ type: 'response', id }, payload)
    if (frame.length > frameBytesMax || payload.length > payloadBytesMax) {
      logger.error({ id, bytes: frame.length, frameBytesMax }, 'a response is larger than the gateway accepts')
      responses.remove([id]).catch(logFailure('remove a response'))
      return false
    }
    if (socket.readyState === WebSocket.OPEN) socket.send(frame)
    return true
  }
  const reply: Reply = {
    accepted: (id) => {
      // A response of the same turn leaves in the same packet.
      cork()
      send({ type: 'accepted', id })
    },
    failed: (id, outcome) => send({ type: 'failed', id, outcome: withShortMessage(outcome) }),
    response: (id, payload) => {
      if (sendResponse(id, payload)) return
      reply.failed(id, responseTooLarge)
    },
  }

  const sendStatus = (): void => {
    const current = worker.state()
    if (isSameState(current, desktop)) return
    desktop = current
    send({ type: 'status', desktop })
  }
  const sendStored = async ({ id, responseBytesMax }: Extract<GatewayMessage, { type: 'recall' }>): Promise<void> => {
    const payload = await responses.find(id)
    if (payload !== undefined) sendResponse(id, payload, responseBytesMax)
  }

  /** Returns the stored responses that were not offered on this connection; each is offered once. */
  const takeOffers = (): string[] => {
    const ids = responses
      .ids()
      .filter((id) => !offered.has(id))
      .slice(-offersMax)
    for (const id of ids) offered.add(id)
    return ids
  }

  const offer = (ids: readonly string[]): void => {
    if (ids.length > 0) send({ type: 'completed', ids: [...ids] })
  }

  const dispatch = (message: GatewayMessage): void => {
    switch (message.type) {
      case 'welcome':
        wasWelcome = true
        frameBytesMax = message.frameBytesMax
        logger.info({ realmId: message.realmId, epoch: message.epoch }, 'connected; serving the realm')
        options.onWelcome(message.realmId)
        // Work of an earlier connection may have ended since the hello.
        offer(takeOffers())
        break
      case 'request':
        sendStatus()
        worker.process(message, reply).catch(logFailure('process a request'))
        break
      case 'acknowledged':
        responses.remove(message.ids).catch(logFailure('remove acknowledged responses'))
        break
      case 'recall':
        sendStored(message).catch(logFailure('send a stored response'))
        break
      case 'ping':
        send({ type: 'pong', n: message.n })
        sendStatus()
        break
      case 'drain':
        logger.info('the gateway is restarting; reconnecting when it closes')
    }
  }

  socket.on('upgrade', (response) => {
    stream = response.socket
  })
  socket.on('open', () => {
    send({ type: 'hello', protocol: protocolVersion, agentVersion, desktop, completed: takeOffers() })
  })
  socket.on('message', (data: RawData, isBinary: boolean) => {
    silenceTimer.refresh()
    const bytes = data as Buffer
    const { message, problem } = parseGatewayMessage(isBinary ? bytes : bytes.toString(), defaultProtocolLimits)
    if (problem === undefined) dispatch(message)
    else {
      logger.error({ detail: problem.detail }, 'the gateway sent an invalid message')
      socket.close(...closeWith(problem.close, problem.detail))
    }
  })
  socket.on('unexpected-response', (request, response) => {
    end = { kind: 'refused', status: response.statusCode ?? 0, retryAfterMs: readRetryAfter(response.headers) }
    request.destroy()
    socket.terminate()
  })
  socket.on('error', (error) => {
    end ??= { kind: 'unreachable', error }
  })

  const ended = new Promise<ConnectionEnd>((resolve) => {
    socket.on('close', (code, reason) => {
      clearTimeout(silenceTimer)
      const closed: ConnectionEnd = { kind: 'closed', code, reason: reason.toString(), wasWelcome }
      resolve(wasWelcome || end === undefined ? closed : end)
    })
  })

  return {
    ended,
    offer: (id) => {
      if (offered.has(id)) return
      offered.add(id)
      offer([id])
    },
    close: () => socket.close(...closeWith('stopping')),
  }
}

/** Reads `Retry-After` in seconds; a date, which gateways do not send, is ignored. */
function readRetryAfter({ 'retry-after': seconds = '' }: IncomingHttpHeaders): number | undefined {
  return /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1000 : undefined
}

function isSameState(left: DesktopState, right: DesktopState): boolean {
  return left.phase === right.phase && left.companyFile === right.companyFile && left.notice === right.notice
}

/** Returns an outcome with an error text that the gateway accepts: not too long, and without NUL. */
function withShortMessage(outcome: FailedOutcome): FailedOutcome {
  if (outcome.error === undefined) return outcome
  const { hresult, message } = outcome.error
  return { ...outcome, error: { hresult, message: message.replaceAll('\0', '').slice(0, errorMessageLengthMax) } }
}

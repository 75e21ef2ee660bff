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
import type { RealmSwitches, RealmTerms } from './desktop/agent-desktop.ts'
import type { ResponseLog } from './response-log.ts'
import { responseTooLarge } from './response-too-large.ts'
import type { Reply, Worker } from './worker.ts'

/** How a connection ended. */
export type ConnectionEnd =
  /**
   * The gateway refused the upgrade with an HTTP status, and may have said in how many milliseconds it can accept one.
   */
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'unreachable'; readonly error: Error }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string; readonly wasWelcome: boolean }

interface ConnectionOptions {
  readonly url: string
  readonly token: string
  readonly agentVersion: string
  readonly worker: Pick<Worker, 'state' | 'process'>
  readonly responses: ResponseLog
  readonly logger: Logger
  /** Is called before the welcome, and when the terms have changed. */
  readonly onRealm: (realmId: RealmId, terms: RealmTerms) => void
  readonly onWelcome: () => void
  /** Is called with the settings of the realm that the service has just named. */
  readonly onSwitches: (switches: RealmSwitches) => void
}

type ControlMessage = Exclude<AgentMessage, { type: 'response' }>

/** How long a gateway may be silent before its connection counts as lost. */
const silenceTimeoutMs = 20_000
const connectTimeoutMs = 10_000
const maxErrorMessageLength = 4096
const maxOffers = 256

/**
 * A connection to a gateway, whose requests it serves until the socket closes.
 *
 * A silent gateway counts as lost. Stored responses are offered once per connection: in the hello, at the
 * welcome, and when the agent says so.
 */
export class Connection {
  readonly ended: Promise<ConnectionEnd>
  readonly #options: ConnectionOptions
  readonly #socket: WebSocket
  readonly #silenceTimer: NodeJS.Timeout
  readonly #cork: () => void
  readonly #offered = new Set<string>()
  readonly #reply: Reply
  #stream: Socket | undefined
  #end: ConnectionEnd | undefined
  #wasWelcome = false
  #realm: (RealmTerms & { readonly realmId: RealmId }) | undefined
  /** Whether the gateway wants to know about changes; an older one would end the connection. */
  #reportsChanges = false
  #maxFrameBytes = defaultProtocolLimits.frameBytesMax
  #desktop: DesktopState

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#desktop = options.worker.state()
    this.#socket = new WebSocket(options.url, {
      headers: { authorization: `Bearer ${options.token}` },
      perMessageDeflate: false,
      maxPayload: defaultProtocolLimits.frameBytesMax,
      handshakeTimeout: connectTimeoutMs,
    })
    this.#cork = createCork(() => this.#stream, setImmediate)
    this.#silenceTimer = setTimeout(() => {
      options.logger.warn('the gateway is silent; reconnecting')
      this.#socket.terminate()
    }, silenceTimeoutMs)
    this.#reply = {
      accepted: (id) => {
        // A response of the same turn leaves in the same packet.
        this.#cork()
        this.#send({ type: 'accepted', id })
      },
      failed: (id, outcome) => this.#send({ type: 'failed', id, outcome: withShortMessage(outcome) }),
      response: (id, payload) => {
        if (!this.#sendResponse(id, payload)) this.#reply.failed(id, responseTooLarge)
      },
    }
    this.ended = this.#listen()
  }

  /** Offers a stored response whose own connection was lost. */
  offer(id: string): void {
    if (this.#offered.has(id)) return
    this.#offered.add(id)
    this.#offer([id])
  }

  /** Says that people changed something in the company file, if the gateway wants to know. */
  reportChange(): void {
    if (this.#reportsChanges) this.#send({ type: 'changed' })
  }

  close(): void {
    this.#socket.close(...closeWith('stopping'))
  }

  #listen(): Promise<ConnectionEnd> {
    const { agentVersion } = this.#options
    const socket = this.#socket
    socket.on('upgrade', (response) => {
      this.#stream = response.socket
    })
    socket.on('open', () => {
      const completed = this.#takeOffers()
      const hello = { protocol: protocolVersion, agentVersion, desktop: this.#desktop, completed, asksForFile: true }
      this.#send({ type: 'hello', ...hello })
    })
    socket.on('message', (data: RawData, isBinary: boolean) => this.#onMessage(data as Buffer, isBinary))
    socket.on('unexpected-response', (request, response) => {
      const retryAfterMs = readRetryAfter(response.headers)
      this.#end = { kind: 'refused', status: response.statusCode ?? 0, retryAfterMs }
      request.destroy()
      socket.terminate()
    })
    socket.on('error', (error) => {
      this.#end ??= { kind: 'unreachable', error }
    })
    return new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        clearTimeout(this.#silenceTimer)
        const wasWelcome = this.#wasWelcome
        const closed: ConnectionEnd = { kind: 'closed', code, reason: reason.toString(), wasWelcome }
        resolve(wasWelcome || this.#end === undefined ? closed : this.#end)
      })
    })
  }

  #onMessage(bytes: Buffer, isBinary: boolean): void {
    this.#silenceTimer.refresh()
    const { message, problem } = parseGatewayMessage(isBinary ? bytes : bytes.toString(), defaultProtocolLimits)
    if (problem === undefined) this.#dispatch(message)
    else {
      this.#options.logger.error({ detail: problem.detail }, 'the gateway sent an invalid message')
      this.#socket.close(...closeWith(problem.close, problem.detail))
    }
  }

  #dispatch(message: GatewayMessage): void {
    const { worker, responses, logger, onRealm, onWelcome, onSwitches } = this.#options
    if (message.type === 'welcome' || message.type === 'ping') {
      this.#reportsChanges = message.subscribesToEvents === true
      onSwitches(message)
    }
    switch (message.type) {
      case 'welcome':
        this.#wasWelcome = true
        this.#maxFrameBytes = message.frameBytesMax
        logger.info({ realmId: message.realmId, epoch: message.epoch }, 'connected; serving the realm')
        this.#realm = message
        onRealm(message.realmId, message)
        onWelcome()
        // An earlier connection's work may have ended since the hello.
        this.#offer(this.#takeOffers())
        break
      case 'file':
        if (this.#realm !== undefined) onRealm(this.#realm.realmId, { ...this.#realm, file: message })
        break
      case 'request':
        this.#sendStatus()
        worker.process(message, this.#reply).catch(this.#logFailure('process a request'))
        break
      case 'acknowledged':
        responses.remove(message.ids).catch(this.#logFailure('remove acknowledged responses'))
        break
      case 'recall':
        this.#sendStored(message).catch(this.#logFailure('send a stored response'))
        break
      case 'ping':
        this.#send({ type: 'pong', n: message.n })
        this.#sendStatus()
        break
      case 'drain':
        logger.info('the gateway is restarting; reconnecting when it closes')
    }
  }

  #send(message: ControlMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** Sends a response, unless it is larger than the gateway accepts: that would end every connection. */
  #sendResponse(id: string, payload: Uint8Array, maxPayloadBytes = this.#maxFrameBytes): boolean {
    const { responses, logger } = this.#options
    const frame = encodeFrame({ type: 'response', id }, payload)
    if (frame.length > this.#maxFrameBytes || payload.length > maxPayloadBytes) {
      const sizes = { bytes: frame.length, frameBytesMax: this.#maxFrameBytes }
      logger.error({ id, ...sizes }, 'a response is larger than the gateway accepts')
      responses.remove([id]).catch(this.#logFailure('remove a response'))
      return false
    }
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame)
    return true
  }

  async #sendStored({ id, responseBytesMax }: Extract<GatewayMessage, { type: 'recall' }>): Promise<void> {
    const payload = await this.#options.responses.find(id)
    if (payload !== undefined) this.#sendResponse(id, payload, responseBytesMax)
  }

  #sendStatus(): void {
    const current = this.#options.worker.state()
    if (isSameState(current, this.#desktop)) return
    this.#desktop = current
    this.#send({ type: 'status', desktop: current })
  }

  /** Returns the newest stored responses not yet offered on this connection, and marks them as offered. */
  #takeOffers(): string[] {
    const ids = this.#options.responses
      .ids()
      .filter((id) => !this.#offered.has(id))
      .slice(-maxOffers)
    for (const id of ids) this.#offered.add(id)
    return ids
  }

  #offer(ids: readonly string[]): void {
    if (ids.length > 0) this.#send({ type: 'completed', ids: [...ids] })
  }

  #logFailure(task: string): (error: unknown) => void {
    return (error) => this.#options.logger.error({ err: error }, `could not ${task}`)
  }
}

/** Reads `Retry-After` in seconds; a date, which gateways do not send, is ignored. */
function readRetryAfter({ 'retry-after': seconds = '' }: IncomingHttpHeaders): number | undefined {
  return /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1000 : undefined
}

function isSameState(left: DesktopState, right: DesktopState): boolean {
  return (
    left.phase === right.phase &&
    left.companyFile === right.companyFile &&
    left.notice === right.notice &&
    left.error?.hresult === right.error?.hresult
  )
}

/** Returns an outcome with an error text the gateway accepts: not too long, and without NUL. */
function withShortMessage(outcome: FailedOutcome): FailedOutcome {
  if (outcome.error === undefined) return outcome
  const { hresult, message } = outcome.error
  return { ...outcome, error: { hresult, message: message.replaceAll('\0', '').slice(0, maxErrorMessageLength) } }
}

import type { Socket } from 'node:net'
import {
  type AgentMessage,
  closeWith,
  defaultProtocolLimits,
  encodeFrame,
  type GatewayMessage,
  parseGatewayMessage,
  protocolVersion,
} from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import { type RawData, WebSocket } from 'ws'
import type { AnswerRecord } from './answer-record.ts'
import type { Reply, Worker } from './worker.ts'

/** How a connection ended. */
export type ConnectionEnd =
  /** The gateway answered the dialling with a status instead of a socket. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly error: Error }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string; readonly wasWelcome: boolean }

interface ConnectionOptions {
  readonly url: string
  readonly token: string
  readonly agentVersion: string
  readonly worker: Worker
  readonly record: AnswerRecord
  readonly logger: Logger
  readonly onWelcome: () => void
}

export interface Connection {
  readonly ended: Promise<ConnectionEnd>
  /** Offers an answer whose own connection was lost. */
  offer(id: string): void
  close(): void
}

type ControlMessage = Exclude<AgentMessage, { type: 'answer' }>

const unexpected = '0x80040402'
const silenceMs = 20_000
const dialMs = 10_000

/** Dials a gateway once and serves what it asks until the socket closes. */
export function connect(options: ConnectionOptions): Connection {
  const { url, token, agentVersion, worker, record, logger } = options
  let end: ConnectionEnd | undefined
  let wasWelcome = false
  let { frameBytesMax } = defaultProtocolLimits
  let desktop = worker.state()
  const offered = new Set<string>()
  let wire: Socket | undefined
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
    maxPayload: defaultProtocolLimits.frameBytesMax,
    handshakeTimeout: dialMs,
  })
  // A gateway that says nothing for so long is gone, whatever the network believes.
  const silence = setTimeout(() => {
    logger.warn('the gateway is silent; dialling again')
    socket.terminate()
  }, silenceMs)

  const say = (message: ControlMessage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  /** Lets what is said in this turn of the event loop leave together: an answer at once costs no packet of its own. */
  const bundle = (): void => {
    wire?.cork()
    setImmediate(() => wire?.uncork())
  }
  const failed = (what: string) => (error: unknown) => logger.error({ err: error }, `could not ${what}`)

  /** Gives an answer; one that is larger than the gateway takes would end the connection, at each attempt anew. */
  const answer = (id: string, payload: Uint8Array): boolean => {
    const frame = encodeFrame({ type: 'answer', id }, payload)
    if (frame.length > frameBytesMax) {
      logger.error({ id, bytes: frame.length, frameBytesMax }, 'an answer is larger than the gateway takes')
      record.forget([id]).catch(failed('forget an answer'))
      return false
    }
    if (socket.readyState === WebSocket.OPEN) socket.send(frame)
    return true
  }
  const reply: Reply = {
    accepted: (id) => {
      bundle()
      say({ type: 'accepted', id })
    },
    refused: (id, why) => say({ type: 'refused', id, why }),
    failed: (id, hresult, message, handedOver) =>
      say({ type: 'failed', id, hresult, message: message.slice(0, 4096), handedOver }),
    answer: (id, payload) => {
      if (!answer(id, payload)) reply.failed(id, unexpected, 'The answer is larger than the gateway takes.', true)
    },
  }

  const report = (): void => {
    const now = worker.state()
    if (now.phase === desktop.phase && now.companyFile === desktop.companyFile) return
    desktop = now
    say({ type: 'status', desktop })
  }
  const giveAgain = async (id: string): Promise<void> => {
    const payload = await record.find(id)
    if (payload !== undefined) answer(id, payload)
  }

  /** The answers on record that were not offered on this connection; each is offered once. */
  const toOffer = (): string[] => {
    const ids = record
      .ids()
      .filter((id) => !offered.has(id))
      .slice(-256)
    for (const id of ids) offered.add(id)
    return ids
  }

  const offer = (ids: readonly string[]): void => {
    if (ids.length > 0) say({ type: 'answered', ids: [...ids] })
  }

  const take = (message: GatewayMessage): void => {
    switch (message.type) {
      case 'welcome':
        wasWelcome = true
        frameBytesMax = message.frameBytesMax
        logger.info({ realmId: message.realmId, epoch: message.epoch }, 'connected; serving the realm')
        options.onWelcome()
        // Work of an earlier connection may have ended since our hello.
        offer(toOffer())
        break
      case 'request':
        report()
        worker.take(message, reply).catch(failed('work on a request'))
        break
      case 'settled':
        record.forget(message.ids).catch(failed('forget settled answers'))
        break
      case 'recall':
        giveAgain(message.id).catch(failed('give an answer again'))
        break
      case 'ping':
        say({ type: 'pong', n: message.n })
        report()
        break
      case 'drain':
        logger.info('the gateway restarts; dialling again when it closes')
    }
  }

  socket.on('upgrade', (response) => {
    wire = response.socket
  })
  socket.on('open', () => {
    say({ type: 'hello', protocol: protocolVersion, agentVersion, desktop, answered: toOffer() })
  })
  socket.on('message', (data: RawData, isBinary: boolean) => {
    silence.refresh()
    const bytes = data as Buffer
    const { message, problem } = parseGatewayMessage(isBinary ? bytes : bytes.toString(), defaultProtocolLimits)
    if (problem === undefined) take(message)
    else {
      logger.error({ detail: problem.detail }, 'the gateway sent what is no message')
      socket.close(...closeWith(problem.close, problem.detail))
    }
  })
  socket.on('unexpected-response', (request, response) => {
    end = { kind: 'refused', status: response.statusCode ?? 0 }
    request.destroy()
    socket.terminate()
  })
  socket.on('error', (error) => {
    end ??= { kind: 'unreachable', error }
  })

  const ended = new Promise<ConnectionEnd>((resolve) => {
    socket.on('close', (code, reason) => {
      clearTimeout(silence)
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

import {
  type DesktopNotice,
  type DesktopState,
  type ExchangeOutcome,
  type FailedOutcome,
  type GatewayMessage,
  toTraceIds,
} from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { AgentDesktop } from './desktop/agent-desktop.ts'
import { payloadCodec } from './payload.ts'
import type { ResponseLog } from './response-log.ts'
import { responseTooLarge } from './response-too-large.ts'
import { unexpectedError } from './unexpected-error.ts'

/** A gateway's request. */
export type Request = Extract<GatewayMessage, { type: 'request' }>

/** Sends messages about a request on the connection it came from; on a closed one they are lost. */
export interface Reply {
  accepted(id: string): void
  failed(id: string, outcome: FailedOutcome): void
  response(id: string, payload: Uint8Array): void
}

interface WorkerOptions {
  readonly desktop: AgentDesktop
  readonly responses: ResponseLog
  readonly logger: Logger
}

/**
 * Processes requests one at a time: accepts one, hands it to QuickBooks, sends the response.
 *
 * A write's response is stored before it is sent. Work continues when its connection is lost.
 */
export class Worker {
  readonly #desktop: AgentDesktop
  readonly #responses: ResponseLog
  readonly #logger: Logger
  #isBusy = false
  /** Why the latest write's response could not be stored. */
  #storageNotice: StorageNotice | undefined

  constructor({ desktop, responses, logger }: WorkerOptions) {
    this.#desktop = desktop
    this.#responses = responses
    this.#logger = logger
  }

  /** Returns the desktop's state, and whether responses can be stored, which the desktop does not know. */
  state(): DesktopState {
    const state = this.#desktop.state()
    const isClear = state.phase === 'ready' && state.notice === undefined
    return isClear && this.#storageNotice !== undefined ? { ...state, notice: this.#storageNotice } : state
  }

  /** Whether QuickBooks is processing a message set. */
  get isBusy(): boolean {
    return this.#isBusy
  }

  /** Processes a request, or rejects it. Never throws. */
  async process(request: Request, reply: Reply): Promise<void> {
    if (this.#isBusy) reply.failed(request.id, { sent: false, reason: 'busy' })
    else if (this.#desktop.state().phase !== 'ready') reply.failed(request.id, { sent: false, reason: 'app-not-open' })
    else {
      this.#isBusy = true
      try {
        await this.#work(request, reply)
      } finally {
        this.#isBusy = false
      }
    }
  }

  async #runOnDesktop(request: Request, logger: Logger): Promise<ExchangeOutcome> {
    let messageSet: string
    try {
      messageSet = await payloadCodec.unpack(request.payload)
    } catch (error) {
      logger.error({ err: error, id: request.id }, 'could not read a request')
      return { sent: false, reason: 'execution-error', error: unexpectedError('The request cannot be read.') }
    }
    try {
      return await this.#desktop.process(messageSet, request.kind)
    } catch (error) {
      logger.error({ err: error, id: request.id }, 'the desktop failed unexpectedly')
      return {
        sent: true,
        lost: true,
        reason: 'connection',
        error: unexpectedError('The agent failed unexpectedly.'),
      }
    }
  }

  async #respond(request: Request, text: string, reply: Reply, logger: Logger): Promise<void> {
    const { responseBytesMax = Number.POSITIVE_INFINITY } = request
    if (Buffer.byteLength(text) > responseBytesMax) {
      logger.error({ id: request.id, responseBytesMax }, 'a response is larger than the service reads')
      reply.failed(request.id, responseTooLarge)
      return
    }
    const payload = await payloadCodec.pack(text)
    if (request.kind === 'write') {
      this.#storageNotice = await this.#responses.store(request.id, payload).then(
        () => undefined,
        (error: unknown) => {
          logger.error({ err: error, id: request.id }, 'could not store a response')
          return getStorageNotice(error)
        },
      )
    }
    reply.response(request.id, payload)
  }

  async #work(request: Request, reply: Reply): Promise<void> {
    const { id } = request
    const logger =
      request.traceparent === undefined ? this.#logger : this.#logger.child(toTraceIds(request.traceparent))
    reply.accepted(id)
    const startedAt = performance.now()
    const outcome = await this.#runOnDesktop(request, logger)
    logger.debug({ id, kind: request.kind, ms: Math.round(performance.now() - startedAt) }, 'processed a request')
    if (outcome.sent && !outcome.lost) await this.#respond(request, outcome.response, reply, logger)
    else {
      logger.warn({ id, ...outcome }, 'a request has no response')
      reply.failed(id, outcome)
    }
  }
}

type StorageNotice = Extract<DesktopNotice, 'disk-full' | 'responses-not-stored'>

function getStorageNotice(error: unknown): StorageNotice {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'responses-not-stored'
}

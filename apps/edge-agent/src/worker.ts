import type { DesktopState, GatewayMessage } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { AnswerRecord } from './answer-record.ts'
import type { AgentDesktop, ProcessOutcome } from './desktop.ts'
import { payloadCodec } from './payload.ts'

type Request = Extract<GatewayMessage, { type: 'request' }>

/** How the worker speaks on the connection that a request came from; what is said on a closed one is lost. */
export interface Reply {
  accepted(id: string): void
  refused(id: string, why: 'app-not-open' | 'busy'): void
  failed(id: string, hresult: string, message: string, handedOver: boolean): void
  answer(id: string, payload: Uint8Array): void
}

interface WorkerOptions {
  readonly desktop: AgentDesktop
  readonly record: AnswerRecord
  readonly logger: Logger
}

const unexpected = '0x80040402'

/**
 * Works on requests, one at a time: acknowledges, hands over, answers. A write's answer is on record before it is
 * given. Work goes on when the connection that brought it is lost.
 */
export function createWorker({ desktop, record, logger }: WorkerOptions) {
  let isBusy = false

  const process = async (request: Request): Promise<ProcessOutcome> => {
    let messageSet: string
    try {
      messageSet = await payloadCodec.unpack(request.payload)
    } catch (error) {
      logger.error({ err: error, id: request.id }, 'a request cannot be read')
      return { failed: { hresult: unexpected, message: 'The request cannot be read.', handedOver: false } }
    }
    try {
      return await desktop.process(messageSet)
    } catch (error) {
      logger.error({ err: error, id: request.id }, 'the desktop failed in an unexpected way')
      return { failed: { hresult: unexpected, message: 'The agent failed unexpectedly.', handedOver: true } }
    }
  }

  const answer = async (request: Request, text: string, reply: Reply): Promise<void> => {
    const payload = await payloadCodec.pack(text)
    if (request.kind === 'write') {
      await record.keep(request.id, payload).catch((error: unknown) => {
        logger.error({ err: error, id: request.id }, 'an answer could not be put on record')
      })
    }
    reply.answer(request.id, payload)
  }

  const work = async (request: Request, reply: Reply): Promise<void> => {
    const { id } = request
    reply.accepted(id)
    const outcome = await process(request)
    if ('answer' in outcome) await answer(request, outcome.answer, reply)
    else if ('failed' in outcome) {
      const { hresult, message, handedOver } = outcome.failed
      logger.warn({ id, hresult, message, handedOver }, 'QuickBooks refused a request')
      reply.failed(id, hresult, message, handedOver)
    } else reply.refused(id, 'app-not-open')
  }

  return {
    state: (): DesktopState => desktop.state(),

    /** Whether a message set is with the desktop. */
    isBusy: () => isBusy,

    /** Takes a request, or refuses it. Never rejects. */
    take: async (request: Request, reply: Reply): Promise<void> => {
      if (isBusy) reply.refused(request.id, 'busy')
      else if (desktop.state().phase !== 'ready') reply.refused(request.id, 'app-not-open')
      else {
        isBusy = true
        try {
          await work(request, reply)
        } finally {
          isBusy = false
        }
      }
    },
  }
}

export type Worker = ReturnType<typeof createWorker>

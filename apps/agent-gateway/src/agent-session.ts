import {
  type AgentMessage,
  type CloseName,
  closeCodes,
  closeWith,
  type DesktopState,
  type ExchangeOutcome,
  encodeFrame,
  type GatewayMessage,
  type ProtocolLimits,
  parseAgentMessage,
} from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import { type RawData, WebSocket } from 'ws'
import type { AgentIdentity } from './agent-token.store.ts'
import type { Job } from './job.ts'
import type { JournalStore, Started } from './journal.store.ts'
import type { Lease } from './lease.store.ts'
import { createSessionJournal, type SessionJournal } from './session-journal.ts'

type Hello = Extract<AgentMessage, { type: 'hello' }>
type JobMessage = Extract<AgentMessage, { type: 'accepted' | 'refused' | 'failed' | 'answer' }>
type ControlMessage = Exclude<GatewayMessage, { type: 'request' }>

/** At which stages of a request a message about it is due. */
const stagesOf: Record<JobMessage['type'], readonly Job['stage'][]> = {
  accepted: ['sent'],
  refused: ['sent', 'accepted'],
  failed: ['accepted'],
  answer: ['accepted'],
}

/** Why a write is not sent, by what became of its row. */
const reasons = { sending: 'offline', 'given-up': 'deadline', 'lease-lost': 'not-mine' } as const

/** What all sessions of a gateway share. */
export interface SessionContext {
  readonly journal: JournalStore
  readonly clock: () => Date
  readonly logger: Logger
  readonly limits: ProtocolLimits
  readonly waitingMax: number
  /** A socket said hello: takes the lease, then calls `welcome` or `close`. */
  readonly onHello: (session: AgentSession, hello: Hello) => void
  readonly onStatus: (session: AgentSession) => void
  readonly onEnd: (session: AgentSession) => void
}

/**
 * One agent's socket, from upgrade to close: says what was received in which order it is allowed, and gives
 * the agent one request at a time. A request counts as sent once its first byte went to the socket.
 */
export class AgentSession {
  readonly identity: AgentIdentity
  readonly openedAt: number
  /** When the agent was last heard, milliseconds since 1970. */
  heardAt: number
  phase: 'new' | 'greeting' | 'ready' | 'ended' = 'new'
  desktop: DesktopState = { phase: 'app-not-open' }
  epoch = 0n
  readonly #socket: WebSocket
  readonly #context: SessionContext
  #current: Job | undefined
  #waiting: Job[] = []
  readonly #journal: SessionJournal
  #onIdle: (() => void) | undefined

  constructor(socket: WebSocket, identity: AgentIdentity, context: SessionContext) {
    this.#socket = socket
    this.identity = identity
    this.#context = context
    const { journal, logger } = context
    this.#journal = createSessionJournal({
      journal,
      realmId: identity.realmId,
      logger,
      isCurrent: (id) => this.#current?.call.id === id,
      say: (message) => this.#say(message),
    })
    this.openedAt = context.clock().getTime()
    this.heardAt = this.openedAt
    socket.on('message', (data, isBinary) => this.#hear(data, isBinary))
    socket.on('error', (error) =>
      context.logger.debug({ err: error, realmId: identity.realmId }, 'agent socket failed'),
    )
    socket.on('close', (code, reason) => this.#end(code, reason.toString()))
  }

  get lease(): Lease {
    return { realmId: this.identity.realmId, epoch: this.epoch }
  }

  /** Opens the session for requests. */
  welcome(epoch: bigint, message: Extract<ControlMessage, { type: 'welcome' }>, hello: Hello): void {
    if (this.phase !== 'greeting') return
    this.epoch = epoch
    this.desktop = hello.desktop
    this.phase = 'ready'
    this.#say(message)
    this.#journal.recall(hello.answered)
  }

  /** Queues a request; answers at once where nothing can be sent. */
  submit(job: Job): void {
    if (this.phase !== 'ready') job.answer({ outcome: 'not-sent', why: 'offline' })
    else if (this.desktop.phase !== 'ready') job.answer({ outcome: 'not-sent', why: 'app-not-open' })
    else if (this.#waiting.length >= this.#context.waitingMax) job.answer({ outcome: 'not-sent', why: 'busy' })
    else {
      job.timer = setTimeout(() => this.#expire(job), job.call.budgetMs)
      this.#waiting.push(job)
      this.#next()
    }
  }

  /** Forgets a request whose caller is gone, unless it is on its way already. */
  abandon(job: Job): void {
    if (job.stage !== 'waiting' || !this.#leave(job)) return
    job.answer({ outcome: 'not-sent', why: 'deadline' })
    if (job.call.kind === 'write') this.#journal.inBackground('cancel', this.#journal.cancel(job, 'queued'))
  }

  ping(n: number): void {
    this.#say({ type: 'ping', n })
  }

  /** Announces the end, lets the current request finish and closes the socket. Nothing waiting is sent any more. */
  async drain(): Promise<void> {
    this.#say({ type: 'drain' })
    this.#refuseWaiting('not-mine')
    if (this.#current !== undefined) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
      })
    }
    // An answer that is being stored is given to its caller first.
    await this.#journal.settled()
    this.close('draining')
  }

  /** Ends the session now; whatever the agent still sends is not heard. */
  close(name: CloseName, detail?: string): void {
    const [code, reason] = closeWith(name, detail)
    this.#socket.close(code, reason)
    this.#end(code, reason)
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (this.phase === 'ended') return
    this.heardAt = this.#context.clock().getTime()
    const bytes = data as Buffer
    const { message, problem } = parseAgentMessage(isBinary ? bytes : bytes.toString(), this.#context.limits)
    if (problem !== undefined) this.close(problem.close, problem.detail)
    else if (message.type === 'hello') this.#greet(message)
    else if (this.phase === 'ready') this.#take(message)
    else this.close('protocolError', `${message.type} before welcome`)
  }

  #greet(hello: Hello): void {
    if (this.phase === 'new') {
      this.phase = 'greeting'
      this.#context.onHello(this, hello)
    } else this.close('protocolError', 'hello a second time')
  }

  #take(message: Exclude<AgentMessage, Hello>): void {
    switch (message.type) {
      case 'pong':
        break
      case 'status':
        this.desktop = message.desktop
        this.#context.onStatus(this)
        break
      case 'answered':
        this.#journal.recall(message.ids)
        break
      case 'answer':
        if (!this.#journal.keepRecalled(message.id, message.payload)) this.#hearOfCurrent(message)
        break
      default:
        this.#hearOfCurrent(message)
    }
  }

  /** A message about the request that the agent works on; about any other it is an error. */
  #hearOfCurrent(message: JobMessage): void {
    const job = this.#current
    if (job?.call.id !== message.id || !stagesOf[message.type].includes(job.stage)) {
      this.close('protocolError', `${message.type} for a request that is not due`)
      return
    }
    if (message.type === 'accepted') {
      job.stage = 'accepted'
      return
    }
    // The agent gets its next request before this answer is passed on, so that neither waits for the other.
    this.#release()
    if (message.type === 'answer') this.#answered(job, message.payload)
    else if (message.type === 'refused') this.#notExecuted(job, { outcome: 'not-sent', why: message.why })
    else if (message.handedOver) job.answer({ outcome: 'lost', why: 'connection' })
    else this.#notExecuted(job, { outcome: 'failed', hresult: message.hresult, message: message.message })
  }

  #answered(job: Job, payload: Uint8Array): void {
    const { cameAt, sentAt = cameAt } = job
    const times = { queueMs: sentAt - cameAt, desktopMs: performance.now() - sentAt }
    const answer = () => job.answer({ outcome: 'answer', ...times }, payload)
    if (job.call.kind === 'read') answer()
    else this.#journal.answer(job.call.id, payload, answer)
  }

  #notExecuted(job: Job, outcome: ExchangeOutcome): void {
    const answer = () => job.answer(outcome)
    if (job.call.kind === 'read') answer()
    else this.#journal.inBackground('cancel a write', this.#journal.cancel(job, 'sending').finally(answer))
  }

  #next(): void {
    if (this.#current !== undefined) return
    const job = this.#waiting.shift()
    if (job === undefined) {
      this.#onIdle?.()
      return
    }
    if (this.desktop.phase !== 'ready') {
      job.answer({ outcome: 'not-sent', why: 'app-not-open' })
      this.#next()
      return
    }
    this.#current = job
    if (job.call.kind === 'write') this.#journal.inBackground('send a write', this.#sendWrite(job))
    else if (!this.#send(job)) this.#giveUp(job, 'offline')
  }

  async #sendWrite(job: Job): Promise<void> {
    job.stage = 'marking'
    let started: Started = 'given-up'
    try {
      started = await this.#context.journal.startSending(job.call.id, this.lease)
      if (started === 'sending' && !job.isExpired && this.#send(job)) return
      if (started === 'sending') await this.#journal.cancel(job, 'sending')
    } finally {
      if (job.stage === 'marking') this.#giveUp(job, job.isExpired ? 'deadline' : reasons[started])
    }
  }

  /** Hands the request to the socket; `false` where the socket is closing, so that nothing was sent. */
  #send(job: Job): boolean {
    if (this.phase !== 'ready' || this.#socket.readyState !== WebSocket.OPEN) return false
    const { id, kind, budgetMs } = job.call
    job.stage = 'sent'
    job.sentAt = performance.now()
    this.#socket.send(encodeFrame({ type: 'request', id, kind, budgetMs }, job.payload))
    return true
  }

  #giveUp(job: Job, why: 'offline' | 'deadline' | 'not-mine'): void {
    job.answer({ outcome: 'not-sent', why })
    this.#release()
  }

  /** Frees the agent for the next request. */
  #release(): void {
    this.#current = undefined
    if (this.phase === 'ready') this.#next()
  }

  #expire(job: Job): void {
    job.isExpired = true
    // Its row is on the way to sending; what became of that decides the answer.
    if (job.stage === 'marking') return
    if (this.#leave(job)) job.answer({ outcome: 'not-sent', why: 'deadline' })
    else job.answer({ outcome: 'lost', why: 'timeout' })
  }

  #leave(job: Job): boolean {
    const place = this.#waiting.indexOf(job)
    if (place >= 0) this.#waiting.splice(place, 1)
    return place >= 0
  }

  #refuseWaiting(why: 'offline' | 'not-mine'): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const job of waiting) job.answer({ outcome: 'not-sent', why })
  }

  #say(message: ControlMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #end(code: number, reason: string): void {
    if (this.phase === 'ended') return
    this.phase = 'ended'
    const { realmId } = this.identity
    this.#context.logger.info({ realmId, code, reason, epoch: String(this.epoch) }, 'agent disconnected')
    const job = this.#current
    if (job?.stage === 'sent' || job?.stage === 'accepted') job.answer({ outcome: 'lost', why: 'connection' })
    this.#refuseWaiting(code === closeCodes.superseded.code ? 'not-mine' : 'offline')
    this.#onIdle?.()
    // A peer that does not answer the close handshake is cut off.
    if (code === closeCodes.silent.code) this.#socket.terminate()
    this.#context.onEnd(this)
  }
}

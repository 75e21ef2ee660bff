import { type AgentMessage, defaultProtocolLimits, type FailedOutcome, type NotSent } from '@bridge/agent-protocol'
import type { Job, Stage } from '@bridge/platform/exchange-socket/job'
import { insertRoundRobin } from './round-robin.ts'
import type { SessionJournal } from './session-journal.ts'

/** A message about the request the agent is working on. */
export type RequestMessage = Extract<AgentMessage, { type: 'accepted' | 'failed' | 'response' }>

/** A queue's agent, which its session implements. */
export interface QueuedAgent {
  readonly journal: SessionJournal
  readonly maxWaiting: number
  /** Whether a request can be sent now; otherwise requests wait for `resume`. */
  readonly canSend: boolean
  /** When the agent comes for requests again, in milliseconds from now, if it does not hold a connection. */
  readonly retryAfterMs?: number | undefined
  /** Returns the time in milliseconds since 1970. */
  now(): number
  /** Returns the reason why requests cannot be sent now, if there is one. */
  getObstacle(): NotSent | undefined
  /** Moves a write's journal row to `sending`; returns an outcome if the write must not be sent. */
  startSending(id: string): Promise<NotSent | undefined>
  isSocketOpen(): boolean
  /**
   * Combines the next request with waiting ones, which it removes from the list. Without it, each is sent separately.
   */
  combine?(next: Job, waiting: Job[]): Job
  /** Writes the request to the open socket. */
  transmit(job: Job): void
}

/**
 * One agent's requests, processed one at a time. Clients are served round-robin; when the queue is full, the busiest
 * client's newest request is rejected.
 *
 * A request counts as sent from its first byte on the socket; a write's journal row is moved to `sending` before. While
 * the agent works on a request whose time ran out, which may take until a person closes a dialog, it is sent no others,
 * and their callers learn so at once.
 */
export class RequestQueue {
  readonly #agent: QueuedAgent
  #current: Job | undefined
  #waiting: Job[] = []
  #isClosed = false
  #onIdle: (() => void) | undefined

  constructor(agent: QueuedAgent) {
    this.#agent = agent
  }

  isCurrent(id: string): boolean {
    return this.#current?.call.id === id
  }

  /** The largest response the agent may send now, in bytes; 0 if none is due. */
  get responseBytesMax(): number {
    const job = this.#current
    if (job === undefined || !isSent(job)) return 0
    return job.call.responseBytesMax ?? defaultProtocolLimits.frameBytesMax
  }

  /** Queues a request, or reports at once that it cannot be sent. */
  submit(job: Job): void {
    const obstacle = this.#agent.getObstacle()
    if (obstacle !== undefined) job.complete(obstacle)
    else if (this.#isBlocked) job.complete(this.#busy('busy'))
    else {
      insertRoundRobin(this.#waiting, job, this.#current)
      const isFull = this.#waiting.length > this.#agent.maxWaiting
      const last = isFull ? this.#waiting.pop() : undefined
      if (last !== job) job.timer = setTimeout(() => this.#expire(job), job.call.budgetMs)
      if (last !== undefined) this.#reject(last, this.#busy('busy'))
      this.#next()
    }
  }

  /** Removes a request whose caller disconnected. One no longer waiting continues. */
  abandon(job: Job): void {
    if (job.stage !== 'waiting' || !this.#remove(job)) return
    job.complete(this.#busy('deadline'))
    const { journal } = this.#agent
    if (job.call.kind === 'write') journal.runInBackground('cancel a write', journal.cancel(job.call.id, 'queued'))
  }

  /** Handles a message about the current request; returns `false` for one not due. */
  onMessage(message: RequestMessage): boolean {
    const job = this.#current
    if (job?.call.id !== message.id || !dueStages(message).includes(job.stage)) return false
    if (message.type === 'accepted') {
      job.stage = 'accepted'
      return true
    }
    // The agent gets its next request first, so it does not wait for this outcome to be reported.
    this.#release()
    if (message.type === 'response') this.#respond(job, message.payload)
    else this.#fail(job, message.outcome)
    return true
  }

  get currentId(): string | undefined {
    return this.#current !== undefined && isSent(this.#current) ? this.#current.call.id : undefined
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Whether no request waits, and the agent works on none. */
  get isEmpty(): boolean {
    return this.#current === undefined && this.#waiting.length === 0
  }

  /** Whether a write's journal row is being moved to `sending`. */
  get isStarting(): boolean {
    return this.#current?.stage === 'starting'
  }

  /** Sends the next request, after the agent could not be sent one. */
  resume(): void {
    this.#next()
  }

  /** Reports the current request as lost if it was sent, because its response will not arrive. */
  failAsLost(): void {
    const job = this.#current
    if (job === undefined || !isSent(job)) return
    job.complete({ sent: true, lost: true, reason: 'connection' })
    this.#release()
  }

  /** Puts requests sent together back to where they waited, so each is sent separately. */
  requeue(jobs: readonly Job[]): void {
    if (this.#isClosed) for (const job of jobs) job.complete({ sent: true, lost: true, reason: 'connection' })
    else this.#waiting.unshift(...jobs)
    this.#release()
  }

  /** Reports all waiting requests as not sent, for this reason, and cancels their writes. */
  refuse(outcome: NotSent): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const job of waiting) this.#reject(job, outcome)
  }

  /** Reports a request no longer waiting as not sent, and cancels its write. */
  #reject(job: Job, outcome: NotSent): void {
    const { journal } = this.#agent
    const complete = () => job.complete(outcome)
    if (job.call.kind === 'read') complete()
    else journal.runInBackground('cancel a write', journal.cancel(job.call.id, 'queued').finally(complete))
  }

  /** Reports all waiting requests as not sent. */
  clear(reason: 'offline' | 'not-mine'): void {
    this.#completeWaiting({ sent: false, reason })
  }

  #completeWaiting(outcome: NotSent): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const job of waiting) job.complete(outcome)
  }

  /** Ends the queue with its socket: the current request is lost if it was sent, and nothing else is sent. */
  close(reason: 'offline' | 'not-mine'): void {
    this.#isClosed = true
    const job = this.#current
    if (job !== undefined && isSent(job)) job.complete({ sent: true, lost: true, reason: 'connection' })
    this.clear(reason)
    this.#onIdle?.()
  }

  /** Resolves when the agent is not working on a request. */
  async idle(): Promise<void> {
    if (this.#current === undefined) return
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
  }

  /** Whether the agent is working on a request whose time ran out. */
  get #isBlocked(): boolean {
    return this.#current?.isExpired === true && isSent(this.#current)
  }

  /** Returns the outcome for a request another one keeps from being sent, and since when. */
  #busy(reason: 'busy' | 'deadline'): NotSent {
    const { retryAfterMs } = this.#agent
    const due = retryAfterMs === undefined ? {} : { retryAfterMs }
    const job = this.#current
    if (job?.sentAt === undefined) return { sent: false, reason, ...due }
    const busySince = new Date(this.#agent.now() - (performance.now() - job.sentAt)).toISOString()
    return { sent: false, reason, busySince, ...due }
  }

  #respond(job: Job, response: Uint8Array): void {
    const { receivedAt, sentAt = receivedAt } = job
    const timing = { queueMs: sentAt - receivedAt, desktopMs: performance.now() - sentAt }
    const complete = () => job.complete({ sent: true, lost: false, response, timing })
    if (job.call.kind === 'read') complete()
    else this.#agent.journal.storeResponse(job.call.id, response, complete)
  }

  #fail(job: Job, outcome: FailedOutcome): void {
    const { journal } = this.#agent
    const complete = () => job.complete(outcome)
    if (outcome.sent || job.call.kind === 'read') complete()
    else journal.runInBackground('cancel a write', journal.cancel(job.call.id, 'sending').finally(complete))
  }

  #next(): void {
    if (this.#current !== undefined || !this.#agent.canSend) return
    const job = this.#waiting.shift()
    if (job === undefined) {
      this.#onIdle?.()
      return
    }
    const obstacle = this.#agent.getObstacle()
    if (obstacle !== undefined) {
      job.complete(obstacle)
      this.#next()
      return
    }
    const sent = this.#agent.combine?.(job, this.#waiting) ?? job
    this.#current = sent
    if (sent.call.kind === 'write') this.#agent.journal.runInBackground('send a write', this.#sendWrite(sent))
    else if (!this.#send(sent)) this.#skip(sent, { sent: false, reason: 'offline' })
  }

  async #sendWrite(job: Job): Promise<void> {
    job.stage = 'starting'
    let obstacle: NotSent | undefined = { sent: false, reason: 'deadline' }
    try {
      obstacle = await this.#agent.startSending(job.call.id)
      if (obstacle === undefined && !job.isExpired && this.#send(job)) return
      if (obstacle === undefined) await this.#agent.journal.cancel(job.call.id, 'sending')
    } finally {
      if (job.stage === 'starting') {
        this.#skip(job, job.isExpired ? this.#busy('deadline') : (obstacle ?? { sent: false, reason: 'offline' }))
      }
    }
  }

  /** Sends the request; `false` if the socket is closing, so nothing was sent. */
  #send(job: Job): boolean {
    if (this.#isClosed || !this.#agent.isSocketOpen()) return false
    job.stage = 'sent'
    job.sentAt = performance.now()
    this.#agent.transmit(job)
    return true
  }

  #skip(job: Job, outcome: NotSent): void {
    job.complete(outcome)
    this.#release()
  }

  /** Frees the agent for its next request. */
  #release(): void {
    this.#current = undefined
    if (!this.#isClosed) this.#next()
  }

  #expire(job: Job): void {
    job.isExpired = true
    // The journal row is being moved to `sending`; the result decides the outcome.
    if (job.stage === 'starting') return
    if (this.#remove(job)) {
      job.complete(this.#busy('deadline'))
      return
    }
    job.complete({ sent: true, lost: true, reason: 'timeout' })
    this.#completeWaiting(this.#busy('busy'))
  }

  #remove(job: Job): boolean {
    const index = this.#waiting.indexOf(job)
    if (index >= 0) this.#waiting.splice(index, 1)
    return index >= 0
  }
}

function isSent({ stage }: Job): boolean {
  return stage === 'sent' || stage === 'accepted'
}

/** Returns the stages in which an agent may send a message about a request. */
function dueStages(message: RequestMessage): readonly Stage[] {
  if (message.type === 'accepted') return ['sent']
  const isRejection = message.type === 'failed' && !message.outcome.sent && message.outcome.reason !== 'execution-error'
  return isRejection ? ['sent', 'accepted'] : ['accepted']
}

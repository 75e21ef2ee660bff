import {
  type AgentMessage,
  type CloseName,
  closeCodes,
  closeWith,
  type DesktopState,
  encodeFrame,
  type FileChoice,
  type GatewayMessage,
  getCloseName,
  maxResponseBytes,
  type NotSent,
  type ProtocolLimits,
  parseAgentMessage,
  type RealmId,
} from '@bridge/agent-protocol'
import type { DesktopCondition } from '@bridge/database'
import type { Job } from '@bridge/platform/exchange-socket/job'
import type { Logger } from 'pino'
import { type RawData, WebSocket } from 'ws'
import { getCondition, getObstacle } from '../sessions/desktop-condition.ts'
import type { JournalStore } from '../sessions/journal.store.ts'
import type { Lease } from '../sessions/lease.ts'
import { type QueuedAgent, type RequestMessage, RequestQueue } from '../sessions/request-queue.ts'
import { type JournaledAgent, SessionJournal } from '../sessions/session-journal.ts'
import type { AgentIdentity } from './agent-token.store.ts'
import type { RealmFacts } from './lease.store.ts'
import { limitMessages } from './limit-messages.ts'

type Hello = Extract<AgentMessage, { type: 'hello' }>
type ControlMessage = Exclude<GatewayMessage, { type: 'request' }>
type Welcome = Extract<ControlMessage, { type: 'welcome' }>

/** The closes after which the agent has a socket on another gateway, or opens one at once. */
const isElsewhereAfter: ReadonlySet<number> = new Set([closeCodes.superseded.code, closeCodes.draining.code])

/** The context a gateway's sessions share. */
export interface SessionContext {
  readonly journal: JournalStore
  readonly clock: () => Date
  readonly logger: Logger
  readonly limits: ProtocolLimits
  readonly maxWaiting: number
  readonly maxMessagesPerSecond: number
  /** Acquires the lease for a session after its hello, then calls `welcome` or `close`. */
  readonly onHello: (session: AgentSession, hello: Hello) => void
  /** Stores the desktop's condition, which has changed. */
  readonly onStatus: (session: AgentSession) => void
  /** Makes a poll due, because people changed something in the company file. */
  readonly onChanged: (realmId: RealmId) => void
  readonly onEnd: (session: AgentSession) => void
}

/**
 * One agent's socket, from upgrade to close: checks the message order and dispatches them. It is its queue's and its
 * journal's agent itself, because callbacks would cost memory in thousands of idle sessions.
 */
export class AgentSession implements QueuedAgent, JournaledAgent {
  readonly identity: AgentIdentity
  readonly openedAt: number
  /** Time of the agent's last message, in milliseconds since 1970. */
  lastMessageAt: number
  /** When the latest request came; at first, the upgrade. */
  usedAt: number
  phase: 'new' | 'greeting' | 'ready' | 'ended' = 'new'
  desktop: DesktopState = { phase: 'app-not-open' }
  /** Why QuickBooks rejected the latest request before it ran any of it. */
  obstacle: DesktopCondition | undefined
  /** Why the session ended: a protocol close by its name, or `lost`. */
  endReason = 'lost'
  epoch = 0n
  /** The messages without a request in the second begun at this time. */
  #secondStartedAt = 0
  #messages = 0
  #isDraining = false
  #asksForFile = false
  #facts: RealmFacts | undefined
  readonly #socket: WebSocket
  readonly #context: SessionContext
  readonly journal: SessionJournal
  readonly #requests: RequestQueue

  constructor(socket: WebSocket, identity: AgentIdentity, context: SessionContext) {
    this.#socket = socket
    this.identity = identity
    this.#context = context
    this.journal = new SessionJournal(this)
    this.#requests = new RequestQueue(this)
    this.openedAt = context.clock().getTime()
    this.lastMessageAt = this.openedAt
    this.usedAt = this.openedAt
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary))
    socket.on('ping', () => this.#isWithinRate())
    socket.on('pong', () => this.#isWithinRate())
    socket.on('error', (error) =>
      context.logger.debug({ err: error, realmId: identity.realmId }, 'agent socket failed'),
    )
    socket.on('close', (code, reason) => this.#end(code, reason.toString()))
  }

  get lease(): Lease {
    return { realmId: this.identity.realmId, epoch: this.epoch }
  }

  get realmId(): RealmId {
    return this.identity.realmId
  }

  get store(): JournalStore {
    return this.#context.journal
  }

  get logger(): Logger {
    return this.#context.logger
  }

  now(): number {
    return this.#context.clock().getTime()
  }

  get maxWaiting(): number {
    return this.#context.maxWaiting
  }

  /** Requests wait for the welcome. */
  get canSend(): boolean {
    return this.phase !== 'greeting'
  }

  isCurrent(id: string): boolean {
    return this.#requests.isCurrent(id)
  }

  isSocketOpen(): boolean {
    return this.phase === 'ready' && this.#socket.readyState === WebSocket.OPEN
  }

  startSending(id: string): Promise<NotSent | undefined> {
    return this.store.startSending(id, this.lease)
  }

  transmit({ call: { id, kind, budgetMs, responseBytesMax, traceparent }, payload }: Job): void {
    this.#limitMessages()
    this.#socket.send(encodeFrame({ type: 'request', id, kind, budgetMs, responseBytesMax, traceparent }, payload))
  }

  /** Whether nothing is under way or waits. */
  get isIdle(): boolean {
    return this.isSocketOpen() && this.#requests.isEmpty && this.journal.isIdle
  }

  /** Whether QuickBooks can process requests, or what prevents it. */
  get condition(): DesktopCondition {
    return getCondition(this.desktop, this.obstacle)
  }

  /** Opens the session for requests. */
  welcome(epoch: bigint, message: Welcome, hello: Hello, facts: RealmFacts): void {
    if (this.phase !== 'greeting') return
    this.epoch = epoch
    this.desktop = hello.desktop
    this.phase = 'ready'
    this.#asksForFile = hello.asksForFile === true
    this.#facts = facts
    const { applicationName } = facts
    const assigned = { ...(applicationName !== null && { applicationName }), file: toFileChoice(facts) }
    this.send({ ...message, ...getSwitches(facts), ...(this.#asksForFile && assigned) })
    this.journal.recall(hello.completed)
    this.#requests.resume()
  }

  /** Passes on what the realm's people have said about its company file since. Settings go with the next ping. */
  setFacts(facts: RealmFacts): void {
    const { fileChoice, confirmedFile } = this.#facts ?? {}
    this.#facts = facts
    if (!this.#asksForFile || (facts.fileChoice === fileChoice && facts.confirmedFile === confirmedFile)) return
    this.send({ type: 'file', ...toFileChoice(facts) })
  }

  /** Queues a request, or reports at once that it cannot be sent. */
  submit(job: Job): void {
    this.usedAt = this.now()
    this.#requests.submit(job)
  }

  /** Removes a request whose caller disconnected, unless it was sent. */
  abandon(job: Job): void {
    this.#requests.abandon(job)
  }

  ping(n: number): void {
    this.send({ type: 'ping', n, ...(this.#facts && getSwitches(this.#facts)) })
  }

  /** Announces the end, waits for the current request and closes the socket. Waiting requests are not sent. */
  async drain(): Promise<void> {
    if (this.phase === 'ended') return
    this.#isDraining = true
    this.send({ type: 'drain' })
    this.#requests.clear('not-mine')
    await this.#requests.idle()
    // A response being stored still goes to its caller.
    await this.journal.finished()
    this.close('draining')
  }

  /** Ends the session now and ignores further messages. */
  close(name: CloseName, detail?: string): void {
    const [code, reason] = closeWith(name, detail)
    this.#socket.close(code, reason)
    this.#end(code, reason)
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.phase === 'ended') return
    this.lastMessageAt = this.#context.clock().getTime()
    const bytes = data as Buffer
    const { message, problem } = parseAgentMessage(isBinary ? bytes : bytes.toString(), this.#context.limits)
    if (problem !== undefined) this.close(problem.close, problem.detail)
    else if (message.type === 'hello') this.#onHello(message)
    else if (this.phase === 'ready') this.#dispatch(message)
    else this.close('protocolError', `${message.type} before welcome`)
  }

  #onHello(hello: Hello): void {
    if (this.phase === 'new') {
      this.phase = 'greeting'
      this.#context.onHello(this, hello)
    } else this.close('protocolError', 'second hello')
  }

  #dispatch(message: Exclude<AgentMessage, Hello>): void {
    switch (message.type) {
      case 'pong':
        this.#isWithinRate()
        return
      case 'status':
        if (this.#isWithinRate()) this.#setCondition(message.desktop, undefined)
        return
      case 'changed':
        if (this.#isWithinRate() && this.#facts?.subscribesToEvents) this.#context.onChanged(this.realmId)
        return
      case 'completed':
        if (this.#isWithinRate()) this.journal.recall(message.ids)
        return
      default:
        this.#onRequestMessage(message)
        this.#limitMessages()
    }
  }

  #onRequestMessage(message: RequestMessage): void {
    if (message.type === 'response' && this.journal.storeRecalled(message.id, message.payload)) return
    if (!this.#requests.onMessage(message)) {
      this.close('protocolError', `${message.type} for a request that is not due`)
    } else if (message.type !== 'accepted') this.#setCondition(this.desktop, getObstacle(message))
  }

  /** Limits messages to what the agent may send next, so it cannot fill this process's memory. */
  #limitMessages(): void {
    const { maxHeaderBytes, frameBytesMax } = this.#context.limits
    const responses = Math.max(this.#requests.responseBytesMax, this.journal.hasRecalled ? maxResponseBytes.write : 0)
    limitMessages(this.#socket, Math.min(maxHeaderBytes + responses, frameBytesMax))
  }

  #setCondition(desktop: DesktopState, obstacle: DesktopCondition | undefined): void {
    const { phase, companyFile, notice } = this.desktop
    const isSame = phase === desktop.phase && companyFile === desktop.companyFile && notice === desktop.notice
    if (isSame && this.obstacle === obstacle) return
    this.desktop = desktop
    this.obstacle = obstacle
    this.#context.onStatus(this)
  }

  /** Counts a message that nothing called for, and ends the socket above a second's limit. */
  #isWithinRate(): boolean {
    if (this.phase === 'ended') return false
    const now = this.#context.clock().getTime()
    if (now - this.#secondStartedAt >= 1_000) {
      this.#secondStartedAt = now
      this.#messages = 0
    }
    this.#messages += 1
    const { maxMessagesPerSecond } = this.#context
    if (this.#messages <= maxMessagesPerSecond) return true
    this.close('protocolError', `more than ${maxMessagesPerSecond} messages in a second`)
    // Reads nothing more, so the rest of a flood fills the agent's buffers and not this process.
    this.#socket.pause()
    return false
  }

  getObstacle(): NotSent | undefined {
    if (this.#isDraining) return { sent: false, reason: 'not-mine' }
    if (this.phase === 'greeting') return undefined
    if (this.phase !== 'ready' || this.desktop.notice === 'paused') return { sent: false, reason: 'offline' }
    return this.desktop.phase === 'ready' ? undefined : { sent: false, reason: 'app-not-open' }
  }

  send(message: ControlMessage): void {
    if (message.type === 'recall') this.#limitMessages()
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #end(code: number, reason: string): void {
    if (this.phase === 'ended') return
    this.phase = 'ended'
    this.endReason = getCloseName(code)
    const { realmId } = this.identity
    this.#context.logger.info({ realmId, code, reason, epoch: String(this.epoch) }, 'agent disconnected')
    this.#requests.close(isElsewhereAfter.has(code) ? 'not-mine' : 'offline')
    // A silent peer does not complete the close handshake.
    if (code === closeCodes.silent.code) this.#socket.terminate()
    this.#context.onEnd(this)
  }
}

function toFileChoice({ fileChoice, confirmedFile }: RealmFacts): FileChoice {
  return { choice: fileChoice, ...(confirmedFile !== null && { confirmed: confirmedFile }) }
}

/** Returns the settings that the agent follows. */
function getSwitches({
  opensQuickBooks,
  allowsRecording,
  subscribesToEvents,
}: RealmFacts): Pick<RealmFacts, 'opensQuickBooks' | 'allowsRecording' | 'subscribesToEvents'> {
  return { opensQuickBooks, allowsRecording, subscribesToEvents }
}

import type { DesktopError, FailedOutcome, NotSent, RealmId } from '@bridge/agent-protocol'
import type { DesktopCondition } from '@bridge/database'
import type { Job } from '@bridge/platform/exchange-socket/job'
import { payloadCodec } from '@bridge/platform/exchange-socket/payload-codec'
import type { Logger } from 'pino'
import type { JournalStore } from '../sessions/journal.store.ts'
import type { Lease } from '../sessions/lease.ts'
import { type QueuedAgent, RequestQueue } from '../sessions/request-queue.ts'
import { type JournaledAgent, SessionJournal } from '../sessions/session-journal.ts'
import type { ConnectorContext } from './connector-context.ts'
import type { ConnectorCredential } from './connector-credential.store.ts'
import { maxLiveMs } from './connector-lease.store.ts'
import { type ConnectorRun, isSilentRun } from './connector-run.ts'
import type { EarlierCredential } from './earlier-credential.ts'
import { HeldCalls } from './held-calls.ts'
import { ReadBatches } from './read-batches.ts'

/**
 * A realm's Web Connector: the requests waiting for it, and its run while one is open. Requests wait between two runs,
 * and each `sendRequestXML` call takes one.
 */
export class ConnectorSession implements QueuedAgent, JournaledAgent {
  readonly lease: Lease
  readonly journal: SessionJournal
  run: ConnectorRun | undefined
  /** The runs a later `authenticate` ended, by their tickets. A call with one proves a second Web Connector. */
  readonly superseded = new Map<string, ConnectorRun>()
  #polledAt: number
  #intervalMs: number
  readonly #held = new HeldCalls()
  #isClosed = false
  #isDraining = false
  #onRunEnd: (() => void) | undefined
  readonly #context: ConnectorContext
  readonly #requests: RequestQueue
  readonly #batches = new ReadBatches()

  constructor(lease: Lease, intervalMs: number, context: ConnectorContext) {
    this.lease = lease
    this.#intervalMs = intervalMs
    this.#context = context
    this.#polledAt = this.now()
    this.journal = new SessionJournal(this)
    this.#requests = new RequestQueue(this)
  }

  get realmId(): RealmId {
    return this.lease.realmId
  }

  get store(): JournalStore {
    return this.#context.journal
  }

  get logger(): Logger {
    return this.#context.logger
  }

  get maxWaiting(): number {
    return this.#context.maxWaiting
  }

  now(): number {
    return this.#context.clock().getTime()
  }

  isCurrent(id: string): boolean {
    return this.#requests.isCurrent(id)
  }

  /** A Web Connector keeps no responses, so it needs no message about them. */
  send(): void {}

  getObstacle(): NotSent | undefined {
    if (this.#isClosed) return { sent: false, reason: 'offline' }
    return this.#isDraining ? { sent: false, reason: 'not-mine' } : undefined
  }

  get canSend(): boolean {
    return this.#held.isPolling
  }

  /** The time to the next poll, in milliseconds; undefined while a run is open. */
  get retryAfterMs(): number | undefined {
    if (this.run !== undefined) return undefined
    return Math.max(1_000, Math.ceil(this.#polledAt + this.#intervalMs - this.now()))
  }

  isSocketOpen(): boolean {
    return this.#held.isPollOpen
  }

  startSending(id: string): Promise<NotSent | undefined> {
    return this.#context.leases.startSending(id, this.lease)
  }

  combine(next: Job, waiting: Job[]): Job {
    return this.#batches.combine(next, waiting)
  }

  transmit(job: Job): void {
    if (this.run !== undefined) {
      this.run.due = 'response'
      this.run.workedAt = performance.now()
    }
    this.#requests.onMessage({ type: 'accepted', id: job.call.id })
    this.#held.endPoll(job)
  }

  /** Queues a request, or reports at once that it cannot be sent. */
  submit(job: Job): void {
    this.#requests.submit(job)
    this.#held.endWait()
  }

  /** Removes a request whose caller disconnected, unless it was sent. */
  abandon(job: Job): void {
    this.#requests.abandon(job)
  }

  get hasWork(): boolean {
    return this.#requests.hasWaiting
  }

  /** Whether a run's call is held open, so its Web Connector is alive for certain. */
  get isHeld(): boolean {
    return this.#held.isHeld
  }

  /** The largest due response, in text bytes; 0 without one. */
  get responseBytesMax(): number {
    return this.run?.due === 'response' ? this.#requests.responseBytesMax : 0
  }

  /** Whether the Web Connector has been silent longer than a live one is. */
  isSilent(): boolean {
    const now = this.now()
    if (this.run === undefined) return now - this.#polledAt > Math.min(2 * this.#intervalMs, maxLiveMs)
    return !this.isHeld && isSilentRun(this.run, now)
  }

  recordPoll(intervalMs: number): void {
    this.#intervalMs = intervalMs
    this.#polledAt = this.now()
  }

  beginRun(ticket: string, credential: ConnectorCredential, earlier: readonly EarlierCredential[] = []): ConnectorRun {
    this.run = {
      ticket,
      credential,
      isProved: false,
      earlier,
      opened: { strHCPResponse: '', strCompanyFileName: '', qbXMLMajorVers: '' },
      machine: undefined,
      due: 'nothing',
      problem: undefined,
      calledAt: this.now(),
      workedAt: performance.now(),
    }
    return this.run
  }

  /** Ends the run: a request without its response is lost, and the waiting ones wait for the next run. */
  endRun(isSuperseded = false): void {
    const { run } = this
    if (run === undefined) return
    if (isSuperseded) this.superseded.set(run.ticket, run)
    this.run = undefined
    this.#polledAt = this.now()
    this.#held.endPoll()
    this.#held.endWait()
    this.#requests.failAsLost()
    this.#onRunEnd?.()
  }

  /** Sends nothing new, lets the run end as one without more work does, and resolves when it has ended. */
  async drain(): Promise<void> {
    this.#isDraining = true
    this.#requests.clear('not-mine')
    if (this.run === undefined) return
    const ended = new Promise<void>((resolve) => {
      this.#onRunEnd = resolve
    })
    // A write's row is being moved: its request leaves with the call held open.
    if (!this.#requests.isStarting) this.#held.endPoll()
    this.#held.endWait()
    await ended
    await this.journal.finished()
  }

  /**
   * Waits for the next request and takes it: from then on it counts as sent. Undefined if none came while the call was
   * held open, it was released, or it ended.
   */
  takeRequest(signal: AbortSignal, released?: AbortSignal): Promise<Job | undefined> {
    this.#requests.failAsLost()
    const poll = this.#held.poll({
      holdMs: this.expectsWork ? Math.min(this.#context.holdMs, this.#getPromptMs()) : this.#getHoldMs(),
      signal,
      released,
      // A write's row is being moved: its request leaves with this call.
      isStarting: () => this.#requests.isStarting,
    })
    if (!signal.aborted) this.#requests.resume()
    poll.checkSignals()
    return poll.ended
  }

  /** Waits until a request waits, the run was idle for long enough, or the call was held for as long as it may be. */
  async waitForWork(signal: AbortSignal, released?: AbortSignal): Promise<void> {
    if (!this.hasWork) await this.#held.waitForWork({ holdMs: this.#getHoldMs(), signal, released })
  }

  /**
   * Whether the run had a request a moment ago. Then `sendRequestXML` is held open, so the next request leaves with its
   * response; later `receiveResponseXML` is, whose response begins another call, but can end the run.
   */
  get expectsWork(): boolean {
    return !this.#isDraining && this.#getPromptMs() > 0
  }

  /** The time until one held call covers the rest of the idle time. */
  #getPromptMs(): number {
    return this.#getIdleMs() - this.#context.holdMs
  }

  /** Whether the run had no request for the time after which it ends. */
  get isIdle(): boolean {
    return this.#isDraining || (!this.hasWork && this.#getIdleMs() <= 0)
  }

  #getIdleMs(): number {
    return this.#context.idleMs - (performance.now() - (this.run?.workedAt ?? 0))
  }

  #getHoldMs(): number {
    if (this.#isDraining) return 0
    return Math.max(0, Math.min(this.#context.holdMs, this.#getIdleMs()))
  }

  /** Stores the response to the current request and reports it. Resolves when it is stored. */
  async respond(text: string): Promise<void> {
    const id = this.#requests.currentId
    if (id === undefined) return
    if (this.run !== undefined) this.run.workedAt = performance.now()
    const texts = this.#batches.split(id, text)
    if (texts === undefined) {
      await this.fail(unreadable)
      return
    }
    const [payload = emptyPayload, ...others] = await Promise.all(texts.map((each) => payloadCodec.pack(each)))
    this.#batches.find(id)?.setResponses([payload, ...others])
    this.#requests.onMessage({ type: 'response', id, payload: new Uint8Array(payload) })
    await this.journal.finished()
  }

  /**
   * Reports the current request's outcome without a response. Reads sent together go back to the queue, so each gets
   * its own outcome; then the result is true.
   */
  async fail(outcome: FailedOutcome): Promise<boolean> {
    const id = this.#requests.currentId
    if (id === undefined) return false
    const reads = this.#batches.unbatch(id)
    if (reads === undefined) this.#requests.onMessage({ type: 'failed', id, outcome })
    else this.#requests.requeue(reads)
    await this.journal.finished()
    return reads !== undefined
  }

  /** Reports to all waiting requests why none can be sent now. */
  refuseWaiting(error: DesktopError): void {
    this.#requests.refuse({ sent: false, reason: 'execution-error', error })
  }

  /** Stores what the run found about the company file; a failure is only logged. */
  storeCondition(condition: DesktopCondition, companyFile: string | null): void {
    const stored = this.#context.leases.storeCondition(this.lease, condition, companyFile)
    this.journal.runInBackground('store the state of a Web Connector', stored)
  }

  /** Ends the session: waiting requests are reported as not sent. */
  close(reason: 'offline' | 'not-mine'): void {
    this.#isClosed = true
    this.endRun()
    this.#requests.close(reason)
  }
}

const unreadable: FailedOutcome = { sent: true, lost: true, reason: 'unreadable' }
const emptyPayload = new Uint8Array()

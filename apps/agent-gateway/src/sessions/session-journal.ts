import { type GatewayMessage, maxResponseBytes, type RealmId } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { JournalStore } from './journal.store.ts'

/** How many IDs may wait for a look-up: as many as fit in one message. The newest are kept. */
const maxWaitingIds = 256

/** A journal's agent, which its session implements. */
export interface JournaledAgent {
  readonly store: JournalStore
  readonly realmId: RealmId
  readonly logger: Logger
  /** Whether the agent is working on this request, so it sends the response without a recall. */
  isCurrent(id: string): boolean
  send(message: Extract<GatewayMessage, { type: 'acknowledged' | 'recall' }>): void
}

/**
 * The journal as one session uses it: stores responses, and recalls those an earlier connection lost. A class, because
 * a gateway has thousands of idle sessions: prototype methods cost them no memory.
 */
export class SessionJournal {
  readonly #agent: JournaledAgent
  // Created on demand: most sessions never need these.
  #recalled: Set<string> | undefined
  /** The IDs arriving during the current look-up; undefined outside a look-up. */
  #waitingIds: Set<string> | undefined
  #background: Promise<unknown> | undefined

  constructor(agent: JournaledAgent) {
    this.#agent = agent
  }

  /** Lets work continue in the background and logs its failure. */
  runInBackground(task: string, work: Promise<unknown>): void {
    const { logger, realmId } = this.#agent
    const logged = work.catch((error: unknown) => {
      logger.error({ err: error, realmId }, `could not ${task}`)
    })
    const all = Promise.all([this.#background, logged]).then(() => {
      if (this.#background === all) this.#background = undefined
    })
    this.#background = all
  }

  /** Whether no work is under way, and no recalled response is due. */
  get isIdle(): boolean {
    return this.#background === undefined && !this.hasRecalled
  }

  /** Resolves when no session work is left. */
  async finished(): Promise<void> {
    await this.#background
  }

  /** Stores a write's response, then calls `onStored`, even after a failure. */
  storeResponse(id: string, payload: Uint8Array, onStored: () => void): void {
    this.runInBackground('store a response', this.#storeAndAcknowledge(id, payload).finally(onStored))
  }

  /** Cancels a write that has not reached QuickBooks. */
  cancel(id: string, from: 'queued' | 'sending'): Promise<void> {
    return this.#agent.store.cancel(id, this.#agent.realmId, from)
  }

  /**
   * Recalls the agent's stored responses missing in the journal, and acknowledges the others. IDs are looked up once at
   * a time: those arriving in the meantime wait and are looked up together.
   */
  recall(ids: readonly string[]): void {
    if (ids.length === 0) return
    if (this.#waitingIds === undefined) this.runInBackground('recall responses', this.#recallMissing(ids))
    else this.#waitingIds = new Set([...this.#waitingIds, ...ids].slice(-maxWaitingIds))
  }

  /** Whether responses were recalled the agent has not sent. */
  get hasRecalled(): boolean {
    return this.#recalled !== undefined && this.#recalled.size > 0
  }

  /** Stores a recalled response; returns `false` for one not recalled. */
  storeRecalled(id: string, payload: Uint8Array): boolean {
    const wasRecalled = this.#recalled?.delete(id) ?? false
    if (wasRecalled) this.runInBackground('store a recalled response', this.#storeAndAcknowledge(id, payload))
    return wasRecalled
  }

  async #storeAndAcknowledge(id: string, payload: Uint8Array): Promise<void> {
    const { store, realmId } = this.#agent
    await store.storeResponse(id, realmId, payload)
    this.#agent.send({ type: 'acknowledged', ids: [id] })
    this.runInBackground('enforce the quota of the journal', store.enforceQuota(realmId, payload.length))
  }

  async #recallMissing(ids: readonly string[]): Promise<void> {
    this.#waitingIds = new Set()
    try {
      await this.#recallOrAcknowledge(ids)
    } finally {
      const waiting = [...this.#waitingIds]
      this.#waitingIds = undefined
      this.recall(waiting)
    }
  }

  async #recallOrAcknowledge(ids: readonly string[]): Promise<void> {
    const { store, realmId } = this.#agent
    const missing = await store.findWithoutResponse(ids, realmId)
    const stored = ids.filter((id) => !missing.has(id))
    if (stored.length > 0) this.#agent.send({ type: 'acknowledged', ids: stored })
    for (const id of missing) {
      if (this.#agent.isCurrent(id)) continue
      this.#recalled ??= new Set()
      this.#recalled.add(id)
      this.#agent.send({ type: 'recall', id, responseBytesMax: maxResponseBytes.write })
    }
  }
}

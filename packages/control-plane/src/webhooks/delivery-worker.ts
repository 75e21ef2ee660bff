import { toEventId } from '@bridge/data-plane/record-changes/event-id'
import { findChangesAfter } from '@bridge/data-plane/record-changes/record-changes.store'
import type { Dependencies } from '@bridge/platform/dependencies'
import { isReported } from './event-types.ts'
import { toMessageId } from './message-id.ts'
import { getRetryDelay, pausedAfterMs } from './retry-delay.ts'
import { findSandboxFailure } from './sandbox-failures.ts'
import { isAccepted, leaveOut, type SendServices, sendWebhook, type WebhookMessage } from './send-webhook.ts'
import { serializeBody } from './webhook-body.ts'
import {
  advancePosition,
  claimWebhooks,
  type Delivery,
  type DuePosition,
  findDuePosition,
  insertDelivery,
  pauseWebhook,
  postpone,
  releaseWebhook,
  skipChanges,
  storeDelivered,
  storeFailed,
  storeLost,
} from './webhook-delivery.store.ts'

type WorkerDependencies = Pick<Dependencies, 'database' | 'changes' | 'logger'> & SendServices

/** Events in one request, at most. */
const maxEvents = 100
/** Webhooks that a server delivers to at once. */
const maxWebhooks = 50
/** The receiver wants no more events. */
const goneStatus = 410
const lostOnPurpose = 'Not sent: this webhook loses the events of sandboxes, as it is set to.'

/**
 * Sends changes to webhooks, on every server. A webhook is claimed by one server at a time, which sends its requests one
 * after another, each with changes of one realm in their order. Where a realm has been delivered up to is stored after
 * the response: a server that ends before that leads to the same events again.
 */
export class DeliveryWorker {
  readonly #dependencies: WorkerDependencies
  readonly #unsubscribe: () => void
  readonly #delivering = new Map<string, Promise<void>>()
  #claiming: Promise<void> | undefined
  #isCalled = false
  #isClosed = false

  constructor(dependencies: WorkerDependencies) {
    this.#dependencies = dependencies
    // The change feed also calls it every few seconds, and so repeats what failed.
    this.#unsubscribe = dependencies.changes.subscribe('records', () => void this.run())
  }

  /** Delivers what is due by now. Never rejects. */
  async run(): Promise<void> {
    this.#isCalled = true
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined
    })
    while (this.#claiming !== undefined || this.#delivering.size > 0) {
      await this.#claiming
      await Promise.all(this.#delivering.values())
    }
  }

  /** Waits for the requests that are being sent, and stops. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#unsubscribe()
    await this.#claiming
    await Promise.all(this.#delivering.values())
  }

  async #claim(): Promise<void> {
    const { database, clock, logger } = this.#dependencies
    try {
      while (this.#isCalled && !this.#isClosed) {
        this.#isCalled = false
        const free = maxWebhooks - this.#delivering.size
        if (free === 0) return
        for (const id of await claimWebhooks(database, clock(), free)) {
          this.#delivering.set(id, this.#deliver(id))
        }
      }
    } catch (error) {
      logger.warn({ err: error }, 'Could not look for webhooks to deliver; trying again')
    }
  }

  /** Sends what is due for a claimed webhook, and looks for more once others can claim it. */
  async #deliver(webhookId: string): Promise<void> {
    const { database, clock, logger } = this.#dependencies
    try {
      while (!this.#isClosed) {
        const due = await findDuePosition(database, webhookId, clock())
        if (due === undefined) break
        await this.#deliverRealm(due)
      }
      await releaseWebhook(database, webhookId)
      this.#delivering.delete(webhookId)
      void this.run()
    } catch (error) {
      this.#delivering.delete(webhookId)
      logger.warn({ err: error, webhookId }, 'Could not deliver a webhook; trying again')
    }
  }

  async #deliverRealm(due: DuePosition): Promise<void> {
    const { database, clock } = this.#dependencies
    const { realmId, deliveredSeq, lastSeq, events } = due
    const changes = due.isConnected ? await findChangesAfter(database, realmId, deliveredSeq, maxEvents) : []
    const reachedSeq = changes.at(-1)?.seq ?? lastSeq
    const reported = changes
      .filter((change) => isReported(change, events))
      .map((change) => ({ ...change, realmId, eventId: toEventId(realmId, change) }))
    const [first] = reported
    if (first === undefined) {
      await advancePosition(database, due, reachedSeq, clock())
      return
    }
    const { copies, waitSeconds, isReversed } = findSandboxFailure(due)
    const wait = { seq: first.seq, seconds: waitSeconds, at: clock() }
    if (waitSeconds > 0 && (await postpone(database, due, wait))) return
    const message: WebhookMessage = {
      realmId,
      messageId: toMessageId(
        due.webhookId,
        reported.map(({ eventId }) => eventId),
      ),
      reason: 'change',
      attempt: due.failures + 1,
      events: reported.length,
      firstSeq: first.seq,
      lastSeq: reachedSeq,
      body: serializeBody(isReversed ? reported.toReversed() : reported, due),
    }
    if (copies === 0) {
      const lost = leaveOut(due, message, { createdAt: clock(), failure: lostOnPurpose })
      await storeLost(database, due, reachedSeq, lost)
    } else {
      await this.#send(due, message, { reachedSeq, isRepeated: copies > 1 })
    }
  }

  async #send(
    due: DuePosition,
    message: WebhookMessage,
    { reachedSeq, isRepeated }: { readonly reachedSeq: bigint; readonly isRepeated: boolean },
  ): Promise<void> {
    const { database } = this.#dependencies
    const delivery = await sendWebhook(this.#dependencies, due, message)
    if (!isAccepted(delivery)) return this.#storeFailed(due, delivery)
    await storeDelivered(database, due, reachedSeq, delivery)
    if (!isRepeated) return
    const repeated = { ...message, attempt: message.attempt + 1 }
    await insertDelivery(database, await sendWebhook(this.#dependencies, due, repeated))
  }

  async #storeFailed(due: DuePosition, delivery: Delivery): Promise<void> {
    const { database, changes } = this.#dependencies
    const { createdAt } = delivery
    await storeFailed(database, due, new Date(createdAt.getTime() + getRetryDelay(delivery.attempt)), delivery)
    if (delivery.status === goneStatus) {
      await pauseWebhook(database, due.webhookId, createdAt)
      await changes.publish('settings')
      return
    }
    // The others of a webhook that fails for one realm only go on, so that it is never paused.
    const isGivenUp = due.failingSince !== null && createdAt.getTime() - due.failingSince.getTime() >= pausedAfterMs
    if (isGivenUp) await skipChanges(database, due, createdAt)
  }
}

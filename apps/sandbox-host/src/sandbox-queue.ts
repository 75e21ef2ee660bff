import type { ExchangeOutcome, RealmId } from '@bridge/agent-protocol'
import type { Job } from '@bridge/platform/exchange-socket/job'
import type { ExchangeSession } from '@bridge/platform/exchange-socket/server-links'

/** A job's outcome, and how much later it is reported, in milliseconds. */
export interface JobResult {
  readonly outcome: ExchangeOutcome<Uint8Array>
  readonly delayMs: number
}

/** The maximum waiting calls per sandbox. */
const maxWaiting = 64

/** Runs each sandbox's calls one after another, in their order. Sandboxes do not wait for each other. */
export class SandboxQueue implements ExchangeSession {
  readonly #run: (job: Job) => Promise<JobResult>
  /** Waiting jobs, by sandbox with a running job. */
  readonly #waiting = new Map<RealmId, Job[]>()
  /** Started jobs without a reported outcome. */
  readonly #running = new Set<Job>()
  #isClosed = false
  #onIdle: (() => void) | undefined

  /** @param run never rejects */
  constructor(run: (job: Job) => Promise<JobResult>) {
    this.#run = run
  }

  submit(job: Job): void {
    const { realmId, budgetMs } = job.call
    const waiting = this.#waiting.get(realmId)
    if (this.#isClosed) job.complete({ sent: false, reason: 'unreachable' })
    else if (waiting !== undefined && waiting.length >= maxWaiting) job.complete({ sent: false, reason: 'busy' })
    else {
      job.timer = setTimeout(() => this.#expire(job), budgetMs)
      if (waiting !== undefined) waiting.push(job)
      else void this.#runAll(realmId, [job])
    }
  }

  abandon(job: Job): void {
    if (this.#remove(job)) clearTimeout(job.timer)
  }

  /** Accepts no more calls, and resolves when the accepted ones have ended. */
  async drain(): Promise<void> {
    this.#isClosed = true
    if (this.#running.size === 0) return
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
  }

  /** Completes every job: started ones are lost. */
  close(): void {
    this.#isClosed = true
    for (const jobs of this.#waiting.values()) {
      for (const job of jobs.splice(0)) job.complete({ sent: false, reason: 'unreachable' })
    }
    for (const job of this.#running) job.complete({ sent: true, lost: true, reason: 'connection' })
  }

  async #runAll(realmId: RealmId, waiting: Job[]): Promise<void> {
    this.#waiting.set(realmId, waiting)
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      this.#running.add(job)
      job.stage = 'sent'
      job.sentAt = performance.now()
      const { outcome, delayMs } = await this.#run(job)
      if (delayMs > 0) setTimeout(() => this.#end(job, outcome), delayMs)
      else this.#end(job, outcome)
    }
    this.#waiting.delete(realmId)
    this.#noteIdle()
  }

  #end(job: Job, outcome: ExchangeOutcome<Uint8Array>): void {
    job.complete(outcome)
    this.#running.delete(job)
    this.#noteIdle()
  }

  #noteIdle(): void {
    if (this.#running.size === 0 && this.#waiting.size === 0) this.#onIdle?.()
  }

  #expire(job: Job): void {
    if (this.#remove(job)) job.complete({ sent: false, reason: 'deadline' })
    else job.complete({ sent: true, lost: true, reason: 'timeout' })
  }

  /** Returns whether the job waited. */
  #remove(job: Job): boolean {
    const waiting = this.#waiting.get(job.call.realmId) ?? []
    const place = waiting.indexOf(job)
    if (place >= 0) waiting.splice(place, 1)
    return place >= 0
  }
}

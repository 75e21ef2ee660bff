import { setTimeout as delay } from 'node:timers/promises'
import { trialBalance } from '@bridge/emulator'
import { type Backup, backUp } from './backup.ts'
import type { Baseline } from './baseline.ts'
import type { CrashCompany } from './company.ts'
import type { CrashService } from './crash-service.ts'
import { findChangeErrors } from './find-change-errors.ts'
import { findDeliveryErrors } from './find-delivery-errors.ts'
import type { KillPlan } from './kill-plan.ts'
import type { World } from './parts.ts'
import { formatSchedule, type Presence, type Schedule } from './schedule.ts'
import { prepareTask, type Reply, type Send, type Task } from './task.ts'
import type { RunningTransports } from './transports.ts'
import { isSettled, makeDue } from './webhook-jobs.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/**
 * The attempts after which both transports stay. A write lost by one may wait for it: the other one may have another
 * company file.
 */
const maxAbsentAttempts = 20

/** How much longer a client waits before each attempt after many: a busy machine needs its time. */
const pauseMs = { step: 10, max: 250 }

interface ScheduleRunOptions {
  readonly world: World
  readonly plan: KillPlan
  readonly service: CrashService
  readonly company: CrashCompany
  /** The transports to the company file; undefined for a sandbox. */
  readonly transports: RunningTransports | undefined
  readonly baseline: Baseline
  /** How long the schedule may take. */
  readonly maxMs: number
  /** Receives the changes of the company file, if a webhook does. */
  readonly receiver: WebhookReceiver | undefined
}

/** How long a client waits before it looks again whether everything was delivered. */
const settleMs = 50

/** One run of a schedule: a client repeats each write until it has a final response, and then counts the writes. */
export class ScheduleRun {
  readonly #schedule: Schedule
  readonly #options: ScheduleRunOptions
  readonly #startedAt = performance.now()
  readonly #events: string[] = []
  readonly #observe: Send
  #arranged = 0

  constructor(schedule: Schedule, options: ScheduleRunOptions) {
    this.#schedule = schedule
    this.#options = options
    this.#observe = (path, body) => options.service.observe(path, body)
  }

  /** @throws if a promise about safe retries was broken */
  async run(): Promise<void> {
    const { plan } = this.#options
    await this.#arrange()
    // The first poll only takes down what is there.
    await this.#settleWebhook()
    const tasks = await this.#prepareTasks()
    plan.arm(this.#schedule.kills)
    const { replies, stale } = await this.#completeAll(tasks)
    await this.#settleWebhook()
    plan.arm([])
    for (const [index, task] of tasks.entries()) await this.#verify(task, replies[index], stale.has(task))
    if (this.#schedule.realmKind === 'production') await this.#verifyBalance()
    await this.#verifyWebhook()
  }

  /** Returns an error with the schedule and what happened so far. */
  describeFailure(problem: string): Error {
    return new Error([problem, formatSchedule(this.#schedule), ...this.#events].join('\n'))
  }

  async #prepareTasks(): Promise<readonly Task[]> {
    const { operations, seed } = this.#schedule
    const tasks: Task[] = []
    for (const [index, operation] of operations.entries()) {
      tasks.push(await prepareTask(operation, `${seed}-${index}`, this.#options.baseline, this.#observe))
    }
    return tasks
  }

  /** Completes each write, with the backup and its restore where the schedule has them. */
  async #completeAll(tasks: readonly Task[]) {
    const { world, company, service } = this.#options
    const { restore } = this.#schedule
    const replies: Reply[] = []
    const stale = new Set<Task>()
    let backup: Backup | undefined
    for (const [index, task] of tasks.entries()) {
      if (restore?.before === index) backup = await backUp(world.database, company.realmId)
      await this.#changeAtDesktop(index)
      replies.push(await this.#repeat(task))
      if (restore?.after !== index || backup === undefined) continue
      await service.restore(backup)
      this.#note('a backup was restored')
      // Clients repeat what they sent since: they do not know which responses are true.
      for (const [place, earlier] of tasks.slice(0, index + 1).entries()) {
        const repeated = await this.#repeat(earlier)
        if (this.#isStale(repeated)) stale.add(earlier)
        else replies[place] = repeated
      }
    }
    return { replies, stale }
  }

  /** QuickBooks has the change already, and its record is not asked before the token is compared. */
  #isStale(repeated: Reply): boolean {
    return this.#schedule.realmKind === 'production' && getCode(repeated) === '5010'
  }

  /** Repeats a write until its response is final. */
  async #repeat(task: Task): Promise<Reply> {
    for (let attempt = 0; performance.now() - this.#startedAt < this.#options.maxMs; attempt += 1) {
      await this.#arrange()
      const [reply, other] = await this.#attempt(task)
      if (isFinal(reply) && isFinal(other) && !isSame(reply, other))
        throw this.describeFailure('Two servers responded differently.')
      const isNotSent = isUnreached(reply) && (other === undefined || isUnreached(other))
      if (isNotSent && (await task.countApplied(this.#observe)) > 0)
        throw this.describeFailure(`A write with ${getCode(reply)} was applied.`)
      const final = [reply, other].find(isFinal)
      if (final !== undefined) return final
      await delay(getPauseMs(attempt))
    }
    throw this.describeFailure('A write never completed.')
  }

  /** Sends a write to the server, and to the second one if the schedule has it and kills are left. */
  async #attempt({ path, body }: Task): Promise<readonly [Reply | undefined, Reply | undefined]> {
    const { service, plan } = this.#options
    const killed = service.serverKilled.then(() => undefined)
    const [reply, other] = await Promise.all([
      Promise.race([service.send(path, body), killed]),
      this.#schedule.hasSecondServer && plan.isArmed ? service.sendToSecond(path, body) : undefined,
    ])
    this.#note(`${path}: ${reply === undefined ? 'the server was killed' : `${reply.status} ${getCode(reply) ?? ''}`}`)
    if (other) this.#note(`${path} by the second server: ${other.status} ${getCode(other) ?? ''}`)
    return [reply, other]
  }

  /** Restarts what was killed, and brings the next attempt's transports. */
  async #arrange(): Promise<void> {
    const { service, transports } = this.#options
    await service.restartKilled()
    await transports?.arrange(getPresence(this.#schedule, this.#arranged))
    this.#arranged += 1
    await this.#callWebhookJobs()
  }

  /** A person at the PC adds a customer, which only a poll finds. */
  async #changeAtDesktop(index: number): Promise<void> {
    const { receiver, company } = this.#options
    if (receiver === undefined || this.#schedule.realmKind === 'sandbox') return
    const name = `Person ${this.#schedule.seed}-${index}`
    const outcome = await company.books.exchange(addCustomerSet(name))
    if (!outcome.sent || outcome.lost) throw this.describeFailure(`${name} was not added.`)
  }

  /** Has the server look for changes, and send what failed, as if enough time had passed. */
  async #callWebhookJobs(): Promise<void> {
    const { world, company, service, receiver } = this.#options
    if (receiver === undefined) return
    await makeDue(world.database, company.realmId)
    void service.poll()
    await world.changes.publish('records')
  }

  /** Waits until everything that has happened is found and delivered. */
  async #settleWebhook(): Promise<void> {
    const { world, company, receiver, maxMs } = this.#options
    if (receiver === undefined) return
    const since = new Date()
    while (!(await isSettled(world.database, company.realmId, since))) {
      if (performance.now() - this.#startedAt > maxMs) throw this.describeFailure('A change was not delivered.')
      await this.#arrange()
      await delay(settleMs)
    }
  }

  async #verify(task: Task, reply: Reply | undefined, isStale: boolean): Promise<void> {
    const count = await task.countApplied(this.#observe)
    if (reply?.status !== 200) throw this.describeFailure(`${task.path} ended with ${reply?.status}: ${reply?.text}`)
    if (count !== 1) throw this.describeFailure(`${task.path} returned 200 and is ${count} times in the company file.`)
    if (!isStale && (await this.#repeat(task)).text !== reply.text)
      throw this.describeFailure(`${task.path} returned another response when it was repeated.`)
  }

  async #verifyBalance(): Promise<void> {
    const { total } = await trialBalance(this.#options.company.books)
    if (total !== '0.00') throw this.describeFailure(`The trial balance is ${total}.`)
  }

  async #verifyWebhook(): Promise<void> {
    const { world, company, baseline, receiver } = this.#options
    if (receiver === undefined) return
    const isSandbox = this.#schedule.realmKind === 'sandbox'
    const errors = [
      ...(await findChangeErrors(world.database, company, baseline, isSandbox)),
      ...(await findDeliveryErrors(world.database, company.realmId, receiver.take(company.realmId))),
    ]
    if (errors.length > 0) throw this.describeFailure(errors.join('\n'))
  }

  #note(event: string): void {
    this.#events.push(`${((performance.now() - this.#startedAt) / 1_000).toFixed(1)} s ${event}`)
  }
}

function addCustomerSet(name: string): string {
  const request = `<CustomerAddRq><CustomerAdd><Name>${name}</Name></CustomerAdd></CustomerAddRq>`
  return `<?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`
}

function getPauseMs(attempt: number): number {
  return Math.min(Math.max(0, attempt - maxAbsentAttempts) * pauseMs.step, pauseMs.max)
}

/** Returns which transports are there at an attempt. */
function getPresence({ presence }: Schedule, attempt: number): Presence {
  if (presence.length > 1 && attempt >= maxAbsentAttempts) return 'both'
  return presence[attempt % presence.length] ?? 'agent'
}

/** Whether a response is final: the client need not repeat the write. */
function isFinal(reply: Reply | undefined): reply is Reply {
  return reply !== undefined && reply.status < 500 && reply.status !== 409
}

/** Compares two servers' responses. A refused write has no outcome to replay, so each server refuses it at its own time. */
function isSame(reply: Reply, other: Reply): boolean {
  const [text, otherText] = [reply, other].map(({ status, text }) =>
    status === 200 ? text : text.replace(/"time":"[^"]*"/, ''),
  )
  return text === otherText
}

/** The codes promising nothing was sent. */
const unreachedCodes: ReadonlySet<string | undefined> = new Set([
  'AGENT_OFFLINE',
  'AGENT_BUSY',
  'APP_NOT_OPEN',
  'AGENT_EXECUTION_ERROR',
])

function isUnreached(reply: Reply | undefined): boolean {
  return unreachedCodes.has(getCode(reply))
}

function getCode(reply: Reply | undefined): string | undefined {
  return reply?.body.Fault?.Error[0].code
}

import type { ChangeFeed, Database } from '@bridge/database'
import type { Baseline } from './baseline.ts'
import { type CrashRealm, createCompany } from './company.ts'
import { CrashService } from './crash-service.ts'
import type { DesktopSource } from './desktop-source.ts'
import { KillPlan } from './kill-plan.ts'
import type { World } from './parts.ts'
import type { Schedule } from './schedule.ts'
import { ScheduleRun } from './schedule-run.ts'
import { createTransports } from './transports.ts'
import { endWebhook } from './webhook-jobs.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/** Options shared by all test benches. */
interface TestBenchOptions {
  readonly database: Database
  readonly changes: ChangeFeed
  readonly baseline: Baseline
  readonly createDesktops: (world: World) => Promise<DesktopSource>
  /** How long a schedule may take. */
  readonly maxScheduleMs: number
  /** Whether the stored changes are compared with the books. */
  readonly reportsChanges: boolean
}

/** A service and desktops, which schedules kill one after the other. Several can run at a time, on different realms. */
export class TestBench {
  readonly #options: TestBenchOptions
  readonly #plan: KillPlan
  readonly #world: World
  readonly #desktops: DesktopSource
  readonly #receiver: WebhookReceiver
  #service: CrashService
  #hasFailed = false

  /** Starts every part. */
  static async start(options: TestBenchOptions): Promise<TestBench> {
    const plan = new KillPlan()
    const { database, changes } = options
    const world: World = { database, changes, isFatal: (part, point) => plan.isFatal(part, point) }
    const desktops = await options.createDesktops(world)
    const receiver = await startWebhookReceiver(world)
    return new TestBench(options, plan, world, { desktops, receiver, service: await CrashService.start(world) })
  }

  private constructor(
    options: TestBenchOptions,
    plan: KillPlan,
    world: World,
    parts: { readonly desktops: DesktopSource; readonly receiver: WebhookReceiver; readonly service: CrashService },
  ) {
    this.#options = options
    this.#plan = plan
    this.#world = world
    this.#desktops = parts.desktops
    this.#receiver = parts.receiver
    this.#service = parts.service
  }

  /** The address of the webhooks' receiver. */
  get receiverUrl(): string {
    return this.#receiver.url
  }

  /** The kills in all schedules so far, such as `server after reserve`. */
  get killed(): ReadonlySet<string> {
    return this.#plan.killed
  }

  /** @throws if a promise about safe retries was broken; the message contains the schedule and what happened */
  async run(schedule: Schedule, realm: CrashRealm): Promise<void> {
    const { baseline, maxScheduleMs, reportsChanges } = this.#options
    this.#plan.arm([])
    if (this.#hasFailed) await this.#replaceParts()
    const service = this.#service
    const company = await createCompany(realm, baseline)
    service.company = company
    const shared = { world: this.#world, company }
    const transports =
      schedule.realmKind === 'production'
        ? createTransports({ ...shared, desktops: this.#desktops, getGateway: () => service.gateway, schedule })
        : undefined
    const options = { ...shared, plan: this.#plan, service, transports, baseline, maxMs: maxScheduleMs }
    const receiver = reportsChanges ? this.#receiver : undefined
    const run = new ScheduleRun(schedule, { ...options, receiver })
    const limit = Promise.withResolvers<never>()
    const timer = setTimeout(() => limit.reject(run.describeFailure('The schedule did not end.')), maxScheduleMs)
    try {
      await Promise.race([run.run(), limit.promise])
    } catch (error) {
      this.#hasFailed = true
      throw error
    } finally {
      clearTimeout(timer)
      if (receiver !== undefined) await endWebhook(this.#options.database, schedule.seed)
      await transports?.stop()
    }
  }

  /** Replaces every part: a failed schedule may have left one dead or hanging. */
  async #replaceParts(): Promise<void> {
    await this.#service.close()
    await this.#desktops.replace()
    this.#service = await CrashService.start(this.#world)
    this.#hasFailed = false
  }

  async close(): Promise<void> {
    await this.#service.close()
    await this.#receiver.close()
    await this.#desktops.close()
  }
}

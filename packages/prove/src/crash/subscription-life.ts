import { setEnterprise } from '@bridge/control-plane/billing/account.store'
import { getBillingState } from '@bridge/data-plane/entitlement/billing-state'
import { findPlan } from '@bridge/data-plane/entitlement/entitlement.store'
import type { Database } from '@bridge/database'
import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { serverDefaults } from '@bridge/platform/server-config'
import { createStripeEmulator, findMistakes, type StripeEmulator } from '@bridge/stripe-emulator'
import {
  type BillingWorld,
  type RunningBillingServer,
  secretKey,
  startBillingServer,
  webhookSecret,
} from './billing-server.ts'
import { getTruth, type Truth } from './subscription-truth.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const moves = [minuteMs, 60 * minuteMs, dayMs, dayMs, 3 * dayMs, 8 * dayMs, 31 * dayMs]
/** Moves at the end: the first is longer than the time between two reads, and all together are longer than a grace period. */
const finalMoves = [1.01 * dayMs, 4 * dayMs, 4 * dayMs]
const frequent = ['a kill is near', 'deliver some events', 'time passes', 'a call']
const faultKinds = [409, 429, 500, 'close', 'lose'] as const

/** Counts so far. */
export interface LifeCounts {
  lives: number
  kills: number
  events: number
  gateChecks: number
}

/**
 * Runs a subscription's random life: what customers, Stripe and its network do, with kills of the server at random
 * steps. Checks at the gate and at the end that the service agrees with Stripe.
 *
 * @throws if it does not; the message contains what happened
 */
export async function runSubscriptionLife(database: Database, seed: number, counts: LifeCounts): Promise<void> {
  const random = createSeededRandom(seed)
  const time = { now: Date.UTC(2026, 0, 5) + random.below(30) * dayMs }
  const clock = () => new Date(time.now)
  const undelivered: string[] = []
  const stripe = createStripeEmulator({
    secretKey,
    webhookUrl: 'https://bridge.test/billing/v1/webhook',
    webhookSecret,
    clock,
    getUrl: (path) => `https://stripe.test${path}`,
    sendsEvents: false,
    post: async (_url, { body }) => {
      undelivered.push(String(body))
      return 200
    },
  })
  stripe.state.afterRetries = random.pick(['canceled', 'unpaid', 'past_due'])
  const trialEndsAt = time.now + 30 * dayMs
  const { id: orgId } = await database.organization.create({
    data: { name: `Acme ${seed}`, slug: `acme-${seed}`, trialEndsAt: new Date(trialEndsAt) },
  })
  const log: string[] = []
  const kill = new KillCountdown(() => {
    counts.kills += 1
    log.push('  the server is killed')
  })
  const world = { database, stripe, clock, isFatal: () => kill.isFatal() }
  const server = await startBillingServer(world)
  const life = new SubscriptionLife(server, {
    world,
    seed,
    counts,
    random,
    time,
    undelivered,
    trialEndsAt,
    orgId,
    log,
    kill,
  })
  await life.live()
  await life.settle()
  await life.end()
}

type SeededRandom = ReturnType<typeof createSeededRandom>

/** Kills a server after some of its steps. */
class KillCountdown {
  /** The steps until the kill; undefined while none is near. */
  steps: number | undefined
  readonly #onKill: () => void

  constructor(onKill: () => void) {
    this.#onKill = onKill
  }

  isFatal(): boolean {
    if (this.steps === undefined) return false
    this.steps -= 1
    if (this.steps > 0) return false
    this.steps = undefined
    this.#onKill()
    return true
  }
}

interface LifeOptions {
  readonly world: BillingWorld
  readonly seed: number
  readonly counts: LifeCounts
  readonly random: SeededRandom
  readonly time: { now: number }
  /** Bodies of events not delivered by Stripe yet. */
  readonly undelivered: string[]
  readonly trialEndsAt: number
  readonly orgId: string
  readonly log: string[]
  readonly kill: KillCountdown
}

/** One subscription, with the organization that has it and the server that is killed. */
class SubscriptionLife {
  readonly #options: LifeOptions
  readonly #database: Database
  readonly #stripe: StripeEmulator
  readonly #random: SeededRandom
  readonly #time: LifeOptions['time']
  readonly #kill: KillCountdown
  readonly #orgId: string
  readonly #seed: number
  /** The checkouts whose address a user has. */
  readonly #checkouts = new Set<string>()
  readonly #undelivered: string[]
  #server: RunningBillingServer
  #realms = 0
  #isEnterprise = false

  constructor(server: RunningBillingServer, options: LifeOptions) {
    this.#options = options
    this.#server = server
    this.#database = options.world.database
    this.#stripe = options.world.stripe
    this.#random = options.random
    this.#time = options.time
    this.#kill = options.kill
    this.#orgId = options.orgId
    this.#seed = options.seed
    this.#undelivered = options.undelivered
  }

  /** Lets a random number of random things happen. */
  async live(): Promise<void> {
    // Most lives have a subscription from the start.
    const names = this.#random.next() < 0.8 ? ['open a checkout', 'pay', 'deliver some events'] : []
    const later = [...Object.keys(this.#actions), ...frequent, ...frequent]
    const length = 12 + this.#random.below(20)
    for (let step = 0; step < length; step += 1) {
      const name = names[step] ?? this.#random.pick(later)
      this.#note(name)
      await this.#actions[name]?.()
      await this.#stripe.deliveries.flush()
      await this.#restartIfKilled()
      const going = Object.values(this.#stripe.state.subscriptions).filter(({ endedAt }) => endedAt === null)
      if (going.length > 1) this.#fail('The organization has two subscriptions.')
    }
  }

  /** Lets everything work again, and compares the service with Stripe as time passes. */
  async settle(): Promise<void> {
    this.#note('everything works again')
    this.#endFaults()
    if (this.#isEnterprise) await this.#setEnterprise(false)
    await this.#database.jobLease.deleteMany()
    if (this.#random.next() < 0.5) await this.#deliver(this.#takeSome())
    for (const ms of finalMoves) {
      this.#move(ms)
      await this.#stripe.deliveries.flush()
      // The first run reads the state, and the second one changes the quantity.
      await this.#server.billing.runJob()
      await this.#server.billing.runJob()
      await this.#compare(`At ${this.#now().toISOString()}`)
    }
    const [mistake] = findMistakes(this.#stripe.requests)
    if (mistake !== undefined) this.#fail(`A request to Stripe is wrong: ${mistake}`)
  }

  /** Closes the server, and deletes what the next life must not find. */
  async end(): Promise<void> {
    await this.#server.dispose()
    this.#stripe.close()
    this.#options.counts.lives += 1
    await this.#database.organization.delete({ where: { id: this.#orgId } })
    await this.#database.billingAccount.deleteMany()
    // Lives share event IDs.
    await this.#database.billingEvent.deleteMany()
    await this.#database.jobLease.deleteMany()
  }

  readonly #actions: Readonly<Record<string, () => unknown>> = {
    'open a checkout': async () => {
      this.#keepCheckout(await this.#attempt(({ billing }) => billing.startCheckout(this.#orgId)))
    },
    'two admins open a checkout': async () => {
      const urls = await this.#attempt(({ billing }) =>
        Promise.allSettled([billing.startCheckout(this.#orgId), billing.startCheckout(this.#orgId)]),
      )
      for (const each of urls ?? []) this.#keepCheckout(each.status === 'fulfilled' ? each.value : undefined)
    },
    pay: () => {
      for (const id of this.#checkouts) {
        const session = this.#stripe.state.sessions[id]
        if (session?.status === 'open' && session.expires_at * 1000 > this.#time.now)
          this.#stripe.cycle.completeCheckout(session)
      }
    },
    'a card stops working': () => {
      const customer = this.#findCustomer()
      if (customer) customer.cardWorks = false
    },
    'a card works again': () => {
      const customer = this.#findCustomer()
      if (customer) customer.cardWorks = true
      if (customer && this.#random.next() < 0.7) this.#stripe.cycle.payOpen(customer)
    },
    'cancel at the end of the period, or not': () => {
      const subscription = this.#findSubscription()
      if (subscription?.status === 'active')
        this.#stripe.cycle.setCancelAtPeriodEnd(subscription, !subscription.cancelAtPeriodEnd)
    },
    'cancel now': () => {
      const subscription = this.#findSubscription()
      if (subscription && this.#random.next() < 0.4) this.#stripe.cycle.cancelNow(subscription)
    },
    'pause or resume': () => {
      const subscription = this.#findSubscription()
      if (subscription?.status === 'active' && !subscription.cancelAtPeriodEnd) this.#stripe.cycle.pause(subscription)
      else if (subscription?.status === 'paused') this.#stripe.cycle.resume(subscription)
    },
    'create a realm': async () => {
      this.#realms += 1
      const id = String(2_000_000_000_000_000 + this.#seed * 100 + this.#realms)
      await this.#database.realm.create({ data: { id, orgId: this.#orgId, name: 'Company', kind: 'production' } })
      this.#server.billing.noteRealms(this.#orgId)
    },
    'delete the realms but one': async () => {
      const rows = await this.#database.realm.findMany({ where: { orgId: this.#orgId }, select: { id: true }, skip: 1 })
      await this.#database.realm.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })
      this.#realms = Math.min(this.#realms, 1)
      this.#server.billing.noteRealms(this.#orgId)
    },
    'time passes': () => this.#move(this.#random.pick(moves)),
    'deliver some events': () => this.#deliver(this.#takeSome()),
    'deliver some events twice': async () => {
      const taken = this.#takeSome()
      await this.#deliver([...taken, ...taken])
    },
    'lose some events': () => void this.#takeSome(),
    'old API version': () => {
      this.#stripe.deliveries.settings.isOldShape = this.#random.next() < 0.5
    },
    'requests to Stripe fail': () => this.#stripe.faults.add(this.#random.pick(faultKinds), 1 + this.#random.below(3)),
    'an outage of Stripe': () => {
      this.#stripe.faults.always = this.#stripe.faults.always === undefined ? 500 : undefined
    },
    'the job runs': () => this.#attempt(({ billing }) => billing.runJob()),
    'the usage page is opened': () => this.#attempt(({ billing }) => billing.refresh(this.#orgId, 5_000)),
    'the operator changes the plan': async () => {
      if (this.#random.next() < 0.7) return
      await this.#setEnterprise(!this.#isEnterprise)
    },
    'a kill is near': () => {
      this.#kill.steps = 1 + this.#random.below(30)
    },
    'a call': () => this.#checkGate(),
  }

  /** Before an entitled organization is refused, its state is read; another one's is read once a minute. */
  async #checkGate(): Promise<void> {
    this.#endFaults()
    this.#move(66_000)
    const { requests } = this.#stripe
    const count = requests.length
    const truth = this.#getTruth()
    const isAllowed = await this.#server.isAllowed(this.#orgId)
    this.#options.counts.gateChecks += 1
    if (truth.entitled === true && !isAllowed) this.#fail('The gate refused an organization that may work.')
    for (let call = 0; call < 3; call += 1) {
      this.#time.now += 10_000
      await this.#server.isAllowed(this.#orgId)
    }
    const reads = requests.slice(count).filter(({ operation }) => operation === 'subscriptions.list')
    if (reads.length > 1) this.#fail(`The gate read Stripe ${reads.length} times in a minute.`)
  }

  async #compare(when: string): Promise<void> {
    const facts = await findPlan({ database: this.#database, config: serverDefaults }, this.#orgId)
    if (!facts) return this.#fail('The organization is gone.')
    const { entitled } = getBillingState(facts, this.#now())
    const truth = this.#getTruth()
    const stored = {
      plan: facts.plan,
      status: facts.status,
      currentPeriodEnd: facts.currentPeriodEnd?.getTime() ?? null,
      endsAt: facts.endsAt?.getTime() ?? null,
    }
    const { plan, status, currentPeriodEnd, endsAt } = truth
    const expected = { plan, status, currentPeriodEnd, endsAt }
    if (JSON.stringify(stored) !== JSON.stringify(expected)) {
      this.#fail(`${when}, the service has ${JSON.stringify(stored)}, and Stripe ${JSON.stringify(expected)}.`)
    }
    if (truth.entitled !== undefined && entitled !== truth.entitled) {
      this.#fail(`${when}, the organization is ${entitled ? '' : 'not '}entitled: ${JSON.stringify(facts)}`)
    }
    if (truth.quantity !== null && truth.atStripe !== truth.quantity) {
      this.#fail(`${when}, the quantity at Stripe is ${truth.atStripe} for ${truth.quantity} realms.`)
    }
  }

  /** Does work of the server, unless it is killed first. */
  async #attempt<Result>(work: (server: RunningBillingServer) => Promise<Result>): Promise<Result | undefined> {
    const { killed } = this.#server.killSwitch
    return Promise.race([work(this.#server).catch(() => undefined), killed.then(() => undefined)])
  }

  async #restartIfKilled(): Promise<void> {
    if (!this.#server.killSwitch.isKilled) return
    await this.#server.dispose()
    // Sometimes the killed server's lease has expired.
    if (this.#random.next() < 0.5) await this.#database.jobLease.deleteMany()
    this.#server = await startBillingServer(this.#options.world)
  }

  async #deliver(bodies: readonly string[]): Promise<void> {
    this.#options.counts.events += bodies.length
    const statuses = await Promise.all(bodies.map((body) => this.#attempt((server) => server.deliver(body))))
    this.#options.log.push(`  responses: ${statuses.map((status) => status ?? 'none').join(' ')}`)
    // Stripe sends what failed again.
    this.#undelivered.push(...bodies.filter((_body, index) => statuses[index] !== 200))
  }

  /** Takes some of the undelivered events, in any order. */
  #takeSome(): readonly string[] {
    const all = this.#undelivered
    const taken = all.filter(() => this.#random.next() < 0.6).sort(() => this.#random.next() - 0.5)
    all.splice(0, all.length, ...all.filter((body) => !taken.includes(body)))
    return taken
  }

  #keepCheckout(url: string | undefined): void {
    if (url?.includes('/pay/')) this.#checkouts.add(url.split('/').at(-1) ?? '')
  }

  async #setEnterprise(isEnterprise: boolean): Promise<void> {
    await setEnterprise(this.#database, this.#orgId, isEnterprise, this.#now())
    this.#isEnterprise = isEnterprise
  }

  #endFaults(): void {
    const { faults } = this.#stripe
    this.#kill.steps = undefined
    faults.always = undefined
    while (faults.next() !== undefined) this.#options.log.push('  a fault is over')
  }

  #getTruth(): Truth {
    const { state } = this.#stripe
    const { trialEndsAt } = this.#options
    return getTruth({ state, now: this.#time.now, trialEndsAt, realms: this.#realms, isEnterprise: this.#isEnterprise })
  }

  #findSubscription() {
    return Object.values(this.#stripe.state.subscriptions).at(-1)
  }

  #findCustomer() {
    return Object.values(this.#stripe.state.customers).at(-1)
  }

  #move(ms: number): void {
    this.#time.now += ms
    this.#stripe.cycle.runDue()
  }

  #now(): Date {
    return new Date(this.#time.now)
  }

  #note(event: string): void {
    this.#options.log.push(`${this.#now().toISOString()} ${event}`)
  }

  #fail(problem: string): never {
    throw new Error([`seed ${this.#seed}: ${problem}`, ...this.#options.log].join('\n'))
  }
}

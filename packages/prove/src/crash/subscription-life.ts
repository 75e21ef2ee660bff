import { setEnterprise } from '@bridge/control-plane/billing/account.store'
import { getBillingState } from '@bridge/data-plane/entitlement/billing-state'
import { findPlan } from '@bridge/data-plane/entitlement/entitlement.store'
import type { Database } from '@bridge/database'
import { createSeededRandom } from '@bridge/emulator/testing/seeded-random'
import { createStripeEmulator, findMistakes } from '@bridge/stripe-emulator'
import { secretKey, startBillingServer, webhookSecret } from './billing-server.ts'
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
  const log: string[] = []
  const fail = (problem: string): never => {
    throw new Error([`seed ${seed}: ${problem}`, ...log].join('\n'))
  }
  let now = Date.UTC(2026, 0, 5) + random.below(30) * dayMs
  let stepsToKill: number | undefined
  const clock = () => new Date(now)
  /** Bodies of events not delivered by Stripe yet. */
  let undelivered: string[] = []
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
  const { state, cycle } = stripe
  const isFatal = () => {
    if (stepsToKill === undefined) return false
    stepsToKill -= 1
    if (stepsToKill > 0) return false
    stepsToKill = undefined
    counts.kills += 1
    log.push('  the server is killed')
    return true
  }
  const world = { database, stripe, clock, isFatal }
  const { id: orgId } = await database.organization.create({
    data: { name: `Acme ${seed}`, slug: `acme-${seed}`, trialEndsAt: new Date(now + 30 * dayMs) },
  })
  const trialEndsAt = now + 30 * dayMs
  let realms = 0
  let isEnterprise = false
  /** The checkouts whose address a user has. */
  const checkouts = new Set<string>()
  let server = await startBillingServer(world)

  const getTruthNow = (): Truth => getTruth({ state, now, trialEndsAt, realms, isEnterprise })
  const getSubscription = () => Object.values(state.subscriptions).at(-1)
  const getCustomer = () => Object.values(state.customers).at(-1)
  const move = (ms: number) => {
    now += ms
    cycle.runDue()
  }
  const restartIfKilled = async () => {
    if (!server.killSwitch.isKilled) return
    await server.dispose()
    // Sometimes the killed server's lease has expired.
    if (random.next() < 0.5) await database.jobLease.deleteMany()
    server = await startBillingServer(world)
  }
  /** Does the work, unless the server is killed first. */
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    const { killed } = server.killSwitch
    return Promise.race([work().catch(() => undefined), killed.then(() => undefined)])
  }
  const deliver = async (bodies: readonly string[]): Promise<void> => {
    counts.events += bodies.length
    const statuses = await Promise.all(bodies.map((body) => attempt(() => server.deliver(body))))
    log.push(`  responses: ${statuses.map((status) => status ?? 'none').join(' ')}`)
    // Stripe sends what failed again.
    undelivered.push(...bodies.filter((_body, index) => statuses[index] !== 200))
  }
  const takeSome = () => {
    const taken = undelivered.filter(() => random.next() < 0.6).sort(() => random.next() - 0.5)
    undelivered = undelivered.filter((body) => !taken.includes(body))
    return taken
  }

  const actions: Readonly<Record<string, () => unknown>> = {
    'open a checkout': async () => {
      const url = await attempt(() => server.billing.startCheckout(orgId))
      if (url?.includes('/pay/')) checkouts.add(url.split('/').at(-1) ?? '')
    },
    'two admins open a checkout': async () => {
      const urls = await attempt(() =>
        Promise.allSettled([server.billing.startCheckout(orgId), server.billing.startCheckout(orgId)]),
      )
      for (const each of urls ?? []) {
        if (each.status === 'fulfilled' && each.value.includes('/pay/')) {
          checkouts.add(each.value.split('/').at(-1) ?? '')
        }
      }
    },
    pay: () => {
      for (const id of checkouts) {
        const session = state.sessions[id]
        if (session?.status === 'open' && session.expires_at * 1000 > now) cycle.completeCheckout(session)
      }
    },
    'a card stops working': () => {
      const customer = getCustomer()
      if (customer) customer.cardWorks = false
    },
    'a card works again': () => {
      const customer = getCustomer()
      if (customer) customer.cardWorks = true
      if (customer && random.next() < 0.7) cycle.payOpen(customer)
    },
    'cancel at the end of the period, or not': () => {
      const subscription = getSubscription()
      if (subscription?.status === 'active') cycle.setCancelAtPeriodEnd(subscription, !subscription.cancelAtPeriodEnd)
    },
    'cancel now': () => {
      const subscription = getSubscription()
      if (subscription && random.next() < 0.4) cycle.cancelNow(subscription)
    },
    'pause or resume': () => {
      const subscription = getSubscription()
      if (subscription?.status === 'active' && !subscription.cancelAtPeriodEnd) cycle.pause(subscription)
      else if (subscription?.status === 'paused') cycle.resume(subscription)
    },
    'create a realm': async () => {
      realms += 1
      const id = String(2_000_000_000_000_000 + seed * 100 + realms)
      await database.realm.create({ data: { id, orgId, name: 'Company', kind: 'production' } })
      server.billing.noteRealms(orgId)
    },
    'delete the realms but one': async () => {
      const rows = await database.realm.findMany({ where: { orgId }, select: { id: true }, skip: 1 })
      await database.realm.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })
      realms = Math.min(realms, 1)
      server.billing.noteRealms(orgId)
    },
    'time passes': () => move(random.pick(moves)),
    'deliver some events': () => deliver(takeSome()),
    'deliver some events twice': async () => {
      const taken = takeSome()
      await deliver([...taken, ...taken])
    },
    'lose some events': () => void takeSome(),
    'old API version': () => {
      stripe.deliveries.settings.isOldShape = random.next() < 0.5
    },
    'requests to Stripe fail': () => stripe.faults.add(random.pick(faultKinds), 1 + random.below(3)),
    'an outage of Stripe': () => {
      stripe.faults.always = stripe.faults.always === undefined ? 500 : undefined
    },
    'the job runs': () => attempt(() => server.billing.runJob()),
    'the usage page is opened': () => attempt(() => server.billing.refresh(orgId, 5_000)),
    'the operator changes the plan': async () => {
      if (random.next() < 0.7) return
      await setEnterprise(database, orgId, !isEnterprise, clock())
      isEnterprise = !isEnterprise
    },
    'a kill is near': () => {
      stepsToKill = 1 + random.below(30)
    },
    'a call': () => checkGate(),
  }

  /** Before an entitled organization is refused, its state is read; another one's is read once a minute. */
  const checkGate = async () => {
    stripe.faults.always = undefined
    while (stripe.faults.next() !== undefined) log.push('  a fault is over')
    stepsToKill = undefined
    move(66_000)
    const count = stripe.requests.length
    const truth = getTruthNow()
    const isAllowed = await server.isAllowed(orgId)
    counts.gateChecks += 1
    if (truth.entitled === true && !isAllowed) fail('The gate refused an organization that may work.')
    for (let call = 0; call < 3; call += 1) {
      now += 10_000
      await server.isAllowed(orgId)
    }
    const reads = stripe.requests.slice(count).filter(({ operation }) => operation === 'subscriptions.list')
    if (reads.length > 1) fail(`The gate read Stripe ${reads.length} times in a minute.`)
  }

  const compare = async (when: string) => {
    const facts = await findPlan(database, orgId)
    if (!facts) return fail('The organization is gone.')
    const { entitled } = getBillingState(facts, clock())
    const truth = getTruthNow()
    const stored = {
      plan: facts.plan,
      status: facts.status,
      currentPeriodEnd: facts.currentPeriodEnd?.getTime() ?? null,
      endsAt: facts.endsAt?.getTime() ?? null,
    }
    const { plan, status, currentPeriodEnd, endsAt } = truth
    const expected = { plan, status, currentPeriodEnd, endsAt }
    if (JSON.stringify(stored) !== JSON.stringify(expected)) {
      fail(`${when}, the service has ${JSON.stringify(stored)}, and Stripe ${JSON.stringify(expected)}.`)
    }
    if (truth.entitled !== undefined && entitled !== truth.entitled) {
      fail(`${when}, the organization is ${entitled ? '' : 'not '}entitled: ${JSON.stringify(facts)}`)
    }
    if (truth.quantity !== null && truth.atStripe !== truth.quantity) {
      fail(`${when}, the quantity at Stripe is ${truth.atStripe} for ${truth.quantity} realms.`)
    }
  }

  // Most lives have a subscription from the start.
  const names = random.next() < 0.8 ? ['open a checkout', 'pay', 'deliver some events'] : []
  const later = [...Object.keys(actions), ...frequent, ...frequent]
  const length = 12 + random.below(20)
  for (let step = 0; step < length; step += 1) {
    const name = names[step] ?? random.pick(later)
    log.push(`${clock().toISOString()} ${name}`)
    await actions[name]?.()
    await stripe.deliveries.flush()
    await restartIfKilled()
    const going = Object.values(state.subscriptions).filter(({ endedAt }) => endedAt === null)
    if (going.length > 1) fail('The organization has two subscriptions.')
  }

  log.push(`${clock().toISOString()} everything works again`)
  stepsToKill = undefined
  stripe.faults.always = undefined
  while (stripe.faults.next() !== undefined) log.push('  a fault is over')
  if (isEnterprise) await setEnterprise(database, orgId, false, clock())
  isEnterprise = false
  await database.jobLease.deleteMany()
  if (random.next() < 0.5) await deliver(takeSome())
  for (const ms of finalMoves) {
    move(ms)
    await stripe.deliveries.flush()
    // The first run reads the state, and the second one changes the quantity.
    await server.billing.runJob()
    await server.billing.runJob()
    await compare(`At ${clock().toISOString()}`)
  }
  const [mistake] = findMistakes(stripe.requests)
  if (mistake !== undefined) fail(`A request to Stripe is wrong: ${mistake}`)
  await server.dispose()
  stripe.close()
  counts.lives += 1
  await database.organization.delete({ where: { id: orgId } })
  await database.billingAccount.deleteMany()
  // Lives share event IDs.
  await database.billingEvent.deleteMany()
  await database.jobLease.deleteMany()
}

import type { StripeEmulator } from '@bridge/stripe-emulator'

const graceMs = 7 * 86_400_000
/** The daily read notices a failure within this time. */
const noticedMs = 1.1 * 86_400_000

/** The state the service must have after reading Stripe. */
export interface Truth {
  readonly plan: 'trial' | 'production' | 'enterprise'
  readonly status: string | null
  readonly currentPeriodEnd: number | null
  readonly endsAt: number | null
  /** Undefined where it depends on when the service learned of a failure. */
  readonly entitled: boolean | undefined
  /** The quantity a subscription should have, and has; null if nothing changes it. */
  readonly quantity: number | null
  readonly atStripe: number | null
}

interface Facts {
  readonly state: StripeEmulator['state']
  readonly now: number
  readonly trialEndsAt: number
  readonly realms: number
  readonly isEnterprise: boolean
}

/** Derives from Stripe's own state what the service must say. */
export function getTruth({ state, now, trialEndsAt, realms, isEnterprise }: Facts): Truth {
  const subscriptions = Object.values(state.subscriptions)
  const subscription = subscriptions.find(({ endedAt }) => endedAt === null) ?? subscriptions.at(-1)
  if (!subscription) {
    const plan = isEnterprise ? 'enterprise' : 'trial'
    const entitled = isEnterprise || (now < trialEndsAt && realms <= 1)
    return { plan, status: null, currentPeriodEnd: null, endsAt: null, entitled, quantity: null, atStripe: null }
  }
  const { status, periodEnd, endedAt, cancelAtPeriodEnd, quantity } = subscription
  const isPaidFor = status === 'active' || status === 'past_due'
  return {
    plan: isEnterprise ? 'enterprise' : 'production',
    status,
    currentPeriodEnd: periodEnd * 1000,
    endsAt: endedAt !== null ? endedAt * 1000 : cancelAtPeriodEnd ? periodEnd * 1000 : null,
    entitled: isEnterprise || isEntitled(state, subscription, now),
    quantity: isPaidFor ? Math.max(1, realms) : null,
    atStripe: isPaidFor ? quantity : null,
  }
}

type Subscription = Facts['state']['subscriptions'][string]

function isEntitled(state: Facts['state'], { id, status, endReason }: Subscription, now: number): boolean | undefined {
  if (status === 'active') return true
  if (status === 'paused' || (status === 'canceled' && endReason !== 'payment_failed')) return false
  const invoices = Object.values(state.invoices).filter(({ subscription }) => subscription === id)
  const lastPaidAt = Math.max(...invoices.map(({ paidAt }) => paidAt ?? 0))
  const failing = invoices.filter((each) => each.status === 'open' && each.created >= lastPaidAt)
  const [first, last] = [failing[0], failing.at(-1)]
  if (!first || !last) return undefined
  if (now < first.created * 1000 + graceMs) return true
  // Months without a read can hide how the series began.
  return now > last.created * 1000 + graceMs + noticedMs ? false : undefined
}

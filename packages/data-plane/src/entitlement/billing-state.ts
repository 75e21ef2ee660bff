/** What an organization's billing state depends on. */
export interface BillingFacts {
  readonly plan: 'trial' | 'production' | 'enterprise'
  /** Null for a trial without an end. */
  readonly trialEndsAt: Date | null
  /** When the grace period for a series of failed payments ends. */
  readonly graceUntil: Date | null
  readonly productionRealms: number
  /** Stripe's word for the subscription; null without one. */
  readonly status: string | null
  readonly currentPeriodEnd: Date | null
  /** When the subscription ends or ended, if planned. */
  readonly endsAt: Date | null
  /** Whether the deployment limits trials. */
  readonly trialLimited: boolean
}

export type BillingStateName =
  | 'trial'
  | 'trial ended'
  | 'trial with too many realms'
  | 'active'
  | 'ends'
  | 'grace'
  | 'grace over'
  | 'canceled'
  | 'unpaid'
  | 'paused'
  | 'incomplete'
  | 'enterprise'

/** An organization's billing state at a time, as used by the gate, `/entitlements`, the summary and the portal. */
export interface BillingState {
  readonly name: BillingStateName
  readonly entitled: boolean
  /** The denial's reason, or the plan's name. */
  readonly reason: string
  /** The grace period's end, while one runs. */
  readonly graceUntil: Date | null
  /** How many production realms the plan includes; 0 for any number. */
  readonly realmLimit: number
  /** What the portal says, in a few words and in sentences. */
  readonly title: string
  readonly message: string
  /** What happens next, and when. */
  readonly next: { readonly at: Date; readonly what: string } | null
}

/** The state's columns determined by its name and the facts. */
type Row = Pick<BillingState, 'name' | 'entitled' | 'title' | 'message' | 'next'>

/** How many production realms a trial includes. */
export const trialRealms = 1

/** Returns an organization's billing state at a time. docs/billing.md has its table. */
export function getBillingState(facts: BillingFacts, now: Date): BillingState {
  const row = getRow(facts, now)
  const isGrace = facts.plan === 'production' && !isPaid(facts.status) && isAfter(facts.graceUntil, now)
  return {
    ...row,
    reason: row.entitled ? facts.plan : row.message,
    graceUntil: isGrace ? facts.graceUntil : null,
    realmLimit: facts.plan === 'trial' && facts.trialLimited ? trialRealms : 0,
  }
}

function getRow(facts: BillingFacts, now: Date): Row {
  if (facts.plan === 'enterprise') {
    const message = 'Your plan is managed by the operator of the service.'
    return { name: 'enterprise', entitled: true, title: 'Enterprise', message, next: null }
  }
  if (facts.plan !== 'trial') return getSubscriptionRow(facts, now)
  if (facts.trialLimited) return getTrialRow(facts, now)
  const message = 'This installation does not limit the trial: neither its time nor the number of company files.'
  return { name: 'trial', entitled: true, title: 'Without limits', message, next: null }
}

function getTrialRow({ trialEndsAt, productionRealms, status }: BillingFacts, now: Date): Row {
  if (trialEndsAt && !isAfter(trialEndsAt, now)) {
    const message = 'The trial of the organization has ended. Subscribe to continue.'
    return { name: 'trial ended', entitled: false, title: 'Trial ended', message, next: null }
  }
  const next = trialEndsAt && {
    at: trialEndsAt,
    what: 'Your trial ends. API calls to your company file stop until you subscribe.',
  }
  if (productionRealms > trialRealms) {
    const message =
      'A trial covers one company file and the organization has more. Subscribe, or delete the others to continue.'
    return {
      name: 'trial with too many realms',
      entitled: false,
      title: 'Too many company files for a trial',
      message,
      next,
    }
  }
  const until = trialEndsAt ? `Your trial runs until ${formatDay(trialEndsAt)}.` : 'Your trial has no end date.'
  if (status === 'incomplete') {
    const message = `The first payment is not complete. ${until}`
    return { name: 'incomplete', entitled: true, title: 'Payment incomplete', message, next }
  }
  return { name: 'trial', entitled: true, title: 'Trial', message: `${until} It includes one company file.`, next }
}

function getSubscriptionRow(facts: BillingFacts, now: Date): Row {
  const { status, graceUntil, endsAt, currentPeriodEnd } = facts
  const inGrace = isAfter(graceUntil, now)
  const stops = graceUntil && inGrace ? { at: graceUntil, what: 'API calls to your company files stop.' } : null
  const until = graceUntil && inGrace ? ` API calls work until ${formatDay(graceUntil)}.` : ''

  switch (status) {
    case 'active':
    case 'trialing':
      if (!endsAt) {
        const next = currentPeriodEnd && { at: currentPeriodEnd, what: 'Your subscription renews.' }
        return { name: 'active', entitled: true, title: 'Active', message: 'Your subscription is active.', next }
      }
      if (isAfter(endsAt, now)) {
        const message = `Your subscription is canceled. It ends on ${formatDay(endsAt)} and works until then.`
        const next = { at: endsAt, what: 'Your subscription ends. API calls to your company files stop.' }
        return { name: 'ends', entitled: true, title: 'Canceled, still active', message, next }
      }
      return canceled('The subscription has ended. Subscribe again to continue.', false, null)
    case null:
    case 'past_due':
      // A production plan without a subscription was set by hand: only a grace period can end it.
      if (status === null && graceUntil === null) {
        return { name: 'active', entitled: true, title: 'Active', message: 'Your plan is active.', next: null }
      }
      if (inGrace) {
        const message = `Your last payment failed.${until} Pay the open invoice or change the card to continue.`
        return { name: 'grace', entitled: true, title: 'Payment failed', message, next: stops }
      }
      return {
        name: 'grace over',
        entitled: false,
        title: 'Payment overdue',
        message:
          'The payment of the subscription failed and its 7 days of grace are over. Pay the open invoice to continue.',
        next: null,
      }
    case 'unpaid': {
      const message = `The invoice of the subscription is unpaid, and its payment is not tried again.${until} Pay the open invoice to continue.`
      return { name: 'unpaid', entitled: inGrace, title: 'Unpaid', message, next: stops }
    }
    case 'paused': {
      const message = `The subscription is paused.${until} Resume it to continue.`
      return { name: 'paused', entitled: inGrace, title: 'Paused', message, next: stops }
    }
    case 'incomplete': {
      const message = 'The first payment of the subscription is not complete. Complete it to continue.'
      return { name: 'incomplete', entitled: false, title: 'Payment incomplete', message, next: null }
    }
    default:
      // Canceled, never completed, or a word added by Stripe since.
      return inGrace
        ? canceled(
            `The subscription was canceled because its payment failed.${until} Subscribe again to continue.`,
            true,
            stops,
          )
        : canceled('The subscription has ended. Subscribe again to continue.', false, null)
  }
}

function canceled(message: string, entitled: boolean, next: Row['next']): Row {
  return { name: 'canceled', entitled, title: 'Subscription ended', message, next }
}

function isPaid(status: string | null): boolean {
  return status === 'active' || status === 'trialing'
}

function isAfter(time: Date | null, now: Date): boolean {
  return time !== null && time > now
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function formatDay(time: Date): string {
  return dayFormat.format(time)
}

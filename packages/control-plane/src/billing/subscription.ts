import type Stripe from 'stripe'

/** What the service keeps about a subscription, and what decides about its grace period. */
export interface FetchedSubscription {
  readonly subscriptionId: string
  readonly subscriptionItemId: string | null
  readonly status: string
  readonly quantity: number | null
  readonly currentPeriodEnd: Date | null
  readonly endsAt: Date | null
  readonly endReason: string | null
  readonly latestInvoice: { readonly id: string; readonly isPaid: boolean; readonly dueAt: Date } | null
}

/** Statuses by how much they say about an organization with several subscriptions. */
const rank: Readonly<Record<string, number>> = {
  active: 0,
  trialing: 0,
  past_due: 1,
  unpaid: 2,
  paused: 3,
  incomplete: 4,
  canceled: 6,
  incomplete_expired: 7,
}
const unknownRank = 5

/** Returns whether a subscription with this status cannot become active again. */
export function isFinal(status: string | null): boolean {
  return status === null || status === 'canceled' || status === 'incomplete_expired'
}

/** Chooses the subscription to count: the one in the best state, then the newest. */
export function chooseSubscription(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const toRank = ({ status }: Stripe.Subscription) => rank[status] ?? unknownRank
  const sorted = [...subscriptions].sort(
    (one, other) => toRank(one) - toRank(other) || other.created - one.created || other.id.localeCompare(one.id),
  )
  return sorted[0]
}

/** Reads what the service keeps about a subscription with an expanded `latest_invoice`. */
export function readSubscription(subscription: Stripe.Subscription, priceId: string): FetchedSubscription {
  const items = subscription.items.data
  const item = items.find(({ price }) => price.id === priceId) ?? items[0]
  const ends = items.map(({ current_period_end }) => current_period_end)
  const currentPeriodEnd = ends.length === 0 ? null : toDate(Math.min(...ends))
  const plannedEnd = subscription.cancel_at_period_end ? currentPeriodEnd : null
  const invoice = subscription.latest_invoice
  return {
    subscriptionId: subscription.id,
    subscriptionItemId: item?.id ?? null,
    status: subscription.status,
    quantity: item?.quantity ?? null,
    currentPeriodEnd,
    endsAt: toDate(subscription.ended_at) ?? toDate(subscription.cancel_at) ?? plannedEnd,
    endReason: subscription.cancellation_details?.reason ?? null,
    latestInvoice:
      invoice === null || typeof invoice === 'string' || invoice.id === undefined
        ? null
        : {
            id: invoice.id,
            isPaid: invoice.status === 'paid',
            dueAt: toDate(invoice.status_transitions.finalized_at ?? invoice.created),
          },
  }
}

function toDate(seconds: number): Date
function toDate(seconds: number | null): Date | null
function toDate(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000)
}

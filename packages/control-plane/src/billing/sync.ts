import type { Prisma } from '@bridge/database'
import type Stripe from 'stripe'
import {
  type LockedAccount,
  omitStoredEvents,
  recordBillingAudit,
  type StoredEvent,
  storeAccount,
  storeChange,
  storeEvents,
  withLockedAccount,
} from './account.store.ts'
import { getGrace } from './grace.ts'
import type { BillingParts } from './parts.ts'
import { onlyOnce } from './stripe-client.ts'
import { chooseSubscription, readSubscription } from './subscription.ts'

/** A Stripe event asking for a read. */
export interface IncomingEvent extends StoredEvent {
  /** The ID of the event's object. */
  readonly objectId: string
}

/** Events served by one read. */
export interface EventSource {
  /** Returns the events; called under the lock. */
  take(): readonly IncomingEvent[]
  /** Checks under the lock whether an event may have an effect. */
  isValid(event: IncomingEvent, account: LockedAccount): Promise<boolean>
}

/** Why Stripe is read. */
export interface SyncCause {
  /** The events behind the read. Each is stored with its effect, and only once; without a new one nothing is read. */
  readonly events?: EventSource
  /** The audit event for a change: `billing.update`, or `billing.reconcile` for a correction. */
  readonly action: 'billing.update' | 'billing.reconcile'
}

/** Differences between what was stored and what Stripe has: the old and the new value by name. */
export type Differences = Readonly<Record<string, readonly [string | number | null, string | number | null]>>

/**
 * Reads an organization's subscription from Stripe while its billing account is locked, and stores the resulting state.
 * The state depends only on what was read: events can come late, twice and in any order.
 *
 * @returns what has changed
 * @throws Stripe's error, or `QueueFullError`; nothing is stored then
 */
export async function syncAccount(parts: BillingParts, orgId: string, cause: SyncCause): Promise<Differences> {
  return parts.queue.run(orgId, async () => {
    await parts.billingClock.refresh()
    const differences = await withLockedAccount(parts.fetchDatabase, orgId, (transaction, account) =>
      syncLocked(parts, transaction, account, cause),
    )
    return differences ?? {}
  })
}

/** Does the same for a locked account. */
export async function syncLocked(
  { stripe, stripeConfig, billingClock, clock }: BillingParts,
  transaction: Prisma.TransactionClient,
  account: LockedAccount,
  { events, action }: SyncCause,
): Promise<Differences> {
  const { orgId, customerId, org } = account
  const effective = events && (await selectEvents(transaction, account, events))
  if (effective?.length === 0) return {}
  if (effective) await storeEvents(transaction, orgId, effective)
  if (customerId === null || org?.plan === 'enterprise') {
    // An operator decides about an enterprise organization.
    await storeAccount(transaction, orgId, { fetchedAt: billingClock.now() })
    return {}
  }

  const fetchedAt = billingClock.now()
  const subscription = chooseSubscription(await listSubscriptions(stripe, customerId))
  if (!subscription) {
    await storeAccount(transaction, orgId, { fetchedAt })
    return {}
  }
  const fetched = readSubscription(subscription, stripeConfig.priceId)
  const { latestInvoice: _, ...kept } = fetched
  const isPaid = async (id: string) => (await stripe.invoices.retrieve(id, {}, onlyOnce)).status === 'paid'
  const before = { ...account, graceUntil: org?.graceUntil ?? null }
  const grace = await getGrace(before, fetched, fetchedAt, isPaid)
  const hasStarted = fetched.status !== 'incomplete' && fetched.status !== 'incomplete_expired'
  const plan = hasStarted || org?.plan === 'production' ? 'production' : 'trial'
  const differences = getDifferences(
    { ...before, plan: org?.plan ?? 'trial' },
    { ...kept, graceUntil: grace.graceUntil, plan: org ? plan : 'trial' },
  )
  await storeChange(transaction, orgId, { plan, grace, subscription: kept, fetchedAt })
  if (org && Object.keys(differences).length > 0) {
    const changes = Object.fromEntries(Object.entries(differences).map(([name, [from, to]]) => [name, { from, to }]))
    const details = { ...changes, ...(effective?.[0] && { event: effective[0].id }) }
    await recordBillingAudit(transaction, orgId, action, details, clock())
  }
  return differences
}

/** Returns new events possibly having an effect. */
async function selectEvents(
  transaction: Prisma.TransactionClient,
  account: LockedAccount,
  { take, isValid }: EventSource,
): Promise<readonly IncomingEvent[]> {
  const effective: IncomingEvent[] = []
  for (const event of await omitStoredEvents(transaction, take())) {
    if (await isValid(event, account)) effective.push(event)
  }
  return effective
}

/** Lists the customer's subscriptions, the ended ones too. */
export async function listSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const { data } = await stripe.subscriptions.list(
    { customer, status: 'all', limit: 100, expand: ['data.latest_invoice'] },
    onlyOnce,
  )
  return data.filter((each) => (typeof each.customer === 'string' ? each.customer : each.customer.id) === customer)
}

const comparedNames = [
  'plan',
  'status',
  'subscriptionId',
  'quantity',
  'currentPeriodEnd',
  'endsAt',
  'graceUntil',
] as const

type Compared = Readonly<Record<(typeof comparedNames)[number], string | number | Date | null>>

function getDifferences(before: Compared, after: Compared): Differences {
  const pairs = comparedNames.map((name) => [name, [toValue(before[name]), toValue(after[name])]] as const)
  return Object.fromEntries(pairs.filter(([, [from, to]]) => from !== to))
}

function toValue(value: string | number | Date | null): string | number | null {
  return value instanceof Date ? value.toISOString() : value
}

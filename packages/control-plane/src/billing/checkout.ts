import { createHash } from 'node:crypto'
import type { Prisma } from '@bridge/database'
import { Problem } from '@bridge/faults'
import Stripe from 'stripe'
import {
  countCheckoutAttempt,
  countQuantity,
  ensureAccount,
  findStatus,
  type LockedAccount,
  storeAccount,
  withLockedAccount,
} from './account.store.ts'
import type { BillingParts } from './parts.ts'
import { onlyOnce } from './stripe-client.ts'
import { isFinal } from './subscription.ts'
import { syncLocked } from './sync.ts'

/**
 * Returns the URL where the organization subscribes: its open checkout, or a new one. An organization with a
 * subscription gets the billing portal instead. The account is locked: two admins get the same checkout.
 *
 * @returns undefined if the organization was deleted
 * @throws {Problem} `enterprise_plan`
 */
export async function startCheckout(parts: BillingParts, orgId: string): Promise<string | undefined> {
  await ensureAccount(parts.database, orgId)
  try {
    await storeCustomer(parts, orgId)
    return await openLocked(parts, orgId)
  } catch (error) {
    // Stripe repeats its response to a key, even a failed one. The number of attempts is in the keys.
    if (error instanceof Stripe.errors.StripeError && error.statusCode !== undefined) {
      await countCheckoutAttempt(parts.database, orgId)
    }
    throw error
  }
}

function openLocked(parts: BillingParts, orgId: string): Promise<string | undefined> {
  return parts.queue.run(orgId, () =>
    withLockedAccount(parts.fetchDatabase, orgId, async (transaction, account) => {
      if (!account.org || account.customerId === null) return undefined
      // The plan may have changed while the account was locked. Such an organization's subscription is not read.
      if (account.org.plan === 'enterprise') throw new Problem('enterprise_plan')
      await parts.billingClock.refresh()
      // Before the subscriptions: a checkout completed now is a subscription when they are read.
      const openUrl = await findOpenCheckout(parts, transaction, account)
      await syncLocked(parts, transaction, account, { action: 'billing.update' })
      if (!isFinal(await findStatus(transaction, orgId)))
        return openPortalSession(parts, account.customerId, account.org.slug)
      return openUrl ?? openCheckout(parts, transaction, account, account.customerId, account.org.slug)
    }),
  )
}

/** Creates the customer in a separate transaction: a later failure does not forget it. */
async function storeCustomer(
  { stripe, stripeConfig, fetchDatabase, queue }: BillingParts,
  orgId: string,
): Promise<void> {
  await queue.run(orgId, () =>
    withLockedAccount(fetchDatabase, orgId, async (transaction, { customerId, checkoutAttempt, org }) => {
      if (!org) return
      if (customerId !== null && !(await stripe.customers.retrieve(customerId)).deleted) return
      const params: Stripe.CustomerCreateParams = {
        name: org.name,
        metadata: { org_id: orgId },
        ...(stripeConfig.testClock !== undefined && { test_clock: stripeConfig.testClock }),
      }
      // The same key with another name would be an error, and a deleted customer would be returned again.
      const digest = createHash('sha256')
        .update(JSON.stringify([params, customerId, checkoutAttempt]))
        .digest('base64url')
        .slice(0, 16)
      const customer = await stripe.customers.create(params, { idempotencyKey: `customer:${orgId}:${digest}` })
      await storeAccount(transaction, orgId, { customerId: customer.id, checkoutSessionId: null })
    }),
  )
}

/** Returns the open checkout's URL, or ends it if it is for something else. */
async function findOpenCheckout(
  { stripe, stripeConfig }: BillingParts,
  transaction: Prisma.TransactionClient,
  { orgId, customerId, checkoutSessionId }: LockedAccount,
): Promise<string | undefined> {
  if (checkoutSessionId === null) return undefined
  const session = await stripe.checkout.sessions.retrieve(checkoutSessionId, { expand: ['line_items'] })
  if (session.status !== 'open') return undefined
  const quantity = await countQuantity(transaction, orgId)
  const [line] = session.line_items?.data ?? []
  const isSame =
    line?.quantity === quantity && line.price?.id === stripeConfig.priceId && session.customer === customerId
  if (session.url && isSame) return session.url
  // Only one checkout can be completed at a time.
  await expireCheckout(stripe, checkoutSessionId)
  return undefined
}

/** Ends an open checkout. */
export async function expireCheckout(stripe: Stripe, sessionId: string): Promise<void> {
  // Each attempt has a new key, because Stripe repeats its response to a key, also when it has failed.
  const idempotencyKey = `expire:${sessionId}:${crypto.randomUUID()}`
  await stripe.checkout.sessions.expire(sessionId, {}, { ...onlyOnce, idempotencyKey })
}

async function openCheckout(
  { stripe, stripeConfig, baseUrl }: BillingParts,
  transaction: Prisma.TransactionClient,
  { orgId, checkoutAttempt }: LockedAccount,
  customer: string,
  slug: string,
): Promise<string> {
  const quantity = await countQuantity(transaction, orgId)
  const metadata = { org_id: orgId }
  const page = `${baseUrl}/orgs/${slug}/usage`
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      client_reference_id: orgId,
      line_items: [{ price: stripeConfig.priceId, quantity }],
      metadata,
      subscription_data: { metadata },
      success_url: `${page}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${page}/canceled`,
    },
    { idempotencyKey: `checkout:${orgId}:${checkoutAttempt}:${quantity}:${stripeConfig.priceId}` },
  )
  await storeAccount(transaction, orgId, { checkoutSessionId: session.id, checkoutAttempt: checkoutAttempt + 1 })
  if (!session.url) throw new Error('Stripe returned a checkout without a URL.')
  return session.url
}

/** Returns the URL of a new Stripe billing portal session. */
export async function openPortalSession(
  { stripe, baseUrl }: BillingParts,
  customer: string,
  slug: string,
): Promise<string> {
  const session = await stripe.billingPortal.sessions.create(
    { customer, return_url: `${baseUrl}/orgs/${slug}/usage` },
    { idempotencyKey: `portal:${crypto.randomUUID()}` },
  )
  return session.url
}

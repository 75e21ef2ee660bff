import type { Prisma } from '@bridge/database'
import Stripe from 'stripe'
import { deleteAccount, type LockedAccount, storeAccount, withLockedAccount } from './account.store.ts'
import { expireCheckout } from './checkout.ts'
import type { BillingParts } from './parts.ts'
import { onlyOnce } from './stripe-client.ts'
import { isFinal } from './subscription.ts'
import { listSubscriptions } from './sync.ts'

/**
 * Ends what a deleted organization has at Stripe, its checkout and its subscription, and deletes its billing account.
 *
 * @throws Stripe's error; the account is kept then
 */
export async function endDeletedAccount(parts: BillingParts, orgId: string): Promise<void> {
  const failure = await parts.queue.run(orgId, () =>
    withLockedAccount(parts.fetchDatabase, orgId, (transaction, account) => endLocked(parts, transaction, account)),
  )
  if (failure) throw failure
}

/** Returns a response's error: the transaction stores that there was one. */
async function endLocked(
  { stripe }: BillingParts,
  transaction: Prisma.TransactionClient,
  { orgId, org, customerId, checkoutSessionId, quantityChange }: LockedAccount,
): Promise<Stripe.errors.StripeError | undefined> {
  if (org) return undefined
  try {
    if (checkoutSessionId !== null) {
      const { status } = await stripe.checkout.sessions.retrieve(checkoutSessionId, {}, onlyOnce)
      if (status === 'open') await expireCheckout(stripe, checkoutSessionId)
    }
    // After the checkout, which could have started another one.
    const subscriptions = customerId === null ? [] : await listSubscriptions(stripe, customerId)
    for (const { id, status } of subscriptions) {
      if (isFinal(status)) continue
      await stripe.subscriptions.cancel(id, {}, { ...onlyOnce, idempotencyKey: `cancel:${id}:${quantityChange}` })
    }
    await deleteAccount(transaction, orgId)
    return undefined
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) throw error
    // Stripe repeats its response to a key.
    await storeAccount(transaction, orgId, { quantityChange: quantityChange + 1 })
    return error
  }
}

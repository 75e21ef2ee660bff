import Stripe from 'stripe'
import { countQuantity, storeAccount, withLockedAccount } from './account.store.ts'
import type { BillingParts } from './parts.ts'
import { onlyOnce } from './stripe-client.ts'
import { isFinal } from './subscription.ts'

/**
 * Makes an organization's subscription quantity the number of its production realms. The change number is in the
 * idempotency key: a change with a lost response is repeated with the same key, and a change refused by Stripe is tried
 * with another one.
 *
 * @throws Stripe's error; the change is made later then
 */
export async function correctQuantity(parts: BillingParts, orgId: string): Promise<void> {
  const failure = await parts.queue.run(orgId, () => correctLocked(parts, orgId))
  if (failure) throw failure
}

/** Returns a response's error: the transaction stores that there was one. */
function correctLocked(
  { stripe, fetchDatabase }: BillingParts,
  orgId: string,
): Promise<Stripe.errors.StripeError | undefined> {
  return withLockedAccount(fetchDatabase, orgId, async (transaction, account) => {
    const { org, status, subscriptionId, subscriptionItemId, quantityChange } = account
    if (subscriptionId === null || subscriptionItemId === null || isFinal(status)) return undefined
    const nextChange = { quantityChange: quantityChange + 1 }
    try {
      const quantity = await countQuantity(transaction, orgId)
      if (org?.plan !== 'production' || account.quantity === quantity) return undefined
      const item = await stripe.subscriptionItems.update(
        subscriptionItemId,
        { quantity, proration_behavior: 'create_prorations' },
        { ...onlyOnce, idempotencyKey: `quantity:${subscriptionId}:${quantityChange}:${quantity}` },
      )
      await storeAccount(transaction, orgId, { quantity: item.quantity ?? quantity, ...nextChange })
      return undefined
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) throw error
      // Stripe repeats its response to a key. The state may have changed, so it is read again.
      await storeAccount(transaction, orgId, { ...nextChange, fetchedAt: null })
      return error
    }
  })
}

import type Stripe from 'stripe'
import { findCustomer } from './account.store.ts'
import type { BillingParts } from './parts.ts'
import { findDigits, type Pricing, readPricing } from './pricing.ts'
import { onlyOnce } from './stripe-client.ts'
import { chooseSubscription, readSubscription } from './subscription.ts'
import { listSubscriptions } from './sync.ts'

/** The invoices of a subscription that are to be paid. */
export interface Invoices {
  /** Before tax and credits. */
  readonly next: { readonly at: Date; readonly companyFiles: number; readonly price: Pricing } | null
  readonly open: OpenInvoice | null
}

/** An invoice whose payment failed. */
interface OpenInvoice {
  /** Null where the currency's minor unit is uncertain. */
  readonly amount: { readonly minor: number; readonly digits: number; readonly currency: string } | null
  /** Where its holder can pay it. */
  readonly url: string
}

/** Reads what an organization pays next from Stripe: neither amount is stored. Undefined without a customer. */
export async function readInvoices(parts: BillingParts, orgId: string): Promise<Invoices | undefined> {
  const { stripe, stripeConfig, database } = parts
  const account = await findCustomer(database, orgId)
  if (!account?.customerId) return undefined
  const subscription = chooseSubscription(await listSubscriptions(stripe, account.customerId))
  if (!subscription) return undefined
  const { currentPeriodEnd, endsAt, quantity, subscriptionItemId } = readSubscription(
    subscription,
    stripeConfig.priceId,
  )
  const item = subscription.items.data.find(({ id }) => id === subscriptionItemId)
  const renews = (subscription.status === 'active' || subscription.status === 'trialing') && endsAt === null
  return {
    next:
      renews && item && currentPeriodEnd && quantity !== null
        ? { at: currentPeriodEnd, companyFiles: quantity, price: readPricing(item.price) }
        : null,
    open: await findOpenInvoice(stripe, subscription.latest_invoice, account.failingInvoiceId),
  }
}

/** The failed invoice may be older than the latest one. */
async function findOpenInvoice(
  stripe: Stripe,
  latest: Stripe.Subscription['latest_invoice'],
  failingInvoiceId: string | null,
): Promise<OpenInvoice | null> {
  if (latest !== null && typeof latest !== 'string' && latest.status === 'open') return toOpenInvoice(latest)
  if (failingInvoiceId === null) return null
  const failing = await stripe.invoices.retrieve(failingInvoiceId, {}, onlyOnce)
  return failing.status === 'open' ? toOpenInvoice(failing) : null
}

function toOpenInvoice({ amount_remaining, currency, hosted_invoice_url }: Stripe.Invoice): OpenInvoice | null {
  if (!hosted_invoice_url) return null
  const digits = findDigits(currency)
  const amount = digits === undefined ? null : { minor: amount_remaining, digits, currency: currency.toUpperCase() }
  return { amount, url: hosted_invoice_url }
}

import { createStripeClient } from '@bridge/control-plane/billing/stripe-client'
import { isLoopback, toStripeConfig } from '@bridge/server'
import Stripe from 'stripe'
import type { Check } from './deployment.ts'
import { type Finding, ok, problem, unused, warning } from './finding.ts'

/** The Stripe account: the key and the price. */
export const stripeCheck: Check = {
  title: 'Stripe',
  needs: [],
  async examine({ settings, baseUrl }) {
    const { BILLING_ENFORCED: isEnforced = false } = settings
    const stripe = toStripeConfig({ ...settings })
    if (stripe === undefined) return withoutStripe(isEnforced)
    try {
      const price = await createStripeClient(stripe).prices.retrieve(stripe.priceId)
      const findings = [...findUnfitPrice(price), ...findTestMode(price, isLoopback(baseUrl))]
      return findings.length > 0 ? findings : [ok(`The key is valid, and ${price.id} is a price per period.`)]
    } catch (error) {
      return [explain(error)]
    }
  },
}

function withoutStripe(isEnforced: boolean): readonly Finding[] {
  if (!isEnforced) return [unused('No one pays, and plans are not enforced.')]
  return [
    warning(
      'BILLING_ENFORCED is true, and no one can pay.',
      'Set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID, or give plans by npm run billing -- enterprise ORGANIZATION.',
    ),
  ]
}

function findUnfitPrice({ id, active, recurring }: Stripe.Price): readonly Finding[] {
  const advice = 'STRIPE_PRICE_ID is the price of one production company file for each period.'
  if (!active) return [problem(`${id} is archived at Stripe, so no one can subscribe.`, advice)]
  return recurring === null ? [problem(`${id} is paid once, not for each period.`, advice)] : []
}

function findTestMode({ livemode }: Stripe.Price, isLocal: boolean): readonly Finding[] {
  if (livemode || isLocal) return []
  return [warning('The key is for tests: cards are not charged.', 'Use a live key where customers pay.')]
}

function explain(error: unknown): Finding {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return problem('Stripe refuses STRIPE_SECRET_KEY.', 'Copy the key again; a rolled key ends.')
  if (error instanceof Stripe.errors.StripePermissionError)
    return problem('STRIPE_SECRET_KEY may not read prices.', 'docs/billing.md lists the rights of a restricted key.')
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    return problem('Stripe knows no price STRIPE_PRICE_ID.', 'Test and live mode have separate prices.')
  return problem(
    `Stripe cannot be reached: ${(error as Error).message}`,
    'Open the way to api.stripe.com from this machine.',
  )
}

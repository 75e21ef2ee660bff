import type { Tenant } from '@bridge/harness/create-tenant'
import { emulatorPriceId, type ServedStripeEmulator, serveStripeEmulator } from '@bridge/stripe-emulator'
import { withSession } from '../isolation/credentials.ts'
import { startTarget, type Target } from '../target/start-target.ts'

/** The IDs at Stripe for an organization. */
export interface Subscriber {
  readonly customer: string
  readonly subscription: string
  readonly checkout: string
}

/** A running service with an emulated Stripe, where both organizations have a subscription. */
export interface BillingTarget extends Target {
  readonly stripe: ServedStripeEmulator
  readonly subscribers: Readonly<Record<'victim' | 'attacker', Subscriber>>
}

const secretKey = 'sk_test_attacked'

/** The path of Stripe's events, and the secret that signs them. */
export const webhook = { path: '/billing/v1/webhook', secret: 'whsec_attacked' } as const

/** Starts a target whose billing is connected to an emulated Stripe. */
export async function startBillingTarget(): Promise<BillingTarget> {
  let origin = ''
  const stripe = await serveStripeEmulator({
    port: 0,
    secretKey,
    webhookUrl: `https://bridge.example${webhook.path}`,
    webhookSecret: webhook.secret,
    sendsEvents: false,
    post: async (_url, init) => (await fetch(`${origin}${webhook.path}`, init)).status,
  })
  const target = await startTarget({
    stripe: { secretKey, webhookSecrets: [webhook.secret], priceId: emulatorPriceId, apiUrl: stripe.url },
  })
  origin = target.origin
  const victim = await subscribe(target, stripe, target.victim)
  const attacker = await subscribe(target, stripe, target.attacker)
  return {
    ...target,
    stripe,
    subscribers: { victim, attacker },
    close: async () => {
      await target.close()
      await stripe.stop()
    },
  }
}

/** Lets the owner of an organization pay, and tells the service. */
async function subscribe(
  target: Target,
  stripe: ServedStripeEmulator,
  { orgId, members }: Tenant,
): Promise<Subscriber> {
  const { status, body } = await target.send({
    method: 'POST',
    path: `/admin/v1/orgs/${orgId}/billing/checkout`,
    headers: { ...withSession(members.owner.session, target), 'content-type': 'application/json' },
    body: '{}',
  })
  if (status !== 200) throw new Error(`There is no checkout: ${status} ${body}`)
  const { url } = JSON.parse(body) as { readonly url: string }
  const session = stripe.state.sessions[url.split('/').at(-1) ?? '']
  if (session === undefined) throw new Error(`${url} is no checkout.`)
  const { id } = stripe.cycle.completeCheckout(session)
  await stripe.deliveries.flush()
  return { customer: session.customer, subscription: id, checkout: session.id }
}

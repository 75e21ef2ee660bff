import type { Tenant } from '@bridge/harness/create-tenant'
import type { ServedStripeEmulator } from '@bridge/stripe-emulator'
import { withSession } from '../isolation/credentials.ts'
import { startAttackedService, type Target } from '../target/start-target.ts'

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

/** Starts a target whose billing is connected to an emulated Stripe. */
export async function startBillingTarget(): Promise<BillingTarget> {
  const { target, service } = await startAttackedService({ billing: true })
  const { stripe } = service
  if (stripe === undefined) throw new Error('There is no emulated Stripe.')
  const victim = await subscribe(target, stripe, target.victim)
  const attacker = await subscribe(target, stripe, target.attacker)
  return { ...target, stripe, subscribers: { victim, attacker } }
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

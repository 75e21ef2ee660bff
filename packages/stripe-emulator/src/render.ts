import {
  type CheckoutSession,
  type Customer,
  type EmulatorState,
  emulatorClockId,
  emulatorPriceId,
  type Invoice,
  type PortalSession,
  type Subscription,
} from './state.ts'

type Rendered = Readonly<Record<string, unknown>>

export const unitAmount = 4_900
const currency = 'usd'

/** Renders objects as Stripe's API returns them. */
export class Renderer {
  readonly #state: EmulatorState
  readonly #getUrl: (path: string) => string

  constructor(state: EmulatorState, getUrl: (path: string) => string) {
    this.#state = state
    this.#getUrl = getUrl
  }

  customer({ id, created, name, email, metadata, deleted }: Customer): Rendered {
    if (deleted) return { id, object: 'customer', deleted: true }
    const clock = this.#state.frozenTime === null ? null : emulatorClockId
    const rest = { livemode: false, balance: 0, delinquent: false, currency: null, default_source: null }
    return { id, object: 'customer', created, name, email, metadata, test_clock: clock, ...rest }
  }

  price(): Rendered {
    return {
      id: emulatorPriceId,
      object: 'price',
      active: true,
      currency,
      livemode: false,
      product: 'prod_bridge',
      recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
      type: 'recurring',
      unit_amount: unitAmount,
    }
  }

  session(session: CheckoutSession, expand: readonly string[] = []): Rendered {
    const { id, created, customer, client_reference_id, metadata, quantity, status, subscription } = session
    const line = { id: `li_${id}`, object: 'item', quantity, price: this.price() }
    return {
      id,
      object: 'checkout.session',
      created,
      customer,
      client_reference_id,
      metadata,
      status,
      subscription,
      mode: 'subscription',
      livemode: false,
      payment_status: status === 'complete' ? 'paid' : 'unpaid',
      expires_at: session.expires_at,
      success_url: session.success_url,
      cancel_url: session.cancel_url,
      url: status === 'open' ? this.#getUrl(`/pay/${id}`) : null,
      ...(expand.includes('line_items') && { line_items: { object: 'list', data: [line], has_more: false } }),
    }
  }

  portalSession({ id, customer, return_url }: PortalSession): Rendered {
    const common = { object: 'billing_portal.session', livemode: false, configuration: 'bpc_bridge', flow: null }
    return { id, ...common, customer, return_url, url: this.#getUrl(`/portal/${id}`) }
  }

  item(subscription: Subscription): Rendered {
    const { itemId, id, created, quantity, periodStart, periodEnd } = subscription
    return {
      id: itemId,
      object: 'subscription_item',
      created,
      quantity,
      subscription: id,
      price: this.price(),
      current_period_start: periodStart,
      current_period_end: periodEnd,
      metadata: {},
    }
  }

  subscription(subscription: Subscription, expand: readonly string[] = []): Rendered {
    const { id, created, customer, metadata, status } = subscription
    const invoice = this.#state.invoices[subscription.latestInvoice]
    const isExpanded = expand.some((each) => each.endsWith('latest_invoice'))
    return {
      id,
      object: 'subscription',
      created,
      start_date: created,
      customer,
      metadata,
      status,
      livemode: false,
      collection_method: 'charge_automatically',
      items: { object: 'list', data: [this.item(subscription)], has_more: false },
      cancel_at: subscription.cancelAtPeriodEnd ? subscription.periodEnd : null,
      cancel_at_period_end: subscription.cancelAtPeriodEnd,
      canceled_at: subscription.canceledAt,
      ended_at: subscription.endedAt,
      cancellation_details: { reason: subscription.endReason, comment: null, feedback: null },
      latest_invoice: isExpanded && invoice ? this.invoice(invoice) : subscription.latestInvoice,
      pause_collection: null,
      trial_start: null,
      trial_end: null,
    }
  }

  invoice(invoice: Invoice): Rendered {
    const { id, created, customer, subscription, amount, reason, status, attempts, paidAt } = invoice
    const metadata = this.#state.subscriptions[subscription]?.metadata ?? {}
    return {
      id,
      object: 'invoice',
      created,
      customer,
      currency,
      livemode: false,
      status,
      billing_reason: reason,
      amount_due: amount,
      amount_paid: status === 'paid' ? amount : 0,
      amount_remaining: status === 'paid' ? 0 : amount,
      attempt_count: attempts,
      attempted: attempts > 0,
      hosted_invoice_url: this.#getUrl(`/invoice/${id}`),
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription, metadata },
        quote_details: null,
      },
      status_transitions: {
        finalized_at: created,
        paid_at: paidAt,
        marked_uncollectible_at: null,
        voided_at: null,
      },
    }
  }
}

/** Returns an event object in the shape used before the 2025 API versions. */
export function toOldShape(object: Rendered): Rendered {
  if (object.object === 'invoice') {
    const { parent, ...rest } = object
    const { subscription_details: details } = parent as { subscription_details: { subscription: string } }
    return { ...rest, subscription: details.subscription, paid: rest.status === 'paid' }
  }
  if (object.object === 'subscription') {
    const { items } = object as { items: { data: readonly Rendered[] } }
    const [item] = items.data
    const { current_period_start, current_period_end } = item ?? {}
    return { ...object, current_period_start, current_period_end }
  }
  return object
}

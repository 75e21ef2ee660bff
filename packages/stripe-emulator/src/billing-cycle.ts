import { type Renderer, unitAmount } from './render.ts'
import type { CheckoutSession, Customer, EmulatorState, Invoice, Subscription } from './state.ts'

const daySeconds = 86_400
/** Days after the first attempt at which a failed payment is tried again. */
const retryDays = [3, 5, 7, 14]

interface Parts {
  readonly state: EmulatorState
  readonly render: Renderer
  /** Returns the current time in seconds. */
  readonly now: () => number
  readonly newId: (prefix: string) => string
  readonly emit: (type: string, object: Readonly<Record<string, unknown>>, created: number) => void
}

/** Runs subscriptions: checkout, renewals, failures, retries, payments and cancellations. */
export class BillingCycle {
  readonly #state: EmulatorState
  readonly #render: Renderer
  readonly #now: Parts['now']
  readonly #newId: Parts['newId']
  readonly #emit: Parts['emit']

  constructor({ state, render, now, newId, emit }: Parts) {
    this.#state = state
    this.#render = render
    this.#now = now
    this.#newId = newId
    this.#emit = emit
  }

  /** Runs everything due by now, in order. */
  runDue() {
    for (;;) {
      const due = Object.values(this.#state.subscriptions)
        .flatMap((each) => this.#getDue(each) ?? [])
        .sort((one, other) => one.at - other.at)[0]
      if (!due || due.at > this.#now()) return
      due.run()
    }
  }

  completeCheckout(session: CheckoutSession): Subscription {
    const at = this.#now()
    const subscription: Subscription = {
      id: this.#newId('sub'),
      itemId: this.#newId('si'),
      created: at,
      customer: session.customer,
      metadata: session.subscriptionMetadata,
      status: 'active',
      quantity: session.quantity,
      periodStart: at,
      periodEnd: addMonth(at),
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endedAt: null,
      endReason: null,
      latestInvoice: '',
    }
    this.#state.subscriptions[subscription.id] = subscription
    const invoice = this.#createInvoice(subscription, 'subscription_create', at)
    invoice.attempts = 1
    invoice.status = 'paid'
    invoice.paidAt = at
    session.status = 'complete'
    session.subscription = subscription.id
    this.#emit('customer.subscription.created', this.#render.subscription(subscription), at)
    this.#emit('invoice.paid', this.#render.invoice(invoice), at)
    this.#emit('checkout.session.completed', this.#render.session(session), at)
    return subscription
  }

  /** Pays a customer's open invoices if the card works. */
  payOpen(customer: Customer) {
    for (const invoice of Object.values(this.#state.invoices)) {
      const subscription = this.#state.subscriptions[invoice.subscription]
      if (invoice.customer === customer.id && invoice.status === 'open' && subscription) {
        this.#charge(subscription, invoice, this.#now())
      }
    }
  }

  /** Pays one open invoice with a card that works, or tries one that is declined. */
  payInvoice(invoice: Invoice, cardWorks: boolean) {
    const customer = this.#state.customers[invoice.customer]
    const subscription = this.#state.subscriptions[invoice.subscription]
    if (!customer || !subscription || invoice.status !== 'open') return
    customer.cardWorks = cardWorks
    this.#charge(subscription, invoice, this.#now())
  }

  setCancelAtPeriodEnd(subscription: Subscription, value: boolean) {
    subscription.cancelAtPeriodEnd = value
    subscription.canceledAt = value ? this.#now() : null
    this.#announce(subscription, this.#now())
  }

  setQuantity(subscription: Subscription, quantity: number) {
    subscription.quantity = quantity
    this.#announce(subscription, this.#now())
  }

  pause(subscription: Subscription) {
    subscription.status = 'paused'
    this.#announce(subscription, this.#now())
  }

  /** Starts a new period, charged at once. */
  resume(subscription: Subscription) {
    subscription.status = 'active'
    subscription.periodEnd = this.#now()
    this.#renew(subscription)
  }

  cancelNow(subscription: Subscription) {
    if (subscription.endedAt === null) this.#end(subscription, 'cancellation_requested', this.#now())
  }
  #announce(subscription: Subscription, at: number) {
    this.#emit('customer.subscription.updated', this.#render.subscription(subscription), at)
  }

  #createInvoice(subscription: Subscription, reason: Invoice['reason'], at: number): Invoice {
    const invoice: Invoice = {
      id: this.#newId('in'),
      created: at,
      customer: subscription.customer,
      subscription: subscription.id,
      amount: unitAmount * subscription.quantity,
      reason,
      status: 'open',
      attempts: 0,
      paidAt: null,
    }
    this.#state.invoices[invoice.id] = invoice
    subscription.latestInvoice = invoice.id
    return invoice
  }

  /** Charges the card for an open invoice and emits the outcome. */
  #charge(subscription: Subscription, invoice: Invoice, at: number) {
    invoice.attempts += 1
    if (this.#state.customers[subscription.customer]?.cardWorks) {
      invoice.status = 'paid'
      invoice.paidAt = at
      if (subscription.endedAt === null) subscription.status = 'active'
      this.#emit('invoice.paid', this.#render.invoice(invoice), at)
    } else {
      if (subscription.status === 'active') subscription.status = 'past_due'
      this.#emit('invoice.payment_failed', this.#render.invoice(invoice), at)
    }
    this.#announce(subscription, at)
  }

  #end(subscription: Subscription, reason: Subscription['endReason'], at: number) {
    subscription.status = 'canceled'
    subscription.canceledAt ??= at
    subscription.endedAt = at
    subscription.endReason = reason
    this.#emit('customer.subscription.deleted', this.#render.subscription(subscription), at)
  }

  #renew(subscription: Subscription) {
    const at = subscription.periodEnd
    if (subscription.cancelAtPeriodEnd) {
      this.#end(subscription, 'cancellation_requested', at)
      return
    }
    subscription.periodStart = at
    subscription.periodEnd = addMonth(at)
    this.#charge(subscription, this.#createInvoice(subscription, 'subscription_cycle', at), at)
  }

  #retry(subscription: Subscription, invoice: Invoice, at: number) {
    this.#charge(subscription, invoice, at)
    if (invoice.status === 'paid' || invoice.attempts <= retryDays.length) return
    if (this.#state.afterRetries === 'canceled') this.#end(subscription, 'payment_failed', at)
    if (this.#state.afterRetries === 'unpaid') {
      subscription.status = 'unpaid'
      this.#announce(subscription, at)
    }
  }

  /** Returns the subscription's next step and its time; undefined once it has ended. */
  #getDue(subscription: Subscription) {
    if (subscription.endedAt !== null || subscription.status === 'paused') return undefined
    const invoice = this.#state.invoices[subscription.latestInvoice]
    const retryDay = invoice?.status === 'open' ? retryDays[invoice.attempts - 1] : undefined
    const renewal = { at: subscription.periodEnd, run: () => this.#renew(subscription) }
    if (!invoice || retryDay === undefined || subscription.status === 'unpaid') return renewal
    const at = invoice.created + retryDay * daySeconds
    return at < renewal.at ? { at, run: () => this.#retry(subscription, invoice, at) } : renewal
  }
}

function addMonth(seconds: number): number {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + 1)
  // The last day of a shorter month.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return Math.floor(date.getTime() / 1000)
}

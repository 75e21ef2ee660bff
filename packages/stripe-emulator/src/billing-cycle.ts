import type { createRenderer } from './render.ts'
import { unitAmount } from './render.ts'
import type { CheckoutSession, Customer, EmulatorState, Invoice, Subscription } from './state.ts'

const daySeconds = 86_400
/** Days after the first attempt at which a failed payment is tried again. */
const retryDays = [3, 5, 7, 14]

type Emit = (type: string, object: Readonly<Record<string, unknown>>, created: number) => void

/** The life of subscriptions: checkout, renewals, failures, retries, payments and cancellations. */
export function createBillingCycle({
  state,
  render,
  now,
  newId,
  emit,
}: {
  readonly state: EmulatorState
  readonly render: ReturnType<typeof createRenderer>
  /** The current time in seconds. */
  readonly now: () => number
  readonly newId: (prefix: string) => string
  readonly emit: Emit
}) {
  const updated = (subscription: Subscription, at: number) =>
    emit('customer.subscription.updated', render.subscription(subscription), at)

  const createInvoice = (subscription: Subscription, reason: Invoice['reason'], at: number): Invoice => {
    const invoice: Invoice = {
      id: newId('in'),
      created: at,
      customer: subscription.customer,
      subscription: subscription.id,
      amount: unitAmount * subscription.quantity,
      reason,
      status: 'open',
      attempts: 0,
      paidAt: null,
    }
    state.invoices[invoice.id] = invoice
    subscription.latestInvoice = invoice.id
    return invoice
  }

  /** Charges the card for an open invoice, with the events of the outcome. */
  const charge = (subscription: Subscription, invoice: Invoice, at: number) => {
    invoice.attempts += 1
    if (state.customers[subscription.customer]?.cardWorks) {
      invoice.status = 'paid'
      invoice.paidAt = at
      if (subscription.endedAt === null) subscription.status = 'active'
      emit('invoice.paid', render.invoice(invoice), at)
    } else {
      if (subscription.status === 'active') subscription.status = 'past_due'
      emit('invoice.payment_failed', render.invoice(invoice), at)
    }
    updated(subscription, at)
  }

  const end = (subscription: Subscription, reason: Subscription['endReason'], at: number) => {
    subscription.status = 'canceled'
    subscription.canceledAt ??= at
    subscription.endedAt = at
    subscription.endReason = reason
    emit('customer.subscription.deleted', render.subscription(subscription), at)
  }

  const renew = (subscription: Subscription) => {
    const at = subscription.periodEnd
    if (subscription.cancelAtPeriodEnd) {
      end(subscription, 'cancellation_requested', at)
      return
    }
    subscription.periodStart = at
    subscription.periodEnd = addMonth(at)
    charge(subscription, createInvoice(subscription, 'subscription_cycle', at), at)
  }

  const retry = (subscription: Subscription, invoice: Invoice, at: number) => {
    charge(subscription, invoice, at)
    if (invoice.status === 'paid' || invoice.attempts <= retryDays.length) return
    if (state.afterRetries === 'canceled') end(subscription, 'payment_failed', at)
    if (state.afterRetries === 'unpaid') {
      subscription.status = 'unpaid'
      updated(subscription, at)
    }
  }

  /** Returns what is due next and when, of a subscription that goes on. */
  const getDue = (subscription: Subscription) => {
    if (subscription.endedAt !== null || subscription.status === 'paused') return undefined
    const invoice = state.invoices[subscription.latestInvoice]
    const retryDay = invoice?.status === 'open' ? retryDays[invoice.attempts - 1] : undefined
    const renewal = { at: subscription.periodEnd, run: () => renew(subscription) }
    if (!invoice || retryDay === undefined || subscription.status === 'unpaid') return renewal
    const at = invoice.created + retryDay * daySeconds
    return at < renewal.at ? { at, run: () => retry(subscription, invoice, at) } : renewal
  }

  return {
    /** Does everything that is due by now, in order. */
    runDue() {
      for (;;) {
        const due = Object.values(state.subscriptions)
          .flatMap((each) => getDue(each) ?? [])
          .sort((one, other) => one.at - other.at)[0]
        if (!due || due.at > now()) return
        due.run()
      }
    },

    completeCheckout(session: CheckoutSession): Subscription {
      const at = now()
      const subscription: Subscription = {
        id: newId('sub'),
        itemId: newId('si'),
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
      state.subscriptions[subscription.id] = subscription
      const invoice = createInvoice(subscription, 'subscription_create', at)
      invoice.attempts = 1
      invoice.status = 'paid'
      invoice.paidAt = at
      session.status = 'complete'
      session.subscription = subscription.id
      emit('customer.subscription.created', render.subscription(subscription), at)
      emit('invoice.paid', render.invoice(invoice), at)
      emit('checkout.session.completed', render.session(session), at)
      return subscription
    },

    /** Pays the open invoices of a customer whose card works. */
    payOpen(customer: Customer) {
      for (const invoice of Object.values(state.invoices)) {
        const subscription = state.subscriptions[invoice.subscription]
        if (invoice.customer === customer.id && invoice.status === 'open' && subscription) {
          charge(subscription, invoice, now())
        }
      }
    },

    setCancelAtPeriodEnd(subscription: Subscription, value: boolean) {
      subscription.cancelAtPeriodEnd = value
      subscription.canceledAt = value ? now() : null
      updated(subscription, now())
    },

    setQuantity(subscription: Subscription, quantity: number) {
      subscription.quantity = quantity
      updated(subscription, now())
    },

    pause(subscription: Subscription) {
      subscription.status = 'paused'
      updated(subscription, now())
    },

    /** Continues with a new period, which is charged at once. */
    resume(subscription: Subscription) {
      subscription.status = 'active'
      subscription.periodEnd = now()
      renew(subscription)
    },

    cancelNow(subscription: Subscription) {
      if (subscription.endedAt === null) end(subscription, 'cancellation_requested', now())
    },
  }
}

export type BillingCycle = ReturnType<typeof createBillingCycle>

function addMonth(seconds: number): number {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + 1)
  // The last day of a shorter month.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return Math.floor(date.getTime() / 1000)
}

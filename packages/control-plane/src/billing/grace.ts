import type { FetchedSubscription } from './subscription.ts'

/** The grace period for a series of failed payments. */
export interface Grace {
  readonly graceUntil: Date | null
  /** The invoice at the series' beginning. */
  readonly failingInvoiceId: string | null
}

/** The stored state before reading Stripe. */
export interface Before extends Grace {
  readonly subscriptionId: string | null
  readonly status: string | null
  readonly fetchedAt: Date | null
}

export const graceMs = 7 * 86_400_000
const none: Grace = { graceUntil: null, failingInvoiceId: null }

/**
 * Returns the grace period after reading Stripe. It begins with a series' first failure: when the failing invoice was
 * due, or when the subscription was last seen in good standing, whichever is later.
 *
 * @param isPaid whether another invoice has been paid since, which ends a series
 */
export async function getGrace(
  before: Before,
  fetched: FetchedSubscription,
  now: Date,
  isPaid: (invoiceId: string) => Promise<boolean>,
): Promise<Grace> {
  if (!isFailing(fetched)) return fetched.status === 'paused' && isSame(before, fetched) ? keep(before) : none
  const invoice = fetched.latestInvoice
  const invoiceId = before.failingInvoiceId
  if (isSame(before, fetched) && before.graceUntil && invoiceId !== null) {
    const continues = invoice === null || invoiceId === invoice.id || !(await isPaid(invoiceId))
    if (continues) return keep(before)
  }
  // A failure without an open invoice is unexpected: the service learns of it now.
  const dueAt = invoice === null || invoice.isPaid ? now : invoice.dueAt
  const lastGood =
    isSame(before, fetched) && (before.status === 'active' || before.status === 'trialing') ? before.fetchedAt : null
  const failedAt = Math.min(now.getTime(), Math.max(dueAt.getTime(), lastGood?.getTime() ?? 0))
  return { graceUntil: new Date(failedAt + graceMs), failingInvoiceId: invoice?.id ?? fetched.subscriptionId }
}

/** Returns whether a payment has failed; a requested cancellation is no failure. */
function isFailing({ status, endReason }: FetchedSubscription): boolean {
  return status === 'past_due' || status === 'unpaid' || (status === 'canceled' && endReason === 'payment_failed')
}

function isSame(before: Before, fetched: FetchedSubscription): boolean {
  return before.subscriptionId === fetched.subscriptionId
}

function keep({ graceUntil, failingInvoiceId }: Grace): Grace {
  return { graceUntil, failingInvoiceId }
}

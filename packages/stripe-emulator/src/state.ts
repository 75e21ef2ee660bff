/** The emulator's only price and only test clock. */
export const emulatorPriceId = 'price_bridge'
export const emulatorClockId = 'clock_bridge'
export const apiVersion = '2026-10-28.endive'

export type Metadata = Readonly<Record<string, string>>

export interface Customer {
  readonly id: string
  readonly created: number
  name: string | null
  email: string | null
  metadata: Metadata
  deleted: boolean
  /** Whether charging the card works. */
  cardWorks: boolean
}

export interface CheckoutSession {
  readonly id: string
  readonly created: number
  readonly customer: string
  readonly client_reference_id: string | null
  readonly metadata: Metadata
  readonly subscriptionMetadata: Metadata
  readonly quantity: number
  readonly success_url: string
  readonly cancel_url: string | null
  readonly expires_at: number
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
}

export interface PortalSession {
  readonly id: string
  readonly customer: string
  readonly return_url: string
}

export interface Subscription {
  readonly id: string
  readonly itemId: string
  readonly created: number
  readonly customer: string
  readonly metadata: Metadata
  status: 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled' | 'incomplete' | 'incomplete_expired'
  quantity: number
  periodStart: number
  periodEnd: number
  cancelAtPeriodEnd: boolean
  canceledAt: number | null
  endedAt: number | null
  endReason: 'cancellation_requested' | 'payment_failed' | null
  latestInvoice: string
}

export interface Invoice {
  readonly id: string
  readonly created: number
  readonly customer: string
  readonly subscription: string
  readonly amount: number
  readonly reason: 'subscription_create' | 'subscription_cycle'
  status: 'open' | 'paid' | 'void' | 'uncollectible'
  attempts: number
  paidAt: number | null
}

export interface StripeEvent {
  readonly id: string
  readonly type: string
  readonly created: number
  readonly object: Readonly<Record<string, unknown>>
}

/** The emulator's state, as JSON. Times are in seconds. */
export interface EmulatorState {
  ids: number
  /** The test clock, if set. */
  frozenTime: number | null
  /** What happens after the last payment retry. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due'
  readonly customers: Record<string, Customer>
  readonly sessions: Record<string, CheckoutSession>
  readonly portals: Record<string, PortalSession>
  readonly subscriptions: Record<string, Subscription>
  readonly invoices: Record<string, Invoice>
  readonly events: StripeEvent[]
  /** First responses by idempotency key. */
  readonly responses: Record<string, { readonly request: string; readonly status: number; readonly body: unknown }>
}

export function createState(): EmulatorState {
  return {
    ids: 0,
    frozenTime: null,
    afterRetries: 'unpaid',
    customers: {},
    sessions: {},
    portals: {},
    subscriptions: {},
    invoices: {},
    events: [],
    responses: {},
  }
}

import type { Database } from '@bridge/database'
import type { StripeConfig } from '@bridge/platform/stripe-config'
import type { Logger } from 'pino'
import type Stripe from 'stripe'
import type { BillingClock } from './billing-clock.ts'
import type { FetchQueue } from './fetch-queue.ts'

/** Dependencies shared within billing. */
export interface BillingParts {
  readonly stripe: Stripe
  readonly stripeConfig: StripeConfig
  readonly database: Database
  /** A separate pool for transactions open while Stripe is read. */
  readonly fetchDatabase: Database
  readonly queue: FetchQueue
  readonly billingClock: BillingClock
  /** The service's own time, for limits and signatures. */
  readonly clock: () => Date
  readonly logger: Logger
  readonly baseUrl: string
}

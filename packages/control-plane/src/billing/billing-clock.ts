import type Stripe from 'stripe'
import { onlyOnce } from './stripe-client.ts'

/** The billing time: the service's, or a Stripe test clock's. */
export interface BillingClock {
  now(): Date
  /** Reads the test clock, if there is one. */
  refresh(): Promise<void>
  close(): void
}

const pollMs = 1_000

/** Creates the clock. A test clock is read every second; until the first read, and if it fails, the service's is used. */
export function createBillingClock(
  stripe: Pick<Stripe, 'testHelpers'>,
  testClock: string | undefined,
  clock: () => Date,
): BillingClock {
  if (testClock === undefined) {
    return { now: clock, refresh: () => Promise.resolve(), close: () => undefined }
  }
  let frozen: Date | undefined
  const refresh = async () => {
    const { frozen_time: seconds } = await stripe.testHelpers.testClocks.retrieve(testClock, {}, onlyOnce)
    frozen = new Date(seconds * 1000)
  }
  const poll = () => void refresh().catch(() => undefined)
  poll()
  const timer = setInterval(poll, pollMs).unref()
  return { now: () => frozen ?? clock(), refresh, close: () => clearInterval(timer) }
}

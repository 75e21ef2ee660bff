import { readFileSync } from 'node:fs'
import path from 'node:path'
import { dataFolder } from './quickstart.ts'

/** The portal with billing, which requires a sign-in to connect an app, and its emulated Stripe. */
export interface BillingService {
  readonly baseUrl: string
  readonly stripeUrl: string
}

/** Returns the billing portal's addresses. */
export function billingService(): BillingService {
  return JSON.parse(readFileSync(path.join(dataFolder(), 'billing.json'), 'utf8')) as BillingService
}

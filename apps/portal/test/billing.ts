import { readFileSync } from 'node:fs'
import path from 'node:path'
import { dataFolder } from './quickstart.ts'

/** The portal that enforces billing and requires a sign-in to connect an app, and its emulated Stripe. */
export interface BillingService {
  readonly baseUrl: string
  readonly stripeUrl: string
}

/** Returns the addresses of the portal with billing. */
export function billingService(): BillingService {
  return JSON.parse(readFileSync(path.join(dataFolder(), 'billing.json'), 'utf8')) as BillingService
}

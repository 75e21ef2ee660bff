import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from 'playwright/test'
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

/** Subscribes on an organization's page of usage and billing. */
export async function subscribe(page: Page, home: string): Promise<void> {
  await page.goto(`${home}/usage`)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
}

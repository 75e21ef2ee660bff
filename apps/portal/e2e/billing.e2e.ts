import { expect, type Page, test } from 'playwright/test'
import { billingService } from '../test/billing.ts'
import { openPage, waitForHydration } from '../test/hydration.ts'
import { expectPageQuality } from '../test/page-harness.ts'
import { completeSignIn, testEmail } from '../test/sign-in.ts'

/** Presses a button of the emulated Stripe's page. */
async function control(page: Page, action: string, form: Record<string, string> = {}): Promise<void> {
  const response = await page.request.post(`${billingService().stripeUrl}/emulator/${action}`, { form })
  expect(response.ok()).toBe(true)
}

/** Opens the dialog for a company file and enters its name. */
async function connectCompanyFile(page: Page, files: string, name: string): Promise<void> {
  await openPage(page, files)
  await page.getByRole('button', { name: 'Connect a company file' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Continue to the set-up' }).click()
}

/** Returns the code of a call to the company file by way of the Explorer. */
async function call(page: Page, realmId: string): Promise<string> {
  const { baseUrl } = billingService()
  const response = await page.request.post(`${baseUrl}/trpc/explorer.send`, {
    headers: { origin: baseUrl },
    data: { realmId, method: 'GET', path: `/companyinfo/${realmId}`, query: '', body: null },
  })
  return /SUBSCRIPTION_REQUIRED|AGENT_OFFLINE/.exec(await response.text())?.[0] ?? `status ${response.status()}`
}

test('an organization goes from its trial through a failed payment to a paid subscription [cp-4:20] [dp-5.7]', async ({
  page,
}) => {
  const { baseUrl } = billingService()
  await control(page, 'reset')
  await page.goto(`${baseUrl}/sign-in`)
  await completeSignIn(page, testEmail('billing'))
  await page.waitForURL('**/orgs/**')
  const [organization = ''] = /.*\/orgs\/[^/]+/.exec(page.url()) ?? []
  const [files, usage] = [`${organization}/company-files`, `${organization}/usage`]

  await connectCompanyFile(page, files, 'First')
  await expect(page.getByRole('heading', { level: 1, name: 'First' })).toBeVisible()
  const realmId = /company-files\/(\d{16})/.exec(page.url())?.[1] ?? ''
  await expect.poll(() => call(page, realmId)).toBe('AGENT_OFFLINE')
  await connectCompanyFile(page, files, 'Second')
  await expect(page.getByRole('alert').filter({ hasText: 'trial plan can have one' })).toBeVisible()
  await page.getByRole('link', { name: 'See plans' }).click()

  // Trial → paid
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('Production plan')).toBeVisible()
  await connectCompanyFile(page, files, 'Second')
  await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible()

  // Paid → failed
  await openPage(page, usage)
  await page.getByRole('button', { name: 'Manage card and invoices' }).click()
  await page.getByRole('button', { name: 'Use a card that is declined' }).click()
  await expect(page.getByText('The card is declined.')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('2 × $49.00')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await control(page, 'advance', { days: '31' })
  const banner = page.getByRole('status').filter({ hasText: 'Payment failed' })
  await expect(async () => {
    await page.goto(files)
    await expect(banner).toContainText(/API calls work until \w+ \d+, 20\d\d/, { timeout: 5_000 })
  }).toPass()
  expect(await call(page, realmId)).toBe('AGENT_OFFLINE')
  await waitForHydration(page)
  await expectPageQuality(page)

  // Grace → 402
  await control(page, 'advance', { days: '8' })
  await expect.poll(() => call(page, realmId)).toBe('SUBSCRIPTION_REQUIRED')
  await openPage(page, usage)
  await expect(page.getByRole('status').filter({ hasText: 'rejected with SUBSCRIPTION_REQUIRED' })).toBeVisible()
  await expect(page.getByRole('main').getByText('7 days of grace are over').first()).toBeVisible()
  await expectPageQuality(page)

  // 402 → paid
  await page.getByRole('button', { name: 'Manage card and invoices' }).click()
  await page.getByRole('button', { name: 'Use a card that works' }).click()
  await page.getByRole('link', { name: 'Return to the Bridge Service' }).click()
  await expect.poll(() => call(page, realmId)).toBe('AGENT_OFFLINE')
  await expect(async () => {
    await page.goto(usage)
    await expect(page.getByText('Your subscription is active.')).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

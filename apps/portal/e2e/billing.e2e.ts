import { billingService } from '../test/billing.ts'
import { waitForHydration } from '../test/hydration.ts'
import { expectPageQuality } from '../test/page-harness.ts'
import { addMember, callAdmin, changeAsAdmin, findOrganization, openBrowserFor } from '../test/people.ts'
import { completeSignIn, testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

/** Presses a button on the emulated Stripe's page. */
async function control(page: Page, action: string, form: Record<string, string> = {}): Promise<void> {
  const response = await page.request.post(`${billingService().stripeUrl}/emulator/${action}`, { form })
  expect(response.ok()).toBe(true)
}

/** Opens the dialog for a company file and enters its name. */
async function connectCompanyFile(page: Page, files: string, name: string): Promise<void> {
  await page.goto(files)
  await page.getByRole('button', { name: 'Connect a company file' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Continue to the set-up' }).click()
}

/** Calls the company file through the Explorer. Returns the code. */
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

  // Trial → paid
  await page.goto(files)
  await page.getByRole('button', { name: 'Connect a company file' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'each company file costs $49.00 a month, before tax: $98.00 for two.',
  )
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout canceled' })).toBeVisible()
  await expect(page.getByRole('paragraph').filter({ hasText: 'Nothing was charged.' })).toBeVisible()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('Production plan')).toBeVisible()
  await connectCompanyFile(page, files, 'Second')
  await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible()

  // Paid → failed
  await page.goto(usage)
  await page.getByRole('button', { name: 'Manage card and invoices' }).click()
  await page.getByRole('button', { name: 'Use a card that is declined' }).click()
  await expect(page.getByText('The card is declined.')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('2 × $49.00')).toBeVisible({ timeout: 5_000 })
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
  await page.goto(usage)
  await expect(page.getByRole('status').filter({ hasText: 'rejected with SUBSCRIPTION_REQUIRED' })).toBeVisible()
  await expect(page.getByText('7 days of grace are over')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Open usage and billing' })).toHaveCount(0)
  const payInvoice = page.getByRole('link', { name: 'Pay invoice of $98.00' })
  await expect(payInvoice).toBeVisible()
  await expectPageQuality(page)

  // 402 → paid
  const [invoice] = await Promise.all([page.waitForEvent('popup'), payInvoice.click()])
  await invoice.getByRole('button', { name: 'Pay $98.00' }).click()
  await expect(invoice.getByText('Invoice paid.')).toBeVisible()
  await expect.poll(() => call(page, realmId)).toBe('AGENT_OFFLINE')
  await expect(async () => {
    await page.goto(usage)
    await expect(page.getByText('Your subscription is active.')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByText(/^Next invoice: \$98\.00 on \w+ \d+, 20\d\d, for 2 company files/)).toBeVisible()
})

test('owners and admins may subscribe, and an organization with a subscription cannot be deleted [cp-4:20] [cp-4:deletion]', async ({
  page,
  browser,
}) => {
  const { baseUrl } = billingService()
  await control(page, 'reset')
  const owner = await openBrowserFor(browser, testEmail('billing-owner'), {}, baseUrl)
  const organization = await findOrganization(owner)
  const admin = await addMember(browser, owner, organization, 'admin', 'billing-admin')
  const member = await addMember(browser, owner, organization, 'member', 'billing-member')
  const path = `${baseUrl}/orgs/${organization.slug}`
  await changeAsAdmin(owner, { method: 'POST', path: '/realms', body: { orgId: organization.id, name: 'First' } })

  await member.page.goto(`${path}/usage`)
  await expect(member.page.getByText('An owner or admin can subscribe and manage the payment.')).toBeVisible()
  await expect(member.page.getByRole('main').getByRole('link', { name: owner.email })).toHaveAttribute(
    'href',
    `mailto:${owner.email}`,
  )
  await expect(member.page.getByRole('main').getByRole('button')).toHaveCount(0)
  for (const action of ['checkout', 'portal-session']) {
    const refused = await callAdmin(member, { method: 'POST', path: `/orgs/${organization.id}/billing/${action}` })
    expect([action, refused.status(), (await refused.json()).error]).toEqual([action, 403, 'forbidden'])
  }

  await admin.page.goto(`${path}/usage`)
  await expect(admin.page.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  await expect(admin.page.getByText('30 days left')).toBeVisible()
  await expect(admin.page.getByText('$49.00 a month', { exact: true })).toBeVisible()
  await expect(admin.page.getByRole('heading', { name: 'No calls in the last 30 days' })).toBeVisible()
  await admin.page.goto(`${path}/company-files`)
  await admin.page.getByRole('button', { name: 'Connect a company file' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click()
  await admin.page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await expect(admin.page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()

  await owner.page.goto(`${path}/settings`)
  await expect(owner.page.getByText('A subscription is active.')).toBeVisible()
  await expect(owner.page.getByRole('link', { name: 'Cancel the subscription' })).toBeVisible()
  await expect(owner.page.getByRole('button', { name: 'Delete organization' })).toHaveCount(0)
  const deletion = await callAdmin(owner, { method: 'DELETE', path: `/orgs/${organization.id}` })
  expect([deletion.status(), (await deletion.json()).error]).toEqual([409, 'subscription_active'])
  for (const { context } of [owner, admin, member]) await context.close()
})

import { billingService } from '../test/billing.ts'
import { expectPageQuality } from '../test/page-harness.ts'
import { callAdmin, changeAsAdmin, findOrganization, openBrowserFor, type Person } from '../test/people.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

// The portal with billing has small quotas.

/** A form with a quota: its page, the way to it, and its message. */
interface QuotaCase {
  readonly name: string
  /** Below the portal's address. */
  readonly page: string
  /** Creates another, until the quota is used up. */
  readonly fill: (number: number) => { readonly path: string; readonly body: unknown }
  readonly submit: (page: Page) => Promise<void>
  readonly says: RegExp
}

function listCases(orgId: string, slug: string, realmId: string): readonly QuotaCase[] {
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const pressInDialog = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  const fill = (page: Page, name: string, text: string) => page.getByRole('textbox', { name }).fill(text)
  const redirectUris = ['https://app.example.com/callback']
  return [
    {
      name: 'API keys',
      page: `/orgs/${slug}/api-keys`,
      fill: (number) => ({ path: '/api-keys', body: { orgId, name: `Key ${number}` } }),
      async submit(page) {
        await press(page, 'Create API key')
        await fill(page, 'Name', 'One more')
        await pressInDialog(page, 'Create API key')
      },
      says: /^An organization can have at most \d+ API keys\. Revoke one that you no longer use\.$/,
    },
    {
      name: 'apps',
      page: `/orgs/${slug}/apps`,
      fill: (number) => ({ path: '/clients', body: { orgId, name: `App ${number}`, redirectUris } }),
      async submit(page) {
        await press(page, 'Register an app')
        await fill(page, 'Name', 'One more')
        await fill(page, 'Redirect URIs', redirectUris[0] ?? '')
        await pressInDialog(page, 'Register app')
      },
      says: /^An organization can have at most \d+ apps\. Delete one that you no longer use\.$/,
    },
    {
      name: 'invitations',
      page: `/orgs/${slug}/members`,
      fill: (number) => ({
        path: '/invitations',
        body: { orgId, email: testEmail(`quota-${number}`), role: 'member' },
      }),
      async submit(page) {
        await press(page, 'Invite members')
        await fill(page, 'Email addresses', testEmail('quota-more'))
        await pressInDialog(page, 'Send invitations')
      },
      says: /: An organization can have at most \d+ open invitations\. Revoke one, or wait until it is accepted\.$/,
    },
    {
      name: 'agent tokens',
      page: `/orgs/${slug}/company-files/${realmId}/agent`,
      fill: (number) => ({ path: `/realms/${realmId}/agent-tokens`, body: { label: `PC ${number}` } }),
      async submit(page) {
        await press(page, 'Create agent token')
        await fill(page, 'Label', 'One more')
        await pressInDialog(page, 'Create token')
      },
      says: /^A company file can have at most \d+ agent tokens\. Revoke one that you no longer use\.$/,
    },
    {
      name: 'Web Connector credentials',
      page: `/orgs/${slug}/company-files/${realmId}/connector`,
      fill: (number) => ({ path: `/realms/${realmId}/connector-credentials`, body: { label: `PC ${number}` } }),
      async submit(page) {
        await press(page, 'Create credential')
        await fill(page, 'Label', 'One more')
        await pressInDialog(page, 'Create credential')
      },
      says: /^A company file can have at most \d+ Web Connector passwords\. Revoke one that you no longer use\.$/,
    },
    {
      name: 'organizations',
      page: '/new-organization',
      fill: (number) => ({ path: '/orgs', body: { name: `Organization ${number}` } }),
      async submit(page) {
        await fill(page, 'Name', 'One more')
        await press(page, 'Create organization')
      },
      says: /^You can own at most \d+ organizations\. Delete one that you no longer use\.$/,
    },
  ]
}

/** Creates resources until the quota refuses one. */
async function fillQuota(person: Person, { fill, name }: QuotaCase): Promise<void> {
  for (let number = 1; ; number++) {
    const response = await callAdmin(person, { method: 'POST', ...fill(number) })
    if (response.ok()) continue
    expect((await response.json()).error, name).toBe('quota_reached')
    return
  }
}

test('each form that meets a quota keeps what was typed, and says what to do [cp-7:quota_reached]', async ({
  browser,
}) => {
  const { baseUrl } = billingService()
  const ada = await openBrowserFor(browser, testEmail('quotas'), {}, baseUrl)
  const { page } = ada
  const { id: orgId, slug } = await findOrganization(ada)
  const { realm } = await changeAsAdmin(ada, { method: 'POST', path: '/realms', body: { orgId, name: 'Books' } })
  for (const quota of listCases(orgId, slug, realm.id)) {
    await fillQuota(ada, quota)
    await page.goto(baseUrl + quota.page)
    await quota.submit(page)
    const alert = page.getByRole('main').or(page.getByRole('dialog')).getByRole('alert')
    await expect(alert.getByText(quota.says), quota.name).toBeVisible()
    await expect(page.getByRole('textbox').first(), quota.name).not.toHaveValue('')
    await expectPageQuality(page)
  }
  await ada.context.close()
})

test('the token of the quick start says what to do when the sandbox has used its calls of the day [dp-7.2:SANDBOX_DAILY_LIMIT]', async ({
  browser,
}) => {
  const { baseUrl } = billingService()
  const ada = await openBrowserFor(browser, testEmail('calls-quota'), {}, baseUrl)
  const { page } = ada
  const { slug } = await findOrganization(ada)
  await page.goto(`${baseUrl}/orgs/${slug}/quick-start`)
  await page.getByRole('button', { name: 'Create access token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your access token' })
  const run = dialog.getByRole('button', { name: 'Run it here' })
  const alert = dialog.getByRole('alert')
  await run.click()
  await expect(dialog.getByText(/^HTTP 200 in /)).toBeVisible()
  while (!(await alert.isVisible())) {
    await run.click()
    await expect(run).not.toHaveAttribute('aria-disabled', 'true')
  }
  await expect(alert.getByRole('heading')).toHaveText('HTTP 429: SANDBOX_DAILY_LIMIT')
  await expect(alert.getByText(/^The sandbox used its \d+ requests of this UTC day\.$/)).toBeVisible()
  const help = dialog.getByRole('link', { name: 'What this error means' })
  await expect(help).toHaveAttribute('href', '/docs/errors/SANDBOX_DAILY_LIMIT')
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Access token' })).not.toHaveValue('')
  await expectPageQuality(page)
  await ada.context.close()
})

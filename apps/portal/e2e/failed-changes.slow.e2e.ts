import { fillOrganization } from '../test/filled-organization.ts'
import { expectPageQuality } from '../test/page-harness.ts'
import { openBrowserFor } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** A change, and what its page says when it fails. */
interface FailingChange {
  /** Below the organization. */
  readonly path: string
  readonly make: (page: Page) => Promise<void>
  readonly title: string | RegExp
}

function press(name: string | RegExp) {
  return (page: Page) => page.getByRole('main').getByRole('button', { name }).first().click()
}

async function replay(page: Page) {
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
}

function toggle(name: string | RegExp) {
  return (page: Page) => page.getByRole('main').getByRole('switch', { name }).first().press('Space')
}

function listChanges({ sandboxId, realmId, requestId }: Awaited<ReturnType<typeof fillOrganization>>) {
  const changes: readonly FailingChange[] = [
    { path: '/settings', make: toggle('Require a second factor'), title: 'The setting was not changed' },
    { path: '/members', make: press(/^Send the invitation of/), title: 'The invitation was not sent again' },
    { path: '/members', make: press(/^Revoke the invitation of/), title: 'The invitation was not revoked' },
    { path: `/explorer?replay=${requestId}`, make: replay, title: 'The call was not sent' },
    {
      path: `/company-files/${realmId}/set-up`,
      make: press('Send to the person at the PC'),
      title: 'The link was not created',
    },
    {
      path: `/company-files/${realmId}/set-up`,
      make: press('Create pairing code'),
      title: 'The pairing code was not created',
    },
    { path: `/company-files/${realmId}/settings`, make: toggle(/./), title: /^“.+” was not changed$/ },
    {
      path: `/company-files/${sandboxId}/sandbox`,
      make: toggle('QuickBooks is closed'),
      title: 'The failure was not changed',
    },
  ]
  return changes
}

test('a change that fails says so where it was made, with the request ID, and is made with “Try again”', async ({
  browser,
}) => {
  test.slow()
  const { page, context } = await openBrowserFor(browser, testEmail('failed-changes'))
  const filled = await fillOrganization(page)
  await page.route('**/trpc/**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, body: '{}', headers: { 'x-request-id': 'failed-request' } })
      : route.fallback(),
  )
  for (const { path, make, title } of listChanges(filled)) {
    await page.goto(baseUrl + filled.path + path)
    await make(page)
    const alert = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ has: page.getByRole('heading', { name: title }) })
    await expect(alert, String(title)).toContainText('The service is not available at the moment.')
    await expect(alert, String(title)).toContainText('failed-request')
    await expect(alert.getByRole('button', { name: 'Try again' }), String(title)).toBeVisible()
  }
  await expectPageQuality(page)
  await page.unrouteAll()
  const retry = page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Try again' })
  await retry.click()
  await expect(retry).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'QuickBooks is closed' })).toBeChecked()
  await context.close()
})

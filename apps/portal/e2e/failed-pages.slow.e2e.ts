import { findOrganization, openBrowserFor } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'
import { ignorePrefetchedData } from '../test/unprefetched.ts'

const { baseUrl } = quickstart()

/** Sidebar links, and what their pages say if loading fails. */
const pagesWithData = [
  { link: 'Home', title: 'This page could not be loaded' },
  { link: 'Company files', title: 'could not be loaded' },
  { link: 'Requests', title: 'The requests could not be loaded' },
  { link: 'Failures', title: 'The failures could not be loaded' },
  { link: 'Explorer', title: 'The Explorer could not be loaded' },
  { link: 'Apps', title: 'The apps could not be loaded' },
  { link: 'API keys', title: 'The API keys could not be loaded' },
  { link: 'Members', title: 'The members could not be loaded' },
  { link: 'Audit log', title: 'The audit log could not be loaded' },
  { link: 'Usage and billing', title: 'The usage could not be loaded' },
  { link: 'Settings', title: 'This setting could not be loaded' },
] as const

test('each page of an organization whose data cannot be loaded says so, and loads it when asked again', async ({
  browser,
}) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('fails'))
  const { page } = ada
  const { slug } = await findOrganization(ada)
  await ignorePrefetchedData(page)
  for (const { link, title } of pagesWithData) {
    // A full load forgets what the browser knows from other pages.
    await page.goto(`${baseUrl}/orgs/${slug}/quick-start`)
    await page.route('**/trpc/**', (route) =>
      route.fulfill({ status: 503, body: '{}', headers: { 'x-request-id': 'failed-on-purpose' } }),
    )
    await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: link, exact: true }).click()
    const failures = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ has: page.getByRole('button', { name: 'Try again' }) })
    const failure = failures.filter({ hasText: title }).first()
    await expect(failure, link).toContainText('The service is not available at the moment. Try again in a minute.')
    await expect(failure, link).toContainText('failed-on-purpose')
    await page.unroute('**/trpc/**')
    // A page can have several, and one can follow another.
    await expect(async () => {
      for (const button of await failures.getByRole('button', { name: 'Try again' }).all()) {
        await button.click({ timeout: 1_000 })
      }
      await expect(failures).toHaveCount(0, { timeout: 5_000 })
    }, link).toPass()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), link).toBeVisible()
  }
  await ada.context.close()
})

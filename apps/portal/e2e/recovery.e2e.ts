import { openCuttableConnection } from '../test/cuttable-connection.ts'
import { changeAsAdmin, findOrganization, openBrowserFor } from '../test/people.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

test('an open page says that the service is away, and continues when it is back', async ({ browser }) => {
  const connection = await openCuttableConnection()
  const ada = await openBrowserFor(browser, testEmail('recovery'))
  const { id: orgId, slug } = await findOrganization(ada)
  const { page } = ada
  await page.goto(`${connection.baseUrl}/orgs/${slug}/company-files`)
  const files = page.getByRole('table', { name: 'Company files' })
  await expect(files.getByRole('link', { name: 'Sandbox' })).toBeVisible()

  await connection.cut()
  const banner = page.getByText('The service does not respond. This page continues when it is back.')
  await expect(banner).toBeVisible()
  await expect(files.getByRole('link', { name: 'Sandbox' })).toBeVisible()
  await changeAsAdmin(ada, { method: 'POST', path: '/realms', body: { orgId, name: 'Rock Castle' } })

  await connection.restore()
  await expect(banner).toBeHidden()
  await expect(files.getByRole('link', { name: 'Rock Castle' })).toBeVisible()
  // Changes are reported again, too.
  await changeAsAdmin(ada, { method: 'PATCH', path: `/orgs/${orgId}`, body: { name: 'Renamed' } })
  await expect(page.getByRole('button', { name: /^Organization: Renamed/ })).toBeVisible()
  await connection.cut()
  await ada.context.close()
})

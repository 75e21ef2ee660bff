import { countClicks } from '../test/count-clicks.ts'
import { findOrganization, issueSandboxToken, openBrowserFor } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()

test('an app is registered with 3 clicks from the home page', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('clicks-app'))
  const { page } = ada
  const { slug } = await findOrganization(ada)
  await page.goto(`${baseUrl}/orgs/${slug}`)
  const clicks = await countClicks(ada.context)
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await page.getByRole('button', { name: 'Register an app' }).click()
  const dialog = page.getByRole('dialog')
  // The first field has the focus already; Tab leads to the second one.
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Invoice maker')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://app.example.com/callback')
  await dialog.getByRole('button', { name: 'Register app' }).click()
  await expect(page.getByRole('dialog', { name: 'App registered' })).toBeVisible()
  expect(clicks()).toBe(3)
  await ada.context.close()
})

test('the link in a fault shows the fix, and leads with 1 click to the calls with this code', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('clicks-fault'))
  const { page } = ada
  const { id, slug } = await findOrganization(ada)
  const { realmId, accessToken } = await issueSandboxToken(ada, id)
  const refused = await ada.context.request.get(`${baseUrl}/v3/company/${realmId}/customer/80000001-1`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const { Fault, svc } = await refused.json()
  const clicks = await countClicks(ada.context)
  await page.goto(svc.docsUrl)
  await expect(page.getByRole('heading', { name: 'Fixes' })).toBeVisible()
  await page.getByRole('link', { name: new RegExp(`^Requests of .* with ${Fault.Error[0].code}$`) }).click()
  await expect(page).toHaveURL(`${baseUrl}/orgs/${slug}/requests?code=${Fault.Error[0].code}`)
  await expect(page.getByRole('link', { name: /GET \/customer/ })).toHaveCount(1)
  expect(clicks()).toBe(1)
  await ada.context.close()
})

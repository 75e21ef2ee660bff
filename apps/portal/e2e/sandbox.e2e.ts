import type { RealmId } from '@bridge/agent-protocol'
import { quickstart } from '../test/quickstart.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Signs in a new owner and opens their sandbox's page. */
async function openSandbox(page: Page, email: string): Promise<{ readonly slug: string; readonly realmId: RealmId }> {
  await signIn(page, email)
  const slug = /\/orgs\/([^/]+)/.exec(page.url())?.[1] ?? ''
  const realmId = await findSandbox(page)
  await page.goto(`${baseUrl}/orgs/${slug}/company-files/${realmId}/sandbox`)
  await expect(page.getByRole('heading', { name: 'Failures' })).toBeVisible()
  return { slug, realmId }
}

async function call<Data>(page: Page, procedure: string, input: object): Promise<Data> {
  const search = `?input=${encodeURIComponent(JSON.stringify(input))}`
  const response = await page.request.get(`${baseUrl}/trpc/${procedure}${search}`)
  return (await response.json()).result.data
}

async function findSandbox(page: Page): Promise<RealmId> {
  const { orgs } = await call<{ orgs: { id: string }[] }>(page, 'listOrganizations', {})
  const { realms } = await call<{ realms: { id: RealmId; kind: string }[] }>(page, 'listRealms', { orgId: orgs[0]?.id })
  const sandbox = realms.find(({ kind }) => kind === 'sandbox')
  if (sandbox === undefined) throw new Error('The organization has no sandbox.')
  return sandbox.id
}

test('calls and records are shown against their limits', async ({ page }) => {
  await openSandbox(page, testEmail('sandbox-usage'))
  const usage = page.getByRole('region', { name: 'Usage' })
  await expect(usage).toContainText('of 2,000')
  await expect(usage).toContainText('of 10,000')
  await expect(usage).toContainText('00:00 UTC')
})

test('a failure stays in the banner until one button turns all of them off', async ({ page }) => {
  const { slug, realmId } = await openSandbox(page, testEmail('sandbox-failures'))
  // The second change is made while the first is on its way.
  const first = Promise.withResolvers<void>()
  await page.route('**/trpc/setSandboxFaults*', (route) => first.promise.then(() => route.continue()), { times: 1 })
  await page.getByRole('switch', { name: 'A dialog is open in QuickBooks' }).press('Space')
  await page.getByRole('textbox', { name: 'Responses get lost' }).fill('3')
  const banner = page.getByRole('status').filter({ hasText: 'This sandbox fails on purpose' })
  await expect(banner).toContainText('A dialog is open in QuickBooks, until you turn it off')
  await expect(banner).toContainText('Responses get lost, 3 more times')
  const response = page.waitForResponse('**/trpc/setSandboxFaults*')
  first.resolve()
  await response
  await expect.poll(() => loadFaults(page, realmId)).toMatchObject({ dialogOpen: true, lostAnswers: 3 })

  await page.goto(`${baseUrl}/orgs/${slug}/explorer`)
  await expect(banner).toContainText('A dialog is open in QuickBooks')
  await banner.getByRole('button', { name: 'Turn all off' }).click()
  await expect(banner).toBeHidden()
  await expect.poll(async () => Object.values(await loadFaults(page, realmId)).filter((on) => on === true)).toEqual([])
  expect((await loadFaults(page, realmId)).lostAnswers).toBe(0)
})

for (const books of ['trading', 'empty']) {
  test(`the ${books} company is loaded after the name is typed, and counts as 50 calls`, async ({ page }) => {
    await openSandbox(page, testEmail(`sandbox-${books}`))
    const before = await page.getByRole('region', { name: 'Usage' }).textContent()
    await page.getByRole('button', { name: `Load the ${books} company` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: `Load the ${books} company` }).click()
    await expect(dialog.getByText('The name does not match.')).toBeVisible()
    await dialog.getByLabel('Name').fill('Sandbox')
    await dialog.getByLabel('Name').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('region', { name: 'Usage' })).toContainText('50 of 2,000')
    await expect(page.getByText(new RegExp(`^Loaded the ${books} company with \\d`))).toBeVisible()
    expect(await page.getByRole('region', { name: 'Usage' }).textContent()).not.toBe(before)
  })
}

async function loadFaults(page: Page, realmId: RealmId) {
  const { faults } = await call<{ faults: Record<string, boolean | number> }>(page, 'getSandboxFaults', { realmId })
  return faults
}

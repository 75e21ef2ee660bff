import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { countClicks } from '../test/count-clicks.ts'
import { findMailLink } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { openSandbox, sendToSandbox } from '../test/sandbox-calls.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const run = promisify(execFile)
const { baseUrl } = quickstart()

test('a newcomer gets to a first 200 with two clicks and a paste, and the page notices it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, testEmail('newcomer-home'))
  const clicks = await countClicks(context)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('1 of 5 done')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Make your first call' })).toBeVisible()
  await page.getByRole('button', { name: 'Create access token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your access token' })
  await dialog.getByRole('button', { name: 'Copy curl example' }).click()
  const pasted = await page.evaluate(() => navigator.clipboard.readText())
  const { stdout } = await run('bash', ['-c', pasted])
  expect(JSON.parse(stdout)).toMatchObject({ QueryResponse: { Customer: [{}, {}, {}] } })
  expect(clicks()).toBe(2)
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText(/^Your first call: 200 in /)).toBeVisible()
  await expect(steps.getByText('3 of 5 done')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Make your first call' })).toBeHidden()
  await page.getByRole('link', { name: 'View request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The query returned customer records.' })).toBeVisible()
})

test('a first call that fails is no step, and the page says why', async ({ page }) => {
  const access = await openSandbox(page, testEmail('first-failure'))
  await page.goto(`${baseUrl}/orgs/${access.slug}`)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('First call made')).toBeVisible()
  await sendToSandbox(page, access, '/query?query=select%20nonsense')
  await expect(page.getByText(/^Your first call failed: 400 in /)).toBeVisible()
  await expect(steps.getByRole('link', { name: 'Get an access token' })).toBeVisible()
  await page.getByRole('link', { name: 'See why' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('query')
})

test('a company file that was never connected needs attention, and gets a set-up link', async ({ page }) => {
  const access = await openSandbox(page, testEmail('attention'))
  await sendToSandbox(page, access, '/query?query=select%20*%20from%20Customer%20maxresults%201')
  const { orgs } = await (await page.request.get(`${baseUrl}/admin/v1/orgs`)).json()
  const name = `Donau${'dampfschiff'.repeat(6)}`
  const created = await page.request.post(`${baseUrl}/admin/v1/realms`, {
    headers: { origin: baseUrl },
    data: { orgId: orgs[0].id, name },
  })
  expect(created.ok()).toBe(true)
  await page.goto(`${baseUrl}/orgs/${access.slug}`)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByText(`${name} was never connected.`)).toBeVisible()
  await expect(attention.getByRole('link', { name: 'Set it up' })).toBeVisible()
  // A server stores what it has counted every few seconds.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('img', { name: /^1 request in 14 days, 0 failed$/ })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const [content, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(content).toBeLessThanOrEqual(shown ?? 0)

  await page.goto(`${baseUrl}/orgs/${access.slug}/company-files?state=never_connected`)
  const table = page.getByRole('table', { name: 'Company files' })
  await expect(table.getByRole('link', { name })).toBeVisible()
  await expect(table.getByRole('link', { name: 'Sandbox' })).toBeHidden()
  await table.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await page.getByRole('button', { name: 'Send set-up links for 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send set-up links' })
  await dialog.getByRole('combobox', { name: 'What the person sets up' }).selectOption('QuickBooks Web Connector')
  const bookkeeper = testEmail('bulk-bookkeeper')
  await dialog.getByRole('textbox', { name }).fill(bookkeeper)
  await dialog.getByRole('button', { name: 'Create and send links' }).click()
  await expect(dialog.getByText('1 of 1 email sent.')).toBeVisible()
  expect(await findMailLink(page.request, bookkeeper, '/setup/')).toContain('/setup/svcl_')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^set-up-links-.*\.csv$/)
})

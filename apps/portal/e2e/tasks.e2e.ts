import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { billingService } from '../test/billing.ts'
import { sendRefusedInvoice } from '../test/failed-call.ts'
import { searchFor, startTask } from '../test/measure-task.ts'
import { changeAsAdmin, findOrganization, openBrowserFor } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { completeSignIn, testEmail } from '../test/sign-in.ts'
import { startSimulatedAgent } from '../test/simulated-agent.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()

test('lands, signs up, and gets the first 200 with 2 clicks after the sign-in', async ({ page, context }) => {
  await page.goto(baseUrl)
  await page
    .getByRole('link', { name: /^(Get started|Start)/ })
    .first()
    .click()
  await completeSignIn(page, testEmail('task-first-call'))
  await page.waitForURL('**/orgs/**')
  const task = await startTask('First 200', context)
  const create = page.getByRole('button', { name: 'Create access token' })
  await task.click(page.getByRole('main').locator('a[href$="/quick-start"]').first(), create)
  await task.click(create, page.getByRole('dialog', { name: 'Your access token' }))
  const curl = await page.getByRole('dialog').getByLabel('curl example', { exact: true }).textContent()
  const { stdout } = await promisify(execFile)('bash', ['-c', curl ?? ''])
  expect(JSON.parse(stdout)).toHaveProperty('QueryResponse')
  task.end(2)
})

test('goes from a failed call to its cause and its replay with 3 clicks', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('task-failed-call'))
  const { page } = ada
  const { id, slug } = await findOrganization(ada)
  await sendRefusedInvoice(ada, id)
  await page.goto(`${baseUrl}/orgs/${slug}`)
  const task = await startTask('Failed call, cause, replay', ada.context)
  const call = page.getByRole('link', { name: /POST \/invoice/ }).first()
  await task.click(page.getByRole('link', { name: 'Requests', exact: true }), call)
  await task.click(call, page.getByRole('region', { name: 'Causes and fixes' }))
  await task.click(page.getByRole('link', { name: 'Replay', exact: true }), page.getByText(/^Replay of/).first())
  task.end(3)
  await ada.context.close()
})

test('connects a PC from the link in the mail with 6 clicks', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('task-pc'))
  const { id } = await findOrganization(ada)
  const body = { orgId: id, name: 'Rock Castle' }
  const { realm } = await changeAsAdmin(ada, { method: 'POST', path: '/realms', body })
  const { url } = await changeAsAdmin(ada, { method: 'POST', path: `/realms/${realm.id}/setup-links` })
  const pc = await browser.newContext()
  const page = await pc.newPage()
  const task = await startTask('PC connected', pc)
  await page.goto(url)
  const code = page.getByRole('textbox', { name: 'Pairing code' })
  await task.click(page.getByRole('button', { name: 'Create pairing code' }), code)
  const data = { code: await code.inputValue(), name: 'Front desk' }
  const { token } = await (await pc.request.post(`${baseUrl}/agent/pair`, { data })).json()
  const agent = await startSimulatedAgent(baseUrl, token)
  try {
    await expect(page.getByText('Connected. You can close this page')).toBeVisible({ timeout: 60_000 })
  } finally {
    await agent.stop()
  }
  // The installer and QuickBooks’ two dialogs take the other clicks.
  task.end(2)
  await pc.close()
  await ada.context.close()
})

test('pays after a declined card with 3 clicks', async ({ browser }) => {
  const { baseUrl: portal, stripeUrl } = billingService()
  const control = async (action: string, form: Record<string, string> = {}) => {
    expect((await ada.context.request.post(`${stripeUrl}/emulator/${action}`, { form })).ok()).toBe(true)
  }
  const ada = await openBrowserFor(browser, testEmail('task-pays'), {}, portal)
  await control('reset')
  const { page } = ada
  const { id, slug } = await findOrganization(ada)
  await changeAsAdmin(ada, { method: 'POST', path: '/realms', body: { orgId: id, name: 'First' } })
  await page.goto(`${portal}/orgs/${slug}/usage`)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  await control('card', { works: 'false' })
  await control('advance', { days: '31' })
  const banner = page.getByRole('link', { name: 'Open usage and billing' }).first()
  await expect(async () => {
    await page.goto(`${portal}/orgs/${slug}/company-files`)
    await expect(banner).toBeVisible({ timeout: 5_000 })
  }).toPass()

  const task = await startTask('Declined card, paid', ada.context)
  const pay = page.getByRole('link', { name: 'Pay invoice of $49.00' })
  await task.click(banner, pay)
  const opened = ada.context.waitForEvent('page')
  await pay.click()
  const invoice = await opened
  await task.click(invoice.getByRole('button', { name: 'Pay $49.00' }), invoice.getByText('Invoice paid.'))
  task.end(3)
  await expect(page.getByText('Your subscription is active.')).toBeVisible({ timeout: 60_000 })
  await ada.context.close()
})

test('finds who deleted a company file with 1 click', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('task-audit'))
  const { page } = ada
  const { id, slug } = await findOrganization(ada)
  const body = { orgId: id, name: 'Müller & Söhne' }
  const { realm } = await changeAsAdmin(ada, { method: 'POST', path: '/realms', body })
  await changeAsAdmin(ada, { method: 'DELETE', path: `/realms/${realm.id}` })
  await page.goto(`${baseUrl}/orgs/${slug}`)
  const task = await startTask('Who deleted the file', ada.context)
  const deletion = page.getByRole('row').filter({ hasText: 'Deleted a company file' })
  await task.click(page.getByRole('link', { name: 'Audit log', exact: true }), deletion)
  await expect(deletion).toContainText(ada.email)
  task.end(1)
  await ada.context.close()
})

test('rotates a client secret with 3 clicks', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('task-rotates'))
  const { page } = ada
  const { id, slug } = await findOrganization(ada)
  const app = { orgId: id, name: 'Shop', redirectUris: ['https://shop.example/callback'] }
  await changeAsAdmin(ada, { method: 'POST', path: '/clients', body: app })
  await page.goto(`${baseUrl}/orgs/${slug}/apps`)
  const task = await startTask('Secret rotated', ada.context)
  const replace = page.getByRole('button', { name: 'Replace secret' })
  await task.click(page.getByRole('link', { name: 'Shop' }), replace)
  const dialog = page.getByRole('dialog', { name: 'Replace the client secret?' })
  await task.click(replace, dialog)
  await task.click(
    dialog.getByRole('button', { name: 'Replace secret' }),
    page.getByRole('dialog', { name: 'New client secret' }),
  )
  task.end(3)
  await ada.context.close()
})

test('connects a second company file with 4 clicks', async ({ browser }) => {
  const { baseUrl: portal } = billingService()
  const ada = await openBrowserFor(browser, testEmail('task-second-file'), {}, portal)
  const { page } = ada
  const { id, slug } = await findOrganization(ada)
  await changeAsAdmin(ada, { method: 'POST', path: '/realms', body: { orgId: id, name: 'First' } })
  await page.goto(`${portal}/orgs/${slug}/usage`)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('button', { name: 'Pay and subscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  await page.goto(`${portal}/orgs/${slug}`)
  const task = await startTask('Second company file', ada.context)
  const connect = page.getByRole('button', { name: 'Connect a company file' }).first()
  await task.click(page.getByRole('link', { name: 'Company files', exact: true }).first(), connect)
  const name = page.getByRole('textbox', { name: 'Name' })
  await task.click(connect, name)
  await page.keyboard.type('Second')
  await task.click(
    page.getByRole('button', { name: 'Continue to the set-up' }),
    page.getByRole('heading', { level: 1, name: 'Second' }),
  )
  task.end(4)
  await ada.context.close()
})

for (const { task: name, query, result, heading } of [
  { task: 'Docs: page a query', query: 'pagination', result: /^Pagination/, heading: /^Pagination/ },
  { task: 'Docs: 5010', query: '5010', result: /5010/, heading: /5010/ },
  { task: 'Docs: Invoice against QBO', query: 'Invoice', result: /^Invoice(?! ?lines)/, heading: 'Invoice' },
]) {
  test(`finds a page with 1 click (${name})`, async ({ page, context }) => {
    await page.goto(`${baseUrl}/docs`)
    const task = await startTask(name, context)
    const found = await searchFor(page, query, result)
    await task.click(found, page.getByRole('heading', { level: 1, name: heading }))
    task.end(1)
  })
}

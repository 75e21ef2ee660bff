import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { billingService, subscribe } from '../test/billing.ts'
import { downloadInstaller } from '../test/download-installer.ts'
import { getExplorer } from '../test/explorer.ts'
import { sendRefusedInvoice } from '../test/failed-call.ts'
import { searchFor, startTask } from '../test/measure-task.ts'
import {
  changeAsAdmin,
  findMailLink,
  findOrganization,
  issueSandboxToken,
  openBrowserFor,
  type Person,
} from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { completeSignIn, testEmail } from '../test/sign-in.ts'
import { startSimulatedAgent } from '../test/simulated-agent.ts'
import { type Browser, type BrowserContext, expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()
const opened: BrowserContext[] = []

test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close()
})

/** Signs up, and returns what a task needs of the new organization. */
async function signUp(browser: Browser, name: string, portal: string = baseUrl) {
  const ada = await openBrowserFor(browser, testEmail(name), {}, portal)
  opened.push(ada.context)
  const { id, slug } = await findOrganization(ada)
  return { ada, page: ada.page, orgId: id, home: `${portal}/orgs/${slug}` }
}

/** Adds a company file without a PC, and returns its ID. */
async function addCompanyFile(ada: Person, orgId: string, name: string): Promise<string> {
  const { realm } = await changeAsAdmin(ada, { method: 'POST', path: '/realms', body: { orgId, name } })
  return realm.id
}

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

test('goes from a failed call to its cause, fixes it, and replays it with a diff with 3 clicks', async ({
  browser,
}) => {
  const { ada, page, orgId, home } = await signUp(browser, 'task-failed-call')
  await sendRefusedInvoice(ada, orgId)
  const fixed = JSON.stringify(await findValidInvoice(ada, orgId))
  await page.goto(home)
  const task = await startTask('Failed call, cause, fixed, replayed', ada.context)
  const call = page.getByRole('link', { name: /POST \/invoice/ }).first()
  await task.click(page.getByRole('link', { name: 'Requests', exact: true }), call)
  await task.click(call, page.getByRole('region', { name: 'Causes and fixes' }))
  const { editor, result } = getExplorer(page, '')
  await task.click(page.getByRole('link', { name: 'Replay', exact: true }), editor)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Replay of POST \/invoice/)
  await editor.fill(fixed)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Replay this write?' })).toContainText('The original was not posted.')
  await page.keyboard.press('Enter')
  await expect(result).toContainText(/Another result: 400 · \d+ before, 200 OK now/)
  await expect(result.getByRole('region', { name: 'Differences of the responses' })).toContainText('"Invoice"')
  task.end(3)
  await page.goto(`${home}/requests?source=replay`)
  await expect(page.getByRole('table', { name: 'Requests' })).toContainText('Explorer (replay)')
})

/** Returns an invoice for records of the sandbox. */
async function findValidInvoice(ada: Person, orgId: string) {
  const { realmId, accessToken } = await issueSandboxToken(ada, orgId)
  const findFirst = async (from: string) => {
    const query = encodeURIComponent(`select * from ${from} maxresults 1`)
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
    const found = await ada.context.request.get(`${baseUrl}/v3/company/${realmId}/query?query=${query}`, { headers })
    const [records] = Object.values((await found.json()).QueryResponse).filter(Array.isArray)
    return { value: records?.[0].Id }
  }
  const ItemRef = await findFirst("Item where Type = 'Service'")
  return {
    CustomerRef: await findFirst('Customer'),
    Line: [{ Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef } }],
  }
}

test('connects a PC from the link in the mail with 6 clicks, and nothing typed', async ({ browser }) => {
  const { baseUrl: portal } = billingService()
  const { ada, orgId } = await signUp(browser, 'task-pc', portal)
  const realmId = await addCompanyFile(ada, orgId, 'Rock Castle')
  const created = await changeAsAdmin(ada, { method: 'POST', path: `/realms/${realmId}/setup-links` })
  const email = testEmail('task-bookkeeper')
  const path = `/setup-links/${created.setupLink.id}/mail`
  await changeAsAdmin(ada, { method: 'POST', path, body: { url: created.url, email } })
  const pc = await browser.newContext()
  opened.push(pc)
  const page = await pc.newPage()
  const task = await startTask('PC connected', pc)
  await page.goto(await findMailLink(pc.request, email, '/setup/', portal))
  const { name } = await downloadInstaller(page)
  const [, code, host, port] = /^bridge-agent-setup-([0-9A-Z]+)-(localhost)_(\d+)\.exe$/.exec(name) ?? []
  const address = `http://${host}:${port}`
  // The installer reads both from its name.
  const data = { code, name: 'Front desk' }
  const { token } = await (await pc.request.post(`${address}/agent/pair`, { data })).json()
  const agent = await startSimulatedAgent(address, token)
  try {
    await expect(page.getByText('Connected. You can close this page')).toBeVisible({ timeout: 60_000 })
  } finally {
    await agent.stop()
  }
  // The mail, the installer’s two buttons and QuickBooks’ two dialogs take the other clicks.
  task.end(1)
})

test('pays after a declined card with 3 clicks', async ({ browser }) => {
  const { baseUrl: portal, stripeUrl } = billingService()
  const { ada, page, orgId, home } = await signUp(browser, 'task-pays', portal)
  const control = async (action: string, form: Record<string, string> = {}) => {
    expect((await ada.context.request.post(`${stripeUrl}/emulator/${action}`, { form })).ok()).toBe(true)
  }
  await control('reset')
  await addCompanyFile(ada, orgId, 'First')
  await subscribe(page, home)
  await control('card', { works: 'false' })
  await control('advance', { days: '31' })
  const banner = page.getByRole('link', { name: 'Open usage and billing' }).first()
  await expect(async () => {
    await page.goto(`${home}/company-files`)
    await expect(banner).toBeVisible({ timeout: 5_000 })
  }).toPass()

  const task = await startTask('Declined card, paid', ada.context)
  const pay = page.getByRole('link', { name: 'Pay invoice of $49.00' })
  await task.click(banner, pay)
  const invoiceOpened = ada.context.waitForEvent('page')
  await pay.click()
  const invoice = await invoiceOpened
  await task.click(invoice.getByRole('button', { name: 'Pay $49.00' }), invoice.getByText('Invoice paid.'))
  task.end(3)
  await expect(page.getByText('Your subscription is active.')).toBeVisible({ timeout: 60_000 })
})

test('finds who deleted a company file with 1 click', async ({ browser }) => {
  const { ada, page, orgId, home } = await signUp(browser, 'task-audit')
  const realmId = await addCompanyFile(ada, orgId, 'Müller & Söhne')
  await changeAsAdmin(ada, { method: 'DELETE', path: `/realms/${realmId}` })
  await page.goto(home)
  const task = await startTask('Who deleted the file', ada.context)
  const deletion = page.getByRole('row').filter({ hasText: 'Deleted a company file' })
  await task.click(page.getByRole('link', { name: 'Audit log', exact: true }), deletion)
  await expect(deletion).toContainText('Müller & Söhne')
  await expect(deletion).toContainText(ada.email)
  task.end(1)
})

test('rotates a client secret with 3 clicks', async ({ browser }) => {
  const { ada, page, orgId, home } = await signUp(browser, 'task-rotates')
  const app = { orgId, name: 'Shop', redirectUris: ['https://shop.example/callback'] }
  await changeAsAdmin(ada, { method: 'POST', path: '/clients', body: app })
  await page.goto(`${home}/apps`)
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
})

test('connects a second company file with 4 clicks', async ({ browser }) => {
  const { ada, page, orgId, home } = await signUp(browser, 'task-second-file', billingService().baseUrl)
  await addCompanyFile(ada, orgId, 'First')
  await subscribe(page, home)
  await page.goto(home)
  const task = await startTask('Second company file', ada.context)
  const connect = page.getByRole('button', { name: 'Connect a company file' }).first()
  await task.click(page.getByRole('link', { name: 'Company files', exact: true }).first(), connect)
  await task.click(connect, page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Second')
  await task.click(
    page.getByRole('button', { name: 'Continue to the set-up' }),
    page.getByRole('heading', { level: 1, name: 'Second' }),
  )
  task.end(4)
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

import {
  addMember,
  callAdmin,
  changeAsAdmin,
  findOrganization,
  issueSandboxToken,
  openBrowserFor,
  turnOffPolling,
} from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { expectSecretsAreNowhere, recordResponses } from '../test/secret-search.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Reads the open dialog's secret. Neither Escape nor a click outside closes it. */
async function readSecret(page: Page, title: string, label: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  const field = dialog.getByRole('textbox', { name: label })
  await expect(field).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog.getByText('You won’t see it again.')).toBeVisible()
  return field.inputValue()
}

async function confirmStored(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Types a name into the open dialog and confirms. */
async function confirmByName(page: Page, name: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: action }).click()
}

test('an app is registered in 3 clicks, gets another secret and is deleted; no secret stays anywhere', async ({
  browser,
}) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('apps'))
  const { page } = ada
  const { id: orgId, slug } = await findOrganization(ada)
  await page.goto(`${baseUrl}/orgs/${slug}/apps`)
  await page.getByRole('button', { name: 'Register an app' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Invoice maker')
  const uris = page.getByRole('textbox', { name: 'Redirect URIs' })
  await uris.fill('http://app.example.com/callback')
  await expect(page.getByText(/^http:\/\/app\.example\.com\/callback .*https/)).toBeVisible()
  await uris.fill('https://app.example.com/callback')
  await page.getByRole('button', { name: 'Register app' }).click()
  const first = await readSecret(page, 'App registered', 'Client secret')
  expect(first).toMatch(/^svcs_/)
  await confirmStored(page)
  const responses = recordResponses(page)
  await expect(page).toHaveURL(/\/apps\/svcc_\w+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice maker' })).toBeVisible()

  await page.getByRole('button', { name: 'Replace secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Client secret' })).toBeFocused()
  const second = await readSecret(page, 'New client secret', 'Client secret')
  await expect(page.getByRole('dialog').getByText(/^The old secret works until /)).toBeVisible()
  await confirmStored(page)
  await expect(page.getByText(/^The old secret works until /)).toBeVisible()
  await expectSecretsAreNowhere(page, [first], responses)
  const laterResponses = recordResponses(page)
  await page.getByRole('link', { name: 'Apps', exact: true }).first().click()
  await expect(page.getByRole('link', { name: 'Invoice maker' })).toBeVisible()
  await expectSecretsAreNowhere(page, [first, second], laterResponses)

  // The quick start's token connects an app to the sandbox.
  const { realmId } = await issueSandboxToken(ada, orgId)
  const listConnections = async () =>
    (await changeAsAdmin(ada, { method: 'GET', path: `/realms/${realmId}/connections` })).connections
  const [connection] = await listConnections()
  const { client } = await changeAsAdmin(ada, { method: 'GET', path: `/clients/${connection.clientId}` })
  await page.goto(`${baseUrl}/orgs/${slug}/apps/${client.id}`)
  await page.getByRole('button', { name: 'Delete app' }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: /^Disconnects / }),
  ).toHaveCount(1)
  await confirmByName(page, 'Something else', 'Delete app')
  await expect(page.getByText('The name does not match.')).toBeVisible()
  await confirmByName(page, client.name, 'Delete app')
  await expect(page.getByRole('heading', { level: 1, name: 'Apps' })).toBeVisible()
  await expect(page.getByRole('link', { name: client.name })).toBeHidden()
  expect(await listConnections()).toEqual([])

  // The audit log has everything; its CSV has exactly what is filtered.
  await page.goto(`${baseUrl}/orgs/${slug}/audit-log`)
  await page.getByRole('combobox', { name: 'Kind of resource' }).selectOption({ label: 'App' })
  await expect(page).toHaveURL(/[?&]resource=client/)
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
  await expect(rows.filter({ hasNotText: /an app|client secret/ })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Deleted an app' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Replaced a client secret' })).toHaveCount(1)
  const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  const csv = await (await ada.context.request.get(baseUrl + href)).text()
  const actions = [...csv.matchAll(/\bclient\.(?:create|delete|rotate-secret)\b/g)].map(([action]) => action)
  expect(csv.trim().split('\n')).toHaveLength((await rows.count()) + 1)
  expect(actions).toHaveLength(await rows.count())
  await ada.context.close()
})

test('an API key is created, tried in the dialog, known by its last four characters, and revoked', async ({
  browser,
}) => {
  const ada = await openBrowserFor(browser, testEmail('api-keys'))
  const { page } = ada
  const { slug } = await findOrganization(ada)
  await page.goto(`${baseUrl}/orgs/${slug}/api-keys`)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly script')
  await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click()
  const key = await readSecret(page, 'API key created', 'API key')
  await page.getByRole('button', { name: 'Run it here' }).click()
  await expect(page.getByText(/^HTTP 200/)).toBeVisible()
  await confirmStored(page)
  const responses = recordResponses(page)
  await expect(page.getByRole('cell', { name: `svc_…${key.slice(-4)}` })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row', { name: /Nightly script/ })).toContainText('Active')
  await expectSecretsAreNowhere(page, [key], responses)
  await page.getByRole('button', { name: 'Revoke Nightly script' }).click()
  await confirmByName(page, 'Nightly script', 'Revoke API key')
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible()
  const rejected = await fetch(`${baseUrl}/admin/v1/orgs`, { headers: { 'x-api-key': key } })
  expect(rejected.status).toBe(401)
  await ada.context.close()
})

test('members are invited together, see their new role without reloading, and leave; the last owner hands over', async ({
  browser,
}) => {
  const ada = await openBrowserFor(browser, testEmail('members'))
  await turnOffPolling(ada.context)
  const { page } = ada
  const organization = await findOrganization(ada)
  await page.goto(`${baseUrl}/orgs/${organization.slug}/members`)
  await expect(page.getByText('You are the only owner. Invite another owner first')).toBeVisible()
  await page.getByRole('button', { name: 'Invite members' }).click()
  const dialog = page.getByRole('dialog')
  const addresses = dialog.getByRole('textbox', { name: 'Email addresses' })
  await addresses.fill('nobody')
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(dialog.getByText('nobody is not an email address.')).toBeVisible()
  const [first, second] = [testEmail('invited-one'), testEmail('invited-two')]
  await addresses.fill(`${first}, ${second}`)
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(dialog).toBeHidden()
  const invitations = page.getByRole('table', { name: 'Invitations' })
  await expect(invitations.getByRole('rowheader')).toHaveCount(2)
  await page.getByRole('button', { name: `Send the invitation of ${first} again` }).click()
  await expect(page.getByText(`${first} gets a new link. The old one no longer works.`)).toBeVisible()
  await page.getByRole('button', { name: `Revoke the invitation of ${second}` }).click()
  await expect(invitations.getByRole('rowheader')).toHaveCount(1)

  const grace = await addMember(browser, ada, organization, 'member', 'grace')
  await turnOffPolling(grace.context)
  await expect(page.getByRole('button', { name: `Change the role of ${grace.email}` })).toBeVisible()
  await expect(page.getByText('You are the only owner. Make another member an owner first')).toBeVisible()
  await grace.page.goto(`${baseUrl}/orgs/${organization.slug}/members`)
  await expect(grace.page.getByText(/^An owner or admin can invite and remove members/)).toBeVisible()
  await expect(grace.page.getByRole('button', { name: 'Invite members' })).toBeHidden()
  await page.getByRole('button', { name: `Change the role of ${grace.email}` }).click()
  await dialog.getByRole('radio', { name: /^Owner/ }).check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(grace.page.getByRole('button', { name: 'Invite members' })).toBeVisible()

  await page.getByRole('button', { name: 'Leave' }).click()
  await confirmByName(page, organization.name, 'Leave')
  await expect(grace.page.getByText('You are the only owner.')).toBeVisible()
  expect((await callAdmin(ada, { method: 'GET', path: `/orgs/${organization.id}/members` })).status()).toBe(404)
  // Chromium does not always report the end of these contexts. The browser ends them in any case.
  for (const { context } of [ada, grace]) context.close().catch(() => undefined)
})

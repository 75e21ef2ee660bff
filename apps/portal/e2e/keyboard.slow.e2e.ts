import { sendRefusedInvoice } from '../test/failed-call.ts'
import { waitForHydration } from '../test/hydration.ts'
import { expectVisibleFocus, pressControl, pressKey, tabTo, typeText } from '../test/keyboard.ts'
import { changeAsAdmin, findOrganization, openBrowserFor } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { startSimulatedAgent } from '../test/simulated-agent.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()

test('with only the keyboard, a newcomer signs in and gets a first 200', async ({ page }) => {
  test.slow()
  const email = testEmail('keyboard-newcomer')
  await page.goto(`${baseUrl}/sign-in`)
  await typeText(page, page.getByLabel('Email address'), email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'development mailbox' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: `Open link for ${email}` }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Sign in', exact: true }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/orgs/**')
  await waitForHydration(page)
  await pressControl(page, page.getByRole('button', { name: 'Create access token' }))
  const dialog = page.getByRole('dialog', { name: 'Your access token' })
  await expect(dialog.getByRole('textbox', { name: 'Access token' })).toBeFocused()
  await pressControl(page, dialog.getByRole('button', { name: 'Run it here' }))
  await expect(dialog.getByText(/^HTTP 200/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Run it here' })).toBeFocused()
  await pressControl(page, dialog.getByRole('button', { name: 'I have stored it' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Your first call: 200 in /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'First call' })).toBeHidden()
  await expectVisibleFocus(page, 'the first call')
  await pressControl(page, page.getByRole('link', { name: 'View request' }))
  await expect(page.getByRole('heading', { level: 1, name: 'The query returned customer records.' })).toBeVisible()
})

test('with only the keyboard, an app is registered, and a failed call is found, replayed and pasted', async ({
  browser,
}) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('keyboard-apps'))
  const { page } = ada
  const { id, slug } = await findOrganization(ada)
  const traceId = await sendRefusedInvoice(ada, id)
  await page.goto(`${baseUrl}/orgs/${slug}`)
  await pressControl(page, page.getByRole('link', { name: 'Apps', exact: true }))
  await pressControl(page, page.getByRole('button', { name: 'Register an app' }))
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await typeText(page, name, 'Invoice maker')
  await typeText(page, dialog.getByRole('textbox', { name: 'Redirect URIs' }), 'https://app.example.com/callback')
  await pressControl(page, dialog.getByRole('button', { name: 'Register app' }))
  await pressControl(page, dialog.getByRole('button', { name: 'I have stored it' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Invoice maker' })).toBeVisible()
  // On the new page the focus is still somewhere, and moves on.
  await pressKey(page, 'Tab')

  const field = page.getByRole('combobox', { name: /^Search, or paste/ })
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('Requests')
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('Requests')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/requests$/)
  const row = page.getByRole('link', { name: /POST \/invoice/ })
  await pressControl(page, row)
  const panel = page.getByLabel('Request', { exact: true })
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await pressControl(page, panel.getByRole('link', { name: 'Replay' }))
  await pressControl(page, page.getByRole('button', { name: 'Replay', exact: true }))
  await pressControl(page, page.getByRole('dialog').getByRole('button', { name: 'Replay' }))
  await expect(page.getByText('Same result as the original')).toBeVisible()

  // A pasted X-Request-Id leads to its page.
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(traceId)
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(traceId)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/requests\/[\da-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('QuickBooks refused the invoice')
  await pressKey(page, 'Tab')
  await ada.context.close()
})

test('with only the keyboard, an app is connected on the consent page, and data is exported', async ({ browser }) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('keyboard-consent'))
  const { page } = ada
  const { id: orgId, slug } = await findOrganization(ada)
  const { realms } = await changeAsAdmin(ada, { method: 'GET', path: `/realms?orgId=${orgId}` })
  const redirectUri = `${baseUrl}/healthz`
  const body = { orgId, name: 'Invoice maker', redirectUris: [redirectUri] }
  const { client } = await changeAsAdmin(ada, { method: 'POST', path: '/clients', body })
  const parameters = { client_id: client.id, redirect_uri: redirectUri, realm_id: realms[0].id, state: 'typed' }
  const consent = `${baseUrl}/oauth2/v1/authorize?${new URLSearchParams({ ...parameters, response_type: 'code' })}`
  for (const [button, result] of [
    ['Cancel', 'error=access_denied'],
    ['Connect', 'code='],
  ] as const) {
    await page.goto(consent)
    await tabTo(page, page.getByRole('button', { name: button }))
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/healthz' && url.search.includes(result))
  }

  for (const path of [`/orgs/${slug}/settings`, '/account']) {
    await page.goto(baseUrl + path)
    const link = page.getByRole('link', { name: 'Download JSON' })
    const [download] = await Promise.all([page.waitForEvent('download'), pressControl(page, link)])
    expect(download.suggestedFilename(), path).toMatch(/\.json$/)
  }
  await ada.context.close()
})

test('with only the keyboard, a company file is set up from the link to “connected”', async ({ browser }) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('keyboard-set-up'))
  const { page } = ada
  const { slug } = await findOrganization(ada)
  const dialog = page.getByRole('dialog')
  await page.goto(`${baseUrl}/orgs/${slug}/company-files`)
  await pressControl(page, page.getByRole('button', { name: 'Connect a company file' }).first())
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await typeText(page, name, 'Rock Castle')
  await pressKey(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Rock Castle' })).toBeVisible()
  await waitForHydration(page)
  await pressControl(page, page.getByRole('button', { name: 'Send to the person at the PC' }))
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await pressControl(page, dialog.getByRole('button', { name: 'Done' }))
  await expect(dialog).toBeHidden()
  await expectVisibleFocus(page, 'the set-up link')
  await pressControl(page, page.getByRole('button', { name: 'Create pairing code' }))
  const code = await page.getByRole('textbox', { name: 'Pairing code' }).inputValue()
  await expectVisibleFocus(page, 'the pairing code')
  const paired = await page.request.post(`${baseUrl}/agent/pair`, { data: { code, name: 'Front desk' } })
  const { token } = await paired.json()

  // The person at the PC presses nothing on the linked page.
  const pc = await browser.newContext()
  const steps = await pc.newPage()
  await steps.goto(link)
  await expect(steps.getByRole('heading', { level: 1, name: 'Connect Rock Castle' })).toBeVisible()
  const agent = await startSimulatedAgent(baseUrl, token)
  try {
    await expect(steps.getByText('Connected. You can close this page')).toBeVisible({ timeout: 60_000 })
    await pressControl(page, page.getByRole('link', { name: 'Open the company file' }))
    await expect(page.getByText('rock-castle.jsonl').first()).toBeVisible()
    await expectVisibleFocus(page, 'the company file')
  } finally {
    await agent.stop()
  }
  for (const context of [pc, ada.context]) await context.close()
})

test('with only the keyboard, a Web Connector gets a credential and loses it, and an organization is deleted', async ({
  browser,
}) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('keyboard-revokes'))
  const { page } = ada
  const { id: orgId, slug, name } = await findOrganization(ada)
  const { realm } = await changeAsAdmin(ada, { method: 'POST', path: '/realms', body: { orgId, name: 'Books' } })
  const dialog = page.getByRole('dialog')
  await page.goto(`${baseUrl}/orgs/${slug}/company-files/${realm.id}/set-up`)
  await tabTo(page, page.getByRole('radio', { name: 'Agent' }))
  await pressKey(page, 'ArrowDown')
  await expect(page.getByRole('radio', { name: 'Web Connector' })).toBeChecked()
  await pressControl(page, page.getByRole('button', { name: 'Create credential' }))
  const label = dialog.getByRole('textbox', { name: 'Label' })
  await expect(label).toBeFocused()
  await typeText(page, label, 'Front desk')
  await page.keyboard.press('Enter')
  await pressControl(page, dialog.getByRole('button', { name: 'I have stored it' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download the file of Front desk' })).toBeVisible()
  await expectVisibleFocus(page, 'the credential')

  await pressControl(page, page.getByRole('link', { name: 'Web Connector', exact: true }))
  await pressControl(page, page.getByRole('button', { name: 'Revoke Front desk' }))
  await typeText(page, dialog.getByRole('textbox', { name: 'Name' }), 'Front desk')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Front desk' })).toContainText('Revoked')
  await expectVisibleFocus(page, 'the revoked credential')

  await page.goto(`${baseUrl}/orgs/${slug}/settings`)
  await pressControl(page, page.getByRole('button', { name: 'Delete organization' }))
  await typeText(page, dialog.getByRole('textbox', { name: 'Name' }), name)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(new RegExp(`/orgs/${slug}`))
  await ada.context.close()
})

test('with only the keyboard, an API key is created and revoked, and an invitation is sent and revoked', async ({
  browser,
}) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('keyboard-keys'))
  const { page } = ada
  const { slug } = await findOrganization(ada)
  const dialog = page.getByRole('dialog')
  await page.goto(`${baseUrl}/orgs/${slug}/api-keys`)
  await pressControl(page, page.getByRole('button', { name: 'Create API key' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await typeText(page, name, 'Nightly script')
  await page.keyboard.press('Enter')
  await pressControl(page, dialog.getByRole('button', { name: 'I have stored it' }))
  await expect(dialog).toBeHidden()
  await expectVisibleFocus(page, 'the key')
  await pressControl(page, page.getByRole('button', { name: 'Revoke Nightly script' }))
  await typeText(page, dialog.getByRole('textbox', { name: 'Name' }), 'Nightly script')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectVisibleFocus(page, 'the revoked key')

  await pressControl(page, page.getByRole('link', { name: 'Members', exact: true }))
  await pressControl(page, page.getByRole('button', { name: 'Invite members' }))
  const invited = testEmail('keyboard-invited')
  await typeText(page, dialog.getByRole('textbox', { name: 'Email addresses' }), invited)
  await pressControl(page, dialog.getByRole('button', { name: 'Send invitations' }))
  await expect(dialog).toBeHidden()
  await expectVisibleFocus(page, 'the invitation')
  const revoke = page.getByRole('button', { name: `Revoke the invitation of ${invited}` })
  await pressControl(page, revoke)
  await expect(revoke).toBeHidden()
  await expectVisibleFocus(page, 'the revoked invitation')
  await ada.context.close()
})

test('with only the keyboard, a failure of the sandbox is turned on and off, and an event of the audit log is read', async ({
  browser,
}) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('keyboard-failures'))
  const { page } = ada
  const { id: orgId, slug } = await findOrganization(ada)
  const { realms } = await changeAsAdmin(ada, { method: 'GET', path: `/realms?orgId=${orgId}` })
  await page.goto(`${baseUrl}/orgs/${slug}/company-files/${realms[0].id}/sandbox`)
  const failure = page.getByRole('switch', { name: 'A dialog is open in QuickBooks' })
  await tabTo(page, failure)
  await pressKey(page, 'Space')
  await expect(failure).toBeChecked()
  const banner = page.getByRole('status').filter({ hasText: 'This sandbox fails on purpose' })
  await pressControl(page, banner.getByRole('button', { name: 'Turn all off' }))
  await expect(banner).toBeHidden()
  await expect(failure).not.toBeChecked()
  await expectVisibleFocus(page, 'the failures')

  await pressControl(page, page.getByRole('link', { name: 'Audit log', exact: true }))
  const event = page.getByRole('button', { name: /^Show details of: / }).first()
  await pressControl(page, event)
  await expect(page.getByRole('dialog')).toContainText('by keyboard-failures')
  await pressKey(page, 'Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(event).toBeFocused()

  // A busy browser may close the dialog before it has taken the focus.
  await page.evaluate(() => {
    const setTimer = window.setTimeout
    window.setTimeout = ((run: () => void, ms = 0) => setTimer(run, ms + 1000)) as typeof setTimeout
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(event).toBeFocused()
  await ada.context.close()
})

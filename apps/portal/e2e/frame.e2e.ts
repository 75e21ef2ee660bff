import type { RealmId } from '@bridge/agent-protocol'
import { countClicks } from '../test/count-clicks.ts'
import { collectProblems } from '../test/page-harness.ts'
import { turnOffPolling } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

function organizationPath(page: Page): string {
  return new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
}

async function getRealmId(page: Page): Promise<RealmId> {
  const response = await page.request.get(`${baseUrl}/trpc/listOrganizations`)
  const orgId = (await response.json()).result.data.orgs[0].id
  const realms = await page.request.get(
    `${baseUrl}/trpc/listRealms?input=${encodeURIComponent(JSON.stringify({ orgId }))}`,
  )
  return (await realms.json()).result.data.realms[0].id
}

/** Opens the menu, pastes a text and presses Enter. */
async function pasteIntoMenu(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Search, or paste/ })
  await expect(field).toBeFocused()
  await field.fill(text)
  await page.keyboard.press('Enter')
}

test('the landing page runs a call in the sandbox and shows both sides of it', async ({ page }) => {
  await page.goto(baseUrl)
  const panel = page.getByRole('region', { name: 'A call in the sandbox' })
  await expect(panel.getByRole('region', { name: /JSON/ })).toContainText('"Invoice"')
  await panel.getByRole('combobox', { name: 'Query' }).selectOption({ index: 1 })
  await panel.getByRole('button', { name: 'Run' }).click()
  await expect(panel.getByRole('region', { name: /JSON/ })).toContainText('"Customer"')
  await expect(panel.getByRole('region', { name: /qbXML/ })).toContainText('CustomerQueryRs')
})

test('pasted IDs and addresses lead to their places without a click', async ({ page, context }) => {
  await signIn(page, testEmail('pastes'))
  const organization = organizationPath(page)
  const realmId = await getRealmId(page)
  const places = [
    [realmId, `${organization}/company-files/${realmId}`],
    ['svcc_unknown', `${organization}/apps/svcc_unknown`],
    ['4f1c2f3e-8a55-4f6e-9d0b-0c8b5c1a2b3c', `${organization}/requests?trace=4f1c2f3e-8a55-4f6e-9d0b-0c8b5c1a2b3c`],
    ['invoice-17', `${organization}/requests?requestid=invoice-17`],
    [`${baseUrl}/docs`, '/docs'],
  ] as const
  const clicks = await countClicks(context)
  for (const [pasted, place] of places) {
    await page.goto(baseUrl + organization)
    await pasteIntoMenu(page, pasted)
    await expect(page).toHaveURL((url) => url.href.startsWith(baseUrl + place))
  }
  expect(clicks()).toBe(0)
})

test('the keyboard opens the menu, the shortcuts and the filter, and gives the focus back', async ({ page }) => {
  await signIn(page, testEmail('keyboard'))
  const link = page.getByRole('link', { name: 'Documentation' })
  await link.focus()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Search, or paste/ })
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(link).toBeFocused()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await expect(link).toBeFocused()
})

test('a token stays on screen until the reader confirms having stored it, and is nowhere afterwards', async ({
  page,
}) => {
  await signIn(page, testEmail('secrets'))
  await page.getByRole('link', { name: 'Make your first call' }).click()
  await page.getByRole('button', { name: 'Create access token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your access token' })
  const field = dialog.getByRole('textbox', { name: 'Access token' })
  await expect(field).toBeVisible()
  const token = await field.inputValue()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(field).toHaveValue(token)
  await dialog.getByRole('button', { name: 'Run it here' }).click()
  await expect(dialog.getByText(/^HTTP 200/)).toBeVisible()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(dialog).toBeHidden()
  const kept = await page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    location.href,
  ])
  expect(kept.filter((text) => text.includes(token))).toEqual([])
})

test('a failed request keeps the page and says what to do', async ({ page }) => {
  await signIn(page, testEmail('fails'))
  // The home page has the same button.
  await page.goto(`${baseUrl}${organizationPath(page)}/quick-start`)
  await page.route('**/trpc/quickStart.issueToken*', (route) => route.abort())
  const button = page.getByRole('button', { name: 'Create access token' })
  await button.focus()
  await page.keyboard.press('Enter')
  const failure = page.getByRole('alert').filter({ hasText: 'The token was not created' })
  await expect(failure).toContainText('The service did not respond. Check your connection, then try again.')
  await expect(button).toBeFocused()
})

test('one browser shows without a reload what another one changes', async ({ page, browser }) => {
  await signIn(page, testEmail('two-browsers'))
  const organization = organizationPath(page)
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  await turnOffPolling(context)
  const other = await context.newPage()
  await other.goto(baseUrl + organization)
  const orgs = await page.request.get(`${baseUrl}/trpc/listOrganizations`)
  const orgId = (await orgs.json()).result.data.orgs[0].id
  await page.request.post(`${baseUrl}/trpc/renameOrganization`, {
    data: { orgId, name: 'Renamed elsewhere' },
    headers: { origin: baseUrl },
  })
  await expect(other.getByRole('button', { name: 'Organization: Renamed elsewhere, owner' })).toBeVisible()
  await context.close()
})

test('the menu of a reader who is not signed in searches without an error', async ({ page }) => {
  const problems = collectProblems(page)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/trpc/')) calls.push(request.url())
  })
  await page.goto(`${baseUrl}/docs/guides/limits`)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('combobox', { name: /^Search, or paste/ }).fill('limits')
  await expect(page.getByRole('option', { name: /^Limits/ }).first()).toBeVisible()
  expect(calls.filter((url) => !url.includes('/trpc/session.user'))).toEqual([])
  expect(problems).toEqual([])
})

test('a lost connection shows a banner, and the page recovers', async ({ page, context }) => {
  await signIn(page, testEmail('offline'))
  await context.setOffline(true)
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^You are offline/)).toBeHidden()
})

test('the latest requests stay open while moving between pages, documentation included', async ({ page }) => {
  await signIn(page, testEmail('drawer'))
  await page.keyboard.press('~')
  const drawer = page.getByRole('region', { name: 'Latest requests' })
  await expect(drawer).toBeFocused()
  await expect(drawer.getByText(/^Requests of your apps appear here/)).toBeVisible()
  await page.getByRole('link', { name: 'Documentation' }).click()
  await expect(page).toHaveURL(`${baseUrl}/docs`)
  await expect(drawer).toBeVisible()
  await drawer.getByRole('button', { name: 'Close the latest requests' }).focus()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

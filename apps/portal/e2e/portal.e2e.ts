import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { desktopStatuses, faults, oauthErrors } from '@bridge/faults'
import { expect, type Locator, type Page, test } from 'playwright/test'
import { expectGoodPage } from './good-page.ts'
import { quickstart } from './quickstart.ts'
import { signIn } from './sign-in.ts'

const run = promisify(execFile)
const { baseUrl } = quickstart()

/** The pages that need no session, and what each is known by. */
const openPages = [
  ['/', 'Call QuickBooks Desktop through the QuickBooks Online API'],
  ['/sign-in', 'Sign in'],
  ['/sign-in/check-your-mail', 'Check your mail'],
  ['/sign-in/error?error=Verification', 'This link no longer works'],
  ['/dev/mailbox', 'Development mailbox'],
  ['/docs', 'Documentation'],
  ['/docs/entities', 'Entities'],
  ['/docs/entities/invoice', 'Invoice'],
  ['/docs/api', 'API reference'],
  ['/docs/api/clients', 'Clients'],
  ['/docs/api/customer', 'Customer'],
  ['/docs/errors', 'Errors'],
  ['/invitations/of-nobody', 'You are invited'],
  ['/no-such-page', 'There is no such page'],
] as const

async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? ''
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404 (Not Found)')) complaints.push(message.text())
  })
  return complaints
}

for (const [scheme, width] of [
  ['light', 1280],
  ['dark', 375],
] as const)
  test.describe(`${scheme}, ${width} pixels wide`, () => {
    test.use({ colorScheme: scheme, viewport: { width, height: 800 } })

    for (const [path, heading] of openPages)
      test(`${path} is accessible and fits`, async ({ page }) => {
        const complaints = complaintsOf(page)
        await page.goto(baseUrl + path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
        await expectGoodPage(page)
        expect(complaints).toEqual([])
      })

    test('a newcomer signs in, sees the sandbox, takes a token, and the curl works as printed', async ({ page }) => {
      const complaints = complaintsOf(page)
      await signIn(page, `newcomer-${scheme}@example.com`)
      await expect(page.getByRole('heading', { level: 1, name: `newcomer-${scheme}'s organization` })).toBeVisible()
      const sandbox = page.getByRole('region', { name: 'Sandbox' })
      await expect(sandbox.getByText('Always online')).toBeVisible()
      const realmId = await textOf(sandbox.getByText(/^[1-9][0-9]{15}$/))
      await expectGoodPage(page)

      await page.getByRole('link', { name: 'Make a first call' }).click()
      await page.getByRole('button', { name: 'Create an access token' }).click()
      await expect(page.getByText('Shown once')).toBeVisible()
      const curl = await textOf(page.getByLabel('The call with curl').locator('code'))
      expect(curl).toContain(realmId)
      const { stdout } = await run('bash', ['-c', curl])
      expect(JSON.parse(stdout)).toMatchObject({
        QueryResponse: { Customer: [{}, {}, {}], startPosition: 1, maxResults: 3 },
      })
      await expectGoodPage(page)
      expect(complaints).toEqual([])
    })
  })

test('the snippets of the client libraries work as printed', async ({ page }) => {
  await signIn(page, 'snippets@example.com')
  await page.getByRole('link', { name: 'Make a first call' }).click()
  await page.getByRole('button', { name: 'Create an access token' }).click()
  await expect(page.getByText('Shown once')).toBeVisible()
  for (const library of ['node-quickbooks', 'intuit-oauth']) {
    await page.getByRole('tab', { name: library }).click()
    const code = await textOf(page.getByLabel(`The call with ${library}`).locator('code'))
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code])
    expect(JSON.parse(stdout), library).toEqual(
      library === 'node-quickbooks'
        ? expect.objectContaining({ Customer: expect.any(Array) })
        : expect.objectContaining({ QueryResponse: expect.objectContaining({ Customer: expect.any(Array) }) }),
    )
  }
})

test('the address that the start prints signs the owner in, once', async ({ browser }) => {
  const { signInUrl } = quickstart()
  const visit = async (use: (page: Page) => Promise<void>) => {
    const context = await browser.newContext()
    await use(await context.newPage())
    await context.close()
  }
  await visit(async (page) => {
    await page.goto(signInUrl)
    await expect(page.getByText(quickstart().sandboxRealmId)).toBeVisible()
    await expect(page.getByText(quickstart().productionRealmId)).toBeVisible()
    await expect(page.getByText('Agent online')).toBeVisible()
  })
  await visit(async (page) => {
    await page.goto(signInUrl)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
})

test('signing out ends the session; a page of an organization asks to sign in and leads back', async ({ page }) => {
  await signIn(page, 'leaves@example.com')
  const organization = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Account of leaves@example.com' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Call QuickBooks Desktop/ })).toBeVisible()
  await page.goto(baseUrl + organization)
  await expect(page).toHaveURL(`${baseUrl}/sign-in?callbackUrl=${encodeURIComponent(organization)}`)
})

test("another organization's page is the page that is not there", async ({ page, browser }) => {
  await signIn(page, 'first@example.com')
  const organization = page.url()
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'second@example.com')
  await other.goto(organization)
  await expect(other.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await other.context().close()
})

test('the colour scheme is chosen once and stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${baseUrl}/docs`)
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  // Without its scripts a page shows what the server and the one inline script made of it: no flash of the other scheme.
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('every code has its place in the error reference, and a fault leads to it [dp-2.3:3]', async ({
  page,
  request,
}) => {
  await page.goto(`${baseUrl}/docs/errors`)
  const anchors = await page.locator('article[id]').evaluateAll((articles) => articles.map(({ id }) => id))
  expect(anchors).toEqual(
    expect.arrayContaining([...Object.keys(faults), ...Object.keys(desktopStatuses), ...Object.keys(oauthErrors)]),
  )
  expect(new Set(anchors).size).toBe(anchors.length)
  await expect(page.locator('[id="desktop-codes"]')).toBeVisible()

  const answer = await (await request.get(`${baseUrl}/v3/company/1000000000000000/customer/1`)).json()
  expect(answer.svc.docsUrl).toBe(`${baseUrl}/docs/errors#AUTHENTICATION_FAILED`)
  await page.goto(answer.svc.docsUrl)
  await expect(page.locator('#AUTHENTICATION_FAILED')).toBeInViewport()
})

test('every call of the API reference has an address that leads to it, and the OpenAPI document leads to the pages', async ({
  page,
  request,
}) => {
  const document = await (await request.get(`${baseUrl}/openapi.json`)).json()
  expect(document.externalDocs.url).toBe(`${baseUrl}/docs/api`)
  await page.goto(document.externalDocs.url)
  await page.getByRole('link', { name: 'PATCH /admin/v1/clients/{clientId}' }).click()
  await expect(page).toHaveURL(`${baseUrl}/docs/api/clients#updateClient`)
  const call = page.getByRole('article', { name: 'updateClient' })
  await expect(call).toBeInViewport()
  await expect(call.getByLabel('updateClient with curl', { exact: true })).toContainText('curl -X PATCH')
  await call.getByRole('link', { name: 'Problem' }).click()
  await expect(page.getByRole('article', { name: 'Schema Problem' })).toBeInViewport()
})

test('on a narrow screen the navigation opens, leads on and closes', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto(`${baseUrl}/docs`)
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  await page.getByRole('link', { name: 'Errors' }).click()
  await expect(page).toHaveURL(`${baseUrl}/docs/errors`)
  await expect(page.getByRole('button', { name: 'Open the navigation' })).toBeVisible()
})

test('pages and files name the request that they answer', async ({ request }) => {
  for (const path of ['/', '/docs', '/icon.svg', '/no-such-page']) {
    const idOf = async (headers: Record<string, string>) =>
      (await request.get(baseUrl + path, { headers })).headers()['x-request-id']
    expect(await idOf({})).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idOf({ 'x-request-id': 'mine' })).toBe('mine')
  }
})

test('each page allows only scripts that carry its nonce, and cannot be framed', async ({ request }) => {
  const policies = await Promise.all(
    ['/', '/docs', '/no-such-page'].map(async (path) => (await request.get(baseUrl + path)).headers()),
  )
  for (const headers of policies) {
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}';/)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  expect(new Set(policies.map((headers) => headers['content-security-policy'])).size).toBe(policies.length)
})

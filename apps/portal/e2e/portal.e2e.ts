import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { collectProblems } from '../test/page-harness.ts'
import { quickstart } from '../test/quickstart.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, type Locator, type Page, test } from '../test/test.ts'

const run = promisify(execFile)
const { baseUrl } = quickstart()

/** Paths and headings of pages without a session; docs.slow.e2e.ts has the documentation. */
const publicPages = [
  ['/', 'Call QuickBooks Desktop through the QuickBooks Online API'],
  ['/sign-in', 'Sign in'],
  ['/sign-in/check-your-mail', 'Check your email'],
  ['/sign-in/error?error=Verification', 'This link no longer works'],
  ['/dev/mailbox', 'Development mailbox'],
  ['/docs', 'Documentation'],
  ['/invitations/unknown', 'This invitation is not open'],
  ['/no-such-page', 'Page not found'],
] as const

async function getText(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? ''
}

test('every public page has its title, in the color scheme of the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const problems = collectProblems(page, ['404 (Not Found)'])
  for (const [path, heading] of publicPages) {
    await page.goto(baseUrl + path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  }
  expect(problems).toEqual([])
})

test('the sign-in page shows itself without scripts', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  const problems = collectProblems(page)
  await page.goto(`${baseUrl}/sign-in`)
  await expect(page).toHaveTitle('Sign in · Bridge Service')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(problems).toEqual([])
  await page.close()
})

test('the development mailbox is closed to what came through a proxy, whatever it claims', async ({ request }) => {
  const getStatus = async (headers: Record<string, string>) =>
    (await request.get(`${baseUrl}/dev/mailbox`, { headers })).status()
  expect(await getStatus({})).toBe(200)
  expect(await getStatus({ 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  expect(await getStatus({ 'x-local-request': 'yes', 'x-forwarded-host': 'bridge.example' })).toBe(404)
})

test('proxies may keep what the build renders, and each other render has a new nonce', async ({ request }) => {
  const getHeaders = async (path: string) => (await request.get(baseUrl + path)).headers()
  const { 'cache-control': shared, 'content-security-policy': hashes } = await getHeaders('/docs')
  expect(shared).toBe('public, max-age=0, s-maxage=60')
  expect(hashes).not.toContain('nonce-')
  const renders = [await getHeaders('/sign-in'), await getHeaders('/sign-in')]
  expect(renders.map((headers) => headers['cache-control'])).toEqual(
    Array(2).fill('private, no-cache, no-store, max-age=0, must-revalidate'),
  )
  const nonces = renders.map((headers) => /'nonce-[^']+'/.exec(headers['content-security-policy'] ?? '')?.[0])
  expect(nonces[0]).toBeDefined()
  expect(nonces[0]).not.toBe(nonces[1])
})

test('a new user signs in, gets a token, and runs the curl example unchanged', async ({ page }) => {
  await signIn(page, testEmail('newcomer'))
  await page.getByRole('link', { name: 'Make your first call' }).click()
  await page.getByRole('button', { name: 'Create access token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your access token' })
  const curl = await getText(dialog.getByLabel('curl example', { exact: true }))
  const { stdout } = await run('bash', ['-c', curl])
  expect(JSON.parse(stdout)).toMatchObject({
    QueryResponse: { Customer: [{}, {}, {}], startPosition: 1, maxResults: 3 },
  })
})

test('the client library examples run unchanged', async ({ page }) => {
  await signIn(page, testEmail('snippets'))
  await page.getByRole('link', { name: 'Make your first call' }).click()
  await page.getByRole('button', { name: 'Create access token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your access token' })
  for (const library of ['node-quickbooks', 'intuit-oauth']) {
    await dialog.getByRole('tab', { name: library }).click()
    const code = await getText(dialog.getByLabel(`${library} example`, { exact: true }))
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code])
    expect(JSON.parse(stdout), library).toEqual(
      library === 'node-quickbooks'
        ? expect.objectContaining({ Customer: expect.any(Array) })
        : expect.objectContaining({ QueryResponse: expect.objectContaining({ Customer: expect.any(Array) }) }),
    )
  }
})

test('the sign-in link that the start prints signs the owner in once', async ({ browser }) => {
  const { signInUrl } = quickstart()
  const visit = async (use: (page: Page) => Promise<void>) => {
    const context = await browser.newContext()
    await use(await context.newPage())
    await context.close()
  }
  await visit(async (page) => {
    await page.goto(signInUrl)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Company files' }).click()
    const { sandboxRealmId, productionRealmId } = quickstart()
    for (const id of [sandboxRealmId, productionRealmId]) {
      await expect(page.getByRole('button', { name: new RegExp(`^Copy realm ID ${id}$`, 'i') })).toBeVisible()
    }
  })
  await visit(async (page) => {
    await page.goto(signInUrl)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
})

test('signing out ends the session; an organization page then requires a sign-in and returns', async ({ page }) => {
  await signIn(page, testEmail('leaves'))
  const organization = new URL(page.url()).pathname
  await page.getByRole('button', { name: `Account menu for ${testEmail('leaves')}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Call QuickBooks Desktop/ })).toBeVisible()
  await page.goto(baseUrl + organization)
  await expect(page).toHaveURL(`${baseUrl}/sign-in?callbackUrl=${encodeURIComponent(organization)}`)
})

test('the page of another organization is not found', async ({ page, browser }) => {
  await signIn(page, testEmail('first'))
  const organization = page.url()
  const other = await (await browser.newContext()).newPage()
  await signIn(other, testEmail('second'))
  await other.goto(organization)
  await expect(other.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await other.context().close()
})

test('the color scheme is kept across reloads', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${baseUrl}/docs`)
  await page.getByRole('button', { name: 'Toggle color scheme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  // Without scripts, the page shows only what the server rendered: the other scheme does not flash.
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('the OpenAPI document links to the API reference, and every operation there has its own URL', async ({
  page,
  request,
}) => {
  const document = await (await request.get(`${baseUrl}/openapi.json`)).json()
  expect(document.externalDocs.url).toBe(`${baseUrl}/docs/api`)
  await page.goto(document.externalDocs.url)
  await page.getByRole('link', { name: 'PATCH /admin/v1/clients/{clientId}' }).click()
  await expect(page).toHaveURL(`${baseUrl}/docs/api/clients#updateClient`)
  const call = page.getByRole('article', { name: 'Update client' })
  await expect(call).toBeInViewport()
  await expect(call.locator('pre[data-sample=updateClient]')).toContainText('curl -X PATCH')
  await call.getByRole('link', { name: 'Client', exact: true }).first().click()
  await expect(page.getByRole('article', { name: 'Client', exact: true })).toBeInViewport()
})

test('on a narrow screen the navigation opens and closes when a link is followed', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto(`${baseUrl}/docs`)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const navigation = page.getByRole('navigation', { name: 'Documentation' })
  await navigation.getByRole('link', { name: 'Errors', exact: true }).click()
  await expect(page).toHaveURL(`${baseUrl}/docs/errors`)
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
})

test('pages and files return a request ID', async ({ request }) => {
  for (const path of ['/', '/docs', '/icon.svg', '/no-such-page']) {
    const fetchRequestId = async (headers: Record<string, string>) =>
      (await request.get(baseUrl + path, { headers })).headers()['x-request-id']
    expect(await fetchRequestId({})).toMatch(/^[0-9a-f-]{36}$/)
    expect(await fetchRequestId({ 'x-request-id': 'mine' })).toBe('mine')
  }
})

test('each page allows only scripts that carry its nonce or hash, and cannot be embedded in a frame', async ({
  request,
}) => {
  const policies = await Promise.all(
    ['/', '/docs', '/no-such-page'].map(async (path) => (await request.get(baseUrl + path)).headers()),
  )
  for (const headers of policies) {
    expect(headers['content-security-policy']).toMatch(/script-src 'self'( '(nonce-[\w+/=]{24}|sha256-[\w+/=]{44})')+;/)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

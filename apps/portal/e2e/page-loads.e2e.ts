import { renderWaitingPage, waitingPagePolicy } from '@bridge/identity/oauth/waiting-page'
import { waitForData } from '../test/page-harness.ts'
import { quickstart } from '../test/quickstart.ts'
import { organizationRoutes } from '../test/routes.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { type BrowserContext, expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

const maxPrefetches = 5

/** Fails the next load of a page as a server does for someone who opened too many, for two seconds. */
async function refuseOnce(context: BrowserContext, path: string): Promise<void> {
  const body = renderWaitingPage({ title: 'Too many pages at once', text: 'Wait.', seconds: 2 })
  await context.route(
    baseUrl + path,
    (route) =>
      route.fulfill({
        status: 429,
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': waitingPagePolicy },
        body,
      }),
    { times: 1 },
  )
}

/** Records the pages that a page loads ahead. */
function recordPrefetches(page: Page): string[] {
  const prefetches: string[] = []
  page.on('request', (request) => {
    if (request.headers().rsc !== undefined || request.headers()['next-router-prefetch'] !== undefined)
      prefetches.push(new URL(request.url()).pathname)
  })
  return prefetches
}

/** Marks the document, so that `isMarked` finds out whether the browser has left it. */
function markDocument(page: Page): Promise<void> {
  return page.evaluate(() => void Object.assign(window, { isMarked: true }))
}

function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(window, 'isMarked') === true)
}

test('opening a page loads no other pages', async ({ page }) => {
  await signIn(page, testEmail('prefetches'))
  const organization = new URL(page.url()).pathname
  const prefetches = recordPrefetches(page)
  for (const path of [
    ...organizationRoutes.map((route) => organization + route),
    '/account',
    '/docs',
    '/docs/errors',
  ]) {
    prefetches.length = 0
    await page.goto(baseUrl + path)
    await waitForData(page)
    await page.waitForLoadState('networkidle')
    expect([path, prefetches.length <= maxPrefetches || prefetches]).toEqual([path, true])
  }
})

test('a page is loaded ahead once the pointer is on its link', async ({ page }) => {
  await signIn(page, testEmail('hover'))
  const prefetches = recordPrefetches(page)
  await page.getByRole('link', { name: 'Audit log' }).hover()
  await expect.poll(() => prefetches.some((path) => path.endsWith('/audit-log'))).toBe(true)
})

test('a link followed while offline opens its page once the connection is back', async ({ page, context }) => {
  await signIn(page, testEmail('offline-links'))
  await markDocument(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)
  await expect(page.getByText(/^You are offline/)).toBeHidden()
})

test('a link followed while the service does not respond opens its page once it does', async ({ page, context }) => {
  await signIn(page, testEmail('unreachable-links'))
  await markDocument(page)
  await context.route(`${baseUrl}/**`, (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText(/^The service does not respond/)).toBeVisible()
  await context.unroute(`${baseUrl}/**`)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('a refused page counts down and loads again', async ({ page, context }) => {
  await refuseOnce(context, '/terms')
  await page.goto(`${baseUrl}/terms`)
  await expect(page.getByRole('heading', { name: 'Too many pages at once' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText('1')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
})

test('a refused page loads again without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await refuseOnce(context, '/terms')
  await page.goto(`${baseUrl}/terms`)
  await expect(page.getByRole('timer')).toHaveText('2')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await context.close()
})

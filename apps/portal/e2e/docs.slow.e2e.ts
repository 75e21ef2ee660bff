import { desktopStatuses, faults, oauthErrors, problems } from '@bridge/faults'
import { quickstart } from '../test/quickstart.ts'
import { documentationRoutes } from '../test/routes.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { type APIRequestContext, expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** Returns every documentation page's path, from the sitemap. */
async function listPages(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get(`${baseUrl}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)]
    .map(([, address = '']) => new URL(address).pathname)
    .filter((path) => path.startsWith('/docs'))
}

/** Collects console messages, errors and policy violations. */
async function collectMessages(page: Page): Promise<string[]> {
  const messages: string[] = []
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => messages.push(error.message))
  await page.exposeFunction('reportViolation', (violation: string) => messages.push(violation))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.get(window, 'reportViolation')(`${violatedDirective}: ${blockedURI}`)
    })
  })
  return messages
}

test('every documentation page loads without a console message or a violation of its policy', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000)
  const pages = await listPages(request)
  expect(pages.length).toBeGreaterThan(100)
  const messages = await collectMessages(page)
  for (const path of pages) {
    await page.goto(baseUrl + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(messages, path).toEqual([])
  }
})

test('headings of every documentation page follow each other without a gap', async ({ request }) => {
  const skipped: string[] = []
  for (const path of await listPages(request)) {
    const html = await (await request.get(baseUrl + path)).text()
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    const levels = [...main.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level))
    if (levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1)) skipped.push(`${path}: ${levels}`)
  }
  expect(skipped).toEqual([])
})

test('every link within the documentation leads to a page and an anchor that exist', async ({ request }) => {
  test.setTimeout(120_000)
  const pages = new Map<string, string>()
  for (const path of await listPages(request)) pages.set(path, await (await request.get(baseUrl + path)).text())
  const checked = new Map<string, boolean>()
  const exists = async (path: string) => {
    const known = checked.get(path) ?? (await request.get(baseUrl + path)).ok()
    checked.set(path, known)
    return known
  }
  const broken: string[] = []
  for (const [path, html] of pages)
    for (const [, href = ''] of html
      .replaceAll(/<script\b.*?<\/script>/gs, '')
      .matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const { pathname, hash, origin } = new URL(href.replaceAll('&amp;', '&'), baseUrl + path)
      if (origin !== new URL(baseUrl).origin) continue
      const anchor = decodeURIComponent(hash.slice(1))
      const target = pages.get(pathname)
      const isBroken = target === undefined ? !(await exists(pathname)) : anchor && !target.includes(` id="${anchor}"`)
      if (isBroken) broken.push(`${path}: ${href}`)
    }
  expect([...new Set(broken)]).toEqual([])
})

test('the anchor of an operation that is on another page, as in links of earlier versions, leads there', async ({
  page,
}) => {
  await page.goto(`${baseUrl}/docs/api/realms#createPairingCode`)
  await expect(page).toHaveURL(`${baseUrl}/docs/api/agents#createPairingCode`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an entity shows its differences only, grouped by what to do', async ({ page }) => {
    await page.goto(`${baseUrl}/docs/entities/invoice`)
    const fields = page.getByRole('navigation', { name: 'Fields shown' })
    await fields.getByRole('link', { name: 'Differences only' }).click()
    await expect(page).toHaveURL(`${baseUrl}/docs/entities/invoice/differences`)
    await expect(fields.getByRole('link', { name: 'Differences only' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Leave out/)
    await expect(page.getByRole('row', { name: /DiscountRate/ }).first()).toContainText('use DiscountLineDetail')
    await expect(page.getByText('DocNumber', { exact: true })).toHaveCount(0)
    await fields.getByRole('link', { name: 'All fields' }).click()
    await expect(page).toHaveURL(`${baseUrl}/docs/entities/invoice`)
  })

  test('an operation shows its sample and its response', async ({ page }) => {
    await page.goto(`${baseUrl}/docs/api/invoice`)
    await expect(page.getByRole('tabpanel', { name: 'curl sample of readInvoice' })).toContainText(
      'curl "$BASE_URL/v3/',
    )
    await expect(page.getByRole('region', { name: 'Recorded response of readInvoice' })).toContainText('"Invoice"')
  })

  for (const path of documentationRoutes)
    test(`${path} shows its text and its navigation`, async ({ page }) => {
      await page.goto(baseUrl + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('article').first()).not.toBeEmpty()
      await expect(page.getByRole('button', { name: 'Copy as Markdown' })).toBeHidden()
    })

  test('the list of errors links to every code', async ({ page }) => {
    await page.goto(`${baseUrl}/docs/errors`)
    await page.getByRole('link', { name: 'AGENT_OFFLINE' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'AGENT_OFFLINE' })).toBeVisible()
  })
})

test('every code has a page, a place in the list, and a fault links to its page [dp-2.3:3]', async ({ request }) => {
  const pages = await listPages(request)
  const codes = [faults, desktopStatuses, oauthErrors].flatMap((rows) => Object.keys(rows))
  const anchors = [...codes, ...Object.keys(problems).map((code) => `admin-${code}`)]
  expect(pages).toEqual(expect.arrayContaining(anchors.map((anchor) => `/docs/errors/${anchor}`)))
  const list = await (await request.get(`${baseUrl}/docs/errors`)).text()
  expect(anchors.filter((anchor) => !list.includes(` id="${anchor}"`))).toEqual([])

  const fault = await (await request.get(`${baseUrl}/v3/company/1000000000000000/customer/1`)).json()
  expect(fault.svc.docsUrl).toBe(`${baseUrl}/docs/errors/AUTHENTICATION_FAILED`)
  expect((await request.get(fault.svc.docsUrl)).status()).toBe(200)
})

test('the anchor of a code, as in links of earlier versions, leads to its page', async ({ page }) => {
  await page.goto(`${baseUrl}/docs/errors#AGENT_TIMEOUT`)
  await expect(page).toHaveURL(`${baseUrl}/docs/errors/AGENT_TIMEOUT`)
  await page.goto(`${baseUrl}/docs/errors#desktop-codes`)
  await expect(page.locator('#desktop-codes')).toBeInViewport()
})

test('the list of errors is filtered by code, status, origin and repetition, and the address keeps the filter', async ({
  page,
}) => {
  await page.goto(`${baseUrl}/docs/errors`)
  await page.getByRole('searchbox', { name: 'Code or text' }).fill('offline')
  await expect(page.getByRole('link', { name: 'AGENT_OFFLINE' })).toBeVisible()
  await expect(page.getByRole('link', { name: '6240' })).toHaveCount(0)
  await expect(page).toHaveURL(`${baseUrl}/docs/errors?code=offline`)
  await page.goto(`${baseUrl}/docs/errors?status=503&origin=Service&repeat=always`)
  await expect(page.getByRole('link', { name: 'AGENT_OFFLINE' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'AGENT_TIMEOUT' })).toHaveCount(0)
})

test('the page of a code leads signed-in readers to their requests with it', async ({ page }) => {
  await page.goto(`${baseUrl}/docs/errors/AGENT_TIMEOUT`)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your requests with this code' })).toHaveCount(0)
  await signIn(page, testEmail('reader'))
  await page.goto(`${baseUrl}/docs/errors/AGENT_TIMEOUT`)
  await page.getByRole('link', { name: /^Requests of .* with AGENT_TIMEOUT$/ }).click()
  await expect(page).toHaveURL(/\/orgs\/[^/]+\/requests\?code=AGENT_TIMEOUT$/)
})

test('moving between pages loads data that the build has rendered, and no document', async ({ page }) => {
  const requests: string[] = []
  await page.goto(`${baseUrl}/docs/guides/queries`)
  page.on('request', (request) => {
    if (request.resourceType() === 'document') requests.push(request.url())
  })
  await page.getByRole('article').getByRole('link', { name: 'UNSUPPORTED_QUERY' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'UNSUPPORTED_QUERY' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Batch' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Batch' })).toBeVisible()
  expect(requests).toEqual([])
})

test('every page is also Markdown, which a button copies', async ({ page, request, context }) => {
  for (const path of await listPages(request)) {
    const response = await request.get(`${baseUrl}${path}.md`)
    expect(response.headers()['content-type'], path).toBe('text/markdown; charset=utf-8')
    expect(await response.text(), path).toMatch(/^# \S/)
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${baseUrl}/docs/guides/batch`)
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Batch\n/)
})

test('language models and search engines find every page', async ({ request }) => {
  const read = async (path: string) => (await request.get(baseUrl + path)).text()
  const pages = await listPages(request)
  const index = await read('/llms.txt')
  expect(pages.filter((path) => !index.includes(`(${baseUrl}${path}.md)`))).toEqual([])
  const chapters = [...(await read('/llms-full.txt')).matchAll(/\((http\S+)\)/g)].map(([, address = '']) => address)
  expect(chapters.filter((address) => !index.includes(address))).toEqual([])
  const texts = await Promise.all(chapters.map(async (address) => (await request.get(address)).body()))
  expect(texts.filter((text) => text.length > 300_000)).toEqual([])
  const full = texts.join('')
  expect(full).toContain('# Safe retries')
  expect(full).toContain('# AGENT_TIMEOUT')
  expect(await read('/robots.txt')).toContain(`Sitemap: ${baseUrl}/sitemap.xml`)
})

test('a page is sent again only if it has changed, and compressed', async ({ request }) => {
  const first = await request.get(`${baseUrl}/docs/errors`, { headers: { 'Accept-Encoding': 'gzip' } })
  expect(first.headers()['content-encoding']).toBe('gzip')
  expect(first.headers()['cache-control']).toBe('public, max-age=0, s-maxage=60')
  const { etag = '' } = first.headers()
  const again = await request.get(`${baseUrl}/docs/errors`, {
    headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': etag },
  })
  expect(again.status()).toBe(304)
})

test('the code of a guide is copied by its button', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${baseUrl}/docs/guides/queries`)
  await page.getByRole('button', { name: 'Copy code' }).first().click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl -H/)
})

test('the code of guides wraps, and each of its characters is shown as it is', async ({ page, request }) => {
  const guides = (await listPages(request)).filter((path) => path.startsWith('/docs/guides/'))
  for (const path of guides) {
    await page.goto(baseUrl + path)
    const blocks = await page.locator('article pre').evaluateAll((found) =>
      found.map((block) => ({
        code: block.textContent?.slice(0, 60),
        isCut: block.scrollWidth > block.clientWidth,
        ligatures: getComputedStyle(block.querySelector('code') ?? block).fontVariantLigatures,
      })),
    )
    expect([path, blocks.filter(({ isCut, ligatures }) => isCut || ligatures !== 'none')]).toEqual([path, []])
  }
})

test('the API reference offers its description in every format', async ({ page, request }) => {
  await page.goto(`${baseUrl}/docs/api`)
  for (const [name, type] of [
    ['OpenAPI (JSON)', 'application/json'],
    ['OpenAPI (YAML)', 'application/yaml'],
    ['Postman collection', 'application/json'],
  ] as const) {
    const href = await page.getByRole('link', { name }).getAttribute('href')
    const response = await request.get(`${baseUrl}${href}`)
    expect([name, response.status(), response.headers()['content-type']]).toEqual([name, 200, `${type}; charset=utf-8`])
    expect(await response.text()).toContain(`${baseUrl}`)
  }
  await page.goto(`${baseUrl}/docs/api/invoice`)
  const operations = page.getByRole('navigation', { name: 'Operations' }).getByRole('link')
  expect(await operations.allTextContents()).toEqual(['Write Invoice', 'Read Invoice'])
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { fillOrganization } from '../test/filled-organization.ts'
import { waitForData } from '../test/page-harness.ts'
import { quickstart } from '../test/quickstart.ts'
import { documentationRoutes, linkRoutes, listOtherPages, organizationRoutes, publicRoutes } from '../test/routes.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { type Page, test } from '../test/test.ts'

const folder = fileURLToPath(new URL('../../../.bridge/screenshots', import.meta.url))
const { baseUrl } = quickstart()

/** Takes a picture in both color schemes and at both widths. */
async function shoot(page: Page, title: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [1440, 360]) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      const file = `${title.replaceAll(/[^\w-]+/g, '-')}-${scheme}-${width}.png`
      await page.screenshot({ path: path.join(folder, file), animations: 'disabled' })
    }
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitForData(page)
}

test.beforeAll(({ browserName: _ }, { workerIndex }) => {
  // A worker started after a failed test adds to the others' pictures.
  if (workerIndex === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
})

test.afterAll(() => {
  const pictures = readdirSync(folder).filter((file) => file.endsWith('.png'))
  const figures = pictures.map(
    (file) =>
      `<figure><a href="${file}"><img src="${file}" alt="" width="480" loading="lazy"></a><figcaption>${path.parse(file).name}</figcaption></figure>`,
  )
  const style = 'body{font:14px sans-serif;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}'
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>${style}</style>${figures.join('\n')}\n`,
  )
  process.stdout.write(`${pictures.length} pictures: ${path.join(folder, 'index.html')}\n`)
})

test.beforeEach(({ page }) => page.setDefaultTimeout(20_000))

test('public pages', async ({ page }) => {
  for (const route of ['/no-such-page', ...publicRoutes, ...linkRoutes, ...documentationRoutes]) {
    await open(page, baseUrl + route)
    await shoot(page, `public ${route}`)
  }
})

test('pages with data', async ({ page }) => {
  await signIn(page, testEmail('filled'))
  const filled = await fillOrganization(page)
  const organization = filled.path
  const pages = {
    ...Object.fromEntries(organizationRoutes.map((route) => [route, organization + route])),
    ...listOtherPages(filled),
    'request panel': `${organization}/requests?request=${filled.requestId}`,
  }
  for (const [title, address] of Object.entries(pages)) {
    await open(page, baseUrl + address)
    await shoot(page, `filled ${title}`)
  }
  for (const route of ['/company-files/1000000000000000', '/apps/unknown', '/requests/gone']) {
    await open(page, baseUrl + organization + route)
    await shoot(page, `gone ${route}`)
  }
})

test('pages of OAuth', async ({ page }) => {
  await signIn(page, testEmail('connects'))
  const { sandboxId, clientId } = await fillOrganization(page)
  const authorize = (parameters: Readonly<Record<string, string>>) =>
    `${baseUrl}/oauth2/v1/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: 'http://localhost:8000/callback',
      scope: 'com.intuit.quickbooks.accounting openid email',
      state: 'state',
      ...parameters,
    })}`
  const addresses = {
    consent: authorize({ realm_id: sandboxId }),
    chooser: authorize({}),
    'unknown app': authorize({ client_id: 'svcc_unknown' }),
  }
  for (const [title, address] of Object.entries(addresses)) {
    await page.goto(address)
    await shoot(page, `oauth ${title}`)
  }
})

test('pages of the agent', async ({ page }) => {
  const program = fileURLToPath(new URL('../../edge-agent/test/serve-status-page.ts', import.meta.url))
  const server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [address] = await once(createInterface(server.stdout), 'line')
  await page.goto(String(address))
  await shoot(page, 'agent status')
  await page.getByRole('link', { name: 'Make a report' }).click()
  await shoot(page, 'agent report')
  server.stdin.end()
  await once(server, 'exit')
})

test('empty, failed, offline and open tools', async ({ page }) => {
  await signIn(page, testEmail('pictures'))
  const organization = new URL(page.url()).pathname
  for (const route of organizationRoutes) {
    await open(page, baseUrl + organization + route)
    await shoot(page, `empty ${route}`)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search, or paste/ }).waitFor()
  await shoot(page, 'menu')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: /^Search, or paste/ }).waitFor({ state: 'hidden' })
  await page.keyboard.press('~')
  await page.getByRole('region', { name: 'Latest requests' }).waitFor()
  await shoot(page, 'latest requests')
  await page.getByRole('button', { name: 'Close the latest requests' }).click()
  await page.context().setOffline(true)
  await page.getByText(/^You are offline/).waitFor()
  await shoot(page, 'offline')
  await page.context().setOffline(false)
  await page.route('**/trpc/**', (route) => route.fulfill({ status: 503, body: '{}' }))
  for (const route of organizationRoutes) {
    await open(page, baseUrl + organization + route)
    await shoot(page, `failed ${route}`)
  }
})

test('loading pages', async ({ page }) => {
  await signIn(page, testEmail('loading'))
  const organization = new URL(page.url()).pathname
  await page.route(/_rsc=/, () => new Promise(() => undefined))
  for (const route of organizationRoutes.slice(1)) {
    await page.locator(`nav a[href="${organization}${route}"]`).click()
    await shoot(page, `loading ${route}`)
  }
})

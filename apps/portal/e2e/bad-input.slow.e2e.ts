// cspell:ignore Cller Müller
import { waitForHydration } from '../test/hydration.ts'
import { addMember, changeAsAdmin, findOrganization, openBrowserFor, type Person } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { completeSignIn, testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'
import { ignorePrefetchedData } from '../test/unprefetched.ts'

const { baseUrl } = quickstart()

const redirectUris = ['https://app.example.com/callback']

const names = [
  'W'.repeat(80),
  'شركة الصخرة للإنشاءات (الرياض) - فرع 12',
  '👩‍👩‍👧‍👦🏰🇩🇪 Família Ünïçødé',
  '<script>alert(document.domain)</script>&amp;',
]

async function registerApp(person: Person, orgId: string, name: string): Promise<string> {
  const body = { orgId, name, redirectUris }
  return (await changeAsAdmin(person, { method: 'POST', path: '/clients', body })).client.id
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = () => page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(overflow, page.url()).toBe(0)
}

test('long, right-to-left, emoji and script names are shown as they are, and fit every list', async ({ browser }) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('names'))
  const { page } = ada
  const { id: orgId, slug } = await findOrganization(ada)
  const create = (path: string, body: unknown) => changeAsAdmin(ada, { method: 'POST', path, body })
  const rename = (path: string, name: string) => changeAsAdmin(ada, { method: 'PATCH', path, body: { name } })
  const [long = '', rightToLeft = '', , script = ''] = names
  const apps: string[] = []
  for (const name of names) {
    apps.push(await registerApp(ada, orgId, name))
    await create('/api-keys', { orgId, name: [...name].slice(0, 12).join('') })
  }
  const { realm } = await create('/realms', { orgId, name: long })
  for (const label of names) await create(`/realms/${realm.id}/agent-tokens`, { label })
  await rename(`/orgs/${orgId}`, script)
  await rename('/account', rightToLeft)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => dialogs.push(dialog.message()))
  await page.setViewportSize({ width: 360, height: 800 })
  const pages = [
    ['', [long]],
    ['/apps', names],
    [`/apps/${apps[0]}`, [long]],
    [`/apps/${apps[3]}`, [script]],
    ['/api-keys', names.map((name) => [...name].slice(0, 12).join('').trim())],
    ['/company-files', [long]],
    [`/company-files/${realm.id}/agent`, names],
    ['/members', [rightToLeft]],
    ['/audit-log', names],
  ] as const
  for (const [path, shown] of pages) {
    await page.goto(`${baseUrl}/orgs/${slug}${path}`)
    for (const name of shown) {
      await expect(page.getByRole('main').getByText(name, { exact: true }).first(), `${path}: ${name}`).toBeVisible()
    }
    await expectNoOverflow(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: `Organization: ${script}, owner` })).toBeVisible()
  expect(dialogs).toEqual([])
  await ada.context.close()
})

test('a page of company files with long names fits, and the search and the choices are in the address', async ({
  browser,
}) => {
  const ada = await openBrowserFor(browser, testEmail('many'))
  const { page } = ada
  const { slug } = await findOrganization(ada)
  await ignorePrefetchedData(page)
  // The plan allows one; the others are sandbox copies with their own names and IDs. The server searches and orders.
  let copied: object | undefined
  await page.route('**/trpc/**', async (route) => {
    const url = new URL(route.request().url())
    const names = url.pathname.split('/').at(-1)?.split(',') ?? []
    if (!names.includes('listRealms') && !names.includes('countRealms')) return route.fallback()
    const inputs = JSON.parse(url.searchParams.get('input') ?? '{}')
    const response = await route.fetch()
    const results = await response.json()
    for (const [position, name] of names.entries()) {
      const { data } = results[position].result
      if (name === 'countRealms') data.groups[0].count = 200
      if (name !== 'listRealms' || inputs[position]?.limit !== 30) continue
      copied ??= data.realms[0]
      data.realms = Array.from({ length: 30 }, (_, index) => ({
        ...copied,
        id: String(1_000_000_000_000_000 + index),
        kind: 'production',
        name: `${inputs[position].search ?? 'Company'} ${index} ${'x'.repeat(60)}`,
      }))
      data.after = 'production-1-1000000000000029'
    }
    await route.fulfill({ response, json: results })
  })
  await page.goto(`${baseUrl}/orgs/${slug}/quick-start`)
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Company files' }).click()
  const links = page.getByRole('table', { name: 'Company files' }).getByRole('link', { name: /^Company \d+ x+$/ })
  await expect(links).toHaveCount(30)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/after=production/)
  await page.getByRole('searchbox', { name: 'Search company files' }).fill('Müller')
  await expect(page.getByRole('table', { name: 'Company files' }).getByRole('link').first()).toHaveText(/^Müller 0 x+$/)
  await expect(page).toHaveURL(/q=M%C3%BCller$/)
  for (const width of [320, 640, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page)
  }
  await ada.context.close()
})

test('what was typed is kept when the session ends, when a role is lost, and when someone else was faster', async ({
  browser,
}) => {
  test.slow()
  const ada = await openBrowserFor(browser, testEmail('keeps'))
  const organization = await findOrganization(ada)
  const grace = await addMember(browser, ada, organization, 'admin', 'keeps-grace')
  const appsUrl = `${baseUrl}/orgs/${organization.slug}/apps`
  const dialog = ada.page.getByRole('dialog')

  await ada.page.goto(appsUrl)
  await ada.page.getByRole('button', { name: 'Register an app' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Typed before')
  await dialog.getByRole('textbox', { name: 'Redirect URIs' }).fill(redirectUris[0] ?? '')
  await ada.context.clearCookies()
  await dialog.getByRole('button', { name: 'Register app' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You are signed out.')
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  await completeSignIn(ada.page, ada.email)
  await expect(ada.page).toHaveURL(appsUrl)
  await waitForHydration(ada.page)
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed before')
  await expect(dialog.getByRole('textbox', { name: 'Redirect URIs' })).toHaveValue(redirectUris[0] ?? '')
  await dialog.getByRole('button', { name: 'Register app' }).click()
  await ada.page.getByRole('button', { name: 'I have stored it' }).click()
  await expect(ada.page.getByRole('heading', { level: 1, name: 'Typed before' })).toBeVisible()
  expect(await ada.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([])

  // Both have the app open; Grace is faster.
  const appUrl = ada.page.url()
  await grace.page.goto(appUrl)
  await ada.page.getByRole('textbox', { name: 'Name' }).fill('Name of Ada')
  await grace.page.getByRole('textbox', { name: 'Name' }).fill('Name of Grace')
  await grace.page.getByRole('button', { name: 'Save' }).click()
  await expect(grace.page.getByRole('heading', { level: 1, name: 'Name of Grace' })).toBeVisible()
  await expect(ada.page.getByRole('heading', { level: 1, name: 'Name of Grace' })).toBeVisible()
  await expect(ada.page.getByRole('textbox', { name: 'Name' })).toHaveValue('Name of Ada')
  await ada.page.getByRole('button', { name: 'Save' }).click()
  await expect(ada.page.getByText('Someone else changed this app while you were editing it')).toBeVisible()
  await ada.page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(ada.page.getByRole('heading', { level: 1, name: 'Name of Ada' })).toBeVisible()

  await grace.page.goto(appsUrl)
  await grace.page.getByRole('button', { name: 'Register an app' }).click()
  const graceDialog = grace.page.getByRole('dialog')
  await graceDialog.getByRole('textbox', { name: 'Name' }).fill('Typed as an admin')
  await graceDialog.getByRole('textbox', { name: 'Redirect URIs' }).fill(redirectUris[0] ?? '')
  const { members } = await changeAsAdmin(ada, { method: 'GET', path: `/orgs/${organization.id}/members` })
  const { id } = members.find((member: { email: string }) => member.email === grace.email)
  await changeAsAdmin(ada, { method: 'PATCH', path: `/members/${id}`, body: { role: 'member' } })
  await expect(grace.page.getByText('An owner or admin can register and change apps.')).toBeVisible()
  await graceDialog.getByRole('button', { name: 'Register app' }).click()
  await expect(graceDialog.getByRole('alert')).toContainText('The app was not registered')
  await expect(graceDialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed as an admin')
  for (const { context } of [ada, grace]) await context.close()
})

test('a page that slept says how old its data is, and one whose service restarts recovers', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('sleeps'))
  const { page } = ada
  const { id: orgId, slug } = await findOrganization(ada)
  await registerApp(ada, orgId, 'Invoice maker')
  await page.clock.install()
  // Without live changes, as in a tab after sleep.
  await page.route('**/trpc/liveChanges**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(`${baseUrl}/orgs/${slug}/apps`)
  await page.route('**/trpc/**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.clock.fastForward('01:00')
  await expect(page.getByText(/^Data is \d+ (seconds|minutes) old$/)).toBeVisible()
  await page.clock.fastForward('24:00:00')
  await expect(page.getByText(/^Data is \d+ hours old$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invoice maker' })).toBeVisible()
  await page.unroute('**/trpc/**')

  for (const pattern of ['**/trpc/**', '**/healthz']) await page.route(pattern, (route) => route.abort())
  await page.clock.fastForward('00:30')
  await expect(page.getByText(/^The service does not respond\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invoice maker' })).toBeVisible()
  for (const pattern of ['**/trpc/**', '**/healthz']) await page.unroute(pattern)
  await registerApp(ada, orgId, 'Registered meanwhile')
  await page.clock.fastForward('00:30')
  await expect(page.getByText(/^The service does not respond\./)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Registered meanwhile' })).toBeVisible()
  await ada.context.close()
})

test('where the browser refuses the clipboard, what should be copied is selected', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('clipboard'))
  const { page } = ada
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } })
    document.execCommand = () => false
  })
  const { id: orgId, slug } = await findOrganization(ada)
  const clientId = await registerApp(ada, orgId, 'Invoice maker')
  await page.goto(`${baseUrl}/orgs/${slug}/apps/${clientId}`)
  const readSelection = () => page.evaluate(() => String(getSelection()))
  await page.getByRole('button', { name: 'Copy consent link' }).click()
  await expect(page.getByRole('button', { name: 'Press Ctrl+C consent link' })).toBeVisible()
  await expect.poll(readSelection).toContain(`/oauth2/v1/authorize?client_id=${clientId}`)
  await page.getByRole('button', { name: `Copy Client ID ${clientId}` }).click()
  await expect.poll(readSelection).toBe(clientId)
  await ada.context.close()
})

test('the documentation is readable without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseUrl}/docs`)
  await page.getByRole('navigation').getByRole('link', { name: 'Errors', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${baseUrl}/docs/entities/invoice`)
  await expect(page.getByRole('main')).toContainText('CustomerRef')
  await page.goto(`${baseUrl}/docs/api/invoice`)
  await expect(page.getByRole('main')).toContainText('/v3/company/')
  await context.close()
})

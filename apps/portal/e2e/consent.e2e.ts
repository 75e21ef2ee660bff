import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { billingService } from '../test/billing.ts'
import { expectPageQuality } from '../test/page-harness.ts'
import { changeAsAdmin, findOrganization, issueSandboxToken, openBrowserFor, type Person } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { completeSignIn, testEmail } from '../test/sign-in.ts'
import { expect, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

interface RegisteredApp {
  readonly clientId: string
  readonly clientSecret: string
  readonly realmId: string
  readonly redirectUri: string
}

let callback: Server
let redirectUri: string

test.beforeAll(async () => {
  callback = createServer((_request, response) => response.end('Back in the app'))
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve))
  redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
})
test.afterAll(() => callback.close())

/** Registers an app in a person's organization, which has a sandbox. */
async function registerApp(person: Person): Promise<RegisteredApp> {
  const { id: orgId } = await findOrganization(person)
  const { realms } = await changeAsAdmin(person, { method: 'GET', path: `/realms?orgId=${orgId}` })
  const body = { orgId, name: 'Invoice <b>Maker</b> 🧾', redirectUris: [redirectUri] }
  const { client, clientSecret } = await changeAsAdmin(person, { method: 'POST', path: '/clients', body })
  return { clientId: client.id, clientSecret, realmId: realms[0].id, redirectUri }
}

/** Returns the consent page's address. An override of undefined leaves a parameter out. */
function consentUrl(
  app: RegisteredApp,
  overrides: Readonly<Record<string, string | undefined>> = {},
  portal: string = baseUrl,
): string {
  const parameters = {
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    realm_id: app.realmId,
    response_type: 'code',
    state: 'a state & more',
    ...overrides,
  }
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${portal}/oauth2/v1/authorize?${new URLSearchParams(given)}`
}

/** Presses a button on the consent page. Returns what the app gets. */
async function decide(page: Page, button: 'Connect' | 'Cancel'): Promise<Record<string, string>> {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText('Back in the app')).toBeVisible()
  return Object.fromEntries(new URL(page.url()).searchParams)
}

test('without scripts: who is looking, Cancel, Connect, “Already connected since”, and a form that is used twice', async ({
  browser,
}) => {
  const ada = await openBrowserFor(browser, testEmail('consents'))
  const app = await registerApp(ada)
  const scriptless = await browser.newContext({ javaScriptEnabled: false })
  const stranger = await scriptless.newPage()
  await stranger.goto(consentUrl(app))
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText('Connect Invoice <b>Maker</b> 🧾 to')
  await expect(stranger.getByText('You are not signed in.')).toBeVisible()
  await expect(stranger.getByText('Sandbox with sample data')).toBeVisible()
  await expect(stranger.getByText(`You’ll be redirected to ${new URL(redirectUri).host}`)).toBeVisible()
  expect(await decide(stranger, 'Cancel')).toEqual({
    error: 'access_denied',
    iss: baseUrl,
    state: 'a state & more',
  })

  await stranger.goto(consentUrl(app))
  const granted = await decide(stranger, 'Connect')
  expect(granted).toEqual({ code: expect.any(String), iss: baseUrl, realmId: app.realmId, state: 'a state & more' })
  const tokens = await ada.context.request.post(`${baseUrl}/oauth2/v1/tokens`, {
    form: { grant_type: 'authorization_code', code: granted.code ?? '', redirect_uri: redirectUri },
    headers: { authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}` },
  })
  expect(tokens.status()).toBe(200)

  await scriptless.close()

  await ada.page.goto(consentUrl(app))
  await expect(ada.page.getByText(`You are signed in as ${ada.email}.`)).toBeVisible()
  await expect(ada.page.getByRole('definition').filter({ hasText: ada.email })).toBeVisible()
  await expect(ada.page.getByText(/^Already connected since \w+ \d+, \d{4} \(UTC\)/)).toBeVisible()
  await expectPageQuality(ada.page)
  const token = await ada.page.locator('input[name=consent_token]').inputValue()
  await decide(ada.page, 'Cancel')
  const repeated = await ada.context.request.post(`${baseUrl}/oauth2/v1/authorize`, {
    form: {
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      realm_id: app.realmId,
      consent_token: token,
      decision: 'connect',
    },
    headers: { accept: 'text/html', origin: baseUrl },
  })
  expect(repeated.status()).toBe(400)
  expect(await repeated.text()).toContain('No one made a mistake: forms work once, for 10 minutes.')
  await ada.context.close()
})

test('“Sign in” on the consent page leads back to it', async ({ browser, page }) => {
  const ada = await openBrowserFor(browser, testEmail('consents-later'))
  const app = await registerApp(ada)
  await page.goto(consentUrl(app))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await completeSignIn(page, ada.email)
  await expect(page.getByText(`You are signed in as ${ada.email}.`)).toBeVisible()
  await decide(page, 'Connect')
  // The code is not redeemed, so nothing is connected yet.
  await page.goto(consentUrl(app))
  await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible()
  await expect(page.getByText(/^Already connected/)).toBeHidden()
  await ada.context.close()
})

test('where a sign-in is required, “Sign in to connect” leads to the form and back', async ({ browser, page }) => {
  const portal = billingService().baseUrl
  const ada = await openBrowserFor(browser, testEmail('consents-required'), {}, portal)
  const app = await registerApp(ada)
  const response = await page.goto(consentUrl(app, {}, portal))
  expect(response?.status()).toBe(403)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to connect' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect' })).toHaveCount(0)
  await expectPageQuality(page)
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await completeSignIn(page, ada.email)
  await expect(page.getByText(`You are signed in as ${ada.email}.`)).toBeVisible()
  expect(await decide(page, 'Connect')).toMatchObject({ code: expect.any(String) })
  await ada.context.close()
})

test('where a sign-in is required, members of other organizations and forms of other sites are refused', async ({
  browser,
}) => {
  const portal = billingService().baseUrl
  const ada = await openBrowserFor(browser, testEmail('consents-owner'), {}, portal)
  const eve = await openBrowserFor(browser, testEmail('consents-stranger'), {}, portal)
  const app = await registerApp(ada)
  const response = await eve.page.goto(consentUrl(app, {}, portal))
  expect(response?.status()).toBe(403)
  await expect(eve.page.getByRole('heading', { level: 1, name: 'Ask a member to connect' })).toBeVisible()
  await expectPageQuality(eve.page)
  const foreign = await ada.context.request.post(`${portal}/oauth2/v1/authorize`, {
    form: { decision: 'connect' },
    headers: { accept: 'text/html', origin: 'https://evil.example' },
  })
  expect(foreign.status()).toBe(403)
  expect(await foreign.text()).toContain('This form came from another site')
  await ada.context.close()
  await eve.context.close()
})

test('as QuickBooks Online: an app that names no company file gets one that the user chooses after the sign-in', async ({
  browser,
  page,
}) => {
  const portal = billingService().baseUrl
  const ada = await openBrowserFor(browser, testEmail('consents-chooser'), {}, portal)
  const app = await registerApp(ada)
  const url = consentUrl(app, { realm_id: undefined }, portal)
  expect((await page.goto(url))?.status()).toBe(400)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a company file' })).toBeVisible()
  await expectPageQuality(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('Back in the app')).toBeVisible()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    error: 'access_denied',
    iss: portal,
    state: 'a state & more',
  })

  await page.goto(url)
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await completeSignIn(page, ada.email)
  await expect(page.getByText('Invoice <b>Maker</b> 🧾 asks to connect')).toBeVisible()
  await expectPageQuality(page)
  await page.getByRole('listitem').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Connect Invoice <b>Maker</b> 🧾 to')
  const granted = await decide(page, 'Connect')
  expect(granted).toEqual({ code: expect.any(String), iss: portal, realmId: app.realmId, state: 'a state & more' })
  const tokens = await ada.context.request.post(`${portal}/oauth2/v1/tokens`, {
    form: { grant_type: 'authorization_code', code: granted.code ?? '', redirect_uri: redirectUri },
    headers: { authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}` },
  })
  expect(await tokens.json()).toMatchObject({ realmId: app.realmId, access_token: expect.any(String) })
  await ada.context.close()
})

test('each error says whose mistake it is, and gives the developer’s part; programs get JSON', async ({ browser }) => {
  const ada = await openBrowserFor(browser, testEmail('consent-errors'))
  const eve = await openBrowserFor(browser, testEmail('consent-stranger'))
  const app = await registerApp(ada)
  const { realmId: foreignRealm } = await issueSandboxToken(eve, (await findOrganization(eve)).id)
  const mistakes = [
    [{ client_id: 'svcc_unknown' }, 'Invalid client or redirect URI', 'Send the Client ID from the portal'],
    [{ redirect_uri: 'https://evil.example/callback' }, 'Invalid client or redirect URI', 'not registered for it'],
    [{ realm_id: '1111111111111111' }, 'Invalid realm ID', 'realm_id of the authorize request is unknown'],
    [{ realm_id: foreignRealm }, 'Invalid realm ID', 'realm_id of the authorize request is unknown'],
    [{ response_type: 'token' }, 'The app sent an invalid request', 'unsupported_response_type: '],
  ] as const
  const scriptless = await browser.newContext({ javaScriptEnabled: false })
  const page = await scriptless.newPage()
  for (const [override, title, forDeveloper] of mistakes) {
    const url = consentUrl(app, override)
    const response = await page.goto(url)
    expect(response?.status(), title).toBe(400)
    expect(new URL(page.url()).origin, 'nothing is sent to an address that cannot be trusted').toBe(baseUrl)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('This is a mistake in the app, not yours.')).toBeVisible()
    await expect(page.locator('pre')).toContainText(forDeveloper)
    const json = await callAsProgram(ada, url)
    expect(json.status, title).toBe(400)
    expect(json.body, title).toMatchObject({ error: expect.any(String), error_description: expect.any(String) })
  }
  await scriptless.close()
  await ada.context.close()
  await eve.context.close()
})

async function callAsProgram({ context }: Person, url: string) {
  const response = await context.request.get(url, { headers: { accept: 'application/json' } })
  return { status: response.status(), body: await response.json() }
}

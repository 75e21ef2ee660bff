import { createResealing } from '@bridge/identity/second-factor/resealing'
import { authPath } from '@bridge/identity/sign-in/auth-address'
import { type ServerConfig, serverDefaults } from '@bridge/platform/server-config'
import { Hono } from 'hono'
import { TOTP } from 'otpauth'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registered, startOpenIdProvider } from '../openid-provider.fixture.ts'
import { type OpenPortal, openBrowser, openPortal, signIn } from '../portal.fixture.ts'

const baseUrl = 'http://localhost:4000'
const previousSecret = 'p'.repeat(32)
const nextSecret = 'n'.repeat(32)
const sessionCookie = 'next-auth.session-token'

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>
/** Servers with the previous secret, with both, and with the next one. */
let before: OpenPortal
let during: OpenPortal
let after: OpenPortal
/** Codes are accepted once: tests wait for the next one. */
let waitedMs = 0

beforeAll(async () => {
  provider = await startOpenIdProvider()
  const openIdConnect = { ...registered, issuer: provider.issuer, name: 'Example ID' }
  const clock = () => new Date(Date.now() + waitedMs)
  before = await openPortal({ openIdConnect, sessionSecret: previousSecret }, clock)
  const open = (config: Partial<ServerConfig>) => openPortal({ openIdConnect, ...config }, clock, before.test)
  during = await open({ sessionSecret: nextSecret, sessionSecretsAccepted: [previousSecret] })
  after = await open({ sessionSecret: nextSecret })
})
afterAll(async () => {
  await after.close()
  await during.close()
  await before.close()
  await provider.close()
})

/** Opens a browser whose requests a balancer leads to one server at a time. */
function openRoutedBrowser() {
  let server = before
  const app = new Hono().all('*', (context) => server.app.fetch(context.req.raw))
  return { ...openBrowser({ app }), leadTo: (next: OpenPortal) => (server = next) }
}

type RoutedBrowser = ReturnType<typeof openRoutedBrowser>

/** Asks for a link with the token from a page loaded before. */
async function submitLoadedPage(browser: RoutedBrowser, csrfToken: string): Promise<string> {
  const body = new URLSearchParams({ csrfToken, json: 'true', email: 'page@example.com', callbackUrl: '/' })
  const response = await browser.request(`${authPath}/signin/email`, { method: 'POST', body })
  return ((await response.json()) as { url: string }).url
}

async function loadPage(browser: RoutedBrowser): Promise<string> {
  return ((await (await browser.request(`${authPath}/csrf`)).json()) as { csrfToken: string }).csrfToken
}

const sent = expect.stringContaining('/verify-request')
const refused = expect.stringContaining('csrf=true')

it('accepts a sign-in page that was loaded before, as long as the previous secret is accepted', async () => {
  const browser = openRoutedBrowser()
  const token = await loadPage(browser)
  browser.leadTo(during)
  expect(await submitLoadedPage(browser, token)).toEqual(sent)
  browser.leadTo(after)
  expect(await submitLoadedPage(browser, token)).toEqual(refused)
})

it('signs new cookies with the next secret', async () => {
  const browser = openRoutedBrowser()
  browser.leadTo(during)
  const token = await loadPage(browser)
  browser.leadTo(after)
  expect(await submitLoadedPage(browser, token)).toEqual(sent)
  browser.leadTo(before)
  expect(await submitLoadedPage(browser, token)).toEqual(refused)
})

it('accepts links and sessions of every server', async () => {
  const link = await before.signIn.createUrl('link@example.com')
  const browser = openRoutedBrowser()
  browser.leadTo(after)
  await browser.pressLink(link)
  const cookie = `${sessionCookie}=${browser.cookies.get(sessionCookie)}`
  const user = await before.sessions.signedInUser(new Headers({ cookie }))
  expect(user).toMatchObject({ email: 'link@example.com' })
  expect(await during.sessions.signedInUser(new Headers({ cookie }))).toEqual(user)
})

it.each([
  ['ends a sign-in at a provider that began before', () => during, true],
  ['does not end it without the previous secret', () => after, false],
])('%s', async (_what, findServer, isSignedIn) => {
  provider.signsIn({ sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' })
  const browser = openRoutedBrowser()
  const { url } = (await (await browser.post('/signin/oidc', { callbackUrl: '/' })).json()) as { url: string }
  const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
  browser.leadTo(findServer())
  await browser.request(back.pathname + back.search)
  expect(browser.cookies.has(sessionCookie)).toBe(isSignedIn)
})

/** Enters an authenticator app's next code after a sign-in by link. */
async function signInWithCode(open: OpenPortal, email: string, secret: string): Promise<string | null> {
  const browser = openBrowser(open)
  await browser.pressLink(await open.signIn.createUrl(email, '/'))
  waitedMs += 30_000
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() + waitedMs })
  const body = new URLSearchParams({ code, callbackUrl: '/' })
  const init = { method: 'POST', headers: { origin: baseUrl }, body }
  return (await browser.request(`${authPath}/second-factor`, init)).headers.get('location')
}

async function turnSecondFactorOn(open: OpenPortal, email: string): Promise<string> {
  const browser = await signIn(open, email)
  const mutate = async (path: string, input?: object) => {
    const response = await browser.request(`/trpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl },
      ...(input && { body: JSON.stringify(input) }),
    })
    return (await response.json()) as { result: { data: { secret: string } } }
  }
  const { secret } = (await mutate('secondFactor.begin')).result.data
  waitedMs += 30_000
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() + waitedMs })
  await mutate('secondFactor.confirm', { code })
  return secret
}

it('accepts second factors of the previous secret, and encrypts them with the next one', async () => {
  const email = 'factor@example.com'
  const secret = await turnSecondFactorOn(before, email)
  expect(await signInWithCode(during, email, secret)).toBe(`${baseUrl}/`)
  expect(await signInWithCode(after, email, secret)).toContain('error')

  const config: ServerConfig = {
    ...serverDefaults,
    baseUrl,
    machineSecret: '',
    sessionSecret: nextSecret,
    sessionSecretsAccepted: [previousSecret],
  }
  const resealing = createResealing({ database: before.database, config, logger: pino({ level: 'silent' }) })
  await resealing.run()
  await resealing.close()
  expect(await signInWithCode(after, email, secret)).toBe(`${baseUrl}/`)
  expect(await signInWithCode(before, email, secret)).toContain('error')
})

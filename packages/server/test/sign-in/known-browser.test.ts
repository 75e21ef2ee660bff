import { findKnownBrowser, markKnownBrowser } from '@bridge/identity/sign-in/known-browser'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Browser, type OpenPortal, openBrowser, openPortal, signIn } from '../portal.fixture.ts'

const victim = 'victim@example.com'
const browserCookie = 'bridge-browser'

let open: OpenPortal
let owner: Browser
beforeAll(async () => {
  open = await openPortal()
  owner = await signIn(open, victim)
  await owner.post('/signout', {})
})
afterAll(() => open.close())
beforeEach(() => open.allowMails(2))

async function ask(browser: Browser, email = victim) {
  return (await browser.post('/signin/email', { email })).status
}

/** Uses up the emails anyone may have sent to the victim. */
async function bomb() {
  const statuses = []
  for (let time = 1; time <= 3; time += 1) statuses.push(await ask(openBrowser(open)))
  expect(statuses).toEqual([200, 200, 429])
}

it('lets its owner sign in after a stranger has used up the emails of the address [cp-5.2:known-browser]', async () => {
  await bomb()
  expect(await ask(owner)).toBe(200)
  await owner.pressLink(open.mailer.mailbox?.list()[0]?.link ?? '')
  expect(owner.cookies.has('next-auth.session-token')).toBe(true)
  await owner.post('/signout', {})
})

it('has a limit, too', async () => {
  expect([await ask(owner), await ask(owner), await ask(owner)]).toEqual([200, 200, 429])
})

it('is known for the address only with which it has signed in', async () => {
  await bomb()
  const stranger = await signIn(open, 'stranger@example.com')
  expect(stranger.cookies.has(browserCookie)).toBe(true)
  expect(await ask(stranger)).toBe(429)
})

it('is not known by a cookie that the service has not signed, or before it has signed in', async () => {
  await bomb()
  const [name] = (owner.cookies.get(browserCookie) ?? '').split('.')
  for (const value of ['', '.', `${name}.`, `${name}.${'A'.repeat(43)}`, 'x'.repeat(3_000)]) {
    const forger = openBrowser(open)
    forger.cookies.set(browserCookie, value)
    expect(await ask(forger)).toBe(429)
  }
  const visitor = openBrowser(open)
  await ask(visitor, 'visitor@example.com')
  expect(visitor.cookies.has(browserCookie)).toBe(false)
})

it('has a cookie that scripts cannot read and that names no account', () => {
  const config = { baseUrl: 'https://bridge.test', sessionSecret: 's'.repeat(32) }
  const cookie = markKnownBrowser(config, victim)
  expect(cookie).toMatch(
    /^__Secure-bridge-browser=[\w-]{22}\.[\w-]{43}; Max-Age=\d+; Path=\/admin\/v1\/auth; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(markKnownBrowser(config, victim)).not.toBe(cookie)
})

it('stays known while the secret is rotated', () => {
  const [previous, next] = ['p'.repeat(32), 'n'.repeat(32)]
  const config = { baseUrl: 'http://localhost', sessionSecret: previous }
  const value = markKnownBrowser(config, victim).split(/[=;]/)[1] ?? ''
  const find = (other: Partial<typeof config> & { readonly sessionSecretsAccepted?: string[] }) =>
    findKnownBrowser({ ...config, ...other }, { [browserCookie]: value }, victim)
  expect(find({})).toBe(value.split('.')[0])
  expect(find({ sessionSecret: next, sessionSecretsAccepted: [previous] })).toBe(value.split('.')[0])
  expect(find({ sessionSecret: next })).toBeUndefined()
})

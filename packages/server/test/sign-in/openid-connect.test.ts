import { authPath } from '@bridge/identity/sign-in/auth-address'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registered, startOpenIdProvider } from '../openid-provider.fixture.ts'
import { type Browser, type OpenPortal, openBrowser, openPortal, signIn } from '../portal.fixture.ts'

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>
let open: OpenPortal

beforeAll(async () => {
  provider = await startOpenIdProvider()
  open = await openPortal({ openIdConnect: { ...registered, issuer: provider.issuer, name: 'Example ID' } })
})
beforeEach(() => open.allow(Number.POSITIVE_INFINITY))
// The last test closes the provider.
afterAll(() => open.close())

const sessionCookie = 'next-auth.session-token'

/** Signs in at the provider, and returns the redirect URL with the code. */
async function goToProvider(browser: Browser): Promise<URL> {
  const response = await browser.post('/signin/oidc', { callbackUrl: '/orgs/x' })
  const { url } = (await response.json()) as { url: string }
  expect(url.startsWith(`${provider.issuer}/authorize?`)).toBe(true)
  const back = await fetch(url, { redirect: 'manual' })
  return new URL(back.headers.get('location') ?? '')
}

function comeBack(browser: Browser, { pathname, search }: URL) {
  return browser.request(pathname + search)
}

async function signInAtProvider(browser = openBrowser(open)) {
  const response = await comeBack(browser, await goToProvider(browser))
  return { browser, location: response.headers.get('location'), isSignedIn: browser.cookies.has(sessionCookie) }
}

async function findUser(browser: Browser) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return open.sessions.signedInUser(new Headers({ cookie }))
}
function countRows(email: string) {
  return open.database.user.count({ where: { email } })
}
function verified(sub: string, email: string) {
  return { sub, email, email_verified: true, name: 'Ada Lovelace' }
}
function failed(code: string) {
  return {
    location: expect.stringMatching(`/error\\?error=${code}$`),
    isSignedIn: false,
  }
}

describe('sign-in with an OpenID Connect provider', () => {
  it('creates a user with an organization, and stores none of the provider’s tokens', async () => {
    provider.signsIn(verified('ada', 'Ada@Example.com'))
    const { browser, location, isSignedIn } = await signInAtProvider()
    expect([location, isSignedIn]).toEqual(['http://localhost:4000/orgs/x', true])
    const user = await findUser(browser)
    expect(user).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace' })
    const { accounts, memberships } = await open.database.user.findUniqueOrThrow({
      where: { email: 'ada@example.com' },
      include: { accounts: true, memberships: true },
    })
    expect(accounts).toEqual([
      expect.objectContaining({
        provider: 'oidc',
        providerAccountId: `${provider.issuer} ada`,
        access_token: null,
        id_token: null,
      }),
    ])
    expect(memberships).toMatchObject([{ role: 'owner' }])
  })

  it('finds the user again after their email address changed', async () => {
    provider.signsIn(verified('grace', 'grace@example.com'))
    const first = await findUser((await signInAtProvider()).browser)
    provider.signsIn(verified('grace', 'hopper@example.com'))
    const second = await findUser((await signInAtProvider()).browser)
    expect(second).toEqual({ ...first, sessionId: second?.sessionId })
    expect(await countRows('hopper@example.com')).toBe(0)
  })

  it('links the user with the same verified email address', async () => {
    const byMail = await findUser(await signIn(open, 'edsger@example.com'))
    provider.signsIn(verified('edsger', 'edsger@example.com'))
    expect(await findUser((await signInAtProvider()).browser)).toMatchObject({ id: byMail?.id })
  })

  it.each([
    ['is not verified', { email_verified: false }],
    ['lacks a verified claim', { email_verified: undefined }],
    ['has a verified claim that is not a boolean', { email_verified: 'yes' }],
    ['is missing', { email: undefined }],
    ['is empty', { email: '' }],
    // Its K's lower case is an ASCII letter.
    ['has a character that lower-cases to ASCII', { email: '\u212Aate@example.com' }],
  ])('rejects an address that %s', async (_what, claims) => {
    for (const email of ['victim@example.com', 'kate@example.com']) await signIn(open, email)
    for (const email of ['victim@example.com', 'nobody@example.com']) {
      const accounts = await open.database.account.count()
      provider.signsIn({ ...verified('mallory', email), ...claims })
      const { location, isSignedIn } = await signInAtProvider()
      expect({ location, isSignedIn }).toEqual({ location: '/sign-in/error?error=EmailNotVerified', isSignedIn: false })
      expect(await open.database.account.count()).toBe(accounts)
    }
    expect(await countRows('nobody@example.com')).toBe(0)
  })

  it('audits and logs the denial of an address that is not verified, in the organization of its user', async () => {
    await signIn(open, 'claimed@example.com')
    const { id } = await open.database.user.findUniqueOrThrow({ where: { email: 'claimed@example.com' } })
    const findLines = () => open.lines.filter((line) => line.includes('A sign-in was denied.'))
    const before = findLines().length
    provider.signsIn({ ...verified('mallory', 'Claimed@example.com'), email_verified: false })
    await signInAtProvider()
    const denials = await open.database.auditEvent.findMany({
      where: { action: 'session.deny', resourceId: id },
      select: { details: true, ip: true, org: { select: { name: true } } },
    })
    const details = { provider: 'oidc', reason: 'EmailNotVerified' }
    expect(denials).toEqual([{ details, ip: '203.0.113.7', org: { name: "claimed's organization" } }])
    const lines = findLines().slice(before)
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level: 30, ...details })])
  })

  it('reads a missing address from the userinfo endpoint', async () => {
    provider.signsIn({ sub: 'barbara' }, verified('barbara', 'barbara@example.com'))
    expect(await findUser((await signInAtProvider()).browser)).toMatchObject({ email: 'barbara@example.com' })
    provider.signsIn({ sub: 'mallory' }, verified('barbara', 'barbara@example.com'))
    expect(await signInAtProvider()).toMatchObject(failed('OAuthCallback'))
  })

  it('does not link the account to the user who was signed in before', async () => {
    const browser = await signIn(open, 'left-open@example.com')
    provider.signsIn(verified('next', 'next@example.com'))
    await signInAtProvider(browser)
    expect(await findUser(browser)).toMatchObject({ email: 'next@example.com' })
    const accounts = { where: { user: { email: 'left-open@example.com' } } }
    expect(await open.database.account.count(accounts)).toBe(0)
  })
})

describe('a forged or foreign callback', () => {
  beforeEach(() => provider.signsIn(verified('eve', 'eve@example.com')))

  it.each([
    ['in another browser', async (back: URL) => ({ browser: openBrowser(open), back })],
    [
      'with another state',
      async (back: URL, browser: Browser) => ({ browser, back: withParameter(back, 'state', 'x') }),
    ],
    [
      'with a code that was never issued',
      async (back: URL, browser: Browser) => ({ browser, back: withParameter(back, 'code', 'x') }),
    ],
    [
      'with the code of another sign-in (PKCE)',
      async (back: URL, browser: Browser) => {
        const other = await goToProvider(openBrowser(open))
        return { browser, back: withParameter(back, 'code', other.searchParams.get('code') ?? '') }
      },
    ],
    [
      'twice',
      async (back: URL, browser: Browser) => {
        const before = new Map(browser.cookies)
        await comeBack(browser, back)
        const again = openBrowser(open)
        for (const [name, value] of before) again.cookies.set(name, value)
        return { browser: again, back }
      },
    ],
    [
      'where the provider refuses',
      async (_: URL, browser: Browser) => ({
        browser,
        back: new URL(`${authPath}/callback/oidc?error=access_denied`, 'http://localhost:4000'),
      }),
    ],
  ])('is rejected with %s', async (_what, tampered) => {
    const started = openBrowser(open)
    const { browser, back } = await tampered(await goToProvider(started), started)
    const response = await comeBack(browser, back)
    expect({ location: response.headers.get('location'), isSignedIn: browser.cookies.has(sessionCookie) }).toEqual(
      failed('(OAuth)?Callback'),
    )
  })

  it.each([
    ['another audience', { aud: 'somebody else' }],
    ['another issuer', { iss: 'https://id.example' }],
    ['another nonce', { nonce: 'old' }],
    ['the past', { exp: 1_000_000_000 }],
  ])('is rejected with a token for %s', async (_what, claims) => {
    provider.signsIn({ ...verified('eve', 'eve@example.com'), ...claims })
    expect(await signInAtProvider()).toMatchObject(failed('OAuthCallback'))
  })

  it('is rejected with a token that another key signed', async () => {
    provider.signsIn(verified('forged', 'forged@example.com'))
    provider.forge()
    expect(await signInAtProvider()).toMatchObject(failed('OAuthCallback'))
    expect(await countRows('forged@example.com')).toBe(0)
  })
})

it('sets every cookie as HttpOnly, SameSite and, over https, Secure', async () => {
  const secure = await openPortal({
    baseUrl: 'https://bridge.example',
    openIdConnect: { ...registered, issuer: provider.issuer, name: 'Example ID' },
  })
  const browser = openBrowser(secure)
  const seen: string[] = []
  const request = async (path: string, init?: RequestInit) => {
    const response = await browser.request(path, init)
    seen.push(...response.headers.getSetCookie())
    return response
  }
  const { csrfToken } = (await (await request(`${authPath}/csrf`)).json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/' })
  provider.signsIn(verified('ada', 'ada@example.com'))
  const response = await request(`${authPath}/signin/oidc`, { method: 'POST', body })
  const back = await fetch(((await response.json()) as { url: string }).url, { redirect: 'manual' })
  const { pathname, search } = new URL(back.headers.get('location') ?? '')
  await request(pathname + search)
  const names = new Set(seen.map((cookie) => cookie.split('=', 1)[0]))
  for (const name of ['csrf-token', 'callback-url', 'state', 'pkce.code_verifier', 'nonce', 'session-token']) {
    expect([...names].filter((each) => each?.endsWith(`next-auth.${name}`))).toHaveLength(1)
  }
  for (const cookie of seen) {
    expect(cookie).toMatch(/^__(Secure|Host)-/)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; Secure/)
    expect(cookie).toMatch(/; SameSite=Lax/)
  }
  await secure.close()
})

it('shows an error page while the provider is down, and still offers links', async () => {
  expect(open.signIn.openIdConnect).toEqual({ name: 'Example ID' })
  await provider.close()
  const response = await openBrowser(open).post('/signin/oidc', { callbackUrl: '/' })
  expect(((await response.json()) as { url: string }).url).toContain('/error?error=OAuthSignin')
  expect((await signIn(open, 'by-mail@example.com')).cookies.has(sessionCookie)).toBe(true)
})

function withParameter(url: URL, name: string, value: string): URL {
  const changed = new URL(url)
  changed.searchParams.set(name, value)
  return changed
}

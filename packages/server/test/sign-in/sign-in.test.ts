import { invitationMail } from '@bridge/control-plane/provisioning/invitation-mail'
import { hashSecret } from '@bridge/database/secrets'
import { createMailbox } from '@bridge/identity/mail/mailbox'
import { authPath } from '@bridge/identity/sign-in/auth-address'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenPortal, openBrowser, openPortal, signIn } from '../portal.fixture.ts'

let open: OpenPortal

beforeAll(async () => {
  open = await openPortal()
})
beforeEach(() => {
  open.allow(Number.POSITIVE_INFINITY)
  open.allowMails(Number.POSITIVE_INFINITY)
})
afterAll(() => open.close())

const sessionCookie = 'next-auth.session-token'

describe('sign-in by email [cp-5.2]', () => {
  it('sends the link to the mailbox, never to the log, and redirects to the confirmation page', async () => {
    const browser = openBrowser(open)
    const response = await browser.post('/signin/email', { email: 'Ada@Example.com', callbackUrl: '/orgs/x' })
    expect(await response.json()).toEqual({
      url: `http://localhost:4000${authPath}/verify-request?provider=email&type=email`,
    })
    const [mail] = open.mailer.mailbox?.list() ?? []
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Sign in to localhost:4000' })
    expect(mail?.link).toContain(encodeURIComponent('http://localhost:4000/orgs/x'))
    expect(open.lines.join('')).not.toContain(new URL(mail?.link ?? '').searchParams.get('token'))
    const page = await browser.request(`${authPath}/verify-request`)
    expect([page.status, page.headers.get('location')]).toEqual([302, '/sign-in/check-your-mail'])
  })

  it('creates a user, an organization with a sandbox, and a session that is stored as a hash', async () => {
    const browser = await signIn(open, 'grace@example.com')
    const token = browser.cookies.get(sessionCookie) ?? ''
    const session = await open.database.session.findFirstOrThrow({ where: { user: { email: 'grace@example.com' } } })
    expect(session.sessionToken).toBe(hashSecret(token))
    const memberships = await open.database.membership.findMany({
      where: { user: { email: 'grace@example.com' } },
      include: { org: { include: { realms: true } } },
    })
    expect(memberships).toMatchObject([
      { role: 'owner', org: { name: "grace's organization", realms: [{ kind: 'sandbox' }] } },
    ])
    await signIn(open, 'grace@example.com')
    expect(await open.database.membership.count({ where: { user: { email: 'grace@example.com' } } })).toBe(1)
  })

  it('is audited: a sign-in, a link that is used again, and a sign-out', async () => {
    const email = 'audited@example.com'
    const url = await open.signIn.createUrl(email)
    const browser = openBrowser(open)
    await browser.pressLink(url)
    await openBrowser(open).pressLink(url)
    await openBrowser(open).pressLink(await open.signIn.createUrl('unknown@example.com').then((link) => `${link}x`))
    await browser.post('/signout', {})
    const { id: userId } = await open.database.user.findUniqueOrThrow({ where: { email } })
    const events = await open.database.auditEvent.findMany({
      where: { actorId: userId, action: { startsWith: 'session.' } },
      select: { action: true, ip: true, details: true, org: { select: { name: true } } },
      orderBy: { createdAt: 'asc' },
    })
    const shared = { ip: '203.0.113.7', org: { name: "audited's organization" } }
    expect(events).toEqual([
      { ...shared, action: 'session.start', details: { provider: 'email' } },
      { ...shared, action: 'session.deny', details: { provider: 'email' } },
      { ...shared, action: 'session.sign-out', details: null },
    ])
  })

  it('sets the session cookie as HttpOnly and SameSite', async () => {
    const url = await open.signIn.createUrl('cookie@example.com')
    const response = await openBrowser(open).pressLink(url)
    const cookie = response.headers.getSetCookie().find((text) => text.startsWith(sessionCookie))
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/; Path=\//)
    expect(cookie).not.toMatch(/; Secure/)
  })

  it('accepts a link once', async () => {
    const link = await open.signIn.createUrl('once@example.com', '/docs')
    const first = await openBrowser(open).pressLink(link)
    expect([first.status, first.headers.get('location')]).toEqual([302, 'http://localhost:4000/docs'])
    const again = openBrowser(open)
    const second = await again.pressLink(link)
    expect(second.headers.get('location')).toBe(`http://localhost:4000${authPath}/error?error=Verification`)
    expect(again.cookies.has(sessionCookie)).toBe(false)
  })

  it('accepts only the newest link of an address', async () => {
    const ask = async () => {
      await openBrowser(open).post('/signin/email', { email: 'twice@example.com' })
      return open.mailer.mailbox?.list()[0]?.link ?? ''
    }
    const links = [await ask(), await ask()]
    const signedIn = []
    for (const link of links) {
      const browser = openBrowser(open)
      await browser.pressLink(link)
      signedIn.push(browser.cookies.has(sessionCookie))
    }
    expect(signedIn).toEqual([false, true])
  })

  it('leaves the link of the operator’s terminal when an email is sent', async () => {
    const printed = await open.signIn.createUrl('operator@example.com')
    await openBrowser(open).post('/signin/email', { email: 'operator@example.com' })
    const emailed = open.mailer.mailbox?.list()[0]?.link ?? ''
    for (const link of [printed, emailed]) {
      const browser = openBrowser(open)
      await browser.pressLink(link)
      expect(browser.cookies.has(sessionCookie)).toBe(true)
    }
  })

  it('keeps one link of several requests at once', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => openBrowser(open).post('/signin/email', { email: 'race@example.com' })),
    )
    expect(await open.database.verificationToken.count({ where: { identifier: 'race@example.com' } })).toBe(1)
  })

  it('sends links that work for 10 minutes', async () => {
    const before = Date.now()
    await openBrowser(open).post('/signin/email', { email: 'minutes@example.com' })
    const { expires } = await open.database.verificationToken.findFirstOrThrow({
      where: { identifier: 'minutes@example.com' },
    })
    expect(expires.getTime()).toBeGreaterThanOrEqual(before + 600_000)
    expect(expires.getTime()).toBeLessThanOrEqual(Date.now() + 600_000)
    expect(open.mailer.mailbox?.list()[0]?.text).toContain('expires in 10 minutes')
  })

  it('limits the emails to a recipient from all addresses, and leaves the link that was sent', async () => {
    open.allowMails(1)
    await openBrowser(open).post('/signin/email', { email: 'bombed@example.com' })
    const link = open.mailer.mailbox?.list()[0]?.link ?? ''
    const refused = await openBrowser(open).post('/signin/email', { email: ' Bombed@Example.com' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '42'])
    expect(await refused.json()).toMatchObject({ error: 'rate_limited' })
    expect(open.mailer.mailbox?.list().filter(({ to }) => to === 'bombed@example.com')).toHaveLength(1)
    const browser = openBrowser(open)
    await browser.pressLink(link)
    expect(browser.cookies.has(sessionCookie)).toBe(true)
  })

  it('logs an invalid address as no error', async () => {
    const before = open.lines.length
    await openBrowser(open).post('/signin/email', { email: 'nonsense' })
    expect(open.lines.slice(before).filter((line) => JSON.parse(line).level >= 40)).toEqual([])
  })

  it.each(['GET', 'HEAD'])('is not used up by a scanner that opens it with %s', async (method) => {
    const link = await open.signIn.createUrl('scanned@example.com')
    expect(link).toMatch(/^http:\/\/localhost:4000\/sign-in\/link\?/)
    const scanner = openBrowser(open)
    const opened = await scanner.request(`${authPath}/callback/email${new URL(link).search}`, { method })
    expect(opened.headers.get('location') ?? '').not.toContain('error')
    expect(scanner.cookies.has(sessionCookie)).toBe(false)
    const browser = openBrowser(open)
    await browser.pressLink(link)
    expect(browser.cookies.has(sessionCookie)).toBe(true)
  })

  it('requires the button of the sign-in page', async () => {
    const link = await open.signIn.createUrl('forged@example.com')
    const browser = openBrowser(open)
    const response = await browser.request(`${authPath}/callback/email`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      body: new URL(link).searchParams,
    })
    expect([response.status, browser.cookies.has(sessionCookie)]).toEqual([403, false])
  })

  it('creates no organization for invited users', async () => {
    const inviting = await signIn(open, 'inviting@example.com')
    const org = await open.database.organization.findFirstOrThrow({ where: { name: "inviting's organization" } })
    expect(inviting.cookies.has(sessionCookie)).toBe(true)
    await open.database.invitation.create({
      data: {
        orgId: org.id,
        email: 'asked@example.com',
        role: 'member',
        tokenHash: 'asked',
        expiresAt: new Date(Date.now() + 3_600_000),
      },
    })
    await signIn(open, 'asked@example.com')
    const count = () => open.database.membership.count({ where: { user: { email: 'asked@example.com' } } })
    expect(await count()).toBe(0)
    await open.database.invitation.updateMany({ where: { tokenHash: 'asked' }, data: { revokedAt: new Date() } })
    await signIn(open, 'asked@example.com')
    expect(await count()).toBe(1)
  })

  it('rejects an expired link', async () => {
    const link = await open.signIn.createUrl('late@example.com')
    await open.database.verificationToken.updateMany({
      where: { identifier: 'operator:late@example.com' },
      data: { expires: new Date(Date.now() - 1) },
    })
    const browser = openBrowser(open)
    await browser.pressLink(link)
    expect(browser.cookies.has(sessionCookie)).toBe(false)
  })

  it('does not redirect to another site', async () => {
    const url = new URL(await open.signIn.createUrl('redirect@example.com'))
    url.searchParams.set('callbackUrl', 'https://evil.example/')
    const response = await openBrowser(open).pressLink(url.href)
    expect(response.headers.get('location')).toBe('http://localhost:4000')
  })

  it.each([
    'http://localhost:4000.evil.example/',
    'http://[',
    'http://',
    'javascript:alert(1)',
    'foo bar',
    '//',
    '%',
    '/\\t/evil.example',
  ])('leads home instead of to the address %j, and logs no error', async (callbackUrl) => {
    const before = open.lines.length
    const browser = openBrowser(open)
    expect((await browser.post('/signin/email', { email: 'parse@example.com', callbackUrl })).status).toBe(200)
    const link = open.mailer.mailbox?.list().find(({ to }) => to === 'parse@example.com')?.link ?? ''
    expect(new URL(new URL(link).searchParams.get('callbackUrl') ?? '').origin).toBe('http://localhost:4000')
    for (const path of ['/csrf', '/signin', '/verify-request', '/error']) {
      const query = new URLSearchParams({ callbackUrl })
      expect((await browser.request(`${authPath}${path}?${query}`)).status).toBeLessThan(500)
    }
    const forged = new URL(link)
    forged.searchParams.set('callbackUrl', callbackUrl)
    const pressed = await browser.pressLink(forged.href)
    expect([pressed.status, new URL(pressed.headers.get('location') ?? '').origin]).toEqual([
      302,
      'http://localhost:4000',
    ])
    expect((await browser.post('/signout', { callbackUrl })).status).toBe(200)
    browser.cookies.set('next-auth.callback-url', encodeURIComponent(callbackUrl))
    expect((await browser.post('/signin/email', { email: 'parse@example.com' })).status).toBe(200)
    expect(open.lines.slice(before).filter((line) => JSON.parse(line).level >= 40)).toEqual([])
  })

  it('leads to a page with its fragment', async () => {
    const browser = openBrowser(open)
    await browser.post('/signin/email', { email: 'fragment@example.com', callbackUrl: '/orgs/x?a=1#top' })
    const response = await browser.pressLink(open.mailer.mailbox?.list()[0]?.link ?? '')
    expect(response.headers.get('location')).toBe('http://localhost:4000/orgs/x?a=1#top')
  })

  it('requires the CSRF token', async () => {
    const browser = openBrowser(open)
    const before = open.mailer.mailbox?.list().length
    await browser.post('/signin/email', { email: 'csrf@example.com', csrfToken: 'made up' })
    expect(open.mailer.mailbox?.list().length).toBe(before)
  })

  it.each(['nonsense', 'a\u0000b@example.com', 'a@b@c.example', '"a"@example.com', 'a@localhost', ''])(
    'sends nothing to %j',
    async (email) => {
      const before = open.mailer.mailbox?.list().length
      const response = await openBrowser(open).post('/signin/email', { email })
      expect(((await response.json()) as { url: string }).url).toContain('/error?error=EmailSignin')
      expect(open.mailer.mailbox?.list().length).toBe(before)
    },
  )

  it.each(['a%00b@example.com', '%ED%A0%80@example.com', '%', `${'x'.repeat(7_000)}@example.com`])(
    'redirects a link with the invalid address %s to the error page',
    async (email) => {
      const response = await openBrowser(open).request(`${authPath}/callback/email`, {
        method: 'POST',
        headers: { origin: 'http://localhost:4000' },
        body: `token=x&email=${email}`,
      })
      expect([response.status, response.headers.get('location')]).toEqual([
        302,
        expect.stringMatching(/\/error\?error=(Verification|Callback)$/),
      ])
    },
  )

  it('limits sign-ins per address and returns Retry-After', async () => {
    open.allow(0)
    const response = await openBrowser(open).post('/signin/email', { email: 'limit@example.com' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '42'])
    expect(await response.json()).toMatchObject({ error: 'rate_limited' })
  })

  it('rejects a form over 8 KiB', async () => {
    const response = await openBrowser(open).post('/signin/email', { email: `${'x'.repeat(9_000)}@example.com` })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'invalid_request', message: 'The form is larger than 8192 bytes.' },
    ])
  })

  it('logs an unexpected error without returning it', async () => {
    await open.database.$executeRaw`ALTER TABLE "user" RENAME TO elsewhere`
    const response = await openBrowser(open).post('/signin/email', { email: 'unlucky@example.com' })
    await open.database.$executeRaw`ALTER TABLE elsewhere RENAME TO "user"`
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'internal_error', message: 'Something failed on our side. Try again in a minute.' },
    ])
    expect(open.lines.join('')).toContain('Signing in or out failed unexpectedly')
  })

  it('ends the session on sign-out', async () => {
    const browser = await signIn(open, 'leaves@example.com')
    expect(browser.cookies.has(sessionCookie)).toBe(true)
    await browser.post('/signout', { callbackUrl: '/' })
    expect(browser.cookies.has(sessionCookie)).toBe(false)
    expect(await open.database.session.count({ where: { user: { email: 'leaves@example.com' } } })).toBe(0)
  })

  it.each([
    ['GET', '/session'],
    ['POST', '/_log'],
    ['POST', '/session'],
    ['GET', '/providers'],
    ['DELETE', '/signin'],
  ])('returns 404 for %s %s', async (method, path) => {
    expect((await open.app.request(authPath + path, { method })).status).toBe(404)
  })
})

it('offers no provider by default', async () => {
  expect(open.signIn.openIdConnect).toBeUndefined()
  const browser = openBrowser(open)
  expect((await browser.post('/signin/oidc', { callbackUrl: '/' })).status).toBe(404)
  expect((await browser.request(`${authPath}/callback/oidc?code=x`)).status).toBe(404)
})

describe('sign-in at a public address without a mail server', () => {
  it('offers no links, and logs none', async () => {
    const secure = await openPortal({ baseUrl: 'https://bridge.example' })
    try {
      expect([open.signIn.sendsLinks, secure.signIn.sendsLinks]).toEqual([true, false])
      const response = await openBrowser(secure).post('/signin/email', { email: 'ada@example.com' })
      expect(response.status).toBe(404)
      expect(await secure.database.verificationToken.count()).toBe(0)
      const invitation = { orgName: 'Acme', role: 'member', link: 'https://bridge.example/invitations/svci_1' } as const
      await secure.mailer.send(
        'ada@example.com',
        invitationMail('bridge.example', { ...invitation, inviter: undefined }),
      )
      expect(secure.lines.join('')).not.toContain('svci_1')
    } finally {
      await secure.close()
    }
  })
})

describe('sign-in over https', () => {
  it('sets a cookie that no other host can set, and ends a session with the cookie from before', async () => {
    const secure = await openPortal({ baseUrl: 'https://bridge.test' }, undefined, open.test)
    const browser = openBrowser(secure)
    await browser.request(`${authPath}/callback/email`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URL(await secure.signIn.createUrl('host@example.com')).searchParams,
    })
    const name = '__Host-next-auth.session-token'
    const token = browser.cookies.get(name) ?? ''
    expect(token).not.toBe('')
    const where = { sessionToken: hashSecret(token) }
    expect(await open.database.session.findUniqueOrThrow({ where })).toMatchObject({ hostCookie: true })

    await open.database.session.update({ where, data: { hostCookie: false } })
    browser.cookies.delete(name)
    browser.cookies.set('__Secure-next-auth.session-token', token)
    await browser.post('/signout', {})
    expect(await open.database.session.findUnique({ where })).toBeNull()
    await secure.close()
  })

  it('sets the session cookie as Secure, and has no mailbox', async () => {
    const secure = await openPortal({ baseUrl: 'https://bridge.example' })
    try {
      expect(secure.mailer.mailbox).toBeUndefined()
      const response = await openBrowser(secure).pressLink(await secure.signIn.createUrl('ada@example.com'))
      const cookie = response.headers.getSetCookie().find((text) => text.startsWith(`__Host-${sessionCookie}`))
      expect(cookie).toMatch(/; Secure/)
    } finally {
      await secure.close()
    }
  })
})

describe('the development mailbox', () => {
  it('keeps the newest 50 emails', () => {
    const mailbox = createMailbox()
    for (let index = 0; index < 60; index++)
      mailbox.put({ to: `${index}@example.com`, subject: '', text: '', link: '', sentAt: new Date(0) })
    expect(mailbox.list()).toHaveLength(50)
    expect(mailbox.list()[0]?.to).toBe('59@example.com')
  })
})

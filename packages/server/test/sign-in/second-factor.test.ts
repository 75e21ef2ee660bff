import { endSessionsOf, resetSecondFactor } from '@bridge/identity/second-factor/second-factor.store'
import { authPath } from '@bridge/identity/sign-in/auth-address'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registered, startOpenIdProvider } from '../openid-provider.fixture.ts'
import { type Browser, type OpenPortal, openBrowser, openPortal, signIn } from '../portal.fixture.ts'

const baseUrl = 'http://localhost:4000'
const sessionCookie = 'next-auth.session-token'

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>
let open: OpenPortal
/** Codes are accepted once: tests wait for the next one. */
let waitedMs = 0

beforeAll(async () => {
  provider = await startOpenIdProvider()
  open = await openPortal(
    { openIdConnect: { ...registered, issuer: provider.issuer, name: 'Example ID' } },
    () => new Date(Date.now() + waitedMs),
  )
})
beforeEach(() => open.allowCodes(Number.POSITIVE_INFINITY))
afterAll(async () => {
  await provider.close()
  await open.close()
})

interface ProcedureResponse {
  // biome-ignore lint/suspicious/noExplicitAny: tests walk into bodies and then compare them
  readonly result?: { readonly data: any }
  readonly error?: { readonly data: { readonly problem?: { code: string; fields: { field?: string } } } }
}

async function query(browser: Browser, path: string): Promise<ProcedureResponse> {
  return (await (await browser.request(`/trpc/${path}`)).json()) as ProcedureResponse
}

async function mutate(browser: Browser, path: string, input?: object): Promise<ProcedureResponse> {
  const response = await browser.request(`/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    ...(input && { body: JSON.stringify(input) }),
  })
  return (await response.json()) as ProcedureResponse
}

/** Waits for an app's next code, and returns it. */
function nextCode(secret: string): string {
  waitedMs += 30_000
  return new TOTP({ secret }).generate({ timestamp: Date.now() + waitedMs })
}

function submitCode(browser: Browser, code: string, headers: Record<string, string> = { origin: baseUrl }) {
  const body = new URLSearchParams({ code, callbackUrl: '/orgs/x?tab=1' })
  return browser.request(`${authPath}/second-factor`, { method: 'POST', headers, body })
}

/** Signs a new user in and turns their second factor on. */
async function turnOn(email: string) {
  const browser = await signIn(open, email)
  const { secret, uri } = (await mutate(browser, 'secondFactor.begin')).result?.data ?? {}
  const confirmed = await mutate(browser, 'secondFactor.confirm', { code: nextCode(secret) })
  const recoveryCodes: readonly string[] = confirmed.result?.data.recoveryCodes
  return { browser, email, secret: secret as string, uri: uri as string, recoveryCodes }
}

/** Requests a sign-in link, and returns the newest email. */
async function requestLink(browser: Browser, email: string) {
  await browser.post('/signin/email', { email, callbackUrl: '/' })
  return (
    open.mailer.mailbox?.list().find(({ to, subject }) => to === email && subject.startsWith('Sign in')) ?? { link: '' }
  )
}

/** Signs in by a link, up to the second factor. */
async function beginSignIn(email: string) {
  const browser = openBrowser(open)
  const response = await browser.pressLink(await open.signIn.createUrl(email, '/orgs/x?tab=1'))
  return { browser, location: response.headers.get('location') }
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await query(browser, 'session.user')).result?.data !== null
}

/** Lists what happened to a user's second factor, as their organization's audit log has it. */
async function listActions(email: string): Promise<string[]> {
  const { id } = await open.database.user.findUniqueOrThrow({ where: { email } })
  const events = await open.database.auditEvent.findMany({
    where: { orgId: { not: null }, action: { startsWith: 'second-factor.' }, resourceId: id },
    orderBy: { createdAt: 'asc' },
  })
  return events.map(({ action }) => action)
}

/** Lists a user's sign-ins in their organization's audit log. */
async function listSignIns(email: string) {
  const { id } = await open.database.user.findUniqueOrThrow({ where: { email } })
  return open.database.auditEvent.findMany({
    where: { actorId: id, action: { startsWith: 'session.' } },
    select: { action: true, details: true, ip: true, org: { select: { name: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

const challenge = `${baseUrl}/sign-in/second-factor?callbackUrl=${encodeURIComponent('/orgs/x?tab=1')}`

describe('turning a second factor on', () => {
  it('takes a code of the app, and returns ten recovery codes; the database has no secret in the clear', async () => {
    const elsewhere = await signIn(open, 'ada@example.com')
    const { browser, email, secret, uri, recoveryCodes } = await turnOn('ada@example.com')
    expect(uri).toMatch(/^otpauth:\/\/totp\/localhost%3A4000:ada%40example\.com\?/)
    expect(recoveryCodes).toHaveLength(10)
    expect((await query(browser, 'secondFactor.state')).result?.data).toEqual({
      since: expect.any(String),
      recoveryCodes: 10,
      requiredBy: [],
    })
    const stored = JSON.stringify([
      await open.database.secondFactor.findMany(),
      await open.database.recoveryCode.findMany(),
    ])
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text)
    expect(await listActions(email)).toEqual(['second-factor.turn-on'])
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false])
    const { sessions } = (await query(browser, 'listSessions')).result?.data ?? {}
    expect(sessions.map(({ current, awaitsCode }: Record<string, boolean>) => [current, awaitsCode])).toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    )
  })

  it('is not done by a wrong code, by an old secret, or twice', async () => {
    const browser = await signIn(open, 'grace@example.com')
    const { secret: old } = (await mutate(browser, 'secondFactor.begin')).result?.data ?? {}
    const { secret } = (await mutate(browser, 'secondFactor.begin')).result?.data ?? {}
    for (const code of ['', '000000x', nextCode(old)]) {
      const refused = await mutate(browser, 'secondFactor.confirm', { code })
      expect(refused.error?.data.problem).toMatchObject({ code: 'invalid_request', fields: { field: 'code' } })
    }
    expect((await query(browser, 'secondFactor.state')).result?.data.since).toBeNull()
    expect((await mutate(browser, 'secondFactor.confirm', { code: nextCode(secret) })).result).toBeDefined()
    expect((await mutate(browser, 'secondFactor.begin')).error?.data.problem?.code).toBe('invalid_request')
    expect((await mutate(browser, 'secondFactor.confirm', { code: nextCode(secret) })).error).toBeDefined()
  })
})

describe('a sign-in with a second factor [cp-5.2:second-factor]', () => {
  it('is good for nothing before the code, and has another token after it', async () => {
    const { email, secret } = await turnOn('code@example.com')
    const { browser, location } = await beginSignIn(email)
    expect(location).toBe(challenge)
    const before = browser.cookies.get(sessionCookie) ?? ''
    expect((await query(browser, 'listOrganizations')).error?.data.problem?.code).toBe('unauthenticated')
    expect((await mutate(browser, 'secondFactor.turnOff', { code: nextCode(secret) })).error).toBeDefined()
    const response = await submitCode(browser, nextCode(secret))
    expect([response.status, response.headers.get('location')]).toEqual([303, `${baseUrl}/orgs/x?tab=1`])
    expect(response.headers.getSetCookie()[0]).toMatch(/; Path=\/; Expires=.*; HttpOnly; SameSite=Lax/)
    expect(await isSignedIn(browser)).toBe(true)
    const thief = openBrowser(open)
    thief.cookies.set(sessionCookie, before)
    expect([browser.cookies.get(sessionCookie) === before, await isSignedIn(thief)]).toEqual([false, false])
  })

  it('refuses a code that was used before, and an older one', async () => {
    const { email, secret } = await turnOn('replay@example.com')
    const older = nextCode(secret)
    const code = nextCode(secret)
    expect((await submitCode((await beginSignIn(email)).browser, code)).headers.get('location')).not.toContain('error')
    for (const used of [code, older]) {
      const { browser } = await beginSignIn(email)
      expect((await submitCode(browser, used)).headers.get('location')).toBe(`${challenge}&error=invalid_request`)
      expect(await isSignedIn(browser)).toBe(false)
    }
  })

  it('accepts one of two that send the same code at once', async () => {
    const { email, secret } = await turnOn('race@example.com')
    const code = nextCode(secret)
    const browsers = [openBrowser(open), openBrowser(open)]
    for (const browser of browsers) await browser.pressLink(await open.signIn.createUrl(email))
    await Promise.all(browsers.map((browser) => submitCode(browser, code)))
    const signedIn = await Promise.all(browsers.map(isSignedIn))
    expect(signedIn.filter(Boolean)).toHaveLength(1)
  })

  it('accepts each recovery code once, in any case', async () => {
    const { email, recoveryCodes } = await turnOn('recovery@example.com')
    const code = recoveryCodes[3] ?? ''
    const first = await beginSignIn(email)
    await submitCode(first.browser, code.toUpperCase().replaceAll('-', ' '))
    expect((await query(first.browser, 'secondFactor.state')).result?.data.recoveryCodes).toBe(9)
    const second = await beginSignIn(email)
    await submitCode(second.browser, code)
    expect(await isSignedIn(second.browser)).toBe(false)
    expect(await listActions(email)).toEqual(['second-factor.turn-on', 'second-factor.use-recovery-code'])
  })

  it('limits the attempts, also with the right code', async () => {
    const { email, secret } = await turnOn('guessed@example.com')
    const { browser } = await beginSignIn(email)
    open.allowCodes(1)
    await submitCode(browser, '000000')
    expect((await submitCode(browser, nextCode(secret))).headers.get('location')).toBe(
      `${challenge}&error=rate_limited`,
    )
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('is audited: the question, wrong codes, codes above the limit once, and the right one', async () => {
    const { email, secret } = await turnOn('audited@example.com')
    const { browser } = await beginSignIn(email)
    const submit = (code: string) => {
      waitedMs += 1_000
      return submitCode(browser, code)
    }
    await submit('000000')
    await submit('none-of-them')
    open.allowCodes(0)
    await submit('000000')
    await submit('000000')
    open.allowCodes(Number.POSITIVE_INFINITY)
    await submitCode(browser, nextCode(secret))
    const shared = { ip: '203.0.113.7', org: { name: "audited's organization" } }
    const denied = (reason: string) => ({ ...shared, action: 'session.deny', details: { secondFactor: true, reason } })
    expect(await listSignIns(email)).toEqual([
      { ...shared, action: 'session.start', details: { provider: 'email' } },
      { ...shared, action: 'session.challenge', details: { provider: 'email' } },
      denied('invalid_request'),
      denied('invalid_request'),
      denied('rate_limited'),
      { ...shared, action: 'session.start', details: { secondFactor: true } },
    ])
  })

  it('takes the code from its page only, and leads to no other site', async () => {
    const { email, secret } = await turnOn('forged@example.com')
    const { browser } = await beginSignIn(email)
    const forged = await submitCode(browser, nextCode(secret), { origin: 'https://evil.example' })
    expect([forged.status, await isSignedIn(browser)]).toEqual([403, false])
    const body = new URLSearchParams({ code: nextCode(secret), callbackUrl: 'https://evil.example/' })
    const sent = await browser.request(`${authPath}/second-factor`, {
      method: 'POST',
      headers: { origin: baseUrl },
      body,
    })
    expect(sent.headers.get('location')).toBe(`${baseUrl}/`)
  })

  it('is required after a sign-in at an OpenID Connect provider, too', async () => {
    const { email } = await turnOn('oidc@example.com')
    provider.signsIn({ sub: 'oidc', email, email_verified: true, name: 'Ada' })
    const browser = openBrowser(open)
    const asked = await browser.post('/signin/oidc', { callbackUrl: '/orgs/x?tab=1' })
    const { url } = (await asked.json()) as { url: string }
    const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
    const response = await browser.request(back.pathname + back.search)
    expect([response.headers.get('location'), await isSignedIn(browser)]).toEqual([challenge, false])
    expect((await listSignIns(email)).at(-1)).toMatchObject({
      action: 'session.challenge',
      details: { provider: 'oidc' },
    })
  })
})

describe('a fresh proof', () => {
  /** Lets the proofs of a user's sessions become too old. */
  function forget(email: string) {
    const provenAt = new Date(Date.now() + waitedMs - 11 * 60_000)
    return open.database.session.updateMany({ where: { user: { email } }, data: { provenAt } })
  }

  it('is required to turn a second factor on, and given by a sign-in [cp-5.2:fresh-proof]', async () => {
    const email = 'stolen@example.com'
    const browser = await signIn(open, email)
    const { secret } = (await mutate(browser, 'secondFactor.begin')).result?.data ?? {}
    await forget(email)
    for (const [path, input] of [
      ['secondFactor.begin', undefined],
      ['secondFactor.confirm', { code: nextCode(secret) }],
      ['proof.require', undefined],
    ] as const)
      expect((await mutate(browser, path, input)).error?.data.problem?.code).toBe('proof_required')
    expect((await query(browser, 'proof.ways')).result?.data).toMatchObject({ email, takesCode: false })

    const { link } = await requestLink(browser, email)
    await browser.pressLink(link)
    expect((await mutate(browser, 'proof.require')).error).toBeUndefined()
    expect((await mutate(browser, 'secondFactor.begin')).result).toBeDefined()
  })

  it('is given by a code, once, and audited', async () => {
    const { browser, email, secret } = await turnOn('proves@example.com')
    await forget(email)
    expect((await query(browser, 'proof.ways')).result?.data).toMatchObject({ email, takesCode: true })
    expect((await mutate(browser, 'proof.confirm', { code: '000000' })).error?.data.problem?.code).toBe(
      'invalid_request',
    )
    expect((await mutate(browser, 'proof.require')).error?.data.problem?.code).toBe('proof_required')
    const code = nextCode(secret)
    expect((await mutate(browser, 'proof.confirm', { code })).error).toBeUndefined()
    expect((await mutate(browser, 'proof.require')).error).toBeUndefined()
    await forget(email)
    expect((await mutate(browser, 'proof.confirm', { code })).error?.data.problem?.code).toBe('invalid_request')
    expect((await listSignIns(email)).map(({ action }) => action)).toContain('session.prove')
  })
})

describe('a second factor that is on', () => {
  it('is turned off with a code, and then not required', async () => {
    const { browser, email, secret } = await turnOn('off@example.com')
    expect((await mutate(browser, 'secondFactor.turnOff', { code: '000000' })).error?.data.problem?.code).toBe(
      'invalid_request',
    )
    expect((await mutate(browser, 'secondFactor.turnOff', { code: nextCode(secret) })).error).toBeUndefined()
    const again = await beginSignIn(email)
    expect([again.location, await isSignedIn(again.browser)]).toEqual([`${baseUrl}/orgs/x?tab=1`, true])
    expect(await listActions(email)).toEqual(['second-factor.turn-on', 'second-factor.turn-off'])
    expect(await open.database.recoveryCode.count({ where: { user: { email } } })).toBe(0)
  })

  it('gets new recovery codes, which end the old ones', async () => {
    const { browser, secret, recoveryCodes } = await turnOn('renews@example.com')
    const renewed = await mutate(browser, 'secondFactor.renewRecoveryCodes', { code: nextCode(secret) })
    expect(renewed.result?.data.recoveryCodes).toHaveLength(10)
    const old = { code: recoveryCodes[0] }
    expect((await mutate(browser, 'secondFactor.turnOff', old)).error?.data.problem?.code).toBe('invalid_request')
  })

  it('is reset by the operator, which ends the sessions', async () => {
    const { browser, email } = await turnOn('lost@example.com')
    expect(await resetSecondFactor(open.database, email, new Date(Date.now() + waitedMs))).toBe(1)
    expect(await isSignedIn(browser)).toBe(false)
    const again = await beginSignIn(email)
    expect(await isSignedIn(again.browser)).toBe(true)
    expect(await listActions(email)).toEqual(['second-factor.turn-on', 'second-factor.reset'])
    expect(await endSessionsOf(open.database, email, new Date())).toBe(1)
    expect(await isSignedIn(again.browser)).toBe(false)
    expect(await resetSecondFactor(open.database, 'nobody@example.com', new Date())).toBeUndefined()
  })
})

describe('wrong codes', () => {
  it('in a row make the next one wait, which a recovery code does not, and a right one ends [cp-5.2:wrong-codes]', async () => {
    const { email, secret, recoveryCodes } = await turnOn('waits@example.com')
    const { browser } = await beginSignIn(email)
    const submit = async (code: string) => (await submitCode(browser, code)).headers.get('location')
    for (const code of ['000000', '000001', '000002'])
      expect(await submit(code)).toBe(`${challenge}&error=invalid_request`)
    expect(await submit(nextCode(secret))).toBe(`${challenge}&error=rate_limited`)
    waitedMs += 30 * 60_000
    expect(await submit('000003')).toBe(`${challenge}&error=invalid_request`)
    waitedMs += 30 * 60_000
    expect(await submit(nextCode(secret))).toBe(`${challenge}&error=rate_limited`)
    expect(await submit(recoveryCodes[0] ?? '')).toBe(`${baseUrl}/orgs/x?tab=1`)
    const again = await beginSignIn(email)
    expect((await submitCode(again.browser, nextCode(secret))).headers.get('location')).not.toContain('error')
    const where = { user: { email } }
    expect(await open.database.secondFactor.findFirst({ where })).toMatchObject({ wrongCodes: 0, retryAt: null })
  })
})

describe('the link in the email about a new second factor', () => {
  /** Enrolls a second factor as a session thief does, and returns the link emailed to the user. */
  async function enroll(email: string) {
    const owner = await signIn(open, email)
    const thief = openBrowser(open)
    for (const [name, value] of owner.cookies) thief.cookies.set(name, value)
    const { secret } = (await mutate(thief, 'secondFactor.begin')).result?.data ?? {}
    await mutate(thief, 'secondFactor.confirm', { code: nextCode(secret) })
    const find = () =>
      open.mailer.mailbox?.list().find(({ to, subject }) => to === email && subject.includes('turned on'))
    await expect.poll(find).toBeDefined()
    return { owner, thief, link: new URL(find()?.link ?? '') }
  }
  const press = (link: URL, headers: Record<string, string> = { origin: baseUrl }) =>
    openBrowser(open).request(`${authPath}/undo-second-factor`, { method: 'POST', headers, body: link.searchParams })
  const result = (done: string) => `${baseUrl}/sign-in/undo-second-factor?done=${done}`

  it('removes it once, ends all sessions, and is emailed and audited [cp-5.2:undo]', async () => {
    const email = 'robbed@example.com'
    const { thief, link } = await enroll(email)
    expect(link.pathname).toBe('/sign-in/undo-second-factor')
    const token = link.searchParams.get('token') ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(JSON.stringify(await open.database.secondFactor.findMany())).not.toContain(token)
    expect(await open.signIn.findUndo(token)).toBe(email)
    expect((await press(link, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await press(link)).headers.get('location')).toBe(result('yes'))

    expect(await isSignedIn(thief)).toBe(false)
    const again = await beginSignIn(email)
    expect([again.location, await isSignedIn(again.browser)]).toEqual([`${baseUrl}/orgs/x?tab=1`, true])
    expect(await listActions(email)).toEqual(['second-factor.turn-on', 'second-factor.undo'])
    const removed = () =>
      open.mailer.mailbox?.list().some(({ to, subject }) => to === email && subject.includes('was removed'))
    await expect.poll(removed).toBe(true)

    expect((await press(link)).headers.get('location')).toBe(result('no'))
    expect(await isSignedIn(again.browser)).toBe(true)
  })

  it('works for 24 hours', async () => {
    const { link } = await enroll('late@example.com')
    waitedMs += 24 * 60 * 60_000
    expect(await open.signIn.findUndo(link.searchParams.get('token') ?? '')).toBeUndefined()
    expect((await press(link)).headers.get('location')).toBe(result('no'))
    expect((await press(new URL(`${baseUrl}/?token=x`))).headers.get('location')).toBe(result('no'))
  })
})

describe('the user of a second factor', () => {
  /** Lists a user's emails, without sign-in links. */
  function listMails(email: string) {
    const mails = open.mailer.mailbox?.list() ?? []
    return mails.filter(({ to, subject }) => to === email && !subject.startsWith('Sign in'))
  }

  it('is emailed when it is turned on or off, and when recovery codes are used or replaced', async () => {
    const { browser, email, secret, recoveryCodes } = await turnOn('noticed@example.com')
    await mutate(browser, 'secondFactor.renewRecoveryCodes', { code: recoveryCodes[0] })
    await mutate(browser, 'secondFactor.turnOff', { code: nextCode(secret) })

    const subjects = () =>
      listMails(email)
        .map(({ subject }) => subject)
        .sort()
    await expect
      .poll(subjects)
      .toEqual([
        'One of your recovery codes was used (localhost:4000)',
        'Your recovery codes were replaced (localhost:4000)',
        'Your second factor was turned off (localhost:4000)',
        'Your second factor was turned on (localhost:4000)',
      ])
    const { text = '' } = listMails(email).find(({ subject }) => subject.startsWith('One of')) ?? {}
    expect(text).toMatch(/at \d{4}-\d\d-\d\d \d\d:\d\d UTC from 203\.0\.113\.7\./)
    for (const secretText of [secret, ...recoveryCodes]) expect(text).not.toContain(secretText)
  })

  it('is not emailed about a wrong code', async () => {
    const { browser, email } = await turnOn('mistyped@example.com')
    await expect.poll(() => listMails(email).length).toBe(1)
    await mutate(browser, 'secondFactor.turnOff', { code: 'wrong' })
    const other = await turnOn('later@example.com')
    await expect.poll(() => listMails(other.email).length).toBe(1)
    expect(listMails(email)).toHaveLength(1)
  })
})

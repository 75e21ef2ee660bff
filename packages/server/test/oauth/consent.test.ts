import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, publicUrl, readHeading, setupConsent } from '../consent.fixture.ts'
import {
  authorizeUrl,
  createTestOAuth,
  exchangeCode,
  parseHiddenFields,
  parseRedirect,
  postForm,
  readTokens,
  type SeededClient,
  seedClient,
  testConfig,
} from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const localUrl = testConfig.baseUrl

function setup(options?: Parameters<typeof setupConsent>[1]) {
  return setupConsent(test.database, options)
}

/** Opens the consent page in a browser, and returns its form fields. */
async function openForm(browser: ReturnType<typeof openBrowser>, client: SeededClient) {
  const page = await browser.open(authorizeUrl(client))
  if (page.status !== 200) throw new Error(`No form: ${page.status} ${await page.text()}`)
  return parseHiddenFields(await page.text())
}

/** Finds what users were denied, in the audit log of the client's organization. */
function findDenials({ orgId }: SeededClient) {
  return test.database.auditEvent.findMany({
    where: { orgId, action: 'access.deny', actorKind: 'session' },
    select: { actorId: true, ip: true, resourceId: true, details: true },
  })
}

describe('the consent page of a public address', () => {
  it.each([
    ['production', 'nobody', undefined, 'Sign in to connect', []],
    ['production', 'a stranger', 'stranger', 'Ask a member to connect', ['member']],
    ['production', 'a member', 'member', 'Ask an admin to connect', ['admin']],
    ['sandbox', 'nobody', undefined, 'Sign in to connect', []],
    ['sandbox', 'a stranger', 'stranger', 'Ask a member to connect', ['member']],
  ] as const)(
    'of a %s realm is not for %s, and neither is its form, which is audited once [dp-4.1:consent]',
    async (kind, _name, who, title, needs) => {
      const { app, client, baseUrl, signIn, database } = await setup({ kind })
      const user = who && (await signIn(who === 'stranger' ? undefined : who))
      const browser = openBrowser(app, baseUrl, user)
      expect(await readHeading(await browser.open(authorizeUrl(client)))).toEqual([403, title])

      const admin = openBrowser(app, baseUrl, await signIn('admin'))
      const form = await openForm(admin, client)
      for (const [name, value] of admin.cookies) if (name !== 'user') browser.cookies.set(name, value)
      expect(await readHeading(await browser.submit(form))).toEqual([403, title])
      expect(await database.authorizationCode.count({ where: { clientId: client.clientId } })).toBe(0)
      expect(await findDenials(client)).toEqual(
        needs.map((needed) => ({
          actorId: user?.id,
          ip: '192.0.2.1',
          resourceId: client.clientId,
          details: { operation: 'consent', needs: needed },
        })),
      )
    },
  )

  it.each([
    ['production', 'owner'],
    ['production', 'admin'],
    ['sandbox', 'member'],
  ] as const)('of a %s realm names and takes the consent of a %s [dp-4.1:consent]', async (kind, role) => {
    const { app, client, baseUrl, signIn } = await setup({ kind })
    const user = await signIn(role)
    const browser = openBrowser(app, baseUrl, user)
    const page = await browser.open(authorizeUrl(client))
    expect(await page.text()).toContain(`<dt>Connected by</dt><dd>${user.email}</dd>`)
    const redirect = await browser.submit(await openForm(browser, client))
    expect(parseRedirect(redirect)).toMatchObject({ code: expect.any(String), iss: publicUrl })
  })

  it('keeps a name stored with hidden characters from turning its headline around', async () => {
    const { app, client, baseUrl, signIn, database } = await setup()
    await database.oAuthClient.update({ where: { id: client.clientId }, data: { name: 'Safe\u202E\u2069' } })
    await database.realm.update({ where: { id: client.realmId }, data: { name: 'שלום\u202Egnp.exe' } })
    const page = await (await openBrowser(app, baseUrl, await signIn('admin')).open(authorizeUrl(client))).text()
    expect(page).toContain('<h1>Connect <bdi>Safe</bdi> to <bdi>שלוםgnp.exe</bdi>?</h1>')
    expect(page).toContain('<title>Connect Safe to \u2068שלוםgnp.exe\u2069? · Bridge Service</title>')
    expect(page.replaceAll(/<bdi>[^<]*<\/bdi>/g, '')).not.toContain('\u202E')
  })

  it.each([
    ['nobody', false],
    ['a stranger', true],
  ])('does not tell %s which realms the organization has [dp-4.1:consent] [dp-4.1.2]', async (_name, isSignedIn) => {
    const { app, client, baseUrl, signIn } = await setup()
    const other = await seedClient(test.database)
    const form = await openForm(openBrowser(app, baseUrl, await signIn('admin')), client)
    const browser = openBrowser(app, baseUrl, isSignedIn ? await signIn() : undefined)
    // The page leads back to the request, and so repeats the realm ID sent.
    const read = async (response: Response, realmId: string) => ({
      status: response.status,
      headers: [...response.headers].filter(([name]) => name !== 'x-request-id' && name !== 'intuit_tid'),
      page: (await response.text()).replaceAll(realmId, 'REALM'),
    })
    const realmIds = [client.realmId, other.realmId, '9999999999999999', '0000000000000001']
    const replies = await Promise.all(
      realmIds.map(async (realmId) => ({
        shown: await read(await browser.open(authorizeUrl(client, { realm_id: realmId })), realmId),
        submitted: await read(await browser.submit({ ...form, realm_id: realmId }), realmId),
      })),
    )
    expect([replies[0]?.shown.status, replies[0]?.submitted.status]).toEqual([403, 403])
    for (const reply of replies) expect(reply).toEqual(replies[0])
  })

  it('tells a member that the organization has no such realm', async () => {
    const { app, client, baseUrl, signIn } = await setup()
    const browser = openBrowser(app, baseUrl, await signIn('member'))
    const page = await browser.open(authorizeUrl(client, { realm_id: '9999999999999999' }))
    expect(await readHeading(page)).toEqual([400, 'Invalid realm ID'])
  })

  it('refuses an admin without the second factor that the organization requires', async () => {
    const { app, client, baseUrl, signIn, database } = await setup()
    await database.organization.update({ where: { id: client.orgId }, data: { requiresSecondFactor: true } })
    const browser = openBrowser(app, baseUrl, await signIn('admin'))
    expect(await readHeading(await browser.open(authorizeUrl(client)))).toEqual([403, 'Turn on your second factor'])
    expect(await findDenials(client)).toMatchObject([{ details: { operation: 'consent', needs: 'second-factor' } }])
  })

  it('leads only members to a redirect URI, also with an unknown scope [dp-7.4:returned]', async () => {
    const { app, client, baseUrl, signIn } = await setup()
    const url = authorizeUrl(client, { scope: 'everything' })
    for (const user of [undefined, await signIn()])
      expect((await openBrowser(app, baseUrl, user).open(url)).status).toBe(403)
    const returned = await openBrowser(app, baseUrl, await signIn('member')).open(url)
    expect(parseRedirect(returned)).toMatchObject({ error: 'invalid_scope', iss: publicUrl })
  })

  it('refuses programs without a session', async () => {
    const { app, client } = await setup()
    const response = await app.request(authorizeUrl(client))
    expect([response.status, await response.json()]).toMatchObject([403, { error: 'access_denied' }])
  })

  it('refuses an admin who was demoted since it was shown', async () => {
    const { app, client, baseUrl, signIn, database } = await setup()
    const user = await signIn('admin')
    const browser = openBrowser(app, baseUrl, user)
    const form = await openForm(browser, client)
    await database.membership.updateMany({ where: { userId: user.id }, data: { role: 'member' } })
    expect(await readHeading(await browser.submit(form))).toEqual([403, 'Ask an admin to connect'])
  })

  it('cannot do without a sign-in', () => {
    const config = { ...testConfig, baseUrl: publicUrl, consentRequiresSignIn: false }
    expect(() => createTestOAuth(test.database, { config })).toThrow(
      'CONSENT_REQUIRES_SIGN_IN can be false on a loopback address only, and BASE_URL is https://bridge.example.',
    )
  })
})

describe.each([
  ['a public', publicUrl, '__Host-bridge-consent'],
  ['a loopback', localUrl, 'bridge-consent'],
])('a consent form of %s address', (_name, baseUrl, cookieName) => {
  const isLocal = baseUrl === localUrl
  const setupForm = async () => {
    const service = await setup({ baseUrl })
    const user = isLocal ? undefined : await service.signIn('admin')
    const browser = openBrowser(service.app, baseUrl, user)
    return { ...service, user, browser, form: await openForm(browser, service.client) }
  }

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const { app, client, user } = await setupForm()
    const page = await openBrowser(app, baseUrl, user).open(authorizeUrl(client))
    const [cookie = ''] = page.headers.getSetCookie()
    expect(cookie).toMatch(new RegExp(`^${cookieName}=svcb_[0-9A-Za-z]{36}; Max-Age=600; Path=/; HttpOnly; `))
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie.includes('Secure')).toBe(!isLocal)
  })

  it('works in the browser that got it, like forms of other tabs', async () => {
    const { browser, client, form } = await setupForm()
    const other = await openForm(browser, client)
    expect((await browser.submit(other)).status).toBe(302)
    expect((await browser.submit(form)).status).toBe(302)
  })

  it('is refused in another browser, and with a cookie that someone made up', async () => {
    const { app, client, user, form } = await setupForm()
    const other = openBrowser(app, baseUrl, user)
    expect(await readHeading(await other.submit(form))).toEqual([400, 'This form is no longer valid'])
    await openForm(other, client)
    expect((await other.submit(form)).status).toBe(400)
    other.cookies.set(cookieName, '')
    expect((await other.submit(form)).status).toBe(400)
  })

  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['the Origin of another port', { origin: `${baseUrl}1` }],
    ['a foreign Sec-Fetch-Site', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['a Sec-Fetch-Site of the same site', { origin: '', 'sec-fetch-site': 'same-site' }],
  ])('is refused with %s, and stays good', async (_header, headers) => {
    const { browser, form } = await setupForm()
    expect(await readHeading(await browser.submit(form, headers))).toEqual([403, 'This form came from another site'])
    expect((await browser.submit(form)).status).toBe(302)
  })

  it('is refused after the user changed', async () => {
    const { browser, form, signIn } = await setupForm()
    browser.cookies.set('user', (await signIn('owner')).id)
    expect(await readHeading(await browser.submit(form))).toEqual([400, 'This form is no longer valid'])
  })
})

describe('the consent page of a loopback address', () => {
  it('takes the consent of programs and browsers without a session', async () => {
    const { app, client, baseUrl } = await setup({ baseUrl: localUrl })
    const page = await app.request(authorizeUrl(client))
    const form = { ...parseHiddenFields(await page.text()), decision: 'connect' }
    expect((await postForm(app, '/oauth2/v1/authorize', form)).status).toBe(302)
    const browser = openBrowser(app, baseUrl)
    expect((await browser.submit(await openForm(browser, client))).status).toBe(302)
  })

  it('asks for a sign-in where the operator wants one', async () => {
    const client = await seedClient(test.database)
    const { app } = createTestOAuth(test.database, { config: { ...testConfig, consentRequiresSignIn: true } })
    expect((await app.request(authorizeUrl(client))).status).toBe(403)
  })
})

describe('a consent', () => {
  it('is named by the code, the connection, the audit log and the announcement', async () => {
    const { app, client, baseUrl, signIn, database, announced } = await setup()
    const user = await signIn('admin')
    const browser = openBrowser(app, baseUrl, user)
    const { code = '' } = parseRedirect(await browser.submit(await openForm(browser, client)))
    await readTokens(await exchangeCode(app, client, code))

    const connection = await database.connection.findFirstOrThrow({ where: { clientId: client.clientId } })
    expect(connection.consenterId).toBe(user.id)
    expect(announced).toEqual([connection.id])
    const events = await database.auditEvent.findMany({ where: { orgId: client.orgId }, orderBy: { action: 'asc' } })
    expect(events).toMatchObject([
      {
        action: 'connection.consent',
        actorKind: 'session',
        actorId: user.id,
        ip: '192.0.2.1',
        resourceKind: 'client',
        resourceId: client.clientId,
        details: { realmId: client.realmId },
      },
      {
        action: 'connection.create',
        actorKind: 'client',
        resourceId: connection.id,
        details: { realmId: client.realmId, consenterId: user.id },
      },
    ])
    await database.user.delete({ where: { id: user.id } })
    expect(await database.connection.findUnique({ where: { id: connection.id } })).toMatchObject({ consenterId: null })
  })

  it('that is canceled is neither audited nor announced', async () => {
    const { app, client, baseUrl, signIn, database, announced } = await setup()
    const browser = openBrowser(app, baseUrl, await signIn('admin'))
    const form = await openForm(browser, client)
    expect(parseRedirect(await browser.submit({ ...form, decision: 'cancel' }))).toMatchObject({
      error: 'access_denied',
    })
    expect(await database.auditEvent.count({ where: { orgId: client.orgId } })).toBe(0)
    expect(announced).toEqual([])
  })
})

import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import fc from 'fast-check'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizeUrl,
  createTestOAuth,
  parseHiddenFields,
  parseRedirect,
  postForm,
  redirectUri,
  seedClient,
  submitDecision,
  testConfig,
} from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

/** Submits the consent form as a browser does. */
function submitAsBrowser(app: Hono, form: Readonly<Record<string, string>>) {
  return app.request('/oauth2/v1/authorize', {
    method: 'POST',
    headers: { ...asBrowser.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
}

/** Returns every header except the unique request ID. */
function getHeaders({ headers }: Response) {
  return [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'intuit_tid')
}

async function setup() {
  return { ...createTestOAuth(test.database), client: await seedClient(test.database) }
}

describe('GET /oauth2/v1/authorize', () => {
  it('shows the client, organization and realm, with Connect and Cancel [dp-4.1:1]', async () => {
    const { app, client } = await setup()
    const response = await app.request(authorizeUrl(client))
    const page = await response.text()

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    for (const text of ['Invoice Robot', 'Rock Castle', 'Rock Castle Construction', client.realmId])
      expect(page).toContain(text)
    expect(page).toMatch(/<button[^>]*value="connect"[^>]*>Connect<\/button>/)
    expect(page).toMatch(/<button[^>]*value="cancel"[^>]*>Cancel<\/button>/)
    expect(parseHiddenFields(page)).toMatchObject({ client_id: client.clientId, realm_id: client.realmId })
  })

  it('forbids framing, caching, scripts and external resources', async () => {
    const { app, client } = await setup()
    const { headers } = await app.request(authorizeUrl(client))
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' https:")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('sends no referrer over https, also with errors, and over http none to other sites', async () => {
    const client = await seedClient(test.database)
    for (const [scheme, policy] of [
      ['https', 'no-referrer'],
      ['http', 'same-origin'],
    ] as const) {
      const config = { ...testConfig, baseUrl: `${scheme}://localhost:4000` }
      const { app } = createTestOAuth(test.database, { config })
      for (const path of [authorizeUrl(client), '/oauth2/v1/authorize?client_id=unknown']) {
        const { headers } = await app.request(path, asBrowser)
        expect(headers.get('referrer-policy')).toBe(policy)
      }
    }
  })

  it('accepts the form of a page without a referrer, which browsers send without an origin', async () => {
    const client = await seedClient(test.database)
    const { app } = createTestOAuth(test.database, { config: { ...testConfig, baseUrl: 'https://localhost:4000' } })
    const page = await app.request(authorizeUrl(client), asBrowser)
    const cookie = page.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const form = { ...parseHiddenFields(await page.text()), decision: 'connect' }
    const submit = (site: string) =>
      app.request('/oauth2/v1/authorize', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'null',
          'sec-fetch-site': site,
          cookie,
        },
        body: new URLSearchParams(form).toString(),
      })
    expect((await submit('cross-site')).status).toBe(403)
    expect((await submit('same-origin')).status).toBe(302)
  })

  it('escapes names and state', async () => {
    const { app } = createTestOAuth(test.database)
    const client = await seedClient(test.database, {
      client: '<script>alert(1)</script>',
      org: '"><img src=x>',
      realm: "O'Neil & <b>Co</b>",
    })
    const state = '"><script>alert(2)</script>'
    const page = await (await app.request(authorizeUrl(client, { state }))).text()
    expect(page).not.toMatch(/<script|<img|<b>/)
  })

  it.each([
    [undefined, 'com.intuit.quickbooks.accounting'],
    ['com.intuit.quickbooks.accounting openid profile email', 'com.intuit.quickbooks.accounting openid profile email'],
  ])('stores the scope %j as %j', async (scope, granted) => {
    const { app, client, database } = await setup()
    await submitDecision(app, authorizeUrl(client, { scope }), 'connect')
    expect(await database.authorizationCode.findFirst({ where: { clientId: client.clientId } })).toMatchObject({
      scope: granted,
    })
  })

  it.each([
    ['another response type', 'token'],
    ['no response type', undefined],
  ])('rejects %s [dp-7.4:unsupported_response_type]', async (_name, responseType) => {
    const { app, client } = await setup()
    const response = await app.request(authorizeUrl(client, { response_type: responseType }))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'unsupported_response_type',
      error_description: expect.any(String),
      error_uri: 'http://localhost:4000/docs/errors/unsupported_response_type',
    })
  })

  it.each([
    ['an unknown client', { client_id: 'svcc_unknown' }],
    ['no client', { client_id: undefined }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['a prefix of the redirect URI', { redirect_uri: 'https://client.example/call' }],
    ['a longer redirect URI', { redirect_uri: `${redirectUri}/` }],
    ['another query', { redirect_uri: `${redirectUri}?x=1` }],
    ['another case', { redirect_uri: 'https://CLIENT.example/callback' }],
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
  ])('shows an error page without a redirect for %s [dp-4.1.1]', async (_name, overrides) => {
    const { app, client } = await setup()
    const response = await app.request(authorizeUrl(client, overrides), asBrowser)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).toContain('<h1>Invalid client or redirect URI</h1>')
  })

  it('returns the same page for a realm of another organization and one that does not exist [dp-4.1.2]', async () => {
    const { app, client } = await setup()
    const other = await seedClient(test.database)
    const pages = await Promise.all(
      [other.realmId, '9999999999999999', 'nonsense', "1' OR '1'='1", '0000000000000001'].map(async (realmId) => {
        const response = await app.request(authorizeUrl(client, { realm_id: realmId }), asBrowser)
        return { status: response.status, headers: getHeaders(response), page: await response.text() }
      }),
    )
    expect(pages[0]?.status).toBe(400)
    expect(pages[0]?.page).toContain('<h1>Invalid realm ID</h1>')
    for (const page of pages) expect(page).toEqual(pages[0])
  })

  it.each([
    ['a repeated parameter', '&state=2'],
    ['text that is not UTF-8', '&x=%ff%fe'],
    ['a NUL character', '&x=%00'],
    ['a query of 100 kB', `&x=${'a'.repeat(100_000)}`],
  ])('rejects %s', async (_name, more) => {
    const { app, client } = await setup()
    const response = await app.request(authorizeUrl(client) + more)
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, 'invalid_request'])
  })
})

describe('POST /oauth2/v1/authorize', () => {
  it('redirects with code, state and realmId on Connect [dp-4.1:2]', async () => {
    const { app, client } = await setup()
    const response = await submitDecision(app, authorizeUrl(client), 'connect')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/^https:\/\/client\.example\/callback\?/)
    expect(parseRedirect(response)).toEqual({
      code: expect.stringMatching(/^svcd_/),
      state: 's-1',
      realmId: client.realmId,
      iss: 'http://localhost:4000',
    })
  })

  it('redirects with access_denied and state on Cancel, and issues no code', async () => {
    const { app, client, database } = await setup()
    const response = await submitDecision(app, authorizeUrl(client), 'cancel')
    expect(parseRedirect(response)).toEqual({ error: 'access_denied', state: 's-1', iss: 'http://localhost:4000' })
    expect(await database.authorizationCode.count({ where: { clientId: client.clientId } })).toBe(0)
  })

  it('returns state unchanged, and omits it if there was none', async () => {
    const { app, client } = await setup()
    await fc.assert(
      fc.asyncProperty(
        fc
          .string({ unit: 'binary', minLength: 1, maxLength: 200 })
          .filter((text) => !text.includes('\0') && !/\p{Cs}/u.test(text)),
        async (state) => {
          expect(parseRedirect(await submitDecision(app, authorizeUrl(client, { state }), 'cancel')).state).toBe(state)
        },
      ),
      { numRuns: 25, examples: [['a b+c&d=e%20#\r\n"<>'], ['{"next":"/é?x=1"}']] },
    )
    expect(
      parseRedirect(await submitDecision(app, authorizeUrl(client, { state: undefined }), 'connect')),
    ).not.toHaveProperty('state')
  })

  it('keeps the query of the registered redirect URI', async () => {
    const { app, client } = await setup()
    const response = await submitDecision(
      app,
      authorizeUrl(client, { redirect_uri: 'http://localhost:8000/callback?from=bridge' }),
      'connect',
    )
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:8000\/callback\?from=bridge&code=/)
  })

  it('rejects a realm that was moved or deleted after the page was shown [dp-4.1.2]', async () => {
    const { app, client, database } = await setup()
    const other = await seedClient(database)
    const form = async () => ({
      ...parseHiddenFields(await (await app.request(authorizeUrl(client))).text()),
      decision: 'connect',
    })
    const [first, second, third] = [await form(), await form(), await form()]

    const foreign = await submitAsBrowser(app, { ...third, realm_id: other.realmId })
    await database.realm.update({ where: { id: client.realmId }, data: { orgId: other.orgId } })
    const moved = await submitAsBrowser(app, first)
    await database.realm.delete({ where: { id: client.realmId } })
    const deleted = await submitAsBrowser(app, second)

    const page = await foreign.text()
    expect([foreign.status, moved.status, deleted.status]).toEqual([400, 400, 400])
    expect(page).toContain('<h1>Invalid realm ID</h1>')
    expect([await moved.text(), await deleted.text()]).toEqual([page, page])
    expect(await database.authorizationCode.count({ where: { clientId: client.clientId } })).toBe(0)
  })

  it('rejects a redirect URI that was removed after the page was shown [dp-4.1.1]', async () => {
    const { app, client, database } = await setup()
    const form = parseHiddenFields(await (await app.request(authorizeUrl(client))).text())
    await database.oAuthClient.update({
      where: { id: client.clientId },
      data: { redirectUris: ['https://new.example/'] },
    })
    const response = await submitAsBrowser(app, { ...form, decision: 'connect' })
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.text()).toContain('Invalid client or redirect URI')
  })

  it.each([
    ['without its token', { consent_token: '' }],
    ['with a made-up token', { consent_token: 'svcf_x' }],
    ['for another registered redirect URI', { redirect_uri: 'http://localhost:8000/callback?from=bridge' }],
  ])('rejects a form %s', async (_name, overrides) => {
    const { app, client } = await setup()
    const form = parseHiddenFields(await (await app.request(authorizeUrl(client))).text())
    const response = await submitAsBrowser(app, { ...form, ...overrides, decision: 'connect' })
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.text()).toContain('<h1>This form is no longer valid</h1>')
  })

  it('ignores scope, state and challenge that the form adds', async () => {
    const { app, client, database } = await setup()
    const form = parseHiddenFields(await (await app.request(authorizeUrl(client))).text())
    const more = {
      scope: 'com.intuit.quickbooks.accounting openid',
      state: 's-2',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    }
    const response = await postForm(app, '/oauth2/v1/authorize', { ...form, ...more, decision: 'connect' })
    expect(parseRedirect(response).state).toBe('s-1')
    expect(await database.authorizationCode.findFirst({ where: { clientId: client.clientId } })).toMatchObject({
      scope: 'com.intuit.quickbooks.accounting',
      codeChallenge: null,
    })
  })

  it('accepts only one of several concurrent submissions of a form', async () => {
    const { app, client } = await setup()
    const form = { ...parseHiddenFields(await (await app.request(authorizeUrl(client))).text()), decision: 'connect' }
    const responses = await Promise.all(Array.from({ length: 5 }, () => postForm(app, '/oauth2/v1/authorize', form)))
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400, 400])
  })

  it('rejects a form that is 10 minutes old', async () => {
    const { app, client, advanceSeconds } = await setup()
    const form = { ...parseHiddenFields(await (await app.request(authorizeUrl(client))).text()), decision: 'connect' }
    advanceSeconds(600)
    expect((await postForm(app, '/oauth2/v1/authorize', form)).status).toBe(400)
  })

  it('rejects a form without a decision', async () => {
    const { app, client } = await setup()
    const form = parseHiddenFields(await (await app.request(authorizeUrl(client))).text())
    expect((await postForm(app, '/oauth2/v1/authorize', form)).status).toBe(400)
  })

  it('stores only hashes of consent tokens and codes', async () => {
    const { app, client, database } = await setup()
    const { consent_token: token = '' } = parseHiddenFields(await (await app.request(authorizeUrl(client))).text())
    const { code = '' } = parseRedirect(await submitDecision(app, authorizeUrl(client), 'connect'))
    const stored = JSON.stringify([
      await database.consentRequest.findMany(),
      await database.authorizationCode.findMany(),
    ])
    expect(token).not.toBe('')
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(code)
  })
})

describe('the consent page', () => {
  it('says who is looking, and offers to sign in and return', async () => {
    const { app, client } = await setup()
    const url = authorizeUrl(client)
    const signedOut = await (await app.request(url)).text()
    expect(signedOut).toContain('You are not signed in.')
    const { pathname, search } = new URL(url, 'http://localhost:4000')
    expect(signedOut).toContain(`/sign-in?${new URLSearchParams({ callbackUrl: pathname + search })}`)
    const { id } = await test.database.user.create({ data: { email: 'ada@example.com' } })
    const user = { id, email: 'ada@example.com', name: null, sessionId: 's', hasSecondFactor: false }
    const { app: signedInApp } = createTestOAuth(test.database, {
      sessions: { signedInUser: async () => user, challengedUser: async () => undefined },
    })
    const signedIn = await (await signedInApp.request(url)).text()
    expect(signedIn).toContain('You are signed in as ada@example.com.')
    expect(signedIn).not.toContain('/sign-in?')
  })

  it('says since when the client is connected, while it is', async () => {
    const { app, client, database, clock } = await setup()
    const getPage = async () => (await app.request(authorizeUrl(client))).text()
    expect(await getPage()).not.toContain('Already connected')
    const { id } = await database.connection.create({
      data: {
        clientId: client.clientId,
        realmId: client.realmId,
        scope: 's',
        createdAt: new Date('2026-01-31T12:00:00Z'),
        refreshTokens: {
          create: { tokenHash: `since-${client.clientId}`, expiresAt: new Date(clock().getTime() + 1_000) },
        },
      },
    })
    expect(await getPage()).toContain('Already connected since January 31, 2026 (UTC).')
    await database.connection.update({ where: { id }, data: { revokedAt: clock() } })
    expect(await getPage()).not.toContain('Already connected')
  })
})

describe('an authorize request that asks for what is unknown', () => {
  const unknownScope = { scope: 'everything', state: 'a b&c' }
  const returned = {
    error: 'invalid_scope',
    error_description: expect.stringMatching(/^scope has an unknown scope\. /),
    state: 'a b&c',
    iss: 'http://localhost:4000',
  }

  it('returns to the proved redirect URI with the error, from the page and the form [dp-7.4:returned]', async () => {
    const { app, client } = await setup()
    const form = { ...parseHiddenFields(await (await app.request(authorizeUrl(client))).text()), decision: 'connect' }
    for (const response of [
      await app.request(authorizeUrl(client, unknownScope), asBrowser),
      await app.request(authorizeUrl(client, unknownScope)),
      await app.request(authorizeUrl(client, { ...unknownScope, realm_id: undefined }), asBrowser),
      await submitAsBrowser(app, { ...form, ...unknownScope }),
    ]) {
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toMatch(/^https:\/\/client\.example\/callback\?/)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(parseRedirect(response)).toEqual(returned)
    }
  })

  it.each([
    ['an unknown client', { client_id: 'svcc_unknown' }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }],
  ])('stays here with %s [dp-4.1.1]', async (_name, overrides) => {
    const { app, client } = await setup()
    const response = await app.request(authorizeUrl(client, { ...unknownScope, ...overrides }), asBrowser)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.text()).toContain('Invalid client or redirect URI')
  })
})

describe('a rejected authorize request', () => {
  it.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown client', { client_id: 'svcc_unknown' }, 'invalid_request'],
    ['an unknown realm', { realm_id: '9999999999999999' }, 'invalid_request'],
  ])(
    'is a page with the part of the developer in a browser, and JSON otherwise: %s',
    async (_name, overrides, code) => {
      const { app, client } = await setup()
      const url = authorizeUrl(client, overrides)
      const page = await app.request(url, asBrowser)
      const text = await page.text()
      expect([page.status, page.headers.get('content-type')]).toEqual([400, expect.stringMatching(/^text\/html/)])
      expect(text).toContain('This is a mistake in the app, not yours.')
      expect(text).toMatch(/<pre aria-label="For the developer">[^<]{20,}<\/pre>/)
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      const json = await app.request(url, { headers: { accept: 'application/json' } })
      expect([json.status, await json.json()]).toEqual([400, expect.objectContaining({ error: code })])
    },
  )
})

import { createHash } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizeUrl,
  connect,
  createTestOAuth,
  exchangeCode,
  postForm,
  readError,
  readTokens,
  redirectUri,
  refresh,
  requestCode,
  type SeededClient,
  seedClient,
  submitDecision,
} from '../../test/oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function setup() {
  return { ...createTestOAuth(test.database), client: await seedClient(test.database) }
}

/** Posts a token request with these headers. */
function postTokens(app: Hono, form: string, headers: Readonly<Record<string, string>> = {}) {
  return app.request('/oauth2/v1/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: form,
  })
}

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/** Returns the parameters of an authorize request with PKCE. */
function challengeOf(text: string) {
  return {
    code_challenge: createHash('sha256').update(text).digest('base64url'),
    code_challenge_method: 'S256',
  }
}

describe('scopes (RFC 6749, section 3.3)', () => {
  const accounting = 'com.intuit.quickbooks.accounting'

  it.each([
    ['an unknown scope', 'nothing.at.all'],
    ['an unknown scope beside a known one', `${accounting} nothing.at.all`],
    ['another case', 'COM.INTUIT.QUICKBOOKS.ACCOUNTING'],
    ['the name of a property of every object', 'constructor'],
    ['a comma between scopes', `${accounting},openid`],
    ['no scope of accounting', 'openid profile'],
    ['only spaces', '   '],
  ])('are refused: %s [dp-7.4:invalid_scope]', async (_name, scope) => {
    const { app, client } = await setup()
    expect(await readError(await app.request(authorizeUrl(client, { scope })))).toEqual([400, 'invalid_scope'])
  })

  it.each([
    accounting,
    `${accounting} com.intuit.quickbooks.payment`,
    `openid profile email phone address ${accounting}`,
    `${accounting} ${accounting}`,
  ])('are accepted: %s', async (scope) => {
    const { app, client } = await setup()
    expect((await app.request(authorizeUrl(client, { scope }))).status).toBe(200)
  })
})

describe('PKCE (RFC 7636, section 4.1)', () => {
  it.each([
    ['43 characters', verifier, 200],
    ['128 characters', 'a'.repeat(128), 200],
    ['every unreserved character', `-._~${'aZ09'.repeat(10)}`, 200],
    ['42 characters', 'a'.repeat(42), 400],
    ['129 characters', 'a'.repeat(129), 400],
    ['a space', `${'a'.repeat(42)} b`, 400],
    ['a plus sign', `${'a'.repeat(43)}+`, 400],
    ['a letter outside of ASCII', `${'a'.repeat(43)}é`, 400],
    ['a line break at the end', `${'a'.repeat(43)}\n`, 400],
  ])('decides on a verifier of %s', async (_name, text, status) => {
    const { app, client } = await setup()
    const code = await requestCode(app, client, challengeOf(text))
    const response = await exchangeCode(app, client, code, { code_verifier: text })
    expect(response.status).toBe(status)
    if (status === 400) expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  it.each([
    ['42 characters', 'a'.repeat(42)],
    ['44 characters', 'a'.repeat(44)],
    ['padding', `${'a'.repeat(42)}=`],
    ['base64 that is not for URLs', `${'a'.repeat(42)}+`],
    ['a line break at the end', `${'a'.repeat(43)}\n`],
  ])('refuses a challenge of %s', async (_name, challenge) => {
    const { app, client } = await setup()
    const url = authorizeUrl(client, { code_challenge: challenge, code_challenge_method: 'S256' })
    expect(await readError(await app.request(url))).toEqual([400, 'invalid_request'])
  })

  it.each([
    ['no method', { code_challenge: challengeOf(verifier).code_challenge }],
    ['the method plain', { code_challenge: verifier, code_challenge_method: 'plain' }],
    ['a method in lower case', { ...challengeOf(verifier), code_challenge_method: 's256' }],
    ['a method without a challenge', { code_challenge_method: 'S256' }],
  ])('cannot be downgraded by %s (RFC 9700, section 4.8.2)', async (_name, parameters) => {
    const { app, client } = await setup()
    expect(await readError(await app.request(authorizeUrl(client, parameters)))).toEqual([400, 'invalid_request'])
  })

  it.each([
    ['without a verifier', challengeOf(verifier), {}],
    ['with an empty verifier', challengeOf(verifier), { code_verifier: '' }],
    ['with the challenge as verifier', challengeOf(verifier), { code_verifier: challengeOf(verifier).code_challenge }],
    ['with the verifier of another request', challengeOf(verifier), { code_verifier: 'b'.repeat(43) }],
    ['with a verifier, although the challenge was removed', {}, { code_verifier: verifier }],
  ])('refuses an exchange %s, and the code is used up', async (_name, challenge, form) => {
    const { app, client } = await setup()
    const code = await requestCode(app, client, challenge)
    expect(await readError(await exchangeCode(app, client, code, form))).toEqual([400, 'invalid_grant'])
    const retried = await exchangeCode(
      app,
      client,
      code,
      'code_challenge' in challenge ? { code_verifier: verifier } : {},
    )
    expect(await readError(retried)).toEqual([400, 'invalid_grant'])
  })
})

describe('redirect URIs (RFC 9700, section 4.1)', () => {
  it.each([
    'https://client.example/callback/',
    'https://client.example/callback?',
    'https://client.example/callback#',
    'https://client.example/callback#fragment',
    'https://client.example/callback?next=https://evil.example',
    'https://client.example/callback/../evil',
    'https://client.example/callback%2f',
    'https://client.example/%63allback',
    'https://client.example//callback',
    'https://client.example:443/callback',
    'https://client.example:8443/callback',
    'https://client.example./callback',
    'https://client.example@evil.example/callback',
    'https://user@client.example/callback',
    'https://client.example.evil.example/callback',
    'https://sub.client.example/callback',
    'http://client.example/callback',
    'HTTPS://client.example/callback',
    ' https://client.example/callback',
    'https://client.example/callback\n',
    'https://client.example\\callback',
    '//client.example/callback',
    '/callback',
    'data:text/html,callback',
    'http://localhost:8001/callback?from=bridge',
    'http://127.0.0.1:8000/callback?from=bridge',
    'http://localhost:8000/callback?from=bridge&x=1',
  ])('are compared exactly: %j [dp-4.1.1]', async (uri) => {
    const { app, client } = await setup()
    const response = await app.request(authorizeUrl(client, { redirect_uri: uri }))
    expect([...(await readError(response)), response.headers.get('location')]).toEqual([400, 'invalid_request', null])
  })

  it.each([
    ['another registered one', 'http://localhost:8000/callback?from=bridge'],
    ['one that is not registered', 'https://evil.example/callback'],
    ['one in another case', 'https://client.example/Callback'],
  ])('of the exchange are those of the request: not %s [dp-4.1.3]', async (_name, uri) => {
    const { app, client } = await setup()
    const code = await requestCode(app, client)
    expect(await readError(await exchangeCode(app, client, code, { redirect_uri: uri }))).toEqual([
      400,
      'invalid_grant',
    ])
  })
})

describe('codes (RFC 9700, section 4.5)', () => {
  it('of another client are refused, and stay good for their own', async () => {
    const { app, client } = await setup()
    const thief = await seedClient(test.database)
    const code = await requestCode(app, client)
    expect(await readError(await exchangeCode(app, thief, code))).toEqual([400, 'invalid_grant'])
    expect((await exchangeCode(app, client, code)).status).toBe(200)
  })

  it('that another client replays end nothing', async () => {
    const { app, client } = await setup()
    const code = await requestCode(app, client)
    const tokens = await readTokens(await exchangeCode(app, client, code))
    const thief = await seedClient(test.database)
    expect(await readError(await exchangeCode(app, thief, code))).toEqual([400, 'invalid_grant'])
    expect((await refresh(app, client, tokens.refresh_token)).status).toBe(200)
  })

  it('that their client replays end the tokens of the connection, also those of a refresh', async () => {
    const { app, client, accessTokens } = await setup()
    const code = await requestCode(app, client)
    const first = await readTokens(await exchangeCode(app, client, code))
    const second = await readTokens(await refresh(app, client, first.refresh_token))
    expect(await readError(await exchangeCode(app, client, code))).toEqual([400, 'invalid_grant'])
    for (const { access_token, refresh_token } of [first, second]) {
      expect(await accessTokens.authenticate(access_token)).toBeUndefined()
      expect(await readError(await refresh(app, client, refresh_token))).toEqual([400, 'invalid_grant'])
    }
  })

  it.each([
    [
      'an access token as a refresh token',
      (tokens: Issued) => ({ grant_type: 'refresh_token', refresh_token: tokens.access_token }),
    ],
    [
      'a refresh token as a code',
      (tokens: Issued) => ({ grant_type: 'authorization_code', code: tokens.refresh_token, redirect_uri: redirectUri }),
    ],
    ['a code as a refresh token', (tokens: Issued) => ({ grant_type: 'refresh_token', refresh_token: tokens.code })],
    [
      'the hash of a refresh token',
      (tokens: Issued) => ({
        grant_type: 'refresh_token',
        refresh_token: createHash('sha256').update(tokens.refresh_token).digest('hex'),
      }),
    ],
  ])('and tokens are not taken for each other: %s', async (_name, toForm) => {
    const { app, client } = await setup()
    const issued = { ...(await connect(app, client)), code: await requestCode(app, client) }
    expect(await readError(await postForm(app, '/oauth2/v1/tokens', toForm(issued), client))).toEqual([
      400,
      'invalid_grant',
    ])
  })
})

interface Issued {
  readonly access_token: string
  readonly refresh_token: string
  readonly code: string
}

/** Encodes client credentials as RFC 6749, section 2.3.1, requires, with every character escaped. */
function escapedBasic({ clientId, clientSecret }: SeededClient) {
  const encode = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')
  return { authorization: `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}` }
}

function basic(text: string) {
  return { authorization: `Basic ${btoa(text)}` }
}

describe('client authentication (RFC 6749, section 2.3)', () => {
  it('decodes percent-encoded Basic credentials', async () => {
    const { app, client } = await setup()
    const form = `grant_type=authorization_code&code=${await requestCode(app, client)}&redirect_uri=${encodeURIComponent(redirectUri)}`
    expect((await postTokens(app, form, escapedBasic(client))).status).toBe(200)
  })

  it.each([
    ['half an escape', (client: SeededClient) => basic(`${client.clientId}:${client.clientSecret}%`)],
    ['an escape that is not UTF-8', (client: SeededClient) => basic(`${client.clientId}:%ff`)],
    ['a plus sign', (client: SeededClient) => basic(`${client.clientId}:${client.clientSecret}+`)],
    [
      'credentials that were escaped twice',
      (client: SeededClient) => basic(`${client.clientId.replace('_', '%255F')}:${client.clientSecret}`),
    ],
    ['a colon in front', (client: SeededClient) => basic(`:${client.clientId}:${client.clientSecret}`)],
    ['the secret of another client', (client: SeededClient) => basic(`${client.clientId}:svcs_${'0'.repeat(36)}`)],
  ])('refuses Basic credentials with %s [dp-7.4:invalid_client]', async (_name, toHeaders) => {
    const { app, client } = await setup()
    const response = await postTokens(app, 'grant_type=refresh_token&refresh_token=x', toHeaders(client))
    expect(await readError(response)).toEqual([401, 'invalid_client'])
  })

  it.each([
    ['right twice', (client: SeededClient) => client.clientSecret],
    ['wrong in the form', () => 'svcs_wrong'],
  ])('refuses credentials in the header and in the form at once, which are %s', async (_name, secretOf) => {
    const { app, client } = await setup()
    const { refresh_token } = await connect(app, client)
    const form = { client_id: client.clientId, client_secret: secretOf(client) }
    for (const [path, more] of [
      ['/oauth2/v1/tokens', { grant_type: 'refresh_token', refresh_token }],
      ['/oauth2/v1/revoke', { token: refresh_token }],
    ] as const) {
      expect(await readError(await postForm(app, path, { ...form, ...more }, client)), path).toEqual([
        400,
        'invalid_request',
      ])
    }
    expect((await refresh(app, client, refresh_token)).status).toBe(200)
  })

  it('accepts the client ID in the form in addition to the header', async () => {
    const { app, client } = await setup()
    const { refresh_token } = await connect(app, client)
    const form = { grant_type: 'refresh_token', refresh_token, client_id: client.clientId }
    expect((await postForm(app, '/oauth2/v1/tokens', form, client)).status).toBe(200)
  })

  it('does not read credentials or grants from the address', async () => {
    const { app, client } = await setup()
    const { refresh_token } = await connect(app, client)
    const query = new URLSearchParams({ client_id: client.clientId, client_secret: client.clientSecret, refresh_token })
    const response = await app.request(`/oauth2/v1/tokens?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token',
    })
    expect(await readError(response)).toEqual([401, 'invalid_client'])
  })
})

describe('parameters that are sent twice (RFC 6749, section 3)', () => {
  it.each(['response_type', 'client_id', 'redirect_uri', 'realm_id', 'state', 'scope', 'code_challenge', 'unknown'])(
    'are refused by the consent page: %s',
    async (name) => {
      const { app, client } = await setup()
      const url = `${authorizeUrl(client)}&${name}=a&${name}=a`
      expect(await readError(await app.request(url))).toEqual([400, 'invalid_request'])
    },
  )

  it.each(['grant_type', 'code', 'redirect_uri', 'code_verifier', 'client_id', 'client_secret', 'refresh_token'])(
    'are refused by the token endpoint, also if one is empty: %s',
    async (name) => {
      const { app } = await setup()
      for (const second of ['a', ''])
        expect(await readError(await postTokens(app, `${name}=a&${name}=${second}`))).toEqual([400, 'invalid_request'])
    },
  )
})

describe('responses to the browser (RFC 9207; RFC 9700, section 4.4)', () => {
  it('name their issuer, which is that of the metadata, so that a client detects a mix-up', async () => {
    const { app, client } = await setup()
    const metadata = await (await app.request('/.well-known/oauth-authorization-server')).json()
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true)
    for (const decision of ['connect', 'cancel'] as const) {
      const redirect = await submitDecision(app, authorizeUrl(client), decision)
      const { searchParams } = new URL(redirect.headers.get('location') ?? '')
      expect(searchParams.getAll('iss'), decision).toEqual([metadata.issuer])
    }
  })

  it('are not sent with a status that repeats the form at the client (RFC 9700, section 4.12)', async () => {
    const { app, client } = await setup()
    const response = await submitDecision(app, authorizeUrl(client), 'connect')
    expect(response.status).toBe(302)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

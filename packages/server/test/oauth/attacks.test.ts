import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizeUrl,
  connect,
  createTestOAuth,
  exchangeCode,
  parseRedirect,
  postForm,
  readError,
  readTokens,
  redirectUri,
  refresh,
  requestCode,
  type SeededClient,
  seedClient,
  submitDecision,
} from '../oauth.fixture.ts'
import {
  accountingScope,
  challengeOf,
  confusedSecrets,
  downgrades,
  refusedChallenges,
  refusedScopes,
  similarRedirectUris,
  singleParameters,
  unknownScopes,
  unprovenExchanges,
  verifier,
  verifiers,
  wrongBasicCredentials,
} from '../oauth-attacks.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function setup() {
  return { ...createTestOAuth(test.database), client: await seedClient(test.database) }
}

/** Reads the error at the registered redirect URI, which gets no code. */
function readReturnedError(response: Response): string | undefined {
  expect(response.headers.get('location')).toContain(`${redirectUri}?error=`)
  const { error, code } = parseRedirect(response)
  expect(code).toBeUndefined()
  return error
}

/** Posts a token request with these headers. */
function postTokens(app: Hono, form: string, headers: Readonly<Record<string, string>> = {}) {
  return app.request('/oauth2/v1/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: form,
  })
}

describe('scopes (RFC 6749, section 3.3)', () => {
  it.each(refusedScopes)('are refused: %s [dp-7.4:invalid_scope]', async (_name, scope) => {
    const { app, client } = await setup()
    expect(readReturnedError(await app.request(authorizeUrl(client, { scope })))).toBe('invalid_scope')
  })

  it.each([
    accountingScope,
    `${accountingScope} com.intuit.quickbooks.payment`,
    `openid profile email phone address ${accountingScope}`,
    `${accountingScope} ${accountingScope}`,
  ])('are accepted: %s', async (scope) => {
    const { app, client } = await setup()
    expect((await app.request(authorizeUrl(client, { scope }))).status).toBe(200)
  })
})

describe('scopes of a refresh (RFC 6749, section 6)', () => {
  it.each(unknownScopes)(
    'are refused: %s, and the refresh token stays good [dp-7.4:invalid_scope]',
    async (_name, scope) => {
      const { app, client } = await setup()
      const { refresh_token } = await connect(app, client)
      expect(await readError(await refresh(app, client, refresh_token, { scope }))).toEqual([400, 'invalid_scope'])
      expect((await refresh(app, client, refresh_token)).status).toBe(200)
    },
  )

  it.each(['openid', `openid ${accountingScope}`, ''])('are accepted: %j', async (scope) => {
    const { app, client } = await setup()
    const { refresh_token } = await connect(app, client)
    expect((await refresh(app, client, refresh_token, { scope })).status).toBe(200)
  })
})

describe('PKCE (RFC 7636, section 4.1)', () => {
  it.each(verifiers)('decides on a verifier of %s', async (_name, text, status) => {
    const { app, client } = await setup()
    const code = await requestCode(app, client, challengeOf(text))
    const response = await exchangeCode(app, client, code, { code_verifier: text })
    expect(response.status).toBe(status)
    if (status === 400) expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  it.each(refusedChallenges)('refuses a challenge of %s', async (_name, challenge) => {
    const { app, client } = await setup()
    const url = authorizeUrl(client, { code_challenge: challenge, code_challenge_method: 'S256' })
    expect(readReturnedError(await app.request(url))).toBe('invalid_request')
  })

  it.each(downgrades)('cannot be downgraded by %s (RFC 9700, section 4.8.2)', async (_name, parameters) => {
    const { app, client } = await setup()
    expect(readReturnedError(await app.request(authorizeUrl(client, parameters)))).toBe('invalid_request')
  })

  it.each(unprovenExchanges)('refuses an exchange %s, and the code is used up', async (_name, challenge, form) => {
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
  it.each(similarRedirectUris)('are compared exactly: %j [dp-4.1.1]', async (uri) => {
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

  it.each(confusedSecrets)('and tokens are not taken for each other: %s', async (_name, toForm) => {
    const { app, client } = await setup()
    const issued = { ...(await connect(app, client)), code: await requestCode(app, client) }
    expect(await readError(await postForm(app, '/oauth2/v1/tokens', toForm(issued, redirectUri), client))).toEqual([
      400,
      'invalid_grant',
    ])
  })
})

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

  it.each(wrongBasicCredentials)('refuses Basic credentials with %s [dp-7.4:invalid_client]', async (_name, toText) => {
    const { app, client } = await setup()
    const response = await postTokens(app, 'grant_type=refresh_token&refresh_token=x', basic(toText(client)))
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
  it.each(singleParameters.authorize)('are refused by the consent page: %s', async (name) => {
    const { app, client } = await setup()
    const url = `${authorizeUrl(client)}&${name}=a&${name}=a`
    expect(await readError(await app.request(url))).toEqual([400, 'invalid_request'])
  })

  it.each(singleParameters.tokens)('are refused by the token endpoint, also if one is empty: %s', async (name) => {
    const { app } = await setup()
    for (const second of ['a', ''])
      expect(await readError(await postTokens(app, `${name}=a&${name}=${second}`))).toEqual([400, 'invalid_request'])
  })
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

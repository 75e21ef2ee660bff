import { createHash } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  basicAuth,
  connect,
  createTestOAuth,
  exchangeCode,
  postForm,
  readError,
  readTokens,
  redirectUri,
  refresh,
  requestCode,
  seedClient,
} from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function setup() {
  return { ...createTestOAuth(test.database), client: await seedClient(test.database) }
}

const invalidGrant = [400, 'invalid_grant']
const invalidClient = [401, 'invalid_client']
const invalidRequest = [400, 'invalid_request']

describe('POST /oauth2/v1/tokens with an authorization code', () => {
  it('returns a pair of tokens for the realm [dp-4.1:3] [dp-2.2:token_type] [dp-2.2:access_token] [dp-2.2:expires_in] [dp-2.2:refresh_token] [dp-2.2:x_refresh_token_expires_in] [dp-2.2:realmId] [dp-3:1]', async () => {
    const { app, client, accessTokens } = await setup()
    const response = await exchangeCode(app, client, await requestCode(app, client))

    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const tokens = await readTokens(response)
    expect(tokens).toEqual({
      token_type: 'bearer',
      access_token: expect.stringMatching(/^svct_[0-9A-Za-z]{36}$/),
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^svcr_[0-9A-Za-z]{36}$/),
      x_refresh_token_expires_in: 8640000,
      realmId: client.realmId,
    })
    expect(await accessTokens.authenticate(tokens.access_token)).toMatchObject({
      realmId: client.realmId,
      orgId: client.orgId,
    })
  })

  it('completes the authorization code flow at /tokens/bearer, too [dp-5.3]', async () => {
    const { app, client } = await setup()
    const form = { grant_type: 'authorization_code', code: await requestCode(app, client), redirect_uri: redirectUri }
    expect(await readTokens(await postForm(app, '/oauth2/v1/tokens/bearer', form, client))).toMatchObject({
      realmId: client.realmId,
    })
  })

  it('rejects another redirect_uri and consumes the code [dp-4.1.3] [dp-3:2]', async () => {
    const { app, client } = await setup()
    const code = await requestCode(app, client)
    const other = await exchangeCode(app, client, code, { redirect_uri: 'http://localhost:8000/callback?from=bridge' })
    expect(await readError(other)).toEqual(invalidGrant)
    expect(await readError(await exchangeCode(app, client, code))).toEqual(invalidGrant)
  })

  it('rejects a code that is unknown, expired or issued to another client [dp-7.4:invalid_grant]', async () => {
    const { app, client, advanceSeconds } = await setup()
    const other = await seedClient(test.database)
    const code = await requestCode(app, client)
    expect(await readError(await exchangeCode(app, client, 'svcd_unknown'))).toEqual(invalidGrant)
    expect(await readError(await exchangeCode(app, other, code))).toEqual(invalidGrant)
    advanceSeconds(600)
    expect(await readError(await exchangeCode(app, client, code))).toEqual(invalidGrant)
  })

  it('keeps the code valid after an attempt by another client', async () => {
    const { app, client } = await setup()
    const code = await requestCode(app, client)
    await exchangeCode(app, await seedClient(test.database), code)
    expect((await exchangeCode(app, client, code)).status).toBe(200)
  })

  it('revokes the connection if its code is used again', async () => {
    const { app, client, accessTokens, database } = await setup()
    const code = await requestCode(app, client)
    const tokens = await readTokens(await exchangeCode(app, client, code))
    expect(await accessTokens.authenticate(tokens.access_token)).toBeDefined()

    expect(await readError(await exchangeCode(app, client, code))).toEqual(invalidGrant)

    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
    expect(await readError(await refresh(app, client, tokens.refresh_token))).toEqual(invalidGrant)
    const events = await database.auditEvent.findMany({ where: { orgId: client.orgId }, orderBy: { createdAt: 'asc' } })
    expect(events.map(({ action }) => action).sort()).toEqual(['connection.code_reused', 'connection.create'])
  })

  it('accepts only one of several concurrent exchanges of a code', async () => {
    const { app, client } = await setup()
    const code = await requestCode(app, client)
    const responses = await Promise.all(Array.from({ length: 5 }, () => exchangeCode(app, client, code)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  describe('a code exchange with PKCE', () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const challenge = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }

    it('requires the verifier that matches the challenge', async () => {
      const { app, client } = await setup()
      const [right, wrong, none] = [
        await requestCode(app, client, challenge),
        await requestCode(app, client, challenge),
        await requestCode(app, client, challenge),
      ]
      expect((await exchangeCode(app, client, right, { code_verifier: verifier })).status).toBe(200)
      expect(await readError(await exchangeCode(app, client, wrong, { code_verifier: 'x'.repeat(43) }))).toEqual(
        invalidGrant,
      )
      expect(await readError(await exchangeCode(app, client, none))).toEqual(invalidGrant)
    })

    it('rejects a verifier without a challenge, which may have been removed', async () => {
      const { app, client } = await setup()
      const code = await requestCode(app, client)
      expect(await readError(await exchangeCode(app, client, code, { code_verifier: verifier }))).toEqual(invalidGrant)
    })
  })
})

describe('client authentication', () => {
  it('rejects wrong credentials at both endpoints with a Basic challenge [dp-5.4] [dp-7.4:invalid_client]', async () => {
    const { app, client } = await setup()
    const wrong = [
      { ...client, clientSecret: 'svcs_wrong' },
      { ...client, clientId: 'svcc_unknown' },
      { ...client, clientId: '' },
      { ...client, clientId: 'nul\0', clientSecret: 'x' },
    ]
    for (const path of ['/oauth2/v1/tokens', '/oauth2/v1/revoke']) {
      for (const credentials of [...wrong, undefined]) {
        const response = await postForm(app, path, { token: 'x' }, credentials)
        expect(response.headers.get('www-authenticate')).toMatch(/^Basic /)
        expect(await readError(response)).toEqual(invalidClient)
      }
    }
  })

  it('audits wrong secrets of a client, once in 10 minutes for an address', async () => {
    const { app, client, database, advanceSeconds } = await setup()
    const wrong = { ...client, clientSecret: 'svcs_wrong' }
    const count = () => database.auditEvent.count({ where: { resourceId: client.clientId, action: 'client.deny' } })
    for (let each = 0; each < 3; each++) await postForm(app, '/oauth2/v1/tokens', {}, wrong)
    expect(await count()).toBe(1)
    advanceSeconds(601)
    await postForm(app, '/oauth2/v1/revoke', {}, wrong)
    expect(await count()).toBe(2)
  })

  it('returns the same response for an unknown client and a wrong secret', async () => {
    const { app, client } = await setup()
    const [unknown, wrong] = [
      { ...client, clientId: 'svcc_unknown' },
      { ...client, clientSecret: 'svcs_wrong' },
    ]
    const texts = await Promise.all([unknown, wrong].map(async (it) => (await refresh(app, it, 'x')).text()))
    expect(texts[0]).toBe(texts[1])
  })

  it.each(['Bearer abc', 'Basic', 'Basic !!!', `Basic ${btoa('no-colon')}`])(
    'rejects the Authorization header %j',
    async (authorization) => {
      const { app } = await setup()
      const headers = { Authorization: authorization, 'Content-Type': 'application/x-www-form-urlencoded' }
      const response = await app.request('/oauth2/v1/tokens', {
        method: 'POST',
        headers,
        body: 'grant_type=refresh_token',
      })
      expect(await readError(response)).toEqual(invalidClient)
    },
  )

  it('accepts credentials in the form unless the header names another client', async () => {
    const { app, client } = await setup()
    const { refresh_token } = await connect(app, client)
    const form = {
      grant_type: 'refresh_token',
      refresh_token,
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }
    expect((await postForm(app, '/oauth2/v1/tokens', form)).status).toBe(200)
    expect(
      await readError(await postForm(app, '/oauth2/v1/tokens', { ...form, client_id: 'svcc_other' }, client)),
    ).toEqual(invalidRequest)
  })
})

describe('malformed requests', () => {
  it.each(['', 'password', 'client_credentials', 'constructor', 'AUTHORIZATION_CODE'])(
    'are rejected with the grant type %j [dp-7.4:unsupported_grant_type]',
    async (grantType) => {
      const { app, client } = await setup()
      const response = await postForm(app, '/oauth2/v1/tokens', { grant_type: grantType }, client)
      expect(await readError(response)).toEqual([400, 'unsupported_grant_type'])
    },
  )

  it.each([
    ['no code', { grant_type: 'authorization_code', redirect_uri: redirectUri }],
    ['no redirect URI', { grant_type: 'authorization_code', code: 'x' }],
    ['no refresh token', { grant_type: 'refresh_token' }],
  ])('are rejected with %s', async (_name, form) => {
    const { app, client } = await setup()
    expect(await readError(await postForm(app, '/oauth2/v1/tokens', form, client))).toEqual(invalidRequest)
  })

  it.each([
    ['JSON', 'application/json', '{"grant_type":"refresh_token","refresh_token":"x"}'],
    ['no content type', '', 'grant_type=refresh_token'],
    [
      'a repeated parameter',
      'application/x-www-form-urlencoded',
      'grant_type=refresh_token&refresh_token=a&refresh_token=b',
    ],
    ['bytes that are not UTF-8', 'application/x-www-form-urlencoded', new Uint8Array([0x61, 0x3d, 0xff, 0xfe])],
    ['escapes that are not UTF-8', 'application/x-www-form-urlencoded', 'grant_type=%ff'],
    ['a body of 3 MiB', 'application/x-www-form-urlencoded', `a=${'x'.repeat(3 * 1024 * 1024)}`],
  ])('are rejected with %s', async (_name, type, body) => {
    const { app, client } = await setup()
    const response = await app.request('/oauth2/v1/tokens', {
      method: 'POST',
      headers: { ...basicAuth(client), 'Content-Type': type },
      body,
    })
    expect(await readError(response)).toEqual(invalidRequest)
  })

  it('are rejected as unknown for any other text as token', async () => {
    const { app, client } = await setup()
    for (const text of ["' OR 1=1 --", '\ud83d\ude00', 'x'.repeat(10_000), '<xml/>'])
      expect(await readError(await refresh(app, client, text))).toEqual(invalidGrant)
  })

  it('are rejected with other methods', async () => {
    const { app, client } = await setup()
    for (const path of ['/oauth2/v1/tokens', '/oauth2/v1/revoke', '/oauth2/v1/tokens/bearer'])
      expect(await readError(await app.request(path, { headers: basicAuth(client) }))).toEqual(invalidRequest)
    expect(await readError(await app.request('/oauth2/v1/authorize', { method: 'DELETE' }))).toEqual(invalidRequest)
  })
})

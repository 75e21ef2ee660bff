import { createHash } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  basic,
  connect,
  exchange,
  obtainCode,
  openOAuth,
  postForm,
  redirectUri,
  refresh,
  seedClient,
  tokensOf,
} from '../../test/oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function open() {
  return { ...openOAuth(test.database), client: await seedClient(test.database) }
}

/** Status and `error` of a refusal. */
async function refusal(response: Response) {
  return [response.status, ((await response.json()) as { error?: string }).error]
}

const invalidGrant = [400, 'invalid_grant']
const invalidClient = [401, 'invalid_client']
const invalidRequest = [400, 'invalid_request']

describe('POST /oauth2/v1/tokens with a code', () => {
  it('answers a pair of tokens bound to the realm [dp-4.1:3] [dp-2.2:token_type] [dp-2.2:access_token] [dp-2.2:expires_in] [dp-2.2:refresh_token] [dp-2.2:x_refresh_token_expires_in] [dp-2.2:realmId] [dp-3:1]', async () => {
    const { app, client, accessTokens } = await open()
    const response = await exchange(app, client, await obtainCode(app, client))

    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const tokens = await tokensOf(response)
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

  it('takes the client from registration to tokens by the authorization-code flow, also at /tokens/bearer [dp-5.3]', async () => {
    const { app, client } = await open()
    const form = { grant_type: 'authorization_code', code: await obtainCode(app, client), redirect_uri: redirectUri }
    expect(await tokensOf(await postForm(app, '/oauth2/v1/tokens/bearer', form, client))).toMatchObject({
      realmId: client.realmId,
    })
  })

  it('refuses another redirect_uri and consumes the code [dp-4.1.3] [dp-3:2]', async () => {
    const { app, client } = await open()
    const code = await obtainCode(app, client)
    const other = await exchange(app, client, code, { redirect_uri: 'http://localhost:8000/callback?from=bridge' })
    expect(await refusal(other)).toEqual(invalidGrant)
    expect(await refusal(await exchange(app, client, code))).toEqual(invalidGrant)
  })

  it('refuses a code that is unknown, expired or another client\u2019s [dp-7.4:invalid_grant]', async () => {
    const { app, client, passSeconds } = await open()
    const other = await seedClient(test.database)
    const code = await obtainCode(app, client)
    expect(await refusal(await exchange(app, client, 'svcd_unknown'))).toEqual(invalidGrant)
    expect(await refusal(await exchange(app, other, code))).toEqual(invalidGrant)
    passSeconds(600)
    expect(await refusal(await exchange(app, client, code))).toEqual(invalidGrant)
  })

  it('is not spoilt by the attempt of another client', async () => {
    const { app, client } = await open()
    const code = await obtainCode(app, client)
    await exchange(app, await seedClient(test.database), code)
    expect((await exchange(app, client, code)).status).toBe(200)
  })

  it('ends the connection when its code comes a second time', async () => {
    const { app, client, accessTokens, database } = await open()
    const code = await obtainCode(app, client)
    const tokens = await tokensOf(await exchange(app, client, code))
    expect(await accessTokens.authenticate(tokens.access_token)).toBeDefined()

    expect(await refusal(await exchange(app, client, code))).toEqual(invalidGrant)

    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
    expect(await refusal(await refresh(app, client, tokens.refresh_token))).toEqual(invalidGrant)
    const events = await database.auditEvent.findMany({ where: { orgId: client.orgId }, orderBy: { createdAt: 'asc' } })
    expect(events.map(({ action }) => action).sort()).toEqual(['connection.code_reused', 'connection.create'])
  })

  it('gives a code that is exchanged several times at once to one of them', async () => {
    const { app, client } = await open()
    const code = await obtainCode(app, client)
    const responses = await Promise.all(Array.from({ length: 5 }, () => exchange(app, client, code)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  describe('that was asked for with a PKCE challenge', () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const challenge = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }

    it('wants its verifier', async () => {
      const { app, client } = await open()
      const [right, wrong, none] = [
        await obtainCode(app, client, challenge),
        await obtainCode(app, client, challenge),
        await obtainCode(app, client, challenge),
      ]
      expect((await exchange(app, client, right, { code_verifier: verifier })).status).toBe(200)
      expect(await refusal(await exchange(app, client, wrong, { code_verifier: 'x'.repeat(43) }))).toEqual(invalidGrant)
      expect(await refusal(await exchange(app, client, none))).toEqual(invalidGrant)
    })

    it('refuses a verifier where no challenge was sent, because somebody may have taken it out', async () => {
      const { app, client } = await open()
      const code = await obtainCode(app, client)
      expect(await refusal(await exchange(app, client, code, { code_verifier: verifier }))).toEqual(invalidGrant)
    })
  })
})

describe('client authentication', () => {
  it('refuses wrong credentials at both endpoints, with a challenge [dp-5.4] [dp-7.4:invalid_client]', async () => {
    const { app, client } = await open()
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
        expect(await refusal(response)).toEqual(invalidClient)
      }
    }
  })

  it('answers an unknown client and a wrong secret alike', async () => {
    const { app, client } = await open()
    const [unknown, wrong] = [
      { ...client, clientId: 'svcc_unknown' },
      { ...client, clientSecret: 'svcs_wrong' },
    ]
    const texts = await Promise.all([unknown, wrong].map(async (it) => (await refresh(app, it, 'x')).text()))
    expect(texts[0]).toBe(texts[1])
  })

  it.each(['Bearer abc', 'Basic', 'Basic !!!', `Basic ${btoa('no-colon')}`])(
    'refuses the header %j',
    async (authorization) => {
      const { app } = await open()
      const headers = { Authorization: authorization, 'Content-Type': 'application/x-www-form-urlencoded' }
      const response = await app.request('/oauth2/v1/tokens', {
        method: 'POST',
        headers,
        body: 'grant_type=refresh_token',
      })
      expect(await refusal(response)).toEqual(invalidClient)
    },
  )

  it('takes the credentials from the form too, but not of two clients', async () => {
    const { app, client } = await open()
    const { refresh_token } = await connect(app, client)
    const form = {
      grant_type: 'refresh_token',
      refresh_token,
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }
    expect((await postForm(app, '/oauth2/v1/tokens', form)).status).toBe(200)
    expect(
      await refusal(await postForm(app, '/oauth2/v1/tokens', { ...form, client_id: 'svcc_other' }, client)),
    ).toEqual(invalidRequest)
  })
})

describe('a request that is malformed', () => {
  it.each(['', 'password', 'client_credentials', 'constructor', 'AUTHORIZATION_CODE'])(
    'refuses the grant type %j [dp-7.4:unsupported_grant_type]',
    async (grantType) => {
      const { app, client } = await open()
      const response = await postForm(app, '/oauth2/v1/tokens', { grant_type: grantType }, client)
      expect(await refusal(response)).toEqual([400, 'unsupported_grant_type'])
    },
  )

  it.each([
    ['no code', { grant_type: 'authorization_code', redirect_uri: redirectUri }],
    ['no redirect URI', { grant_type: 'authorization_code', code: 'x' }],
    ['no refresh token', { grant_type: 'refresh_token' }],
  ])('refuses %s', async (_name, form) => {
    const { app, client } = await open()
    expect(await refusal(await postForm(app, '/oauth2/v1/tokens', form, client))).toEqual(invalidRequest)
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
  ])('refuses %s', async (_name, type, body) => {
    const { app, client } = await open()
    const response = await app.request('/oauth2/v1/tokens', {
      method: 'POST',
      headers: { ...basic(client), 'Content-Type': type },
      body,
    })
    expect(await refusal(response)).toEqual(invalidRequest)
  })

  it('takes tokens and codes of any text for unknown ones', async () => {
    const { app, client } = await open()
    for (const text of ["' OR 1=1 --", '\ud83d\ude00', 'x'.repeat(10_000), '<xml/>'])
      expect(await refusal(await refresh(app, client, text))).toEqual(invalidGrant)
  })

  it('refuses other methods', async () => {
    const { app, client } = await open()
    for (const path of ['/oauth2/v1/tokens', '/oauth2/v1/revoke', '/oauth2/v1/tokens/bearer'])
      expect(await refusal(await app.request(path, { headers: basic(client) }))).toEqual(invalidRequest)
    expect(await refusal(await app.request('/oauth2/v1/authorize', { method: 'DELETE' }))).toEqual(invalidRequest)
  })
})

import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import type { RateLimiter } from '@bridge/platform/rate-limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorizeUrl, basicAuth, createTestOAuth, postForm, seedClient } from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Counts by key, in memory and without a window. */
function createCounter(limit: number): RateLimiter {
  const taken = new Map<string, number>()
  return {
    consume: async (key) => {
      const count = (taken.get(key) ?? 0) + 1
      taken.set(key, count)
      return { allowed: count <= limit, limit, remaining: Math.max(0, limit - count), resetSeconds: 42 }
    },
  }
}

describe('rate limiting', () => {
  it('counts authorize and token requests by address, sets the headers and rejects requests over the limit [dp-7.4:slow_down]', async () => {
    const client = await seedClient(test.database)
    const { app } = createTestOAuth(test.database, {
      oauthLimiter: createCounter(3),
      clientAddress: (context) => context.req.header('x-test-address') ?? '192.0.2.1',
    })
    const responses = [
      await app.request(authorizeUrl(client)),
      await app.request(authorizeUrl(client, { realm_id: undefined })),
      await postForm(app, '/oauth2/v1/tokens', { grant_type: 'refresh_token', refresh_token: 'x' }, client),
      await postForm(app, '/oauth2/v1/tokens/bearer', {}, client),
      await app.request(authorizeUrl(client)),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 400, 429, 429])
    expect(responses.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0', '0'])
    for (const { headers } of responses)
      expect([headers.get('ratelimit-limit'), headers.get('ratelimit-reset')]).toEqual(['3', '42'])
    expect(responses[4]?.headers.get('retry-after')).toBe('42')
    expect(await responses[4]?.json()).toMatchObject({ error: 'slow_down' })

    const elsewhere = await app.request(authorizeUrl(client), { headers: { 'x-test-address': '192.0.2.2' } })
    expect(elsewhere.status).toBe(200)
  })

  it('counts revocations with them, and wrong secrets [dp-7.4:slow_down]', async () => {
    const client = await seedClient(test.database)
    const { app } = createTestOAuth(test.database, { oauthLimiter: createCounter(2) })
    const revoke = (clientSecret: string) =>
      postForm(app, '/oauth2/v1/revoke', { token: 'x' }, { ...client, clientSecret })
    const responses = [await revoke(client.clientSecret), await revoke('svcs_wrong'), await revoke(client.clientSecret)]
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 429])
    expect(responses[2]?.headers.get('retry-after')).toBe('42')
  })
})

describe('metadata', () => {
  it.each([
    '/.well-known/openid_configuration',
    '/.well-known/openid_sandbox_configuration',
    '/.well-known/oauth-authorization-server',
  ])('lists the endpoints at %s', async (path) => {
    const response = await createTestOAuth(test.database).app.request(path)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      issuer: 'http://localhost:4000',
      authorization_endpoint: 'http://localhost:4000/oauth2/v1/authorize',
      token_endpoint: 'http://localhost:4000/oauth2/v1/tokens',
      revocation_endpoint: 'http://localhost:4000/oauth2/v1/revoke',
      code_challenge_methods_supported: ['S256'],
    })
  })
})

describe("the members of the metadata that Intuit's Python client requires", () => {
  it('name an empty key set, and user information that no other token may read', async () => {
    const { app } = createTestOAuth(test.database)
    const metadata = await (await app.request('/.well-known/openid_configuration')).json()
    const path = (name: string) => new URL(metadata[name]).pathname

    const keys = await app.request(path('jwks_uri'))
    expect([keys.status, await keys.json()]).toEqual([200, { keys: [] }])

    for (const method of ['GET', 'POST']) {
      const user = await app.request(path('userinfo_endpoint'), { method, headers: { authorization: 'Bearer any' } })
      expect([user.status, await user.json()]).toMatchObject([401, { error: 'invalid_token' }])
      expect(user.headers.get('www-authenticate')).toMatch(/^Bearer /)
    }
  })
})

describe('unexpected errors', () => {
  it('are returned without their cause', async () => {
    const client = await seedClient(test.database)
    const oauthLimiter: RateLimiter = {
      consume: () => Promise.reject(new Error('password=secret')),
    }
    const { app } = createTestOAuth(test.database, { oauthLimiter })
    const headers = { ...basicAuth(client), 'X-Request-Id': 'trace-me' }
    const response = await app.request('/oauth2/v1/tokens', { method: 'POST', headers })
    expect(response.status).toBe(500)
    expect(response.headers.get('x-request-id')).toBe('trace-me')
    const text = await response.text()
    expect(text).toContain('server_error')
    expect(text).not.toContain('secret')
  })
})

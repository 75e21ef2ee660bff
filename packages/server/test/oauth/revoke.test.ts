import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { createAccessTokens } from '@bridge/identity/oauth/access-token'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basicAuth, connect, createTestOAuth, postForm, readTokens, refresh, seedClient } from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function setup() {
  const oauth = createTestOAuth(test.database)
  const client = await seedClient(test.database)
  return { ...oauth, client, first: await connect(oauth.app, client) }
}

describe('POST /oauth2/v1/revoke', () => {
  it.each(['access_token', 'refresh_token'] as const)(
    'revokes every token of the connection by its %s, including a rotated one in its grace period [dp-4.1:4] [dp-5.6] [dp-3:6]',
    async (kind) => {
      const { app, client, first, accessTokens } = await setup()
      const second = await readTokens(await refresh(app, client, first.refresh_token))
      expect(await accessTokens.authenticate(second.access_token)).toBeDefined()

      const response = await postForm(app, '/oauth2/v1/revoke', { token: first[kind] }, client)

      expect(response.status).toBe(200)
      for (const pair of [first, second]) {
        expect(await accessTokens.authenticate(pair.access_token)).toBeUndefined()
        const rejected = await refresh(app, client, pair.refresh_token)
        expect([rejected.status, await rejected.json()]).toMatchObject([400, { error: 'invalid_grant' }])
      }
    },
  )

  it('works at the path of QuickBooks Online, too', async () => {
    const { app, client, first, accessTokens } = await setup()
    expect((await postForm(app, '/v2/oauth2/tokens/revoke', { token: first.refresh_token }, client)).status).toBe(200)
    expect(await accessTokens.authenticate(first.access_token)).toBeUndefined()
    expect((await app.request('/v2/oauth2/tokens/revoke')).status).toBe(400)
  })

  it('takes effect on other servers immediately', async () => {
    const { app, client, first, database, changes, clock } = await setup()
    const otherServer = createAccessTokens({ database, changes, clock })
    expect(await otherServer.authenticate(first.access_token)).toBeDefined()
    await postForm(app, '/oauth2/v1/revoke', { token: first.access_token }, client)
    expect(await otherServer.authenticate(first.access_token)).toBeUndefined()
  })

  it('accepts a JSON body, which the official libraries send', async () => {
    const { app, client, first, accessTokens } = await setup()
    const headers = { ...basicAuth(client), 'Content-Type': 'application/json' }
    const response = await app.request('/oauth2/v1/revoke', {
      method: 'POST',
      headers,
      body: JSON.stringify({ token: first.refresh_token }),
    })
    expect(response.status).toBe(200)
    expect(await accessTokens.authenticate(first.access_token)).toBeUndefined()
  })

  it('keeps other connections of the client, and ignores tokens of other clients', async () => {
    const { app, client, first, accessTokens } = await setup()
    const second = await connect(app, client)
    const other = await seedClient(test.database)
    expect((await postForm(app, '/oauth2/v1/revoke', { token: first.access_token }, other)).status).toBe(200)
    expect((await postForm(app, '/oauth2/v1/revoke', { token: second.access_token }, client)).status).toBe(200)
    expect(await accessTokens.authenticate(first.access_token)).toBeDefined()
  })

  it.each([
    ['an unknown token', 'application/x-www-form-urlencoded', 'token=unknown'],
    ['no token', 'application/x-www-form-urlencoded', ''],
    ['a repeated token', 'application/x-www-form-urlencoded', 'token=a&token=b'],
    ['broken JSON', 'application/json', '{"token":'],
    ['a JSON number', 'application/json', '{"token":1}'],
    ['JSON null', 'application/json', 'null'],
    ['another content type', 'text/plain', 'token'],
    ['3 MiB', 'application/x-www-form-urlencoded', `token=${'x'.repeat(3 * 1024 * 1024)}`],
  ])('returns 200 for %s', async (_name, type, body) => {
    const { app, client } = await setup()
    const headers = { ...basicAuth(client), 'Content-Type': type }
    expect((await app.request('/oauth2/v1/revoke', { method: 'POST', headers, body })).status).toBe(200)
  })

  it('returns 200 for a revoked connection, and records one audit event', async () => {
    const { app, client, first, database } = await setup()
    const revoke = () => postForm(app, '/oauth2/v1/revoke', { token: first.refresh_token }, client)
    expect((await Promise.all([revoke(), revoke(), revoke()])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await database.auditEvent.count({ where: { orgId: client.orgId, action: 'connection.revoke' } })).toBe(1)
  })
})

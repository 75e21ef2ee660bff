import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { serverDefaults } from '@bridge/platform/server-config'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basicAuth, connect, createTestOAuth, readTokens, refresh, seedClient } from '../oauth.fixture.ts'

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

async function expectInvalidGrant(response: Response) {
  return expect([response.status, ((await response.json()) as { error?: string }).error]).toEqual([
    400,
    'invalid_grant',
  ])
}

describe('refreshTokens', () => {
  it('returns a new pair and keeps the first access token valid [dp-4.1.4] [dp-3:3]', async () => {
    const { app, client, first, accessTokens } = await setup()
    const second = await readTokens(await refresh(app, client, first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.access_token).not.toBe(first.access_token)
    for (const { access_token } of [first, second]) expect(await accessTokens.authenticate(access_token)).toBeDefined()
    expect((await refresh(app, client, second.refresh_token)).status).toBe(200)
  })

  it('returns an independent pair for the previous token within 5 minutes, and both pairs work [dp-5.5] [dp-3:4] [dp-8:3]', async () => {
    const { app, client, first, advanceSeconds, accessTokens } = await setup()
    const second = await readTokens(await refresh(app, client, first.refresh_token))
    advanceSeconds(299)
    const third = await readTokens(await refresh(app, client, first.refresh_token))
    expect(new Set([first, second, third].map((pair) => pair.refresh_token)).size).toBe(3)
    advanceSeconds(600)
    for (const pair of [second, third]) {
      expect(await accessTokens.authenticate(pair.access_token)).toBeDefined()
      expect((await refresh(app, client, pair.refresh_token)).status).toBe(200)
    }
  })

  it('returns a valid pair to each concurrent refresh', async () => {
    const { app, client, first, accessTokens } = await setup()
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async () => readTokens(await refresh(app, client, first.refresh_token))),
    )
    expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(6)
    for (const pair of pairs) {
      expect(await accessTokens.authenticate(pair.access_token)).toBeDefined()
      expect((await refresh(app, client, pair.refresh_token)).status).toBe(200)
    }
  })

  it('ends the connection with an audit event if the previous token is used after 5 minutes [dp-3:5]', async () => {
    const { app, client, first, advanceSeconds, database, accessTokens } = await setup()
    const untouched = await connect(app, client)
    const second = await readTokens(await refresh(app, client, first.refresh_token))
    advanceSeconds(300)
    await expectInvalidGrant(await refresh(app, client, first.refresh_token))
    expect(
      await database.auditEvent.findMany({
        where: { orgId: client.orgId, action: 'connection.refresh_token_reused' },
        select: { actorKind: true, actorId: true, ip: true },
      }),
    ).toEqual([{ actorKind: 'client', actorId: client.clientId, ip: '192.0.2.1' }])
    expect(await accessTokens.authenticate(second.access_token)).toBeUndefined()
    for (const { refresh_token } of [second, first]) await expectInvalidGrant(await refresh(app, client, refresh_token))
    expect(
      await database.auditEvent.count({ where: { action: 'connection.refresh_token_reused', orgId: client.orgId } }),
    ).toBe(1)
    expect((await refresh(app, client, untouched.refresh_token)).status).toBe(200)
  })

  it('ends the connection once if old tokens are reused at once', async () => {
    const { app, client, first, advanceSeconds, database } = await setup()
    await refresh(app, client, first.refresh_token)
    advanceSeconds(300)
    const responses = await Promise.all(Array.from({ length: 4 }, () => refresh(app, client, first.refresh_token)))
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(
      await database.auditEvent.count({ where: { action: 'connection.refresh_token_reused', orgId: client.orgId } }),
    ).toBe(1)
  })

  it('keeps the connection if another client uses the old token', async () => {
    const { app, client, first, advanceSeconds } = await setup()
    const second = await readTokens(await refresh(app, client, first.refresh_token))
    advanceSeconds(300)
    await expectInvalidGrant(await refresh(app, await seedClient(test.database), first.refresh_token))
    expect((await refresh(app, client, second.refresh_token)).status).toBe(200)
  })

  it('says on request when the connection ends, however often it is refreshed', async () => {
    const { app, client, first, advanceSeconds } = await setup()
    expect(first).not.toHaveProperty('x_refresh_token_hard_expires_in')
    advanceSeconds(1_000)
    const request = (value: string) =>
      app.request('/oauth2/v1/tokens', {
        method: 'POST',
        headers: {
          ...basicAuth(client),
          'content-type': 'application/x-www-form-urlencoded',
          'x-include-refresh-token-hard-expires-in': value,
        },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: first.refresh_token }).toString(),
      })
    expect(await readTokens(await request('true'))).toMatchObject({
      x_refresh_token_expires_in: 8_640_000,
      x_refresh_token_hard_expires_in: serverDefaults.connectionDaysMax * 86_400 - 1_000,
    })
    expect(await readTokens(await request('false'))).not.toHaveProperty('x_refresh_token_hard_expires_in')
  })

  it('does not outlive the 5 years of a connection, whose last tokens expire with it [dp-4.1.5]', async () => {
    const { app, client, first, advanceSeconds, accessTokens } = await setup()
    const day = 86_400
    let tokens = first
    for (let days = 0; days < 1_800; days += 90) {
      advanceSeconds(90 * day)
      tokens = await readTokens(await refresh(app, client, tokens.refresh_token))
    }
    expect(tokens).toMatchObject({ expires_in: 3_600, x_refresh_token_expires_in: 25 * day })
    advanceSeconds(25 * day - 60)
    tokens = await readTokens(await refresh(app, client, tokens.refresh_token))
    expect(tokens).toMatchObject({ expires_in: 60, x_refresh_token_expires_in: 60 })
    advanceSeconds(60)
    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
    await expectInvalidGrant(await refresh(app, client, tokens.refresh_token))
  })

  it('ends with a shorter lifetime of connections that the operator has set since', async () => {
    const { app, client, first, advanceSeconds, clock, config } = await setup()
    const { app: restarted } = createTestOAuth(test.database, { clock, config: { ...config, connectionDaysMax: 1 } })
    advanceSeconds(86_399)
    expect((await refresh(restarted, client, first.refresh_token)).status).toBe(200)
    advanceSeconds(1)
    await expectInvalidGrant(await refresh(restarted, client, first.refresh_token))
    expect((await refresh(app, client, first.refresh_token)).status).toBe(200)
  })

  it('does not extend the 5 minutes when the token is used', async () => {
    const { app, client, first, advanceSeconds } = await setup()
    await refresh(app, client, first.refresh_token)
    advanceSeconds(200)
    await refresh(app, client, first.refresh_token)
    advanceSeconds(150)
    await expectInvalidGrant(await refresh(app, client, first.refresh_token))
  })

  it('keeps access tokens valid for 1 hour and refresh tokens for 100 days [dp-4.1.5] [dp-8:1] [dp-8:2]', async () => {
    const { app, client, first, advanceSeconds, accessTokens } = await setup()
    const other = await connect(app, client)
    advanceSeconds(3_599)
    expect(await accessTokens.authenticate(first.access_token)).toBeDefined()
    advanceSeconds(1)
    expect(await accessTokens.authenticate(first.access_token)).toBeUndefined()
    advanceSeconds(8_640_000 - 3_600 - 1)
    expect((await refresh(app, client, first.refresh_token)).status).toBe(200)
    advanceSeconds(1)
    await expectInvalidGrant(await refresh(app, client, other.refresh_token))
  })

  it('rejects an access token, and the token of another client without revoking it', async () => {
    const { app, client, first } = await setup()
    await expectInvalidGrant(await refresh(app, await seedClient(test.database), first.refresh_token))
    await expectInvalidGrant(await refresh(app, client, first.access_token))
    expect((await refresh(app, client, first.refresh_token)).status).toBe(200)
  })

  it('stores only hashes of tokens', async () => {
    const { first, database } = await setup()
    const stored = JSON.stringify([await database.accessToken.findMany(), await database.refreshToken.findMany()])
    expect(stored).not.toContain(first.access_token)
    expect(stored).not.toContain(first.refresh_token)
  })
})

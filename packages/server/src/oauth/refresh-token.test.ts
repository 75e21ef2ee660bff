import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, createTestOAuth, postForm, readTokens, refresh, seedClient } from '../../test/oauth.fixture.ts'

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

  it('rejects the previous token after 5 minutes and records an audit event [dp-3:5]', async () => {
    const { app, client, first, advanceSeconds, database } = await setup()
    const second = await readTokens(await refresh(app, client, first.refresh_token))
    advanceSeconds(300)
    await expectInvalidGrant(await refresh(app, client, first.refresh_token))
    expect(
      await database.auditEvent.findMany({
        where: { orgId: client.orgId, action: 'connection.refresh_token_reused' },
        select: { actorKind: true, actorId: true, ip: true },
      }),
    ).toEqual([{ actorKind: 'client', actorId: client.clientId, ip: '192.0.2.1' }])
    expect((await refresh(app, client, second.refresh_token)).status).toBe(200)
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

  it('deletes expired tokens', async () => {
    const { app, client, advanceSeconds, database } = await setup()
    const where = { connection: { clientId: client.clientId } }
    advanceSeconds(8_640_001)
    await postForm(app, '/oauth2/v1/tokens', {}, client)
    expect(await database.accessToken.count({ where: where })).toBe(0)
    expect(await database.refreshToken.count({ where: where })).toBe(0)
  })
})

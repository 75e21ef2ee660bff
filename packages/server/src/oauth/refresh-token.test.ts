import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, openOAuth, postForm, refresh, seedClient, tokensOf } from '../../test/oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function open() {
  const oauth = openOAuth(test.database)
  const client = await seedClient(test.database)
  return { ...oauth, client, first: await connect(oauth.app, client) }
}

async function isInvalidGrant(response: Response) {
  return expect([response.status, ((await response.json()) as { error?: string }).error]).toEqual([
    400,
    'invalid_grant',
  ])
}

describe('a refresh', () => {
  it('answers a new pair and leaves the first access token alone [dp-4.1.4] [dp-3:3]', async () => {
    const { app, client, first, accessTokens } = await open()
    const second = await tokensOf(await refresh(app, client, first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(second.access_token).not.toBe(first.access_token)
    for (const { access_token } of [first, second]) expect(await accessTokens.authenticate(access_token)).toBeDefined()
    expect((await refresh(app, client, second.refresh_token)).status).toBe(200)
  })

  it('gives the previous token, within 5 minutes, an independent pair; both keep working [dp-5.5] [dp-3:4]', async () => {
    const { app, client, first, passSeconds, accessTokens } = await open()
    const winner = await tokensOf(await refresh(app, client, first.refresh_token))
    passSeconds(299)
    const loser = await tokensOf(await refresh(app, client, first.refresh_token))
    expect(new Set([first, winner, loser].map((pair) => pair.refresh_token)).size).toBe(3)
    passSeconds(600)
    for (const pair of [winner, loser]) {
      expect(await accessTokens.authenticate(pair.access_token)).toBeDefined()
      expect((await refresh(app, client, pair.refresh_token)).status).toBe(200)
    }
  })

  it('gives each of several refreshes at once a valid pair', async () => {
    const { app, client, first, accessTokens } = await open()
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async () => tokensOf(await refresh(app, client, first.refresh_token))),
    )
    expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(6)
    for (const pair of pairs) {
      expect(await accessTokens.authenticate(pair.access_token)).toBeDefined()
      expect((await refresh(app, client, pair.refresh_token)).status).toBe(200)
    }
  })

  it('refuses the previous token after 5 minutes and notes it in the audit [dp-3:5]', async () => {
    const { app, client, first, passSeconds, database } = await open()
    const second = await tokensOf(await refresh(app, client, first.refresh_token))
    passSeconds(300)
    await isInvalidGrant(await refresh(app, client, first.refresh_token))
    expect(
      await database.auditEvent.findMany({
        where: { orgId: client.orgId, action: 'connection.refresh_token_reused' },
        select: { actorKind: true, actorId: true, ip: true },
      }),
    ).toEqual([{ actorKind: 'client', actorId: client.clientId, ip: '192.0.2.1' }])
    expect((await refresh(app, client, second.refresh_token)).status).toBe(200)
  })

  it('does not prolong the 5 minutes by use', async () => {
    const { app, client, first, passSeconds } = await open()
    await refresh(app, client, first.refresh_token)
    passSeconds(200)
    await refresh(app, client, first.refresh_token)
    passSeconds(150)
    await isInvalidGrant(await refresh(app, client, first.refresh_token))
  })

  it('keeps access tokens valid for 1 hour and refresh tokens for 100 days [dp-4.1.5]', async () => {
    const { app, client, first, passSeconds, accessTokens } = await open()
    const other = await connect(app, client)
    passSeconds(3_599)
    expect(await accessTokens.authenticate(first.access_token)).toBeDefined()
    passSeconds(1)
    expect(await accessTokens.authenticate(first.access_token)).toBeUndefined()
    passSeconds(8_640_000 - 3_600 - 1)
    expect((await refresh(app, client, first.refresh_token)).status).toBe(200)
    passSeconds(1)
    await isInvalidGrant(await refresh(app, client, other.refresh_token))
  })

  it('refuses the token of another client without spoiling it, and an access token', async () => {
    const { app, client, first } = await open()
    await isInvalidGrant(await refresh(app, await seedClient(test.database), first.refresh_token))
    await isInvalidGrant(await refresh(app, client, first.access_token))
    expect((await refresh(app, client, first.refresh_token)).status).toBe(200)
  })

  it('stores tokens as hashes only', async () => {
    const { first, database } = await open()
    const stored = JSON.stringify([await database.accessToken.findMany(), await database.refreshToken.findMany()])
    expect(stored).not.toContain(first.access_token)
    expect(stored).not.toContain(first.refresh_token)
  })

  it('clears away what has expired', async () => {
    const { app, client, passSeconds, database } = await open()
    const connectionOf = { connection: { clientId: client.clientId } }
    passSeconds(8_640_001)
    await postForm(app, '/oauth2/v1/tokens', {}, client)
    expect(await database.accessToken.count({ where: connectionOf })).toBe(0)
    expect(await database.refreshToken.count({ where: connectionOf })).toBe(0)
  })
})

import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, createTestOAuth, seedClient } from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function setup() {
  const oauth = createTestOAuth(test.database)
  const client = await seedClient(test.database)
  return { ...oauth, client, tokens: await connect(oauth.app, client) }
}

describe('authenticate', () => {
  it('returns the grant of a token', async () => {
    const { accessTokens, tokens, client, clock } = await setup()
    expect(await accessTokens.authenticate(tokens.access_token)).toEqual({
      realmId: client.realmId,
      realmKind: 'production',
      orgId: client.orgId,
      clientId: client.clientId,
      connectionId: expect.any(String),
      clientSettings: { responseFormat: 'json', ids: 'text', faultCodes: 'text' },
      expiresAt: new Date(clock().getTime() + 3_600_000),
    })
  })

  it.each(['', 'unknown', 'nul\0', 'x'.repeat(100_000)])('returns undefined for unknown tokens', async (text) => {
    expect(await (await setup()).accessTokens.authenticate(text)).toBeUndefined()
  })

  it('rejects a refresh token', async () => {
    const { accessTokens, tokens } = await setup()
    expect(await accessTokens.authenticate(tokens.refresh_token)).toBeUndefined()
  })

  it('caches a grant for 5 seconds', async () => {
    const { accessTokens, tokens, client, database, advanceSeconds } = await setup()
    expect(await accessTokens.authenticate(tokens.access_token)).toBeDefined()
    await database.connection.deleteMany({ where: { clientId: client.clientId } })
    advanceSeconds(4)
    expect(await accessTokens.authenticate(tokens.access_token)).toBeDefined()
    advanceSeconds(1)
    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
  })

  it('checks the expiry of cached grants', async () => {
    const { accessTokens, tokens, advanceSeconds } = await setup()
    advanceSeconds(3_598)
    expect(await accessTokens.authenticate(tokens.access_token)).toBeDefined()
    advanceSeconds(2)
    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
  })

  it('clears the cache on a change notification, and unsubscribes when closed', async () => {
    const { accessTokens, tokens, client, database, changes } = await setup()
    await accessTokens.authenticate(tokens.access_token)
    await database.connection.deleteMany({ where: { clientId: client.clientId } })
    await changes.publish('tokens')
    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
    accessTokens.close()
    await changes.publish('tokens')
  })

  it('does not cache a grant that was loaded before a revocation', async () => {
    const { accessTokens, tokens, client, database } = await setup()
    const pending = accessTokens.authenticate(tokens.access_token)
    accessTokens.forget()
    await pending
    await database.connection.updateMany({ where: { clientId: client.clientId }, data: { revokedAt: new Date() } })
    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
  })
})

import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, openOAuth, seedClient } from '../../test/oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function open() {
  const oauth = openOAuth(test.database)
  const client = await seedClient(test.database)
  return { ...oauth, client, tokens: await connect(oauth.app, client) }
}

describe('authenticate', () => {
  it('tells what the token grants', async () => {
    const { accessTokens, tokens, client, clock } = await open()
    expect(await accessTokens.authenticate(tokens.access_token)).toEqual({
      realmId: client.realmId,
      realmKind: 'production',
      orgId: client.orgId,
      clientId: client.clientId,
      connectionId: expect.any(String),
      expiresAt: new Date(clock().getTime() + 3_600_000),
    })
  })

  it.each(['', 'unknown', 'nul\0', 'x'.repeat(100_000)])('knows nothing of other texts', async (text) => {
    expect(await (await open()).accessTokens.authenticate(text)).toBeUndefined()
  })

  it('does not take a refresh token', async () => {
    const { accessTokens, tokens } = await open()
    expect(await accessTokens.authenticate(tokens.refresh_token)).toBeUndefined()
  })

  it('asks the database once in 5 seconds', async () => {
    const { accessTokens, tokens, client, database, passSeconds } = await open()
    expect(await accessTokens.authenticate(tokens.access_token)).toBeDefined()
    await database.connection.deleteMany({ where: { clientId: client.clientId } })
    passSeconds(4)
    expect(await accessTokens.authenticate(tokens.access_token)).toBeDefined()
    passSeconds(1)
    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
  })

  it('looks at the clock each time, also at what it remembers', async () => {
    const { accessTokens, tokens, passSeconds } = await open()
    passSeconds(3_598)
    expect(await accessTokens.authenticate(tokens.access_token)).toBeDefined()
    passSeconds(2)
    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
  })

  it('forgets at the word of the change feed, and no longer hears it once closed', async () => {
    const { accessTokens, tokens, client, database, changes } = await open()
    await accessTokens.authenticate(tokens.access_token)
    await database.connection.deleteMany({ where: { clientId: client.clientId } })
    await changes.publish('tokens')
    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
    accessTokens.close()
    await changes.publish('tokens')
  })

  it('does not remember an answer that is older than a revocation', async () => {
    const { accessTokens, tokens, client, database } = await open()
    const asked = accessTokens.authenticate(tokens.access_token)
    accessTokens.forget()
    await asked
    await database.connection.updateMany({ where: { clientId: client.clientId }, data: { revokedAt: new Date() } })
    expect(await accessTokens.authenticate(tokens.access_token)).toBeUndefined()
  })
})

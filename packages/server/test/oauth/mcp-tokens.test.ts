import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostUrl, setupHost } from '../mcp-client.fixture.ts'
import { basicAuth, postForm, readError, readTokens, seedClient } from '../oauth.fixture.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

function setup(options?: Parameters<typeof setupHost>[1]) {
  return setupHost(test.database, options)
}

type Host = Awaited<ReturnType<typeof setup>>

/** Calls `/mcp`, and returns the challenge of a rejection. */
async function callMcp(host: Host, token: string | undefined, realmId = host.client.realmId) {
  const caller = await host.authenticateMcpCaller(token === undefined ? undefined : `Bearer ${token}`, realmId)
  return caller instanceof Response
    ? { status: caller.status, challenge: caller.headers.get('www-authenticate') }
    : caller
}

interface Who {
  readonly userId: string
}

const refused = { status: 401, challenge: expect.stringContaining('error="invalid_token"') }

/** Gets a token for `/v3` with the host's client, as an integration does. */
async function connectIntegration(host: Host) {
  const { clientId, realmId } = host.client
  const { code } = await host.consent({
    client_id: clientId,
    redirect_uri: 'https://client.example/callback',
    resource: undefined,
    realm_id: realmId,
    code_challenge: undefined,
    code_challenge_method: undefined,
  })
  const form = { grant_type: 'authorization_code', code: code ?? '', redirect_uri: 'https://client.example/callback' }
  return readTokens(await postForm(host.app, '/oauth2/v1/tokens', form, host.client))
}

describe('a token of a host', () => {
  it('names host, user, company file and scopes [dp-4.1:resource]', async () => {
    const host = await setup()
    const { access_token, scope, realmId, userId } = await host.connectHost({ scope: 'bridge.write bridge.read' })
    expect([scope, realmId]).toEqual(['bridge.write bridge.read', host.client.realmId])
    const { id } = await test.database.oAuthClient.findFirstOrThrow({
      where: { metadataUrl: hostUrl, orgId: host.client.orgId },
    })
    expect(await callMcp(host, access_token)).toEqual({
      realmId: host.client.realmId,
      orgId: host.client.orgId,
      clientId: id,
      clientName: 'Ledger Assistant',
      userId,
      scopes: new Set(['bridge.read', 'bridge.write']),
    })
    expect(host.announced).toHaveLength(1)
  })

  it('is read-only without a scope', async () => {
    const host = await setup()
    const { access_token, scope } = await host.connectHost()
    expect(scope).toBe('bridge.read')
    expect(await callMcp(host, access_token)).toMatchObject({ scopes: new Set(['bridge.read']) })
  })

  it('opens neither /v3 nor information about the user [dp-4.1:resource]', async () => {
    const host = await setup()
    const { access_token } = await host.connectHost()
    expect(await host.accessTokens.authenticate(access_token)).toBeUndefined()
    const headers = { authorization: `Bearer ${access_token}` }
    expect(await readError(await host.app.request('/oauth2/v1/userinfo', { headers }))).toEqual([401, 'invalid_token'])
  })

  it('is refused for another company file', async () => {
    const host = await setup()
    const { access_token } = await host.connectHost()
    expect(await callMcp(host, access_token, (await seedClient(test.database)).realmId)).toEqual(refused)
  })

  it('ends after an hour, with its app, and with a revocation', async () => {
    const host = await setup()
    const tokens = [await host.connectHost(), await host.connectHost()]
    const [first, second] = tokens.map(({ access_token }) => access_token)
    const response = await host.post({ token: first }, '/oauth2/v1/revoke')
    expect(response.status).toBe(200)
    expect(await callMcp(host, first)).toEqual(refused)
    expect(await callMcp(host, second)).toHaveProperty('userId')
    host.advanceSeconds(3_600)
    expect(await callMcp(host, second)).toEqual(refused)
    const third = await host.connectHost()
    await test.database.oAuthClient.deleteMany({ where: { metadataUrl: hostUrl, orgId: host.client.orgId } })
    expect(await callMcp(host, third.access_token)).toEqual(refused)
  })

  it.each([
    ['leaves', 'admin', ({ userId }: Who) => test.database.membership.deleteMany({ where: { userId } })],
    [
      'becomes a member',
      'admin',
      ({ userId }: Who) => test.database.membership.updateMany({ where: { userId }, data: { role: 'member' } }),
    ],
    ['has no account', 'admin', ({ userId }: Who) => test.database.user.delete({ where: { id: userId } })],
  ] as const)('is good for nothing once the user who consented %s', async (_name, role, change) => {
    const host = await setup()
    const { access_token, userId } = await host.connectHost({}, role)
    expect(await callMcp(host, access_token)).toHaveProperty('userId', userId)
    await change({ userId })
    expect(await callMcp(host, access_token)).toEqual(refused)
  })

  it('of a sandbox is for members', async () => {
    const host = await setup({ kind: 'sandbox' })
    const { access_token, userId } = await host.connectHost({}, 'member')
    expect(await callMcp(host, access_token)).toHaveProperty('userId', userId)
  })

  it('shows when its connection and app were used last', async () => {
    const host = await setup()
    const { access_token, userId } = await host.connectHost()
    await callMcp(host, access_token)
    const find = () =>
      test.database.connection.findFirst({
        where: { consenterId: userId },
        select: { lastUsedAt: true, client: { select: { lastUsedAt: true } } },
      })
    const first = host.clock()
    expect(await find()).toEqual({ lastUsedAt: first, client: { lastUsedAt: first } })
    host.advanceSeconds(30)
    await callMcp(host, access_token)
    expect(await find()).toMatchObject({ lastUsedAt: first })
    host.advanceSeconds(30)
    await callMcp(host, access_token)
    expect(await find()).toMatchObject({ lastUsedAt: host.clock() })
  })
})

describe('a token for /v3', () => {
  it('is refused by /mcp', async () => {
    const host = await setup()
    const { access_token } = await connectIntegration(host)
    expect(await host.accessTokens.authenticate(access_token)).toHaveProperty('realmId', host.client.realmId)
    expect(await callMcp(host, access_token)).toEqual(refused)
  })

  it('is not refreshed into one for /mcp', async () => {
    const host = await setup()
    const { refresh_token, scope } = await connectIntegration(host)
    expect(scope).toBeUndefined()
    const refresh = (more: Readonly<Record<string, string>>) =>
      postForm(host.app, '/oauth2/v1/tokens', { grant_type: 'refresh_token', refresh_token, ...more }, host.client)
    expect(await readError(await refresh({ resource: host.resource }))).toEqual([400, 'invalid_target'])
    expect(await readError(await refresh({ scope: 'bridge.read' }))).toEqual([400, 'invalid_scope'])
    const { access_token } = await readTokens(await refresh({}))
    expect(await callMcp(host, access_token)).toEqual(refused)
  })
})

describe('the challenge of /mcp', () => {
  it('leads to the metadata and the first scope', async () => {
    const host = await setup()
    const metadata = `${host.baseUrl}/.well-known/oauth-protected-resource/mcp/${host.client.realmId}`
    expect(await callMcp(host, undefined)).toEqual({
      status: 401,
      challenge: `Bearer scope="bridge.read", resource_metadata="${metadata}"`,
    })
    expect(await callMcp(host, 'made-up')).toEqual({
      status: 401,
      challenge: expect.stringMatching(/^Bearer error="invalid_token", .*scope="bridge.read", resource_metadata="/),
    })
    expect((await host.app.request(new URL(metadata).pathname)).status).toBe(200)
  })

  it('has nothing of a made-up path', async () => {
    const host = await setup()
    expect(await callMcp(host, undefined, '1", error="x')).toEqual({
      status: 401,
      challenge: `Bearer scope="bridge.read", resource_metadata="${host.baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    })
  })

  it('names the scope that a tool needs in addition', async () => {
    const host = await setup()
    const { access_token } = await host.connectHost()
    const caller = await host.authenticateMcpCaller(`Bearer ${access_token}`, host.client.realmId)
    if (caller instanceof Response) throw new Error('The token was refused.')
    const response = host.refuseScope(caller, 'bridge.write')
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringMatching(
        /^Bearer error="insufficient_scope", .*scope="bridge.read bridge.write", resource_metadata="/,
      ),
    ])
    expect(await response.json()).toMatchObject({ error: 'insufficient_scope' })
  })
})

describe('the exchange of a code of a host', () => {
  it('needs the verifier, the redirect URI with its port, and the resource of the consent', async () => {
    const host = await setup()
    const redirect_uri = 'http://localhost:50123/callback'
    const { realmId } = await seedClient(test.database)
    const attempts = [
      [{ code_verifier: undefined }, 'invalid_grant'],
      [{ code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
      [{ redirect_uri: 'http://localhost:50124/callback' }, 'invalid_grant'],
      [{ resource: `${host.baseUrl}/mcp/${realmId}` }, 'invalid_target'],
      [{ resource: 'https://other.example/' }, 'invalid_target'],
      [{ client_id: 'https://host.example/other.json' }, 'invalid_grant'],
    ] as const
    for (const [form, error] of attempts) {
      const { code } = await host.consent({ redirect_uri })
      expect(await readError(await host.exchange(code, { redirect_uri, ...form }))).toEqual([400, error])
    }
    const { code } = await host.consent({ redirect_uri })
    expect((await host.exchange(code, { redirect_uri, resource: undefined })).status).toBe(200)
  })

  it('works once, and a second one ends the connection', async () => {
    const host = await setup()
    const { code } = await host.consent()
    const first = await host.exchange(code)
    expect(await readError(await host.exchange(code))).toEqual([400, 'invalid_grant'])
    expect(await callMcp(host, ((await first.json()) as { readonly access_token: string }).access_token)).toEqual(
      refused,
    )
  })

  it('is not for the app of another organization with the same document', async () => {
    const [one, other] = [await setup(), await setup()]
    await other.consent()
    const { access_token } = await one.connectHost()
    expect(await callMcp(one, access_token, other.client.realmId)).toEqual(refused)
  })
})

describe('a refresh of a host', () => {
  it('replaces the token, and keeps audience, company file and scope', async () => {
    const host = await setup()
    const first = await host.connectHost({ scope: 'bridge.read bridge.write' })
    const second = await readTokens(await host.refresh(first.refresh_token, { scope: 'bridge.read' }))
    expect(second).toMatchObject({ scope: 'bridge.read bridge.write' })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await callMcp(host, second.access_token)).toMatchObject({ scopes: new Set(['bridge.read', 'bridge.write']) })
    host.advanceSeconds(301)
    expect(await readError(await host.refresh(first.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await callMcp(host, second.access_token)).toEqual(refused)
  })

  it.each([
    ['a wider scope', { scope: 'bridge.delete' }, 'invalid_scope'],
    ['the scope of /v3', { scope: 'com.intuit.quickbooks.accounting' }, 'invalid_scope'],
    ['another resource', { resource: 'https://bridge.example/mcp/1234567890123456' }, 'invalid_target'],
    ['another client', { client_id: 'https://host.example/other.json' }, 'invalid_grant'],
    ['no client', { client_id: undefined }, 'invalid_client'],
  ])('is refused for %s, and the token stays good', async (_name, form, error) => {
    const host = await setup()
    const { refresh_token } = await host.connectHost()
    const [status, code] = await readError(await host.refresh(refresh_token, form))
    expect([status, code]).toEqual([error === 'invalid_client' ? 401 : 400, error])
    expect((await host.refresh(refresh_token)).status).toBe(200)
  })
})

describe('a client without a secret', () => {
  it('that is registered names itself only, and one with a secret needs it', async () => {
    const host = await setup()
    const { clientId } = host.client
    const redirect_uri = 'https://client.example/callback'
    const connect = async () => (await host.consent({ client_id: clientId, redirect_uri })).code
    const exchange = async () => host.exchange(await connect(), { client_id: clientId, redirect_uri })
    expect(await readError(await exchange())).toEqual([401, 'invalid_client'])
    await test.database.oAuthClient.update({ where: { id: clientId }, data: { secretHash: null } })
    const tokens = await readTokens(await exchange())
    expect(await callMcp(host, tokens.access_token)).toMatchObject({ clientId, clientName: 'Invoice Robot' })
  })

  it.each(['', 'undefined', 'null'])('does not authenticate with the secret "%s"', async (clientSecret) => {
    const host = await setup()
    const { clientId } = host.client
    await test.database.oAuthClient.update({ where: { id: clientId }, data: { secretHash: null } })
    const response = await host.app.request('/oauth2/v1/tokens', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        ...basicAuth({ clientId, clientSecret }),
      },
      body: 'grant_type=refresh_token&refresh_token=x',
    })
    expect(await readError(response)).toEqual([401, 'invalid_client'])
  })

  it('gets 200 for the revocation of an unknown token', async () => {
    const host = await setup()
    expect((await host.post({ token: 'svct_unknown' }, '/oauth2/v1/revoke')).status).toBe(200)
  })
})

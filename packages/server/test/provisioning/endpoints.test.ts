import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin, type TestResponse } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

function toProblem({ status, body }: TestResponse) {
  return { status, error: body?.error }
}
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
const redirectUris = ['https://app.example/cb']
function tomorrow() {
  return new Date(admin.clock().getTime() + 86_400_000)
}

describe('endpoints', () => {
  it('GET /orgs/{orgId}/members lists the members [cp-2:Member] [cp-4:2]', async () => {
    const { session, caller, orgId } = await admin.organization('members@example.com')
    const { session: member } = await admin.person('reads@example.com', orgId)
    const { status, body } = await admin.call(`GET /orgs/${orgId}/members`, member)
    expect([status, body.members.length]).toEqual([200, 2])
    expect(body.members).toContainEqual({
      id: expect.any(String),
      userId: caller.userId,
      email: 'members@example.com',
      name: '',
      role: 'owner',
      createdAt: isoTime,
    })
    expect((await admin.call(`GET /orgs/${orgId}/members`, session)).body).toEqual(body)
  })

  it('POST /realms creates a realm within the limit of the plan [cp-4:3] [cp-7:plan_limit_realms] [cp-8:4]', async () => {
    const { session, orgId, realmId } = await admin.organization('realms@example.com')
    await admin.call(`DELETE /realms/${realmId}`, session)
    const made = await admin.call('POST /realms', session, { orgId, name: 'Rock Castle' })
    expect(made.body).toEqual({
      realm: {
        id: expect.stringMatching(/^[1-9][0-9]{15}$/),
        name: 'Rock Castle',
        orgId,
        createdAt: isoTime,
        kind: 'production',
      },
    })
    const second = await admin.call('POST /realms', session, { orgId, name: 'Second' })
    expect([second.status, second.body]).toEqual([
      409,
      {
        error: 'plan_limit_realms',
        message: expect.stringContaining('trial'),
        checkoutPath: `/admin/v1/orgs/${orgId}/billing/checkout`,
      },
    ])
  })

  it('GET /realms shows a Web Connector that polls with a valid credential as connected [cp-4:4]', async () => {
    const { session, orgId, realmId } = await admin.organization('lists@example.com')
    const getConnected = async () => {
      const { realms } = (await admin.call(`GET /realms?orgId=${orgId}`, session)).body
      return realms.find(({ id }: { id: string }) => id === realmId).connected
    }
    expect(await getConnected()).toBe(false)
    const { id } = await admin.database.connectorCredential.create({
      data: {
        realmId,
        userName: 'polls',
        passwordHash: 'h',
        label: 'L',
        fileId: '00000000-0000-4000-8000-000000000000',
      },
    })
    expect(await getConnected()).toBe(false)
    const [now, gatewayUrl] = [new Date(), 'http://127.0.0.1:1']
    const lease = { gatewayUrl, epoch: 1n, lastSeenAt: now, lastPolledAt: now, intervalMs: 60_000 }
    await admin.database.connectorSession.create({ data: { realmId, credentialId: id, ...lease } })
    expect(await getConnected()).toBe(true)
    await admin.database.connectorCredential.update({ where: { id }, data: { revokedAt: admin.clock() } })
    expect(await getConnected()).toBe(false)
  })

  it('GET /realms/{realmId} returns no token value to members [cp-4:5]', async () => {
    const { session, orgId, realmId } = await admin.organization('one@example.com')
    const { token } = (await admin.call(`POST /realms/${realmId}/agent-tokens`, session, {})).body
    const { session: member } = await admin.person('looks@example.com', orgId)
    const detail = await admin.call(`GET /realms/${realmId}`, member)
    expect([detail.status, detail.body.agentTokens.length]).toEqual([200, 1])
    expect(detail.text).not.toContain(token)
  })

  it('POST /realms/{realmId}/agent-tokens creates a token for production realms only [cp-4:7] [cp-7:sandbox_realm]', async () => {
    const { session, realmId, sandboxRealmId } = await admin.organization('agents@example.com')
    const issue = (realm: string, sent?: object) => admin.call(`POST /realms/${realm}/agent-tokens`, session, sent)
    const token = expect.stringMatching(/^svca_/)
    expect((await issue(realmId, { label: 'Office' })).body).toEqual({ id: expect.any(String), label: 'Office', token })
    expect((await issue(realmId)).body).toEqual({ id: expect.any(String), label: 'Agent', token })
    expect(toProblem(await issue(sandboxRealmId))).toEqual({ status: 409, error: 'sandbox_realm' })
  })

  it('DELETE /realms/{realmId} is for owners [cp-4:9]', async () => {
    const { session, orgId, realmId } = await admin.organization('ends@example.com')
    const { session: helper } = await admin.person('helps@example.com', orgId, 'admin')
    expect(toProblem(await admin.call(`DELETE /realms/${realmId}`, helper))).toEqual({
      status: 403,
      error: 'forbidden',
    })
    expect((await admin.call(`DELETE /realms/${realmId}`, session)).status).toBe(204)
  })

  it('POST /realms/{realmId}/sandbox/reset resets the books of a sandbox [cp-4:10] [cp-7:production_realm] [cp-8:8]', async () => {
    const { orgId, realmId, sandboxRealmId } = await admin.organization('resets@example.com')
    const { session: member } = await admin.person('plays@example.com', orgId)
    const reset = (realm: string) => admin.call(`POST /realms/${realm}/sandbox/reset`, member, { template: 'empty' })
    expect((await reset(sandboxRealmId)).body).toEqual({
      template: 'empty',
      records: expect.any(Number),
      nextSeq: expect.any(Number),
    })
    expect((await admin.call(`GET /realms/${sandboxRealmId}`, member)).body.sandbox.callsToday).toBe(50)
    expect(toProblem(await reset(realmId))).toEqual({ status: 409, error: 'production_realm' })
  })

  it('POST /realms/sandbox replaces a deleted sandbox, and creates no second one [cp-4:11] [cp-8:10]', async () => {
    const { session, orgId, sandboxRealmId } = await admin.organization('again@example.com')
    const create = () => admin.call('POST /realms/sandbox', session, { orgId })
    expect(toProblem(await create())).toEqual({ status: 409, error: 'sandbox_exists' })
    await admin.call(`DELETE /realms/${sandboxRealmId}`, session)
    const responses = await Promise.all([create(), create()])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(responses.find(({ status }) => status === 201)?.body).toEqual({
      realm: { id: expect.any(String), name: 'Sandbox', orgId, createdAt: isoTime, kind: 'sandbox' },
    })
  })

  it('POST /clients registers a client [cp-4:12]', async () => {
    const { session, orgId } = await admin.organization('makes@example.com')
    const made = await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris })
    expect(made.body).toEqual({
      client: {
        id: expect.stringMatching(/^svcc_/),
        name: 'App',
        redirectUris,
        responseFormat: 'json',
        ids: 'text',
        faultCodes: 'text',
        orgId,
        version: 1,
        formerSecretUntil: null,
        metadataUrl: null,
        createdAt: isoTime,
      },
      clientSecret: expect.stringMatching(/^svcs_/),
    })
  })

  it('GET /clients returns no secret to members [cp-4:13]', async () => {
    const { session, orgId } = await admin.organization('shows@example.com')
    const made = await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris })
    const { session: member } = await admin.person('sees@example.com', orgId)
    const listed = await admin.call(`GET /clients?orgId=${orgId}`, member)
    expect(listed.body).toEqual({ clients: [{ ...made.body.client, companyFiles: 0, lastUsedAt: null }], after: null })
  })

  it('DELETE /clients/{clientId} disconnects every company [cp-3:4]', async () => {
    const { session, orgId, realmId } = await admin.organization('drops@example.com')
    const { client } = (await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris })).body
    const expiresAt = tomorrow()
    await admin.database.connection.create({
      data: {
        clientId: client.id,
        realmId,
        scope: 's',
        accessTokens: { create: { tokenHash: 'drops-access', expiresAt } },
        refreshTokens: { create: { tokenHash: 'drops-refresh', expiresAt } },
      },
    })
    await admin.database.authorizationCode.create({
      data: { clientId: client.id, realmId, codeHash: 'drops-code', redirectUri: 'u', scope: 's', expiresAt },
    })
    expect((await admin.call(`DELETE /clients/${client.id}`, session)).status).toBe(204)
    const of = { where: { clientId: client.id } }
    const left = [
      await admin.database.connection.count(of),
      await admin.database.authorizationCode.count(of),
      await admin.database.accessToken.count({ where: { tokenHash: 'drops-access' } }),
      await admin.database.refreshToken.count({ where: { tokenHash: 'drops-refresh' } }),
    ]
    expect(left).toEqual([0, 0, 0, 0])
  })
})

describe('API keys', () => {
  it('are created with a session only [cp-4:16] [cp-5:1]', async () => {
    const { caller, session, orgId } = await admin.organization('mints@example.com')
    const made = await admin.call('POST /api-keys', session, { orgId, name: 'CI' })
    expect(made.body).toEqual({
      id: expect.any(String),
      name: 'CI',
      orgId,
      key: expect.stringMatching(/^svc_/),
      lastFour: made.body.key.slice(-4),
      createdAt: isoTime,
      expiresAt: null,
    })
    const key = await admin.createKey(caller, orgId)
    expect(toProblem(await admin.call('POST /api-keys', key, { orgId, name: 'More' }))).toEqual({
      status: 403,
      error: 'forbidden',
    })
  })

  it('are listed for members, without their values [cp-4:17]', async () => {
    const { session, orgId } = await admin.organization('keys@example.com')
    const { key, ...made } = (await admin.call('POST /api-keys', session, { orgId, name: 'CI' })).body
    const { session: member } = await admin.person('reads-keys@example.com', orgId)
    const listed = await admin.call(`GET /api-keys?orgId=${orgId}`, member)
    expect(listed.body.apiKeys).toMatchObject([made])
    expect(listed.text).not.toContain(key)
  })

  it('are revoked with a session only [cp-4:18]', async () => {
    const { session, orgId } = await admin.organization('revokes-too@example.com')
    const { key, id } = (await admin.call('POST /api-keys', session, { orgId, name: 'CI' })).body
    expect(toProblem(await admin.call(`DELETE /api-keys/${id}`, { 'x-api-key': key }))).toEqual({
      status: 403,
      error: 'forbidden',
    })
    expect((await admin.call(`DELETE /api-keys/${id}`, session)).status).toBe(204)
    expect((await admin.call('GET /orgs', { 'x-api-key': key })).status).toBe(401)
  })

  it("belong to one organization, with their creator's current role [cp-5.1]", async () => {
    const { caller, session, orgId } = await admin.organization('scope@example.com')
    const second = (await admin.call('POST /orgs', session, { name: 'Second' })).body.org
    const key = await admin.createKey(caller, orgId)
    expect((await admin.call(`GET /realms?orgId=${orgId}`, key)).status).toBe(200)
    expect(toProblem(await admin.call(`GET /realms?orgId=${second.id}`, key))).toEqual({
      status: 404,
      error: 'not_found',
    })
    const where = { orgId_userId: { orgId, userId: caller.userId } }
    await admin.database.membership.update({ where, data: { role: 'member' } })
    expect((await admin.call(`PATCH /orgs/${orgId}`, key, { name: 'New' })).status).toBe(403)
    await admin.database.membership.update({ where, data: { role: 'admin' } })
    expect((await admin.call(`PATCH /orgs/${orgId}`, key, { name: 'New' })).status).toBe(200)
  })
})

it('returns a secret only once [cp-5:4]', async () => {
  const { session, orgId, realmId } = await admin.organization('once@example.com')
  const { clientSecret } = (await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris })).body
  const { token } = (await admin.call(`POST /realms/${realmId}/agent-tokens`, session, {})).body
  const { key } = (await admin.call('POST /api-keys', session, { orgId, name: 'CI' })).body
  const paths = [
    `/realms/${realmId}`,
    ...['/realms', '/clients', '/api-keys', '/audit-events'].map((path) => `${path}?orgId=${orgId}`),
  ]
  const responses = await Promise.all(paths.map((path) => admin.call(`GET ${path}`, session)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const said = responses.map(({ text }) => text).join()
  for (const secret of [clientSecret, token, key]) {
    expect(secret.length).toBeGreaterThan(30)
    expect(said).not.toContain(secret)
  }
})

it('rejects an orgId in addition to a resource ID [cp-4.6]', async () => {
  const { session, realmId } = await admin.organization('mine@example.com')
  const other = await admin.organization('theirs@example.com')
  const named = await admin.call(`PATCH /realms/${other.realmId}`, session, { name: 'Stolen' })
  expect(toProblem(named)).toEqual({ status: 404, error: 'not_found' })
  const both = await admin.call(`PATCH /realms/${realmId}`, session, { name: 'New', orgId: other.orgId })
  expect(toProblem(both)).toEqual({ status: 400, error: 'invalid_request' })
})

describe('billing', () => {
  it('summarizes a trial [cp-2:5]', async () => {
    const { session, orgId } = await admin.organization('trial@example.com')
    const { body } = await admin.call(`GET /orgs/${orgId}/billing`, session)
    expect(body).toEqual({
      plan: 'trial',
      status: 'none',
      entitled: true,
      reason: 'trial',
      realmCount: 1,
      realmLimit: 1,
      quantity: 1,
      currentPeriodEnd: isoTime,
      graceUntil: null,
      usage30d: { requests: 0, errors: 0, byDay: expect.any(Array) },
      billingEnabled: false,
    })
  })

  it('rejects checkout and portal without a billing configuration [cp-4:20] [cp-4:21]', async () => {
    const { session, orgId } = await admin.organization('pays@example.com')
    for (const path of ['checkout', 'portal-session']) {
      expect(toProblem(await admin.call(`POST /orgs/${orgId}/billing/${path}`, session))).toEqual({
        status: 503,
        error: 'billing_disabled',
      })
    }
  })
})

it('hides the details of an unexpected error [cp-7:internal_error]', async () => {
  const broken = await startAdmin()
  const { session, orgId } = await broken.organization()
  await broken.database.$executeRaw`ALTER TABLE api_key RENAME TO api_key_gone`
  const response = await broken.call(`GET /api-keys?orgId=${orgId}`, session)
  expect(toProblem(response)).toEqual({ status: 500, error: 'internal_error' })
  expect(response.text).not.toContain('api_key')
  await broken.stop()
})

import { requireRealmId } from '@bridge/agent-protocol'
import { createConnectionWatch } from '@bridge/control-plane/alerts/connection-watch'
import { parseSettings, realmSettings } from '@bridge/data-plane/realms/settings'
import { createUsageCounter } from '@bridge/data-plane/usage/usage-counter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const defaults = parseSettings(realmSettings, {})

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

function toProblem({ status, body }: Awaited<ReturnType<TestAdmin['call']>>) {
  return { status, error: body?.error }
}

describe('authentication', () => {
  it('requires a session or an API key [cp-7:unauthenticated]', async () => {
    expect(toProblem(await admin.call('GET /orgs'))).toEqual({ status: 401, error: 'unauthenticated' })
  })

  it('prefers an API key to a session, even an invalid key', async () => {
    const { session } = await admin.organization('both@example.com')
    const response = await admin.call('GET /orgs', { ...session, 'x-api-key': 'svc_wrong' })
    expect(toProblem(response)).toEqual({ status: 401, error: 'unauthenticated' })
  })

  it('limits a key to its organization [cp-4:1]', async () => {
    const { caller, session, orgId } = await admin.organization('two-orgs@example.com')
    await admin.call('POST /orgs', session, { name: 'Second' })
    const key = await admin.createKey(caller, orgId)
    expect((await admin.call('GET /orgs', session)).body.orgs).toHaveLength(2)
    expect((await admin.call('GET /orgs', key)).body).toEqual({
      orgs: [{ id: orgId, name: 'Acme', slug: expect.any(String), role: 'owner' }],
    })
  })

  it("authorizes a key with its creator's current role [cp-3:3]", async () => {
    const { session, orgId } = await admin.organization('keeps@example.com')
    const { caller } = await admin.person('loses@example.com', orgId, 'admin')
    const key = await admin.createKey(caller, orgId)
    const rename = () => admin.call(`PATCH /orgs/${orgId}`, key, { name: 'Renamed' })
    expect((await rename()).status).toBe(200)
    const { body } = await admin.call(`GET /orgs/${orgId}/members`, session)
    const { id } = body.members.find((each: { email: string }) => each.email === 'loses@example.com')
    expect((await admin.call(`PATCH /members/${id}`, session, { role: 'member' })).status).toBe(200)
    expect(toProblem(await rename())).toEqual({ status: 403, error: 'forbidden' })
    expect((await admin.call(`DELETE /members/${id}`, session)).status).toBe(204)
    expect(toProblem(await rename())).toEqual({ status: 404, error: 'not_found' })
    expect((await admin.call(`GET /api-keys?orgId=${orgId}`, session)).body.apiKeys).toHaveLength(1)
  })

  it('rejects a revoked key immediately [cp-3:2]', async () => {
    const { caller, session, orgId } = await admin.organization('revokes@example.com')
    const key = await admin.createKey(caller, orgId)
    const [{ id }] = (await admin.call(`GET /api-keys?orgId=${orgId}`, session)).body.apiKeys
    expect((await admin.call(`DELETE /api-keys/${id}`, session)).status).toBe(204)
    expect((await admin.call('GET /orgs', key)).status).toBe(401)
  })

  it('rejects changes with a session from another site', async () => {
    const { session, orgId } = await admin.organization('csrf@example.com')
    const foreign = { ...session, origin: 'https://evil.example' }
    expect(toProblem(await admin.call(`PATCH /orgs/${orgId}`, foreign, { name: 'Stolen' }))).toEqual({
      status: 403,
      error: 'forbidden',
    })
    expect((await admin.call('GET /orgs', foreign)).body.orgs[0].name).toBe('Acme')
    expect((await admin.call('HEAD /orgs', foreign)).status).toBe(200)
  })
})

it('limits a key to 120 requests per minute [cp-7:rate_limited] [cp-8:1] [cp-5:2]', async () => {
  const { caller, orgId } = await admin.organization('busy@example.com')
  const key = await admin.createKey(caller, orgId)
  const statuses: number[] = []
  for (let index = 0; index < 120; index += 1) statuses.push((await admin.call('GET /orgs', key)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await admin.call('GET /orgs', key)
  expect(toProblem(refused)).toEqual({ status: 429, error: 'rate_limited' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

describe('invalid input', () => {
  it('returns the same response for a foreign and a missing resource [cp-7:not_found]', async () => {
    const { session } = await admin.organization('here@example.com')
    const { realmId, orgId } = await admin.organization('there@example.com')
    const responses = await Promise.all([
      admin.call(`GET /realms/${realmId}`, session),
      admin.call('GET /realms/1000000000000000', session),
      admin.call('GET /realms/not-an-id', session),
      admin.call(`GET /realms?orgId=${orgId}`, session),
      admin.call('DELETE /agent-tokens/nothing', session),
    ])
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(responses[0]?.status).toBe(404)
  })

  it.each([
    ['text that is not JSON', '{"name": '],
    ['an array', '[]'],
    ['a null', 'null'],
    ['a missing name', '{}'],
    ['an additional field', '{"name":"New","extra":1}'],
    ['a number', '{"name":7}'],
    ['a name of 10,000 characters', JSON.stringify({ name: 'x'.repeat(10_000) })],
    ['a blank name', '{"name":"   "}'],
    ['a control character', '{"name":"a\\u0000b"}'],
    ['70,000 bytes', JSON.stringify({ name: 'x'.repeat(70_000) })],
  ])('rejects %s and changes nothing [cp-7:invalid_request]', async (what, body) => {
    const { session, orgId } = await admin.organization(`${what.replaceAll(/\W+/g, '-')}@example.com`)
    expect(toProblem(await admin.call(`PATCH /orgs/${orgId}`, session, body))).toEqual({
      status: 400,
      error: 'invalid_request',
    })
    expect((await admin.call('GET /orgs', session)).body.orgs[0].name).toBe('Acme')
  })

  it('requires the organization', async () => {
    const { session } = await admin.organization('no-org@example.com')
    const response = await admin.call('GET /realms', session)
    expect(response.body).toEqual({
      error: 'invalid_request',
      message: 'orgId is required.',
      field: 'orgId',
    })
  })
})

describe('clients', () => {
  it('are registered, listed without their secret, changed, and deleted with their tokens [cp-4:14] [cp-4:15]', async () => {
    const { session, orgId, sandboxRealmId } = await admin.organization('clients@example.com')
    const made = await admin.call('POST /clients', session, {
      orgId,
      name: 'App',
      redirectUris: ['https://app.example/cb'],
    })
    expect(made.body).toMatchObject({ clientSecret: expect.stringMatching(/^svcs_/), client: { name: 'App', orgId } })
    const clientId = made.body.client.id
    const changed = await admin.call(`PATCH /clients/${clientId}`, session, {
      redirectUris: ['http://localhost:8000/cb'],
    })
    expect(changed.body.client.redirectUris).toEqual(['http://localhost:8000/cb'])
    const listed = await admin.call(`GET /clients?orgId=${orgId}`, session)
    expect(listed.body.clients).toMatchObject([changed.body.client])
    expect(listed.text).not.toContain('svcs_')
    await admin.database.connection.create({
      data: {
        clientId,
        realmId: sandboxRealmId,
        scope: 's',
        accessTokens: { create: { tokenHash: 'h', expiresAt: new Date('2100-01-01') } },
      },
    })
    expect((await admin.call(`DELETE /clients/${clientId}`, session)).status).toBe(204)
    expect(await admin.database.accessToken.count({ where: { tokenHash: 'h' } })).toBe(0)
    expect((await admin.call(`DELETE /clients/${clientId}`, session)).status).toBe(404)
  })

  it('name the invalid redirect URI and the reason [cp-4.1]', async () => {
    const { session, orgId } = await admin.organization('uris@example.com')
    const response = await admin.call('POST /clients', session, {
      orgId,
      name: 'App',
      redirectUris: ['https://app.example/cb', 'http://app.example/cb'],
    })
    expect([response.status, response.body.error]).toEqual([400, 'invalid_request'])
    expect(response.body.message).toContain('redirectUris[1] must use https')
  })

  it('accept the previous secret for 24 hours after a rotation', async () => {
    const { session, orgId } = await admin.organization('rotates@example.com')
    const redirectUris = ['https://app.example/cb']
    const { body } = await admin.call('POST /clients', session, { orgId, name: 'App', redirectUris })
    const rotated = await admin.call(`POST /clients/${body.client.id}/secret`, session, {})
    const revoke = async (secret: string) => {
      const response = await admin.app.request('/oauth2/v1/revoke', {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${body.client.id}:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'token=x',
      })
      return response.status
    }
    expect(await revoke(rotated.body.clientSecret)).toBe(200)
    expect(await revoke(body.clientSecret)).toBe(200)
    await admin.database.oAuthClient.update({
      where: { id: body.client.id },
      data: { formerSecretUntil: new Date(admin.clock().getTime() - 1) },
    })
    expect(await revoke(body.clientSecret)).toBe(401)
    expect(await revoke(rotated.body.clientSecret)).toBe(200)
  })
})

describe('members and invitations', () => {
  it('accepts an invitation once', async () => {
    const { session, orgId } = await admin.organization('invites@example.com')
    const invited = await admin.call('POST /invitations', session, { orgId, email: ' New@Example.com ', role: 'admin' })
    expect(invited.body.invitation).toMatchObject({ email: 'new@example.com', role: 'admin' })
    expect((await admin.call(`GET /invitations?orgId=${orgId}`, session)).body.invitations).toHaveLength(1)
    const token = await tokenFor('new@example.com')
    const wrong = await admin.person('other@example.com')
    expect(toProblem(await admin.call('POST /invitations/accept', wrong.session, { token }))).toEqual({
      status: 403,
      error: 'forbidden',
    })
    const right = await admin.person('new@example.com')
    const twice = await Promise.all([
      admin.call('POST /invitations/accept', right.session, { token }),
      admin.call('POST /invitations/accept', right.session, { token }),
    ])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await admin.call('GET /orgs', right.session)).body.orgs).toMatchObject([{ id: orgId, role: 'admin' }])
    expect((await admin.call(`GET /invitations?orgId=${orgId}`, session)).body.invitations).toEqual([])
  })

  /** Replaces an invitation's token with a known one, because only its hash is stored. */
  const tokenFor = async (email: string): Promise<string> => {
    const { hashSecret, mintSecret } = await import('@bridge/database/secrets')
    const token = mintSecret('svci_')
    await admin.database.invitation.updateMany({ where: { email }, data: { tokenHash: hashSecret(token) } })
    return token
  }

  it('lets only owners promote owners, and keeps the last one', async () => {
    const { session, orgId, caller } = await admin.organization('last@example.com')
    const helper = await admin.person('helper@example.com', orgId, 'admin')
    const members = (await admin.call(`GET /orgs/${orgId}/members`, session)).body.members
    const getId = (userId: string) => members.find((each: { userId: string }) => each.userId === userId).id
    const promote = await admin.call(`PATCH /members/${getId(helper.caller.userId)}`, helper.session, { role: 'owner' })
    expect(toProblem(promote)).toEqual({ status: 403, error: 'forbidden' })
    expect(toProblem(await admin.call(`DELETE /members/${getId(caller.userId)}`, helper.session)).status).toBe(403)
    expect(toProblem(await admin.call(`POST /orgs/${orgId}/leave`, session, {}))).toEqual({
      status: 400,
      error: 'invalid_request',
    })
    expect((await admin.call(`POST /orgs/${orgId}/leave`, helper.session, {})).status).toBe(204)
  })
})

describe('realms', () => {
  it('have settings, an agent, tokens without their values, and the usage of a sandbox [cp-2:1]', async () => {
    const { session, realmId, sandboxRealmId } = await admin.organization('detail@example.com')
    const issued = await admin.call(`POST /realms/${realmId}/agent-tokens`, session, { label: 'Office' })
    const detail = await admin.call(`GET /realms/${realmId}`, session)
    expect(detail.body).toEqual({
      realm: {
        id: realmId,
        name: 'Company',
        orgId: expect.any(String),
        kind: 'production',
        createdAt: expect.any(String),
      },
      settings: defaults,
      agent: {
        online: false,
        state: 'never_connected',
        since: expect.any(String),
        connectedAt: null,
        lastSeenAt: null,
      },
      connector: {
        connected: false,
        state: 'never_connected',
        since: expect.any(String),
        lastPolledAt: null,
        companyFile: null,
        problem: null,
        sharedAt: null,
      },
      agentTokens: [
        {
          id: issued.body.id,
          label: 'Office',
          createdAt: expect.stringMatching(/\+00:00$/),
          lastUsedAt: null,
          revoked: false,
          revokedAt: null,
        },
      ],
    })
    expect(detail.text).not.toContain(issued.body.token)
    expect((await admin.call(`GET /realms/${sandboxRealmId}`, session)).body.sandbox).toEqual({
      callsToday: 0,
      callsResetAt: expect.stringMatching(/T00:00:00.000\+00:00$/),
      records: expect.any(Number),
      limits: { dailyCalls: 2000, maxRecords: 10_000 },
    })
  })

  it('have agent tokens that can be revoked [cp-4:8]', async () => {
    const { session, realmId } = await admin.organization('token@example.com')
    const { id } = (await admin.call(`POST /realms/${realmId}/agent-tokens`, session, {})).body
    expect((await admin.call(`DELETE /agent-tokens/${id}`, session)).status).toBe(204)
    const [token] = (await admin.call(`GET /realms/${realmId}`, session)).body.agentTokens
    expect(token).toMatchObject({ label: 'Agent', revoked: true, revokedAt: expect.any(String) })
  })

  it('are deleted with everything that belongs to them [cp-3:5]', async () => {
    const { session, realmId, orgId } = await admin.organization('deletes@example.com')
    await admin.call(`POST /realms/${realmId}/agent-tokens`, session, {})
    expect((await admin.call(`DELETE /realms/${realmId}`, session)).status).toBe(204)
    expect(await admin.database.agentToken.count({ where: { realmId } })).toBe(0)
    expect((await admin.call(`GET /realms/${realmId}`, session)).status).toBe(404)
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&action=realm.delete`, session)).body
    expect(events).toMatchObject([{ resource: 'realm', resourceId: realmId, actor: 'deletes@example.com' }])
  })

  it('change only the settings that are sent [cp-4:6]', async () => {
    const { session, sandboxRealmId } = await admin.organization('settings@example.com')
    const path = `PATCH /realms/${sandboxRealmId}/settings`
    expect((await admin.call(path, session, { departmentsFromClasses: true })).body).toEqual({
      settings: { ...defaults, mcpMode: 'write', departmentsFromClasses: true },
    })
    expect(toProblem(await admin.call(path, session, { departmentsFromClasses: 'yes' })).status).toBe(400)
  })
})

describe('a sandbox', () => {
  it('can be reset, which counts as 50 calls of its day [cp-3:6] [cp-4.3]', async () => {
    const { session, sandboxRealmId, realmId } = await admin.organization('reset@example.com')
    const reset = (template: string) =>
      admin.call(`POST /realms/${sandboxRealmId}/sandbox/reset`, session, { template })
    const sample = await reset('sample')
    expect(sample.body).toEqual({ template: 'sample', records: expect.any(Number), nextSeq: expect.any(Number) })
    const trading = await reset('trading')
    expect(trading.body).toEqual({ template: 'trading', records: expect.any(Number), nextSeq: expect.any(Number) })
    const empty = await reset('empty')
    expect(empty.body.records).toBeLessThan(trading.body.records)
    expect((await admin.call(`GET /realms/${sandboxRealmId}`, session)).body.sandbox.callsToday).toBe(150)
    const production = await admin.call(`POST /realms/${realmId}/sandbox/reset`, session, { template: 'empty' })
    expect(toProblem(production)).toEqual({ status: 409, error: 'production_realm' })
    expect(toProblem(await reset('other')).status).toBe(400)
  })

  it('records resets and faults in the same transaction', async () => {
    const { session, orgId, sandboxRealmId } = await admin.organization('audited@example.com')
    const faults = `/realms/${sandboxRealmId}/sandbox/faults`
    const reset = (template: string) =>
      admin.call(`POST /realms/${sandboxRealmId}/sandbox/reset`, session, { template })
    const templateNow = async () =>
      (await admin.database.sandboxCompany.findUniqueOrThrow({ where: { realmId: sandboxRealmId } })).template
    await reset('sample')
    await admin.database.$executeRaw`ALTER TABLE audit_event RENAME TO elsewhere`
    const failed = [await reset('empty'), await admin.call(`POST ${faults}`, session, { dialogOpen: true })]
    await admin.database.$executeRaw`ALTER TABLE elsewhere RENAME TO audit_event`
    const internal = { status: 500, error: 'internal_error' }
    expect(failed.map(toProblem)).toEqual([internal, internal])
    expect(await templateNow()).toBe('sample')
    expect((await admin.call(`GET ${faults}`, session)).body.faults.dialogOpen).toBe(false)
    await reset('empty')
    expect(await templateNow()).toBe('empty')
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&action=sandbox.reset`, session)).body
    expect(events.map(({ details }: { details: unknown }) => details)).toEqual([
      { template: 'empty' },
      { template: 'sample' },
    ])
  })

  it('fails on purpose until its faults are cleared or it is reset', async () => {
    const { session, sandboxRealmId, realmId, orgId } = await admin.organization('faults@example.com')
    const path = `/realms/${sandboxRealmId}/sandbox/faults`
    const off = (await admin.call(`GET ${path}`, session)).body.faults
    expect(off).toMatchObject({ dialogOpen: false, lostAnswers: 0, answerDelayMs: 0, transientLockStatus: 3175 })
    const stored = await admin.call(`POST ${path}`, session, { dialogOpen: true, lostAnswers: 3 })
    expect(stored.body.faults).toEqual({ ...off, dialogOpen: true, lostAnswers: 3 })
    expect((await admin.call(`GET ${path}`, session)).body).toEqual(stored.body)
    expect((await admin.call(`DELETE ${path}`, session)).status).toBe(204)
    expect((await admin.call(`GET ${path}`, session)).body.faults).toEqual(off)
    await admin.call(`POST ${path}`, session, { wrongFile: true })
    await admin.call(`POST /realms/${sandboxRealmId}/sandbox/reset`, session, { template: 'empty' })
    expect((await admin.call(`GET ${path}`, session)).body.faults).toEqual(off)
    const production = await admin.call(`POST /realms/${realmId}/sandbox/faults`, session, { dialogOpen: true })
    expect(toProblem(production)).toEqual({ status: 409, error: 'production_realm' })
    for (const wrong of [
      { answerDelayMs: 30_001 },
      { lostAnswers: -1 },
      { transientLockStatus: 1 },
      { closingDate: '2026-02-30' },
      { other: true },
    ]) {
      expect(toProblem(await admin.call(`POST ${path}`, session, wrong))).toEqual({
        status: 400,
        error: 'invalid_request',
      })
    }
    const { events } = (await admin.call(`GET /audit-events?orgId=${orgId}&action=sandbox.faults`, session)).body
    expect(events.map(({ details }: { details: unknown }) => details)).toEqual([
      { wrongFile: true },
      {},
      { dialogOpen: true, lostAnswers: 3 },
    ])
  })

  it('is not found if it is deleted while it is reset [cp-7:not_found]', async () => {
    const { session, sandboxRealmId: id } = await admin.organization('deleted-sandbox@example.com')
    const reset = () => admin.call(`POST /realms/${id}/sandbox/reset`, session, { template: 'empty' })
    expect((await reset()).status).toBe(200)
    const countWaiting = async () => {
      const [{ count } = { count: 0 }] = await admin.database.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      return count
    }
    const maxTransactionMs = 45_000
    const running = await admin.database.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT 1 FROM sandbox_company WHERE "realmId" = ${id} FOR UPDATE`
        const waiting = reset()
        await expect.poll(countWaiting).toBe(1)
        await transaction.realm.delete({ where: { id } })
        return { waiting }
      },
      { timeout: maxTransactionMs },
    )
    expect(toProblem(await running.waiting)).toEqual({ status: 404, error: 'not_found' })
  })

  it('is not reset with fewer than 50 calls left [cp-7:sandbox_daily_limit]', async () => {
    const small = await startAdmin({ config: { sandboxCallsPerDay: 60 } })
    const { session, sandboxRealmId } = await small.organization()
    const reset = () => small.call(`POST /realms/${sandboxRealmId}/sandbox/reset`, session, { template: 'empty' })
    expect((await reset()).status).toBe(200)
    const refused = await reset()
    expect(toProblem(refused)).toEqual({ status: 429, error: 'sandbox_daily_limit' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await small.stop()
  })

  it('is reset at most 10 times a minute, each of which counts as 50 requests [cp-7:rate_limited]', async () => {
    const limited = await startAdmin({ config: { restRequestsPerMinute: 60 } })
    const { session, sandboxRealmId } = await limited.organization()
    const reset = () => limited.call(`POST /realms/${sandboxRealmId}/sandbox/reset`, session, { template: 'empty' })
    expect((await reset()).status).toBe(200)
    const refused = await reset()
    expect(toProblem(refused)).toEqual({ status: 429, error: 'rate_limited' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await limited.stop()
  })
})

describe('billing and audit', () => {
  it('returns the summary without a billing configuration [cp-4:19]', async () => {
    const { session, orgId, realmId } = await admin.organization('billing@example.com')
    const today = new Date(admin.clock().toISOString().slice(0, 10))
    await admin.database.usageDay.create({ data: { realmId, day: today, requests: 7, errors: 2 } })
    const { body } = await admin.call(`GET /orgs/${orgId}/billing`, session)
    expect(body).toMatchObject({
      plan: 'trial',
      status: 'none',
      entitled: true,
      realmCount: 1,
      realmLimit: 1,
      quantity: 1,
      graceUntil: null,
      usage30d: { requests: 7, errors: 2 },
      billingEnabled: false,
    })
    expect(body.usage30d.byDay).toHaveLength(30)
    expect(body.usage30d.byDay.at(-1)).toEqual({ day: today.toISOString().slice(0, 10), requests: 7, errors: 2 })
  })

  it('adds up usage in the database, one row for each day, company file and app', async () => {
    const { session, orgId, realmId } = await admin.organization('sums@example.com')
    const midnight = new Date(admin.clock().toISOString().slice(0, 10)).getTime()
    const days = Array.from({ length: 40 }, (_, age) => new Date(midnight - age * 86_400_000))
    await admin.database.usageDay.createMany({
      data: days.flatMap((day) =>
        ['', 'gone'].map((clientId) => ({ realmId, day, clientId, requests: clientId === '' ? 3 : 2, errors: 1 })),
      ),
    })
    const { body } = await admin.call(`GET /orgs/${orgId}/usage`, session)
    expect(body.byDay).toHaveLength(30)
    expect(body.byDay[0]).toEqual({ day: days[29]?.toISOString().slice(0, 10), requests: 5, errors: 2 })
    expect(body.byRealm).toEqual([{ realmId, name: expect.any(String), requests: 150, errors: 60 }])
    expect(body.byClient).toEqual([
      { clientId: '', name: null, requests: 90, errors: 30 },
      { clientId: 'gone', name: null, requests: 60, errors: 30 },
    ])
  })

  it('lists the company files with the most requests, as the connection watch has counted them', async () => {
    const { session, orgId, realmId } = await admin.organization('most@example.com')
    await admin.database.organization.update({ where: { id: orgId }, data: { plan: 'enterprise' } })
    const busy = (await admin.call('POST /realms', session, { orgId, name: 'Busy' })).body.realm.id
    const usage = createUsageCounter(admin)
    const call = async (...ids: readonly string[]) => {
      for (const id of ids) usage.count(requireRealmId(id), 'svcc_app', 200)
      await usage.flush()
    }
    await call(realmId, busy)
    await call(busy, busy)
    await usage.close()
    const watch = createConnectionWatch({ ...admin, mailer: { send: async () => undefined } })
    await watch.run()
    await watch.close()
    const list = async (query = '') => {
      const { byRealm } = (await admin.call(`GET /orgs/${orgId}/usage${query}`, session)).body
      return byRealm.map((file: { realmId: string; requests: number }) => [file.realmId, file.requests])
    }
    expect(await list('?limit=1')).toEqual([[busy, 3]])
    expect(await list()).toEqual([
      [busy, 3],
      [realmId, 1],
    ])
    const total = () =>
      admin.database.organizationUsage.aggregate({ where: { orgId, isSandbox: false }, _sum: { requests: true } })
    expect((await total())._sum.requests).toBe(4)
    // A deleted company file leaves what it has used.
    expect((await admin.call(`DELETE /realms/${busy}`, session)).status).toBe(204)
    expect((await total())._sum.requests).toBe(4)
  })

  it('requires a billing configuration and another plan for checkout [cp-7:billing_disabled] [cp-7:enterprise_plan] [cp-4.5]', async () => {
    const { session, orgId } = await admin.organization('checkout@example.com')
    const checkout = () => admin.call(`POST /orgs/${orgId}/billing/checkout`, session, {})
    expect(toProblem(await checkout())).toEqual({ status: 503, error: 'billing_disabled' })
    await admin.database.organization.update({ where: { id: orgId }, data: { plan: 'enterprise' } })
    expect(toProblem(await checkout())).toEqual({ status: 409, error: 'enterprise_plan' })
  })

  it('filters, pages and exports the audit log, with spreadsheet formulas escaped', async () => {
    const { caller, session, orgId, sandboxRealmId } = await admin.organization('audits@example.com')
    const key = await admin.createKey(caller, orgId)
    await admin.call(`PATCH /realms/${sandboxRealmId}`, key, { name: '=1+1' })
    const first = (await admin.call(`GET /audit-events?orgId=${orgId}&limit=2`, session)).body
    expect(first.events[0]).toMatchObject({ action: 'realm.rename', credential: 'api-key', details: { name: '=1+1' } })
    const second = (await admin.call(`GET /audit-events?orgId=${orgId}&limit=2&before=${first.before}`, session)).body
    expect([...first.events, ...second.events].map(({ action }: { action: string }) => action)).toEqual([
      'realm.rename',
      'api-key.create',
      'realm.create',
      'realm.create',
    ])
    const csv = await admin.call(`GET /audit-events.csv?orgId=${orgId}&action=realm.rename`, session)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    const [head, line] = csv.text.split('\r\n')
    expect(head).toBe(
      '"at","action","resource","resourceId","resourceName","credential","apiKeyId","apiKeyName","actorId","actor","address","details"',
    )
    expect(line).toContain('"{""name"":""=1+1""}"')
  })
})

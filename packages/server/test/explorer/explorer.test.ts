import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Credential } from '../admin.fixture.ts'
import { startExplorer, type TestExplorer } from '../explorer.fixture.ts'

const startedAt = Date.UTC(2026, 2, 2, 12)
let now = startedAt
let explorer: TestExplorer
let sandbox: string
let production: string
let owner: Credential
let member: Credential

beforeAll(async () => {
  explorer = await startExplorer({ clock: () => new Date(now) })
  const { admin, org } = explorer
  sandbox = org.sandboxRealmId
  production = org.realmId
  const never = new Date('2100-01-01')
  owner = await admin.createSession(org.caller.userId, never)
  const { caller } = await admin.person('member@example.com', org.orgId)
  member = await admin.createSession(caller.userId, never)
})
afterAll(() => explorer.stop())
beforeEach(async () => {
  now = startedAt
  await explorer.admin.database.explorerPermission.deleteMany()
  explorer.sent.length = 0
})

function customer(realmId: string) {
  return { realmId, method: 'POST', path: '/customer', body: '{"DisplayName":"<script>alert(1)</script>"}' } as const
}

function allowWrites(credential: Credential, name = 'Company', realmId = production) {
  return explorer.procedure('allowWrites', credential, { realmId, name })
}

async function writeStatus(credential: Credential, call: Partial<Parameters<TestExplorer['send']>[1]> = {}) {
  const { data, problem } = await explorer.send(credential, { ...customer(production), ...call })
  return problem ?? [data.status, JSON.parse(data.body).Fault?.Error[0].code]
}

const refused = [403, 'AUTHORIZATION_FAILED']

describe('a call of the Explorer', () => {
  it('returns the response with headers, qbXML and times', async () => {
    const query = `query=${encodeURIComponent('select Id from Customer maxresults 2')}&explain=1`
    const { data } = await explorer.send(member, { realmId: sandbox, path: '/query', query })
    expect(data.status).toBe(200)
    expect(data.address).toBe(`/v3/company/${sandbox}/query?${query}`)
    expect(JSON.parse(data.body).QueryResponse.Customer).toHaveLength(2)
    expect(data.headers).toContainEqual({ name: 'x-request-id', value: data.traceId })
    expect(data.headers.map(({ name }: { name: string }) => name)).toContain('x-svc-plan')
    expect(data.exchanges).toEqual([
      {
        sent: expect.stringContaining('<CustomerQueryRq'),
        received: expect.stringContaining('<CustomerRet>'),
        reason: null,
      },
    ])
    expect(data.times).toEqual({
      totalMs: expect.any(Number),
      queueMs: expect.any(Number),
      gatewayMs: expect.any(Number),
      desktopMs: expect.any(Number),
    })
  })

  it('returns the qbXML of a production file that keeps no bodies, and stores none', async () => {
    const { data } = await explorer.send(member, { realmId: production, path: '/customer/80000001-1' })
    expect(data.exchanges[0].received).toBe('<QBXML/>')
    await explorer.admin.requestLog.flush()
    const logged = await explorer.admin.database.loggedRequest.findFirstOrThrow({ where: { traceId: data.traceId } })
    expect(logged.bodies).toBeNull()
  })

  it.each([
    ['explorer', {}],
    ['replay', { isReplay: true }],
  ])('is logged as a call of %s', async (source, call) => {
    const { data } = await explorer.send(member, { realmId: sandbox, ...call })
    await explorer.admin.requestLog.flush()
    const logged = await explorer.admin.database.loggedRequest.findFirstOrThrow({ where: { traceId: data.traceId } })
    expect(logged).toMatchObject({ source, clientId: null })
  })

  it('returns the beginning of a long response, and leaves out its qbXML', async () => {
    const notes = 'x'.repeat(10_500)
    const vendors = Array.from({ length: 1_000 }, (_, index) => {
      return `<VendorRet><ListID>${index + 1}-1</ListID><Name>${index}</Name><Notes>${notes}</Notes></VendorRet>`
    })
    const status = 'statusCode="0" statusSeverity="Info" statusMessage="OK"'
    const response = `<QBXML><QBXMLMsgsRs><VendorQueryRs ${status}>${vendors.join('')}</VendorQueryRs></QBXMLMsgsRs></QBXML>`
    const large = await startExplorer({ response })
    const session = await large.admin.createSession(large.org.caller.userId, new Date('2100-01-01'))
    const query = `query=${encodeURIComponent('select * from Vendor maxresults 1000')}`
    const { data } = await large.send(session, { realmId: large.org.realmId, path: '/query', query })
    expect([data.status, data.body.length, data.exchanges.length, data.exchangesLeftOut]).toEqual([
      200,
      1024 ** 2,
      0,
      1,
    ])
    expect(data.bodyCharacters).toBeGreaterThan(10 * 1024 ** 2)
    await large.stop()
  })

  it('hides social security numbers in the qbXML', async () => {
    const body = '{"GivenName":"A","FamilyName":"B","SSN":"123-45-6789"}'
    const { data } = await explorer.send(member, { realmId: sandbox, method: 'POST', path: '/employee', body })
    expect(data.status).toBe(200)
    expect(JSON.stringify(data.exchanges)).not.toContain('123-45-6789')
  })

  it('gives a write a requestid', async () => {
    const { data } = await explorer.send(member, customer(sandbox))
    expect([data.status, data.address]).toEqual([200, expect.stringMatching(/\/customer\?requestid=[0-9a-f-]{36}$/)])
    const own = await explorer.send(member, {
      ...customer(sandbox),
      body: '{"DisplayName":"Own"}',
      query: 'requestid=mine',
    })
    expect(own.data.address).toMatch(/\?requestid=mine$/)
  })

  it('accepts a body of 2 MB', async () => {
    const body = JSON.stringify({ DisplayName: 'Large', Notes: 'x'.repeat(2 * 1024 * 1024 - 100) })
    const { status, data } = await explorer.send(member, { ...customer(sandbox), body })
    expect([status, data.status, JSON.parse(data.body).Fault.Error[0].code]).toEqual([200, 400, '2050'])
  })

  it.each([
    ['another path', { path: '/../../admin/v1/orgs' }, 404],
    ['the realm of another path', { path: '/../1234567890123456/companyinfo' }, 403],
  ])('cannot reach %s', async (_what, call, status) => {
    const { data } = await explorer.send(member, { realmId: sandbox, ...call })
    expect(data.status).toBe(status)
  })

  it('is rejected without a session, for a foreign realm, and for an unknown one', async () => {
    const eve = await explorer.admin.organization('eve@example.com')
    const theirs = await explorer.admin.createSession(eve.caller.userId, new Date('2100-01-01'))
    expect((await explorer.send({ origin: owner.origin ?? '' }, { realmId: sandbox })).problem).toBe('unauthenticated')
    expect((await explorer.send(theirs, { realmId: sandbox })).problem).toBe('not_found')
    expect((await explorer.send(theirs, { realmId: '1111111111111111' })).problem).toBe('not_found')
  })

  it('is rejected from another site', async () => {
    const { problem } = await explorer.send({ ...owner, origin: 'https://evil.example' }, { realmId: sandbox })
    expect(problem).toBe('forbidden')
  })
})

describe('a production file in the Explorer', () => {
  it.each([
    ['a create', {}],
    ['an update', { query: 'operation=update', body: '{"Id":"1-1","SyncToken":"1","DisplayName":"x"}' }],
    ['a deletion', { path: '/invoice', query: 'operation=delete', body: '{"Id":"1-1","SyncToken":"1"}' }],
    ['a void', { path: '/invoice', query: 'operation=void', body: '{"Id":"1-1","SyncToken":"1"}' }],
    [
      'a batch with one write',
      {
        path: '/batch',
        body: JSON.stringify({
          BatchItemRequest: [
            { bId: '1', Query: 'select * from Customer' },
            { bId: '2', operation: 'create', Customer: { DisplayName: 'x' } },
          ],
        }),
      },
    ],
  ])('rejects %s until an admin allows writes, and sends nothing', async (_what, call) => {
    expect(await writeStatus(owner, call)).toEqual(refused)
    expect(explorer.sent).toEqual([])
    expect((await allowWrites(owner)).status).toBe(200)
    await explorer.send(owner, { ...customer(production), ...call })
    expect(explorer.sent).not.toEqual([])
  })

  it('accepts reads, queries by POST among them', async () => {
    await explorer.send(member, { realmId: production, method: 'POST', path: '/query', body: 'select * from Customer' })
    expect(explorer.sent).toHaveLength(1)
  })

  it('rejects a wrong name and records nothing', async () => {
    expect((await allowWrites(owner, 'company')).problem).toBe('invalid_request')
    expect(await writeStatus(owner)).toEqual(refused)
  })

  it('cannot be armed by a member, which is audited', async () => {
    expect((await allowWrites(member)).problem).toBe('forbidden')
    const { admin, org } = explorer
    expect(
      await admin.database.auditEvent.findMany({ where: { orgId: org.orgId, action: 'access.deny' } }),
    ).toMatchObject([
      {
        resourceId: production,
        details: { operation: 'explorer.allowWrites', role: 'member', needs: 'admin' },
      },
    ])
    expect(await explorer.access(member, production)).toMatchObject({ mayWrite: false, mayAllowWrites: false })
  })

  it('is armed for the session that typed the name, and for 30 minutes', async () => {
    const { org, admin } = explorer
    const second = await admin.createSession(org.caller.userId, new Date('2100-01-01'))
    expect((await allowWrites(owner)).data).toEqual({ writesUntil: '2026-03-02T12:30:00.000Z' })
    expect(await explorer.access(owner, production)).toEqual({
      name: 'Company',
      kind: 'production',
      mayWrite: true,
      mayAllowWrites: true,
      writesUntil: '2026-03-02T12:30:00.000Z',
    })
    expect(await writeStatus(second)).toEqual(refused)
    now = startedAt + 30 * 60_000
    expect(await writeStatus(owner)).toEqual(refused)
    expect(explorer.sent).toEqual([])
  })

  it('is read-only again after the permission ends, and both are audited', async () => {
    await allowWrites(owner)
    expect((await explorer.procedure('endWrites', owner, { realmId: production })).status).toBe(200)
    expect(await writeStatus(owner)).toEqual(refused)
    const events = await explorer.admin.database.auditEvent.findMany({
      where: { resourceId: production, action: { startsWith: 'explorer.' } },
      orderBy: { id: 'desc' },
      take: 2,
    })
    expect(events.map(({ action }) => action)).toEqual(['explorer.end_writes', 'explorer.allow_writes'])
  })

  it('is read-only as soon as the admin becomes a member', async () => {
    const { admin, org } = explorer
    const { caller, session } = await admin.person('admin@example.com', org.orgId, 'admin')
    await admin.database.session.updateMany({
      where: { userId: caller.userId },
      data: { expires: new Date('2100-01-01') },
    })
    await allowWrites(session)
    const where = { orgId_userId: { orgId: org.orgId, userId: caller.userId } }
    await admin.database.membership.update({ where, data: { role: 'member' } })
    expect(await writeStatus(session)).toEqual(refused)
    await admin.database.membership.delete({ where })
    expect(await writeStatus(session)).toBe('not_found')
  })
})

describe('the check of a call', () => {
  const check = async (call: object) => {
    const rest = { realmId: sandbox, method: 'POST', query: '', body: null, ...call }
    return (await explorer.procedure('check', member, rest)).data
  }

  it.each([
    ['a field of the wrong type', { path: '/customer', body: '{"DisplayName":{}}' }, [['2010', 'DisplayName']]],
    ['a required field that is missing', { path: '/invoice', body: '{}' }, [['2020', 'Line']]],
    ['a text that is not JSON', { path: '/customer', body: '{' }, [['BAD_REQUEST', undefined]]],
    ['an unsupported entity', { path: '/tag', body: '{}' }, [['UNSUPPORTED_BY_DESKTOP', undefined]]],
    ['a query with a mistake', { path: '/query', body: 'select * fro Customer' }, [['4000', undefined]]],
    [
      'a query of an unknown property',
      { path: '/query', body: "select * from Customer where Nam = 'x'" },
      [['4000', undefined]],
    ],
    [
      'the items of a batch',
      {
        path: '/batch',
        body: JSON.stringify({
          BatchItemRequest: [
            { bId: '1', operation: 'create', Customer: {} },
            { bId: '2', operation: 'create', Customer: { DisplayName: 'fine' } },
            { bId: '3', Query: 'select' },
          ],
        }),
      },
      [
        ['2020', 'BatchItemRequest[0]'],
        ['4000', 'BatchItemRequest[2]'],
      ],
    ],
    ['nothing in a correct body', { path: '/customer', body: '{"DisplayName":"Fine"}' }, []],
  ])('finds %s', async (_what, call, expected) => {
    const found = await check(call)
    expect(found.map(({ code, element }: { code: string; element?: string }) => [code, element])).toEqual(expected)
  })

  it('reports what the response then says', async () => {
    const call = { realmId: sandbox, method: 'POST', path: '/customer', query: '', body: '{"DisplayName":7}' } as const
    const [found] = await check(call)
    const { data } = await explorer.send(member, call)
    const [error] = JSON.parse(data.body).Fault.Error
    expect([found.status, found.code, found.message]).toEqual([data.status, error.code, error.Message])
  })

  it('sends nothing', async () => {
    await explorer.procedure('check', owner, customer(production))
    expect(explorer.sent).toEqual([])
  })
})

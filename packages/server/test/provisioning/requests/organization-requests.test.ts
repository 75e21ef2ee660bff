import { requireRealmId } from '@bridge/agent-protocol'
import { deleteBodiesAbove } from '@bridge/data-plane/request-log/request-log.store'
import { hashSecret } from '@bridge/database/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin } from '../../admin.fixture.ts'

let admin: TestAdmin
let session: Credential
let member: Credential
let orgId: string
let sandboxRealmId: string
let realmId: string
let now = Date.UTC(2026, 2, 16, 12)

beforeAll(async () => {
  admin = await startAdmin({ clock: () => new Date(now) })
  const org = await admin.organization()
  ;({ orgId, sandboxRealmId, realmId } = org)
  const later = new Date('2100-01-01')
  session = await admin.createSession(org.caller.userId, later)
  const { caller } = await admin.person('member@example.com', orgId)
  member = await admin.createSession(caller.userId, later)
  await admin.database.oAuthClient.create({
    data: { id: 'svcc_app', orgId, name: 'Invoicing', redirectUris: [], secretHash: 'none' },
  })
  for (const [id, token] of [
    [sandboxRealmId, 'sandbox'],
    [realmId, 'production'],
  ] as const) {
    await admin.database.connection.create({
      data: {
        clientId: 'svcc_app',
        realmId: id,
        scope: 'com.intuit.quickbooks.accounting',
        accessTokens: { create: { tokenHash: hashSecret(token), expiresAt: later } },
      },
    })
  }
  await send(sandboxRealmId, '/query?query=select%20*%20from%20Customer%20maxresults%201&minorversion=75', 'query')
  await send(sandboxRealmId, '/customer?requestid=r1', 'create', { DisplayName: 'Logged' })
  await send(sandboxRealmId, '/customer?requestid=r1', 'repeat', { DisplayName: 'Logged' })
  await send(sandboxRealmId, '/customer', 'same-name', { DisplayName: 'Logged' })
  await send(sandboxRealmId, '/attachable', 'unsupported', {})
  await send(realmId, '/customer/1', 'offline-read')
  await send(realmId, '/vendor', 'offline-write', { DisplayName: 'Vendor' })
})
afterAll(() => admin.stop())

/** Sends a call and logs it, a minute after the previous one. */
async function send(id: string, path: string, traceId: string, json?: unknown) {
  now += 60_000
  const token = id === sandboxRealmId ? 'sandbox' : 'production'
  const response = await admin.app.request(`/v3/company/${id}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-request-id': traceId, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  await admin.requestLog.flush()
  return response
}

async function get(path: string, credential = session) {
  const { status, body } = await admin.call(`GET ${path}`, credential)
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
async function findTraces(filter: string): Promise<string[]> {
  const { requests } = await get(`/requests?orgId=${orgId}&${filter}`)
  return requests.map(({ traceId }: { traceId: string }) => traceId)
}
async function explain(traceId: string, credential = session) {
  const { requests } = await get(`/requests?orgId=${orgId}&traceId=${traceId}`)
  return get(`/requests/${requests[0].id}`, credential)
}
async function replay(traceId: string, credential = session) {
  const { requests } = await get(`/requests?orgId=${orgId}&traceId=${traceId}`)
  return admin.call(`POST /requests/${requests[0].id}/replay`, credential, {})
}

const all = ['offline-write', 'offline-read', 'unsupported', 'same-name', 'repeat', 'create', 'query']

describe('the requests of an organization', () => {
  it.each([
    ['', all],
    ['limit=2', all.slice(0, 2)],
    ['status=failed', ['offline-write', 'offline-read', 'unsupported', 'same-name']],
    ['status=5xx', ['offline-write', 'offline-read']],
    ['entity=Customer&operation=create', ['same-name', 'repeat', 'create']],
    ['operation=query', ['query']],
    ['path=MAXRESULTS', ['query']],
    ['path=attach', ['unsupported']],
    ['requestId=r1', ['repeat', 'create']],
    ['source=api&clientId=svcc_app&status=2xx', ['repeat', 'create', 'query']],
    ['source=explorer', []],
    ['slowerThanMs=3600000', []],
    ['code=AGENT_OFFLINE&method=get', ['offline-read']],
  ])('are filtered by %s', async (filter, expected) => {
    expect(await findTraces(filter)).toEqual(expected)
  })

  it('are filtered by realm, and paged across realms', async () => {
    expect(await findTraces(`realmId=${realmId}`)).toEqual(all.slice(0, 2))
    const first = await get(`/requests?orgId=${orgId}&limit=3`)
    expect(await findTraces(`limit=10&before=${first.before}`)).toEqual(all.slice(3))
  })

  it('name their file, app, entity and query', async () => {
    const { requests } = await get(`/requests?orgId=${orgId}&operation=query`)
    expect(requests[0]).toMatchObject({
      realmName: 'Sandbox',
      clientName: 'Invoicing',
      entity: 'Customer',
      queryText: 'select * from Customer maxresults 1',
    })
  })

  it('are counted over time and by status', async () => {
    // A request is logged with its start, a moment before its minute.
    const since = new Date(Date.UTC(2026, 2, 16, 12, 0, 30)).toISOString()
    const until = new Date(Date.UTC(2026, 2, 16, 12, 10, 30)).toISOString()
    const { buckets, total, stepMs } = await get(
      `/requests/counts?orgId=${orgId}&since=${since}&until=${until}&buckets=5`,
    )
    expect([stepMs, total]).toEqual([120_000, { ok: 3, clientErrors: 2, serverErrors: 2 }])
    expect(
      buckets.map(({ ok, clientErrors, serverErrors }: Record<string, number>) => [ok, clientErrors, serverErrors]),
    ).toEqual([
      [2, 0, 0],
      [1, 1, 0],
      [0, 1, 1],
      [0, 0, 1],
      [0, 0, 0],
    ])
    const wrong = await admin.call(`GET /requests/counts?orgId=${orgId}&since=${until}&until=${since}`, session)
    expect(wrong.body.error).toBe('invalid_request')
  })

  it('are grouped by failure, with the share of calls and the fix', async () => {
    const { calls, failures, groups } = await get(`/requests/failures?orgId=${orgId}`)
    expect([calls, failures, groups.length]).toEqual([7, 4, 4])
    expect(groups.find(({ code }: { code: string }) => code === '6240')).toMatchObject({
      entity: 'Customer',
      clientName: 'Invoicing',
      count: 1,
      share: 1 / 7,
      sentence: expect.stringMatching(/^QuickBooks refused the customer: /),
      fix: expect.any(String),
    })
  })

  it('show what QuickBooks Desktop cannot do, among the calls counted by day', async () => {
    const day = new Date(new Date(now).toISOString().slice(0, 10))
    await admin.database.usageDay.create({ data: { realmId, day, clientId: 'busy', requests: 900 } })
    await admin.database.usageDay.create({ data: { realmId: sandboxRealmId, day, clientId: 'busy', requests: 80 } })
    const countCalls = async () => (await get(`/requests/desktop-fit?orgId=${orgId}`)).calls
    // Seven calls of this file are counted in the background.
    await expect.poll(countCalls, { timeout: 60_000 }).toBe(987)
    const { gaps } = await get(`/requests/desktop-fit?orgId=${orgId}`)
    expect(gaps).toEqual([
      expect.objectContaining({ clientName: 'Invoicing', code: 'UNSUPPORTED_BY_DESKTOP', entity: 'Attachable' }),
    ])
    expect(gaps[0].reason).toBe('QuickBooks Desktop does not give integrations access to attached documents.')
    expect(gaps[0].alternative).toMatch(/^Store the document in your app/)
    expect(await get(`/requests/desktop-fit?orgId=${orgId}&clientId=busy`)).toEqual({ calls: 980, gaps: [] })
  })

  it('say how many company files log only some of them', async () => {
    const count = async (filter = '') => (await get(`/requests/counts?orgId=${orgId}${filter}`)).partlyLogged
    expect(await count()).toBe(0)
    const change = { logsRequests: 'failures' }
    const changed = await admin.call(`PATCH /realms/${realmId}/settings`, session, change)
    expect(changed.body.settings).toMatchObject(change)
    expect([await count(), await count(`&realmId=${realmId}`), await count(`&realmId=${sandboxRealmId}`)]).toEqual([
      1, 1, 0,
    ])
    await admin.call(`PATCH /realms/${realmId}/settings`, session, { logsRequests: 'all' })
  })

  it('are not found by other organizations', async () => {
    const other = await admin.organization('other@example.com')
    const stranger = await admin.createSession(other.caller.userId, new Date('2100-01-01'))
    const { request } = await explain('create')
    const responses = await Promise.all(
      [request.id, '00000000-0000-4000-8000-000000000000', 'x'].map((id) =>
        admin.call(`GET /requests/${id}`, stranger),
      ),
    )
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(responses[0]?.body.error).toBe('not_found')
  })
})

describe('the explanation of a request', () => {
  it('says whether a write was posted and what a repeat does', async () => {
    expect(await explain('create')).toMatchObject({
      bodiesState: 'kept',
      sentence: 'QuickBooks created the customer.',
      fault: null,
      posted: { answer: 'yes', repeat: 'returns-result' },
      replayBlockedBy: null,
    })
    expect((await explain('repeat')).posted.because).toMatch(/earlier call/)
    expect(await explain('same-name')).toMatchObject({
      fault: { detail: expect.stringMatching(/^QuickBooks Desktop: /), docsPath: '/docs/errors/6240' },
      posted: { answer: 'no', repeat: 'is-new' },
    })
    expect((await explain('query')).posted).toBeNull()
  })

  it('records that the bodies were read, if there are any', async () => {
    const countReads = async (traceId: string) => {
      const { request } = await explain(traceId, member)
      await explain(traceId, member)
      const { events } = await get(`/audit-events?orgId=${orgId}&action=request.read&resourceId=${request.id}`)
      return events.filter(({ actor }: { actor: string }) => actor === 'member@example.com').length
    }
    expect([await countReads('create'), await countReads('offline-write')]).toEqual([1, 0])
  })

  it('says that bodies were not kept', async () => {
    expect((await explain('offline-write')).bodiesState).toBe('off')
  })
})

describe('a replay', () => {
  it('is a new call with a new requestid, and is audited if it writes', async () => {
    const { status, body } = await replay('same-name')
    expect([status, body]).toEqual([
      200,
      { traceId: expect.any(String), status: 400, loggedRequestId: expect.any(String), requestId: expect.any(String) },
    ])
    const { request } = await get(`/requests/${body.loggedRequestId}`)
    expect(request).toMatchObject({ source: 'replay', clientId: 'svcc_app', code: '6240', requestId: body.requestId })
    const { events } = await get(`/audit-events?orgId=${orgId}&action=request.replay`)
    expect(events[0]).toMatchObject({ details: { requestId: body.requestId } })
  })

  it('sends the same query', async () => {
    const { body } = await replay('query', member)
    expect(body).toMatchObject({ status: 200, requestId: null })
    const { request } = await get(`/requests/${body.loggedRequestId}`)
    expect(request).toMatchObject({ source: 'replay', queryText: 'select * from Customer maxresults 1' })
    const { events } = await get(`/audit-events?orgId=${orgId}&action=request.replay`)
    expect(events).toHaveLength(1)
  })

  it('reads a company file for an admin only, and never writes to it [cp-7:not_replayable]', async () => {
    expect((await replay('offline-read')).body).toMatchObject({ status: 503 })
    for (const [traceId, credential] of [
      ['offline-read', member],
      ['offline-write', session],
    ] as const) {
      const { status, body } = await replay(traceId, credential)
      expect([status, body.error]).toEqual([409, 'not_replayable'])
      expect((await explain(traceId, credential)).replayBlockedBy).toBe(body.message)
    }
  })
})

// The last test, because the request log deletes bodies as soon as they expire by its clock.
it('says that the bodies of a request have expired, and does not replay it', async () => {
  now += 73 * 3_600_000
  expect(await explain('create')).toMatchObject({ bodiesState: 'expired', request: { bodies: null } })
  expect((await replay('create')).body.error).toBe('not_replayable')
})

describe('a batch whose items fail', () => {
  interface Group {
    readonly code: string
    readonly entity: string | null
    readonly count: number
  }
  const countDuplicates = (groups: readonly Group[]) =>
    groups.find(({ code, entity }) => code === '6240' && entity === 'Customer')?.count ?? 0

  it('is found by the failures of its items, and counts once for each', async () => {
    const before = await get(`/requests/failures?orgId=${orgId}`)
    await send(sandboxRealmId, '/batch', 'batch', {
      BatchItemRequest: [
        { bId: '1', operation: 'create', Customer: { DisplayName: 'Logged' } },
        { bId: '2', operation: 'create', Customer: { DisplayName: 'Logged' } },
        { bId: '3', operation: 'create', Attachable: { FileName: 'a.pdf' } },
        { bId: '4', Query: 'select Id from Customer maxresults 1' },
        { bId: '5', Query: 'select Nonsense from Vendor' },
      ],
    })
    expect(await findTraces('code=UNSUPPORTED_BY_DESKTOP&entity=Attachable&operation=create')).toContain('batch')
    expect(await findTraces('code=UNSUPPORTED_BY_DESKTOP&entity=Customer')).toEqual([])
    expect(await findTraces('operation=batch')).toEqual(['batch'])

    const { sentence, request } = await explain('batch')
    expect([request.status, request.code, request.failedItems]).toEqual([200, null, 4])
    expect(sentence).toBe('The batch ran, and 4 of its items failed.')

    const { calls, failures, groups } = await get(`/requests/failures?orgId=${orgId}`)
    expect([calls, failures]).toEqual([before.calls + 1, before.failures + 1])
    expect(countDuplicates(groups)).toBe(countDuplicates(before.groups) + 1)
    expect(groups.filter(({ entity }: { entity: string }) => entity === 'Vendor')).toContainEqual(
      expect.objectContaining({ sampleId: request.id, sentence: expect.stringContaining('Nonsense') }),
    )
    const filtered = await get(`/requests/failures?orgId=${orgId}&entity=Attachable&operation=create`)
    expect(filtered.groups).toMatchObject([
      { code: 'UNSUPPORTED_BY_DESKTOP', entity: 'Attachable', sampleId: request.id },
    ])
  })

  it('shows what QuickBooks Desktop cannot do', async () => {
    const { gaps } = await get(`/requests/desktop-fit?orgId=${orgId}`)
    expect(gaps.find(({ operation }: { operation: string }) => operation === 'create')).toMatchObject({
      clientName: 'Invoicing',
      code: 'UNSUPPORTED_BY_DESKTOP',
      entity: 'Attachable',
      count: 1,
    })
  })

  it('is like a request for changes of which an entity fails', async () => {
    const since = new Date(now - 3_600_000).toISOString()
    await send(sandboxRealmId, `/cdc?entities=Customer,attachable&changedSince=${since}`, 'changes')
    const { sentence, request } = await explain('changes')
    expect([request.status, request.failedItems, sentence]).toEqual([
      200,
      1,
      'The changed records were returned, except for 1 entity.',
    ])
    expect(await findTraces('code=UNSUPPORTED_BY_DESKTOP&entity=Attachable')).toContain('changes')
  })
})

it('says that the bodies of a request were removed because of newer ones, and does not replay it', async () => {
  await send(sandboxRealmId, '/customer', 'removed', { DisplayName: 'Removed' })
  await deleteBodiesAbove(admin.database, requireRealmId(sandboxRealmId), 0)
  expect(await explain('removed')).toMatchObject({ bodiesState: 'removed', request: { bodies: null } })
  expect((await replay('removed')).body.error).toBe('not_replayable')
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Credential, startAdmin, type TestAdmin } from '../../admin.fixture.ts'

let admin: TestAdmin
let session: Credential
let realmId: string
let orgId: string
let now = new Date('2026-03-02T12:00:00Z')

function getId(n: number) {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

beforeAll(async () => {
  admin = await startAdmin({ clock: () => now })
  const org = await admin.organization()
  session = await admin.createSession(org.caller.userId, new Date('2100-01-01'))
  realmId = org.sandboxRealmId
  orgId = org.orgId
  const bodies = { query: '', request: '{}', answer: '{}', exchanges: [], exchangesLeftOut: 0 }
  const row = (n: number, minutesAgo: number) => ({
    id: getId(n),
    traceId: `trace-${n}`,
    realmId,
    orgId: org.orgId,
    createdAt: new Date(now.getTime() - minutesAgo * 60_000),
    method: 'GET',
    path: `/v3/company/${realmId}/customer/${n}`,
    status: 200,
    totalMs: 12.5,
    bodies,
  })
  await admin.database.loggedRequest.createMany({
    data: [
      row(1, 73 * 60),
      { ...row(2, 30), method: 'POST', path: `/v3/company/${realmId}/invoice`, requestId: 'mine' },
      { ...row(3, 20), status: 404, code: 'NOT_FOUND' },
      { ...row(4, 10), status: 400, code: '610' },
    ],
  })
})
afterAll(() => admin.stop())

async function findIds(filter: string) {
  const { body } = await admin.call(`GET /realms/${realmId}/requests?${filter}`, session)
  return body.requests.map(({ id }: { id: string }) => Number(id.slice(-2)))
}

it.each([
  ['', [4, 3, 2, 1]],
  ['status=404', [3]],
  ['status=4xx', [4, 3]],
  ['code=610', [4]],
  ['method=post', [2]],
  ['path=INVOICE', [2]],
  ['path=%25', []],
  ['requestId=mine', [2]],
  ['traceId=trace-3', [3]],
  ['since=2026-03-02T11:35:00Z', [4, 3]],
  ['until=2026-03-02T11:35:00Z', [2, 1]],
  ['status=4xx&code=NOT_FOUND', [3]],
])('filters the log of a realm by %s', async (filter, expected) => {
  expect(await findIds(filter)).toEqual(expected)
})

it('pages the log of a realm', async () => {
  expect(await findIds('limit=3')).toEqual([4, 3, 2])
  expect(await findIds(`limit=3&before=${getId(2)}`)).toEqual([1])
  const { body } = await admin.call(`GET /realms/${realmId}/requests?limit=4&status=5xx`, session)
  expect(body).toEqual({ requests: [], before: null })
})

it('shows a request with its bodies for 72 hours', async () => {
  const show = async (n: number) => (await admin.call(`GET /realms/${realmId}/requests/${getId(n)}`, session)).body
  expect(await show(2)).toEqual({
    request: {
      id: getId(2),
      traceId: 'trace-2',
      realmId,
      realmName: 'Sandbox',
      clientId: null,
      clientName: null,
      source: 'api',
      at: '2026-03-02T11:30:00.000+00:00',
      method: 'POST',
      path: `/v3/company/${realmId}/invoice`,
      operation: null,
      entity: null,
      status: 200,
      code: null,
      field: null,
      failedItems: 0,
      requestId: 'mine',
      queryText: null,
      totalMs: 12.5,
      queueMs: null,
      gatewayMs: null,
      desktopMs: null,
      warnings: [],
      bodies: {
        query: '',
        requestHeaders: {},
        request: '{}',
        requestCharacters: 0,
        answerHeaders: {},
        answer: '{}',
        answerCharacters: 0,
        exchanges: [],
        exchangesLeftOut: 0,
        plan: null,
      },
    },
  })
  expect((await show(1)).request.bodies).toBeNull()
  expect((await show(9)).error).toBe('not_found')
})

it('audits who read the bodies of a request, once in 10 minutes on both routes, and not without bodies', async () => {
  const findReads = async (n: number) =>
    admin.database.auditEvent.findMany({
      where: { action: 'request.read', resourceId: getId(n) },
      select: { actorId: true, orgId: true, resourceKind: true, ip: true },
    })
  const read = async (n: number) => {
    for (const route of [`GET /realms/${realmId}/requests/${getId(n)}`, `GET /requests/${getId(n)}`])
      expect((await admin.call(route, session)).status).toBe(200)
  }
  await read(1)
  expect(await findReads(1)).toEqual([])
  await read(3)
  await read(3)
  const [event, ...others] = await findReads(3)
  expect(others).toEqual([])
  expect(event).toMatchObject({ orgId, resourceKind: 'request' })
  const before = now
  now = new Date(before.getTime() + 11 * 60_000)
  await read(3)
  now = before
  expect(await findReads(3)).toEqual([event, event])
})

it('does not find a request of another realm', async () => {
  const other = await admin.organization('other@example.com')
  const theirs = await admin.createSession(other.caller.userId, new Date('2100-01-01'))
  const response = await admin.call(`GET /realms/${other.realmId}/requests/${getId(2)}`, theirs)
  expect([response.status, response.body.error]).toEqual([404, 'not_found'])
})

it.each(['status=x', 'status=999', 'limit=0', 'before=1', 'since=yesterday', 'other=1'])(
  'rejects the filter %s',
  async (filter) => {
    const { status, body } = await admin.call(`GET /realms/${realmId}/requests?${filter}`, session)
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  },
)

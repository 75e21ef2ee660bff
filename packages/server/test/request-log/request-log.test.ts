import type { Desktop } from '@bridge/data-plane/desktop/desktop'
import { loggedTexts, traceDesktop } from '@bridge/data-plane/request-log/call-trace'
import { createRequestLog } from '@bridge/data-plane/request-log/request-log'
import { serverDefaults } from '@bridge/platform/server-config'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productionRealmId, sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'

let bridge: TestBridge
/** A request is logged with its start time, so tests advance the clock by more than any request takes. */
let now = Date.UTC(2026, 2, 16)
/** Responds with an empty document. */
const production: Desktop = {
  exchange: async () => ({ sent: true, lost: false, response: '<QBXML/>', timing: { queueMs: 3, desktopMs: 4 } }),
}

beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: production, clock: () => new Date(now) })
})
afterAll(() => bridge.stop())

const loggedCall = {
  realmId: sandboxRealmId,
  clientId: 'svcc_test',
  source: 'api',
  traceId: 't',
  method: 'GET',
  path: '/',
  status: 200,
  totalMs: 1,
}

async function findLast(realmId: string) {
  await bridge.requestLog.flush()
  return bridge.database.loggedRequest.findFirstOrThrow({ where: { realmId }, orderBy: { createdAt: 'desc' } })
}
async function lastBodies(realmId: string) {
  const { bodies } = await findLast(realmId)
  return bodies as { request: string; answer: string; query: string; exchanges: { request: string; answer: string }[] }
}
/** Traces exchanges whose message sets and responses all have the same text. */
async function traceExchanges(count: number, text: string) {
  const echo: Desktop = { exchange: async () => ({ sent: true, lost: false, response: text }) }
  const { desktop, trace } = traceDesktop(echo, loggedTexts)
  for (let index = 0; index < count; index += 1) await desktop.exchange(productionRealmId, text, { kind: 'read' })
  return trace
}
function callProduction(path: string) {
  now += 60_000
  return bridge.production.call(path)
}

describe('the request log', () => {
  it('stores each request with its outcome and its times', async () => {
    now += 60_000
    const response = await bridge.call('/customer?requestid=first', { json: { DisplayName: 'Logged' } })
    expect(await findLast(sandboxRealmId)).toMatchObject({
      traceId: response.headers.get('x-request-id'),
      method: 'POST',
      path: `/v3/company/${sandboxRealmId}/customer`,
      status: 200,
      code: null,
      requestId: 'first',
      desktopMs: expect.any(Number),
      totalMs: expect.any(Number),
    })
    now += 60_000
    await bridge.call('/customer/1', { headers: { 'x-request-id': 'mine' } })
    expect(await findLast(sandboxRealmId)).toMatchObject({ traceId: 'mine', method: 'GET', status: 400, code: '3000' })
  })

  it('keeps the bodies and the qbXML of a sandbox', async () => {
    now += 60_000
    await bridge.call('/customer?minorversion=75', { json: { DisplayName: 'Körper' } })
    const bodies = await lastBodies(sandboxRealmId)
    expect(bodies.query).toBe('?minorversion=75')
    expect(JSON.parse(bodies.request)).toEqual({ DisplayName: 'Körper' })
    expect(JSON.parse(bodies.answer).Customer.DisplayName).toBe('Körper')
    expect(bodies.exchanges[0]?.request).toContain('<Name>K&#246;rper</Name>')
    expect(bodies.exchanges[0]?.answer).toContain('statusCode="0"')
  })

  it('keeps no bodies of a production realm unless it has the setting', async () => {
    expect((await callProduction('/customer/1')).status).toBe(500)
    const silent = await findLast(productionRealmId)
    expect([silent.bodies, silent.queueMs, silent.desktopMs]).toEqual([null, 3, 4])
    const values = { logsBodies: true }
    await bridge.database.realmSettings.upsert({
      where: { realmId: productionRealmId },
      create: { realmId: productionRealmId, values },
      update: { values },
    })
    now += 5_000
    await callProduction('/customer/1')
    expect((await lastBodies(productionRealmId)).exchanges[0]?.answer).toBe('<QBXML/>')
  })

  it('keeps failures, warnings and one in a hundred of the others, or nothing, as the realm’s setting says', async () => {
    const store = async (logsRequests: string) => {
      await bridge.database.loggedRequest.deleteMany()
      const values = { logsRequests }
      await bridge.database.realmSettings.upsert({
        where: { realmId: sandboxRealmId },
        create: { realmId: sandboxRealmId, values },
        update: { values },
      })
      const call = { ...loggedCall, realmId: sandboxRealmId, trace: { exchanges: [], exchangesLeftOut: 0 } }
      const { database } = bridge
      const logger = pino({ level: 'silent' })
      const log = createRequestLog({ database, clock: () => new Date(now), logger, config: serverDefaults })
      for (let index = 0; index < 400; index++) log.add({ ...call, status: 200, traceId: `ok-${index}` })
      log.add({ ...call, status: 404, traceId: 'failed' })
      log.add({ ...call, status: 200, traceId: 'warned', warnings: ['a'] })
      await log.close()
      const rows = await bridge.database.loggedRequest.findMany({ select: { traceId: true } })
      const names = rows.map(({ traceId }) => traceId)
      return { samples: names.filter((name) => name.startsWith('ok-')).length, others: names.length, names }
    }
    expect(await store('none')).toMatchObject({ samples: 0, others: 0 })
    const { samples, names } = await store('failures')
    expect(names).toEqual(expect.arrayContaining(['failed', 'warned']))
    expect(samples).toBeGreaterThan(0)
    expect(samples).toBeLessThan(20)
    expect(await store('all')).toMatchObject({ samples: 400, others: 402 })
  })

  it('contains no social security number, in JSON or in qbXML', async () => {
    now += 60_000
    const SSN = '123-45-6789'
    const made = await bridge.call('/employee', { json: { GivenName: 'Ann', FamilyName: 'Lee', SSN } })
    expect(made.status).toBe(200)
    const bodies = await lastBodies(sandboxRealmId)
    expect(bodies.request).toContain('"SSN":"[hidden]"')
    expect(bodies.exchanges[0]?.request).toContain('<SSN>[hidden]</SSN>')
    expect(JSON.stringify(bodies)).not.toMatch(/123-?45-?6789/)
  })

  it.each([
    ['a query in the URL', '/query?query=select+*+from+Employee+where%20SSN%20%3d+%27512346789%27', {}],
    ['a query with a broken escape', "/query?query=select * from Employee where SSN = '512346789' %zz", {}],
    ['a query in the body', '/query', { text: "select * from Employee where SSN in ('512346789')" }],
    ['a number', '/employee', { json: { GivenName: 'A', FamilyName: 'B', SSN: 512346789 } }],
    ['an array', '/employee', { json: { GivenName: 'A', FamilyName: 'B', SSN: ['512346789'] } }],
    [
      'a number that is too long',
      '/employee',
      { json: { GivenName: 'A', FamilyName: 'B', SSN: '512346789-512346789' } },
    ],
    [
      'a number in a batch',
      '/batch',
      {
        json: {
          BatchItemRequest: [
            { bId: '1', operation: 'create', Employee: { GivenName: 'A', FamilyName: 'C', SSN: '512346789' } },
            { bId: '2', Query: "select * from Employee where SSN = '512346789'" },
          ],
        },
      },
    ],
    ['the tax identifier of a vendor', '/vendor', { json: { DisplayName: 'Taxed', TaxIdentifier: '512346789' } }],
    ['a body that is not JSON', '/employee', { text: '{"SSN":"512346789"' }],
  ])('contains no social security number in %s', async (_what, path, sent) => {
    now += 60_000
    await bridge.call(path, sent)
    expect(JSON.stringify(await findLast(sandboxRealmId))).not.toContain('512346789')
  })

  it('keeps a request whole and replaces characters that PostgreSQL does not allow', async () => {
    now += 60_000
    await bridge.call('/customer', { text: `{"DisplayName":"a\\u0000b \\ud800","Notes":"\0${'x'.repeat(1_000_000)}` })
    const { request } = await lastBodies(sandboxRealmId)
    expect(request.length).toBeGreaterThan(1_000_000)
    expect(request).toContain('"Notes":"\uFFFDx')
  })

  const long = 'x'.repeat(20 * 1024 * 1024)

  it.each([
    ['whole', long],
    ['as its beginning', long.slice(0, 64 * 1024)],
  ])(
    'keeps the beginning of a long response, which it gets %s, and of long qbXML, and their lengths',
    async (how, response) => {
      const log = createRequestLog({ ...bridge, logger: pino({ level: 'silent' }), config: serverDefaults })
      log.add({
        ...loggedCall,
        traceId: `long ${how}`,
        trace: await traceExchanges(3, long),
        texts: {
          query: '',
          requestHeaders: {},
          body: '',
          responseHeaders: {},
          response,
          responseCharacters: long.length,
        },
      })
      await log.close()
      const { bodies } = await bridge.database.loggedRequest.findFirstOrThrow({ where: { traceId: `long ${how}` } })
      const kept = 64 * 1024 + 1
      const { answer, answerCharacters, exchanges } = bodies as {
        answer: string
        answerCharacters: number
        exchanges: { request: string; requestCharacters: number; answer: string }[]
      }
      expect([answer.length, answerCharacters]).toEqual([kept, long.length])
      expect(exchanges.map(({ request, answer }) => [request.length, answer.length])).toEqual([
        [kept, kept],
        [kept, kept],
        [1, 1],
      ])
      expect(exchanges[2]?.requestCharacters).toBe(long.length)
    },
  )

  it('stores the calls of others while a company file has very long responses', async () => {
    const long = 'x'.repeat(40 * 1024 * 1024)
    const log = createRequestLog({ ...bridge, logger: pino({ level: 'silent' }), config: serverDefaults })
    const texts = { query: '', requestHeaders: {}, body: '', responseHeaders: {} }
    log.add({ ...loggedCall, traceId: 'share-1', texts: { ...texts, response: long, responseCharacters: long.length } })
    log.add({
      ...loggedCall,
      traceId: 'share-2',
      realmId: productionRealmId,
      texts: { ...texts, response: '{}', responseCharacters: 2 },
    })
    await log.close()
    const stored = await bridge.database.loggedRequest.findMany({
      where: { traceId: { in: ['share-1', 'share-2'] } },
      orderBy: { traceId: 'asc' },
      select: { bodies: true },
    })
    expect(stored).toMatchObject([{ bodies: { answerCharacters: long.length } }, { bodies: { answer: '{}' } }])
  })

  it('stores the client, the operation, the entity, and the field that a fault names', async () => {
    now += 60_000
    const line = { DetailType: 'SalesItemLineDetail', SalesItemLineDetail: {} }
    await bridge.call('/Invoice', { json: { Line: [{ ...line, Amount: 'much' }] } })
    expect(await findLast(sandboxRealmId)).toMatchObject({
      orgId: bridge.org.id,
      clientId: 'svcc_test',
      source: 'api',
      operation: 'create',
      entity: 'Invoice',
      field: 'Line[].Amount',
    })
    now += 60_000
    await bridge.call('/attachable', { json: {} })
    expect(await findLast(sandboxRealmId)).toMatchObject({ operation: 'write', entity: 'Attachable' })
  })

  it('stores the text of a query and its plan where it keeps bodies', async () => {
    now += 60_000
    const query = 'select * from Customer where SSN = 123'
    await bridge.call(`/query?query=${encodeURIComponent('select * from customer maxresults 1')}`)
    expect(await findLast(sandboxRealmId)).toMatchObject({
      operation: 'query',
      entity: 'Customer',
      queryText: 'select * from customer maxresults 1',
      bodies: { plan: expect.stringContaining('records fetched: 1') },
    })
    now += 60_000
    await bridge.call('/query', { text: query })
    expect((await findLast(sandboxRealmId)).queryText).toBe("select * from Customer where SSN = '[hidden]'")
    await callProduction(`/query?query=${encodeURIComponent(query)}`)
    expect((await findLast(productionRealmId)).operation).toBe('query')
  })

  it('keeps headers that explain a call, and no credential', async () => {
    now += 60_000
    await bridge.call('/customer/1', { headers: { cookie: 'secret', 'x-request-id': 'headers' } })
    const { bodies } = await findLast(sandboxRealmId)
    expect(bodies).toMatchObject({
      requestHeaders: { 'content-type': 'application/json', 'x-request-id': 'headers' },
      answerHeaders: { 'content-type': 'application/json;charset=UTF-8' },
    })
    expect(JSON.stringify(bodies)).not.toMatch(/bearer|secret|authorization/i)
  })

  it('omits calls without a realm', async () => {
    const count = () => bridge.database.loggedRequest.count()
    await bridge.requestLog.flush()
    const before = await count()
    expect((await bridge.call('/customer/1', { token: 'unknown' })).status).toBe(401)
    await bridge.requestLog.flush()
    expect(await count()).toBe(before)
  })

  it('deletes bodies after 72 hours, and keeps their requests', async () => {
    const hours = (count: number) => new Date(now - count * 3_600_000)
    const row = (id: number, createdAt: Date) => ({
      id: `00000000-0000-4000-8000-00000000000${id}`,
      traceId: 'old',
      realmId: sandboxRealmId,
      orgId: bridge.org.id,
      createdAt,
      method: 'GET',
      path: '/',
      status: 200,
      totalMs: 1,
      queryText: 'select',
      bodies: { request: 'kept' },
    })
    await bridge.database.loggedRequest.createMany({ data: [row(1, hours(71)), row(2, hours(73))] })
    now += 10 * 60_000
    await bridge.requestLog.flush()
    const left = await bridge.database.loggedRequest.findMany({
      where: { traceId: 'old' },
      orderBy: { id: 'asc' },
      select: { id: true, bodies: true, queryText: true },
    })
    expect(left).toEqual([
      { id: row(1, hours(71)).id, bodies: { request: 'kept' }, queryText: 'select' },
      { id: row(2, hours(73)).id, bodies: null, queryText: null },
    ])
  })

  it('drops only the batch that cannot be stored', async () => {
    const broken = { $executeRaw: () => Promise.reject(new Error('The database is gone.')) }
    const log = createRequestLog({
      database: broken as unknown as TestBridge['database'],
      clock: () => new Date(now),
      logger: pino({ level: 'silent' }),
      config: serverDefaults,
    })
    log.add({ ...loggedCall, trace: { exchanges: [], exchangesLeftOut: 0 } })
    await expect(log.flush()).resolves.toBeUndefined()
    await expect(log.close()).resolves.toBeUndefined()
  })
})

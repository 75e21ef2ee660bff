import type { ExchangeOutcome } from '@bridge/agent-protocol'
import { createFaultyDesktop, type FaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { isoTime } from '@bridge/faults'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  getFault,
  productionRealmId,
  sandboxRealmId,
  startBridge,
  type TestBridge,
  type TestResponse,
} from '../bridge.fixture.ts'
import { requireDocumentedResponse } from '../documented-response.fixture.ts'

let bridge: TestBridge
let desktop: FaultyDesktop
let now = new Date('2026-03-02T12:00:00Z')
let token: string
/** The outcomes of the next message sets, by position. Message sets without an entry get a response. */
let troubles: ReadonlyMap<number, ExchangeOutcome | Error>
let exchanges: number
let exchangeMs: number
let tests = 0

const lost: ExchangeOutcome = { sent: true, lost: true, reason: 'connection' }
const offline: ExchangeOutcome = { sent: false, reason: 'offline' }

beforeAll(async () => {
  now = new Date('2026-03-02T12:00:00Z')
  desktop = createFaultyDesktop(() => now)
  const { exchange } = desktop
  bridge = await startBridge({
    productionDesktop: Object.assign(desktop, {
      exchange: async (...request: Parameters<typeof exchange>) => {
        now = new Date(now.getTime() + exchangeMs)
        const instead = troubles.get(exchanges++)
        if (instead instanceof Error) throw instead
        return instead ?? exchange(...request)
      },
    }),
    clock: () => now,
    config: { restRequestsPerMinute: 1_000_000 },
  })
  token = (await bridge.mintToken(productionRealmId, new Date(now.getTime() + 24 * 3_600_000))).token
})
afterAll(() => bridge.stop())

beforeEach(async () => {
  exchangeMs = 0
  tests += 1
  setOutcomes()
  desktop.received.length = 0
  await bridge.database.requestOutcome.deleteMany()
})

/** Sets the outcomes of the next message sets. */
function setOutcomes(...entries: readonly (readonly [number, ExchangeOutcome | Error])[]) {
  troubles = new Map(entries)
  exchanges = 0
}

function call(path: string, json?: unknown): Promise<TestResponse> {
  return bridge.call(`/v3/company/${productionRealmId}${path}`, { token, ...(json === undefined ? {} : { json }) })
}
/** Sends a batch and checks its response against the OpenAPI document. */
async function batch(items: readonly unknown[], parameters = ''): Promise<TestResponse> {
  const response = await call(`/batch${parameters}`, { BatchItemRequest: items })
  requireDocumentedResponse('POST', `/v3/company/${productionRealmId}/batch`, response.status, response.body)
  return response
}
function getSlots({ status, body }: TestResponse) {
  expect([status, body.Fault]).toEqual([200, undefined])
  return body.BatchItemResponse
}
/** Summarizes the slots: the code of a fault, or the name of the field. */
function summarize(response: TestResponse): string[] {
  return getSlots(response).map(({ bId, ...slot }: { bId: string } & Record<string, unknown>) => {
    const code = getFault({ ...response, body: slot }).code
    return `${bId} ${code ?? Object.keys(slot).join()}`
  })
}

function customerName(bId: string) {
  return `Customer ${bId} of test ${tests}`
}
function add(bId: string, DisplayName = customerName(bId)) {
  return { bId, operation: 'create', Customer: { DisplayName } }
}
function find(bId: string, entity = 'Customer') {
  return { bId, Query: `select Id from ${entity} maxresults 1` }
}
async function first(entity: string) {
  const { body } = await call(`/query?query=${encodeURIComponent(`select * from ${entity} maxresults 1`)}`)
  return body.QueryResponse[entity][0]
}
async function newInvoice() {
  const [customer, item] = [await first('Customer'), await first('Item')]
  const SalesItemLineDetail = { ItemRef: { value: item.Id }, Qty: 2, UnitPrice: 5 }
  const line = { Amount: 10, DetailType: 'SalesItemLineDetail', SalesItemLineDetail }
  const response = await call('/invoice', { CustomerRef: { value: customer.Id }, Line: [line] })
  expect(response.status).toBe(200)
  return response.body.Invoice
}

describe('runBatch', () => {
  it('returns the results in the order of the items, each with its bId [dp-4.4.1] [dp-2.4:4]', async () => {
    const { Id, SyncToken } = await first('Customer')
    const response = await batch([
      add('a'),
      { bId: 'b', operation: 'update', customer: { Id, SyncToken, GivenName: 'Ann' } },
      { bId: 'c', Query: `select DisplayName from customer where DisplayName = '${customerName('a')}'` },
      { bId: 'd', Query: 'select count(*) from Customer where DisplayName like "%' },
    ])
    expect(getSlots(response)).toEqual([
      { bId: 'a', Customer: expect.objectContaining({ DisplayName: customerName('a'), domain: 'QBO', sparse: false }) },
      { bId: 'b', Customer: expect.objectContaining({ Id, GivenName: 'Ann' }) },
      {
        bId: 'c',
        QueryResponse: { Customer: [{ DisplayName: customerName('a') }], startPosition: 1, maxResults: 1 },
      },
      {
        bId: 'd',
        Fault: { Error: [expect.objectContaining({ code: '4000' })], type: 'ValidationFault' },
        svc: expect.objectContaining({ code: '4000', docsUrl: 'https://bridge.test/docs/errors/4000' }),
      },
    ])
    expect(response.body.time).toBe(isoTime(now))
  })

  it('runs the items one after another, and continues after a fault [dp-4.4.1]', async () => {
    const response = await batch([
      add('1', 'Twice'),
      add('2', 'Twice'),
      { bId: '3', operation: 'create', Customer: { Nonsense: 1 } },
      { bId: '4', operation: 'create', Widget: {} },
      { bId: '5', operation: 'delete', Customer: { Id: '1-1' } },
      add('6'),
    ])
    expect(summarize(response)).toEqual([
      '1 Customer',
      '2 6240',
      '3 UNMAPPED_FIELD',
      '4 NOT_FOUND',
      '5 UNSUPPORTED_BY_DESKTOP',
      '6 Customer',
    ])
    expect(desktop.received).toEqual(['CustomerAddRq', 'CustomerAddRq', 'CustomerAddRq'])
  })

  it('returns the stub of a deletion [dp-2.4:2]', async () => {
    const { Id, SyncToken } = await newInvoice()
    const response = await batch([{ bId: '1', operation: 'delete', Invoice: { Id, SyncToken } }])
    expect(getSlots(response)).toEqual([{ bId: '1', Invoice: { Id, status: 'Deleted', domain: 'QBO' } }])
  })

  it.each([
    ['as an update with the option', { operation: 'update', optionsData: 'void' }],
    ['with the void operation', { operation: 'void' }],
  ])('voids %s [dp-4.2-void.1]', async (_how, spelled) => {
    const { Id, SyncToken } = await newInvoice()
    const stale = { bId: '1', ...spelled, Invoice: { Id, SyncToken: '1' } }
    const [refused, voided, payment] = getSlots(
      await batch([
        stale,
        { bId: '2', ...spelled, Invoice: { Id, SyncToken } },
        { bId: '3', ...spelled, Payment: { Id, SyncToken } },
      ]),
    )
    expect(refused.Fault.Error[0].code).toBe('5010')
    expect(voided.Invoice).toMatchObject({ Id, TotalAmt: 0, Balance: 0, PrivateNote: expect.stringMatching(/^VOID: /) })
    expect(payment.Fault.Error[0]).toMatchObject({ code: 'UNSUPPORTED_BY_DESKTOP' })
  })

  it('responds with 200 if the options of an item are not supported [dp-4.4.4] [dp-7.2:BATCH_UNSUPPORTED_OPTION]', async () => {
    expect(summarize(await batch([{ ...add('1'), optionsData: 'void' }, add('2')]))).toEqual([
      '1 BATCH_UNSUPPORTED_OPTION',
      '2 Customer',
    ])
  })

  it.each([
    [
      'with the same bId twice [dp-4.4.2] [dp-7.2:BATCH_INVALID_REQUEST]',
      [add('1'), add('1')],
      'BATCH_INVALID_REQUEST',
    ],
    [
      'of 31 items [dp-4.4.3] [dp-7.2:BATCH_TOO_MANY_ITEMS]',
      Array.from({ length: 31 }, (_, index) => add(String(index))),
      'BATCH_TOO_MANY_ITEMS',
    ],
  ])('runs no item of a batch %s', async (_rules, items, code) => {
    expect(getFault(await batch(items))).toMatchObject({ status: 400, code })
    expect(desktop.received).toEqual([])
  })

  it('rejects a body that is not JSON [dp-4.2.5]', async () => {
    const sent = { token, method: 'POST', text: 'BatchItemRequest' }
    const response = await bridge.call(`/v3/company/${productionRealmId}/batch`, sent)
    expect(getFault(response)).toEqual({ status: 400, code: 'BAD_REQUEST' })
  })

  it('returns the differences of an item in its slot', async () => {
    const Customer = { DisplayName: 'Printed', PreferredDeliveryMethod: 'Print' }
    const { body } = await batch([{ bId: '1', operation: 'create', Customer }])
    expect(body.BatchItemResponse[0].svc).toEqual({ warnings: ['Not kept as sent: PreferredDeliveryMethod'] })
  })

  it('omits the warnings of items about tax [dp-4.2-warnings.2]', async () => {
    const { CustomerRef, Line } = await newInvoice()
    const taxed = { CustomerRef, Line, TxnTaxDetail: { TotalTax: 3 } }
    expect((await call('/invoice', taxed)).headers.get('x-svc-warning')).toMatch(/TotalTax ignored/)
    const response = await batch([{ bId: '1', operation: 'create', Invoice: taxed }])
    expect([summarize(response), response.headers.get('x-svc-warning')]).toEqual([['1 Invoice'], null])
  })

  it('hides the message of an unexpected error, and continues', async () => {
    setOutcomes([1, new Error('the secret message')])
    const response = await batch([add('1'), add('2'), add('3')])
    expect(summarize(response)).toEqual(['1 Customer', '2 INTERNAL_ERROR', '3 Customer'])
    expect(JSON.stringify(response.body)).not.toContain('secret')
  })
})

describe('runBatch without an agent [dp-4.4.5]', () => {
  it.each([
    ['the agent is offline', offline, '3 AGENT_OFFLINE'],
    ['the agent is busy', { sent: false, reason: 'busy' } as const, '3 AGENT_OFFLINE'],
    ['the connection is lost during an item', lost, '3 AGENT_TIMEOUT'],
    ['an item times out', { sent: true, lost: true, reason: 'timeout' } as const, '3 AGENT_TIMEOUT'],
  ])('keeps the earlier results and does not send the later items if %s', async (_when, result, inFlight) => {
    setOutcomes([2, result])
    const response = await batch([add('1'), find('2'), add('3'), add('4'), { ...add('5'), optionsData: 'x' }])
    expect(summarize(response)).toEqual([
      '1 Customer',
      '2 QueryResponse',
      inFlight,
      '4 AGENT_OFFLINE',
      '5 AGENT_OFFLINE',
    ])
    expect(exchanges).toBe(3)
  })

  it('reports an item as not sent if the agent disconnects between its two exchanges', async () => {
    const { Id, SyncToken } = await newInvoice()
    setOutcomes([1, offline])
    const response = await batch([{ bId: '1', operation: 'void', Invoice: { Id, SyncToken } }, add('2')])
    expect(summarize(response)).toEqual(['1 AGENT_OFFLINE', '2 AGENT_OFFLINE'])
  })

  it('reports an unknown outcome if the agent disconnects during the first item', async () => {
    setOutcomes([0, lost])
    expect(summarize(await batch([add('1'), add('2')]))).toEqual(['1 AGENT_TIMEOUT', '2 AGENT_OFFLINE'])
  })

  it('rejects the whole request if the agent is busy from the start [dp-7.2:AGENT_BUSY]', async () => {
    setOutcomes([0, { sent: false, reason: 'busy' }])
    const response = await batch([add('1'), add('2')])
    expect(getFault(response)).toEqual({ status: 503, code: 'AGENT_BUSY' })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(exchanges).toBe(1)
  })

  it('rejects the whole request if the agent is offline from the start [dp-7.2:AGENT_OFFLINE]', async () => {
    setOutcomes([0, offline])
    const wrong = { bId: '1', operation: 'create', Customer: { Nonsense: 1 } }
    const response = await batch([wrong, add('2'), add('3')])
    expect(getFault(response)).toEqual({ status: 503, code: 'AGENT_OFFLINE' })
    expect(response.body).not.toHaveProperty('BatchItemResponse')
    expect(exchanges).toBe(1)
  })

  it('keeps the fault of a query that was read before the agent was offline', async () => {
    const head =
      'statusCode="0" statusSeverity="Info" statusMessage="OK" iteratorRemainingCount="9000" iteratorID="{1}"'
    const taxes = '<ItemSalesTaxQueryRs statusCode="1" statusSeverity="Info" statusMessage="nothing"/>'
    const response = `<?xml version="1.0"?><QBXML><QBXMLMsgsRs><VendorQueryRs ${head}/>${taxes}</QBXMLMsgsRs></QBXML>`
    setOutcomes([0, { sent: true, lost: false, response }], [1, offline], [2, offline])
    const query = { bId: '1', Query: 'select Id from TaxAgency orderby DisplayName' }
    expect(summarize(await batch([query, add('2')]))).toEqual(['1 UNSUPPORTED_QUERY', '2 AGENT_OFFLINE'])
  })

  it('continues if QuickBooks is closed or shows a dialog', async () => {
    setOutcomes(
      [0, { sent: false, reason: 'app-not-open' }],
      [1, { sent: false, reason: 'execution-error', error: { hresult: '0x80040414', message: 'A dialog is open.' } }],
    )
    expect(summarize(await batch([add('1'), add('2'), add('3')]))).toEqual([
      '1 APP_NOT_OPEN',
      '2 AGENT_EXECUTION_ERROR',
      '3 Customer',
    ])
  })
})

it('sets no deadline for a batch: runs 30 updates of two exchanges, each just within its timeout [dp-4.4.6]', async () => {
  const invoices = []
  for (let count = 0; count < 30; count += 1) invoices.push(await newInvoice())
  exchangeMs = 59_000
  setOutcomes()
  const started = now.getTime()
  const response = await batch(
    invoices.map(({ Id, SyncToken, Line }, index) => ({
      bId: String(index),
      operation: 'update',
      Invoice: { Id, SyncToken, Line: [{ ...Line[0], Description: 'late' }] },
    })),
  )
  expect(summarize(response)).toEqual(invoices.map((_, index) => `${index} Invoice`))
  expect([exchanges, now.getTime() - started]).toEqual([60, 60 * 59_000])
})

describe('runBatch with a requestid [dp-4.2-retries.1] [dp-4.2-retries.6]', () => {
  let requestIds = 0
  let parameters: string
  beforeEach(() => {
    requestIds += 1
    parameters = `?requestid=r-${requestIds}`
  })

  it('replays finished items and posts nothing twice', async () => {
    const items = [add('1'), add('2', customerName('1')), find('3')]
    const original = await batch(items, parameters)
    expect(summarize(original)).toEqual(['1 Customer', '2 6240', '3 QueryResponse'])
    now = new Date(now.getTime() + 1_000)
    const again = await batch(items, parameters)
    expect(again.body.BatchItemResponse).toEqual(original.body.BatchItemResponse)
    expect(desktop.received).toEqual(['CustomerAddRq', 'CustomerAddRq', 'CustomerQueryRq', 'CustomerQueryRq'])
  })

  it('runs only the unfinished items', async () => {
    const items = [add('1'), add('2'), { ...add('3'), optionsData: 'x' }, add('4')]
    setOutcomes([1, offline])
    const broken = await batch(items, parameters)
    expect(summarize(broken)).toEqual(['1 Customer', '2 AGENT_OFFLINE', '3 AGENT_OFFLINE', '4 AGENT_OFFLINE'])
    setOutcomes()
    const whole = await batch(items, parameters)
    expect(summarize(whole)).toEqual(['1 Customer', '2 Customer', '3 BATCH_UNSUPPORTED_OPTION', '4 Customer'])
    expect(getSlots(whole)[0]).toEqual(getSlots(broken)[0])
    expect(desktop.received).toEqual(['CustomerAddRq', 'CustomerAddRq', 'CustomerAddRq'])
  })

  it('returns the results of an earlier call if the agent is offline', async () => {
    setOutcomes([1, offline])
    await batch([add('1'), add('2')], parameters)
    setOutcomes([0, offline])
    expect(summarize(await batch([add('1'), add('2')], parameters))).toEqual(['1 Customer', '2 AGENT_OFFLINE'])
  })

  it('rejects an item that changed, and runs the others [dp-4.2-retries.3]', async () => {
    await batch([add('1'), add('2')], parameters)
    const response = await batch([add('1', 'Another'), add('2'), add('3')], parameters)
    expect(summarize(response)).toEqual(['1 REQUESTID_BODY_MISMATCH', '2 Customer', '3 Customer'])
    expect(desktop.received).toHaveLength(3)
  })

  it('never sends an item again if it may have been applied [dp-4.2-retries.5]', async () => {
    desktop.fail('write', 'lost after')
    expect(summarize(await batch([add('1'), add('2')], parameters))).toEqual(['1 AGENT_TIMEOUT', '2 AGENT_OFFLINE'])
    desktop.fail('read', 'offline')
    const away = await batch([add('1'), add('2')], parameters)
    expect(summarize(away)).toEqual(['1 REQUEST_OUTCOME_UNKNOWN', '2 AGENT_OFFLINE'])
    expect(summarize(await batch([add('1'), add('2')], parameters))).toEqual(['1 Customer', '2 Customer'])
    expect(await desktop.count('Customer', `<Name>${customerName('1')}</Name>`)).toBe(1)
  })

  it('rejects a second call while the first one runs [dp-4.2-retries.4] [dp-7.2:REQUEST_IN_FLIGHT]', async () => {
    const release = desktop.hold()
    const slow = batch([add('1'), add('2')], parameters)
    await expect.poll(() => bridge.database.requestOutcome.count()).toBe(1)
    const second = await batch([add('1'), add('2')], parameters)
    expect(getFault(second)).toEqual({ status: 409, code: 'REQUEST_IN_FLIGHT' })
    expect(second.headers.get('retry-after')).toBe('2')
    release()
    const original = await slow
    expect(summarize(original)).toEqual(['1 Customer', '2 Customer'])
    expect((await batch([add('1'), add('2')], parameters)).body).toEqual(original.body)
  })

  it.each([
    ['37 characters', 'r'.repeat(37), '1'],
    ['a space', 'r%201', '1'],
    ['no character', '', '1'],
    ['a bId of 11 characters', 'r-1', 'b'.repeat(11)],
  ])(
    'rejects a requestid with %s [dp-4.2-retries.2] [dp-7.2:REQUESTID_INVALID] [dp-8:5]',
    async (_what, requestId, bId) => {
      expect(getFault(await batch([add(bId)], `?requestid=${requestId}`))).toMatchObject({
        status: 400,
        code: 'REQUESTID_INVALID',
      })
      expect(desktop.received).toEqual([])
    },
  )

  it('accepts a requestid of 36 characters, and a bId of any length without one [dp-8:5]', async () => {
    const uuid = '0f1d3a52-4d0e-4b8e-9a7f-2f6f0c1f9b11'
    expect(summarize(await batch([add('0123456789')], `?requestid=${uuid}`))).toEqual(['0123456789 Customer'])
    expect(summarize(await batch([add(uuid, 'Long bId')]))).toEqual([`${uuid} Customer`])
  })
})

it('counts as one request toward the rate limit and the sandbox’s daily limit', async () => {
  const limited = await startBridge({
    sandboxBooks: 'empty',
    config: { restRequestsPerMinute: 3, sandboxCallsPerDay: 2 },
  })
  const json = { BatchItemRequest: [find('1'), find('2'), find('3'), find('4')] }
  const responses = [await limited.call('/batch', { json }), await limited.call('/batch', { json })]
  expect(responses.map(summarize)).toEqual(
    Array(2).fill(['1 QueryResponse', '2 QueryResponse', '3 QueryResponse', '4 QueryResponse']),
  )
  expect(responses[1]?.headers.get('ratelimit-remaining')).toBe('1')
  expect(getFault(await limited.call('/batch', { json })).code).toBe('SANDBOX_DAILY_LIMIT')
  await limited.stop()
})

it('serves classes as departments if the realm has the setting [cp-4.7:5]', async () => {
  const items = [
    { bId: '1', operation: 'create', Department: { Name: 'Berlin' } },
    { bId: '2', Query: "select Name from Department where Name = 'Berlin'" },
  ]
  const run = () => bridge.call('/batch', { json: { BatchItemRequest: items }, token: sandbox.token })
  const sandbox = await bridge.mintToken(sandboxRealmId, new Date(now.getTime() + 60_000))
  expect(summarize(await run())).toEqual(['1 UNSUPPORTED_BY_DESKTOP', '2 UNSUPPORTED_BY_DESKTOP'])
  await bridge.database.realmSettings.create({
    data: { realmId: sandboxRealmId, values: { departmentsFromClasses: true } },
  })
  now = new Date(now.getTime() + 5_000)
  expect(getSlots(await run())).toMatchObject([
    { bId: '1', Department: { Name: 'Berlin' } },
    { bId: '2', QueryResponse: { Department: [{ Name: 'Berlin' }] } },
  ])
})

it.each(['', '?requestid=deep'])('rejects deeply nested items %s', async (parameters) => {
  const deep = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`
  const items = [
    `{"bId":"1","operation":"create","Customer":${deep}}`,
    `{"bId":"2","operation":"create","Customer":{"DisplayName":${deep}}}`,
    `{"bId":"3","operation":"update","Customer":{"Id":"1"},"optionsData":${deep}}`,
    JSON.stringify(add('4')),
  ]
  const text = `{"BatchItemRequest":[${items.join()}]}`
  const response = await bridge.call(`/v3/company/${productionRealmId}/batch${parameters}`, {
    token,
    method: 'POST',
    text,
  })
  const [first, second, ...others] = summarize(response)
  expect([first, second]).toEqual(['1 BAD_REQUEST', '2 BAD_REQUEST'])
  expect(others).toEqual(['3 BATCH_UNSUPPORTED_OPTION', '4 Customer'])
})

it('responds to any envelope with slots or a documented fault', async () => {
  const open = await startBridge({
    sandboxBooks: 'empty',
    config: { restRequestsPerMinute: 1_000_000, sandboxCallsPerDay: 1_000_000 },
  })
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.record({ Id: fc.string(), DisplayName: fc.string() }))
  const members = fc.record(
    {
      bId: fc.oneof(fc.string({ minLength: 1 }), fc.jsonValue()),
      operation: fc.oneof(fc.constantFrom('create', 'update', 'delete', 'void', 'query'), fc.string()),
      optionsData: fc.oneof(fc.constantFrom('void', ''), fc.jsonValue()),
      Customer: value,
      Query: fc.oneof(fc.constant('select * from Customer maxresults 1'), fc.string(), value),
      ['__proto__']: value,
    },
    { requiredKeys: ['bId'] },
  )
  const envelope = fc.oneof(
    fc.array(members, { maxLength: 4 }).map((items) => ({ BatchItemRequest: items })),
    fc.jsonValue(),
  )
  await fc.assert(
    fc.asyncProperty(envelope, fc.constantFrom('', '?requestid=fuzz'), async (json, parameters) => {
      const response = await open.call(`/batch${parameters}`, { json })
      if (response.status === 200) {
        expect(response.body.BatchItemResponse).toBeInstanceOf(Array)
        expect(JSON.stringify(response.body)).not.toContain('INTERNAL_ERROR')
      } else {
        expect(['BATCH_INVALID_REQUEST', 'REQUESTID_INVALID']).toContain(getFault(response).code)
      }
    }),
    { numRuns: 200 },
  )
  await open.stop()
})

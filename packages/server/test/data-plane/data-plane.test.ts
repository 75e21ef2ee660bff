import type { ExchangeOutcome } from '@bridge/agent-protocol'
import type { Desktop } from '@bridge/data-plane/desktop/desktop'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, productionRealmId, sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
})
afterAll(() => bridge.stop())

describe('authentication', () => {
  const refused = { status: 401, code: 'AUTHENTICATION_FAILED' }

  it.each([
    ['no credentials', undefined],
    ['another scheme', 'Basic c3ZjY19pZDpzZWNyZXQ='],
    ['an unknown token', 'Bearer AT.1'],
    ['an empty token', 'Bearer '],
    ['a token with invalid characters', 'Bearer a b\tc'],
    ['a very long token', `Bearer ${'x'.repeat(10_000)}`],
  ])('rejects %s [dp-5.1] [dp-7.2:AUTHENTICATION_FAILED]', async (_what, authorization) => {
    const response = await bridge.call('/customer/1', { token: '', headers: authorization ? { authorization } : {} })
    expect(getFault(response)).toEqual(refused)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /)
  })

  it('rejects an expired and a revoked token [dp-5.1] [dp-7.2:AUTHENTICATION_FAILED]', async () => {
    const expired = await bridge.mintToken(sandboxRealmId, new Date(bridge.clock().getTime() - 1))
    expect(getFault(await bridge.call('/customer/1', { token: expired.token }))).toEqual(refused)
    const revoked = await bridge.mintToken(sandboxRealmId)
    await bridge.database.connection.update({
      where: { id: revoked.connectionId },
      data: { revokedAt: bridge.clock() },
    })
    expect(getFault(await bridge.call('/customer/1', { token: revoked.token }))).toEqual(refused)
  })

  it('rejects a token of another realm, whether that realm exists or not [dp-5.2] [dp-7.2:AUTHORIZATION_FAILED]', async () => {
    const foreign = await bridge.call(`/v3/company/${productionRealmId}/customer/1`)
    expect(getFault(foreign)).toEqual({ status: 403, code: 'AUTHORIZATION_FAILED' })
    const missing = await bridge.call('/v3/company/1111111111111111/customer/1')
    const malformed = await bridge.call('/v3/company/not-a-realm/customer/1')
    for (const response of [missing, malformed]) {
      expect({ ...response.body, time: '' }).toEqual({ ...foreign.body, time: '' })
      expect(response.status).toBe(403)
    }
  })
})

describe('a fault', () => {
  it('contains one error with an explanation and a link [dp-2.3:Fault.Error] [dp-2.3:1] [dp-2.3:2] [dp-2.3:3] [dp-2.3:Fault.type] [dp-2.3:svc]', async () => {
    const response = await bridge.call('/nosuchthing/1')
    const link = 'https://bridge.test/docs/errors/NOT_FOUND'
    expect(response.status).toBe(404)
    expect(response.body).toEqual({
      Fault: {
        Error: [
          {
            code: 'NOT_FOUND',
            Message: expect.any(String),
            Detail: expect.stringMatching(/nosuchthing.* https:.*\/NOT_FOUND$/),
          },
        ],
        type: 'ValidationFault',
      },
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      svc: { code: 'NOT_FOUND', causes: expect.any(Array), fixes: expect.any(Array), docsUrl: link },
    })
    expect(response.headers.get('content-type')).toBe('application/json;charset=UTF-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('is returned for every unknown route and entity [dp-7.2:NOT_FOUND]', async () => {
    for (const [path, method] of [
      ['/v3/nothing', 'GET'],
      ['/v3/company', 'GET'],
      ['', 'GET'],
      ['/', 'POST'],
      ['/recurringtransaction/1', 'GET'],
      ['/nosuchthing/1/pdf', 'GET'],
      ['/invoice/1', 'DELETE'],
      ['/invoice', 'PUT'],
      ['/invoice', 'GET'],
      ['/query', 'DELETE'],
      ['/invoice/%E0%A4%A', 'GET'],
      [`/${'x'.repeat(5_000)}/1`, 'GET'],
    ] as const) {
      expect([path.slice(0, 30), getFault(await bridge.call(path, { method }))]).toEqual([
        path.slice(0, 30),
        { status: 404, code: 'NOT_FOUND' },
      ])
    }
  })
})

it('responds to HEAD as to GET, without a body', async () => {
  for (const path of ['/companyinfo', '/nosuchthing/1']) {
    const [get, head] = [await bridge.call(path), await bridge.call(path, { method: 'HEAD' })]
    expect([head.status, head.body]).toEqual([get.status, ''])
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  }
})

describe('the rate limit', () => {
  it('counts a realm’s requests per minute and adds its headers to every response [dp-7.2:RATE_LIMITED] [dp-8:17]', async () => {
    const limited = await startBridge({ config: { restRequestsPerMinute: 2 }, clock: () => now })
    const first = await limited.call('/nosuchthing/1')
    expect(rateHeaders(first.headers)).toEqual(['2', '1', '30', null])
    const foreign = await limited.call(`/v3/company/${productionRealmId}/customer/1`)
    expect([foreign.status, rateHeaders(foreign.headers)]).toEqual([403, ['2', '0', '30', null]])
    const refused = await limited.call('/nosuchthing/1')
    expect([getFault(refused), rateHeaders(refused.headers)]).toEqual([
      { status: 429, code: 'RATE_LIMITED' },
      ['2', '0', '30', '30'],
    ])
    const unknown = await limited.call('/customer/1', { token: 'unknown' })
    expect([unknown.status, rateHeaders(unknown.headers)]).toEqual([401, ['2', '2', '30', null]])
    const { token } = await limited.mintToken(productionRealmId, new Date(now.getTime() + 60_000))
    const other = await limited.call(`/v3/company/${productionRealmId}/nosuchthing/1`, { token })
    expect([other.status, rateHeaders(other.headers)]).toEqual([404, ['2', '1', '30', null]])
    await limited.stop()
  })

  it('lets few requests of a realm run at once, while other realms go on [dp-7.2:RATE_LIMITED]', async () => {
    let respond: (outcome: ExchangeOutcome) => void = () => undefined
    const outcome = new Promise<ExchangeOutcome>((resolve) => {
      respond = resolve
    })
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const clients: unknown[] = []
    const busy = await startBridge({
      config: { realmRequestsAtOnce: 1, realmRequestsWaiting: 1 },
      sandboxBooks: 'empty',
      productionDesktop: {
        exchange: (_realmId, _messageSet, { client }) => {
          clients.push(client)
          begin()
          return outcome
        },
      },
    })
    const running = busy.production.call('/preferences')
    await begun
    const further = [busy.production.call('/preferences'), busy.production.call('/preferences')]
    const refused = await Promise.race(further)
    expect([getFault(refused), refused.headers.get('retry-after')]).toEqual([
      { status: 429, code: 'RATE_LIMITED' },
      '1',
    ])
    expect((await busy.call('/preferences')).status).toBe(200)
    expect(clients).toHaveLength(1)
    respond({ sent: false, reason: 'offline' })
    const codes = (await Promise.all([running, ...further])).map((response) => getFault(response).code)
    expect(codes.sort()).toEqual(['AGENT_OFFLINE', 'AGENT_OFFLINE', 'RATE_LIMITED'])
    const { clientId } = await busy.database.connection.findFirstOrThrow({ where: { realmId: productionRealmId } })
    expect(clients).toEqual([clientId, clientId])
    await busy.stop()
  })

  const now = new Date('2026-03-02T09:00:30Z')
  const rateHeaders = (headers: Headers) =>
    ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) => headers.get(name))
})

describe('an unexpected error', () => {
  it('is logged with its stack, which the response omits [dp-7.2:INTERNAL_ERROR] [dp-2.3:Fault.type]', async () => {
    const lines: string[] = []
    const failing: Desktop = {
      exchange: () => Promise.reject(new Error('the secret message')),
    }
    const broken = await startBridge({
      productionDesktop: failing,
      logger: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
    })
    const response = await broken.production.call('/customer/80000001-1', { headers: { 'x-request-id': 'trace-me' } })
    await broken.stop()
    expect(getFault(response)).toEqual({ status: 500, code: 'INTERNAL_ERROR' })
    expect(response.body.Fault.type).toBe('SystemFault')
    expect(response.headers.get('x-request-id')).toBe('trace-me')
    expect(JSON.stringify(response.body)).not.toContain('secret')
    const logged = lines.map((line) => JSON.parse(line))
    expect(logged.find(({ err }) => err)?.err.stack).toContain('the secret message')
    expect(logged.find(({ msg }) => msg === 'request')).toMatchObject({
      method: 'GET',
      path: `/v3/company/${productionRealmId}/customer/80000001-1`,
      realm: productionRealmId,
      status: 500,
      code: 'INTERNAL_ERROR',
      traceId: 'trace-me',
    })
    expect(lines.join()).not.toContain(broken.productionToken)
  })

  it('has a generated request ID if the caller’s is missing or unsafe', async () => {
    const response = await bridge.call('/nosuchthing/1', { headers: { 'x-request-id': 'a b"c' } })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

it('responds to a call that cannot be recorded, and logs why', async () => {
  const lines: string[] = []
  const recording = await startBridge({
    logger: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
    requestLog: {
      add: () => {
        throw new Error('The log is broken.')
      },
      flush: async () => undefined,
      close: async () => undefined,
    },
  })
  const response = await recording.call('/customer/80000FFF-1', { headers: { 'x-request-id': 'trace-me' } })
  await recording.stop()
  expect(response.status).toBe(400)
  const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'Could not record a request')
  expect(logged).toMatchObject({ traceId: 'trace-me', err: { message: 'The log is broken.' } })
})

describe('the entitlement check', () => {
  it('rejects a realm whose trial ended if billing is enforced, but never a sandbox [dp-5.7] [dp-7.2:SUBSCRIPTION_REQUIRED]', async () => {
    const enforced = await startBridge({ config: { billingEnforced: true } })
    await enforced.database.organization.update({ where: { id: enforced.org.id }, data: { trialEndsAt: new Date(0) } })
    expect(getFault(await enforced.production.call('/nosuchthing/1'))).toEqual({
      status: 402,
      code: 'SUBSCRIPTION_REQUIRED',
    })
    expect(getFault(await enforced.call('/nosuchthing/1')).status).toBe(404)
    await enforced.stop()
  })

  it('is not checked unless billing is enforced [dp-5.7]', async () => {
    await bridge.database.organization.update({ where: { id: bridge.org.id }, data: { trialEndsAt: new Date(0) } })
    expect(getFault(await bridge.production.call('/nosuchthing/1')).status).toBe(404)
  })
})

it('counts requests and errors of a client by realm and day', async () => {
  const counted = await startBridge({ clock: () => new Date('2026-03-02T23:59:59Z') })
  const { token } = await counted.mintToken(sandboxRealmId, new Date('2026-03-03T00:10:00Z'))
  await counted.call('/nosuchthing/1', { token })
  await counted.call('/nosuchthing/1', { token })
  await counted.close()
  expect(await counted.database.usageDay.findMany()).toEqual([
    { realmId: sandboxRealmId, clientId: 'svcc_test', day: new Date('2026-03-02T00:00:00Z'), requests: 2, errors: 2 },
  ])
  await counted.stop()
})

it('returns a warning of QuickBooks in a header and leaves the body unchanged [dp-4.2-warnings.1]', async () => {
  const record = '<ClassRet><ListID>80000001-1</ListID><EditSequence>1</EditSequence><Name>A</Name></ClassRet>'
  const response = `<QBXML><QBXMLMsgsRs><ClassQueryRs statusCode="530" statusSeverity="Warn" statusMessage="Grüße &amp; more">${record}</ClassQueryRs></QBXMLMsgsRs></QBXML>`
  const warning = await startBridge({
    productionDesktop: { exchange: async () => ({ sent: true, lost: false, response: response }) },
  })
  const { status, headers, body } = await warning.production.call('/class/80000001-1')
  await warning.stop()
  expect([status, headers.get('x-svc-warning')]).toEqual([200, 'QuickBooks-style warning 530: GrU+00FCU+00DFe & more'])
  expect(Object.keys(body)).toEqual(['Class', 'time'])
})

it('recognizes entity names regardless of case [dp-1.5]', async () => {
  const names =
    'Customer Vendor Employee Account Item Class Term PaymentMethod CustomerType TaxCode TaxRate TaxAgency CompanyCurrency ExchangeRate Invoice SalesReceipt Estimate CreditMemo Payment RefundReceipt Bill VendorCredit PurchaseOrder BillPayment Purchase JournalEntry Deposit Transfer TimeActivity InventoryAdjustment CompanyInfo Preferences Budget Department Attachable Tag VendorType CreditCardPayment TaxPayment'
  for (const name of names.split(' ')) {
    const response = await bridge.call(`/${name.toUpperCase()}/80000FFF-1700000000`)
    expect([name, [200, 400, 422].includes(response.status)]).toEqual([name, true])
    // 3250 means that the company file has only one currency.
    expect(['610', '3250', 'UNSUPPORTED_BY_DESKTOP', undefined]).toContain(getFault(response).code)
  }
})

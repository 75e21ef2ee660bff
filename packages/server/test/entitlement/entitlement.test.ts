import { toEntitlements } from '@bridge/data-plane/call/read-entitlements'
import { createRecordingDesktop } from '@bridge/data-plane/testing/recording-desktop'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFault, productionRealmId, sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { requireDocumentedResponse } from '../documented-response.fixture.ts'

let bridge: TestBridge
let tokens: Readonly<Record<'sandbox' | 'production', string>>
let now = new Date('2026-03-02T09:00:00Z')
const trialEndsAt = new Date('2026-03-12T08:00:00Z')
const noSubscription = {
  graceUntil: null,
  productionRealms: 1,
  status: null,
  currentPeriodEnd: null,
  endsAt: null,
  trialLimited: true,
}

beforeAll(async () => {
  bridge = await startBridge({ clock: () => now, config: { billingEnforced: true } })
  const never = new Date('2100-01-01T00:00:00Z')
  tokens = {
    sandbox: (await bridge.mintToken(sandboxRealmId, never)).token,
    production: (await bridge.mintToken(productionRealmId, never)).token,
  }
})
afterAll(() => bridge.stop())

function setPlan(data: object) {
  return bridge.database.organization.update({ where: { id: bridge.org.id }, data })
}
async function get(path: string, realm: 'sandbox' | 'production' = 'production') {
  // Calls the app itself, because /entitlements is outside /v3.
  const response = await bridge.app.request(path, { headers: { authorization: `Bearer ${tokens[realm]}` } })
  const body = await response.json()
  requireDocumentedResponse('GET', path, response.status, body)
  return { status: response.status, headers: response.headers, body }
}

it('returns the plan of the organization, below the company and at the root [dp-4.2:7]', async () => {
  await setPlan({ plan: 'trial', trialEndsAt })
  const expected = {
    PlanName: 'trial',
    DaysRemainingTrial: 10,
    Entitlement: [
      { id: '1', name: 'API calls', term: 'On' },
      { id: '2', name: 'More than one company file', term: 'Off' },
    ],
    time: '2026-03-02T09:00:00.000+00:00',
  }
  for (const path of [
    `/v3/company/${productionRealmId}/entitlements?minorversion=75`,
    '/entitlements',
    '/entitlements?x=1',
  ]) {
    const { status, headers, body } = await get(path)
    expect([path, status, body]).toEqual([path, 200, expected])
    expect(headers.get('ratelimit-limit')).toBe('500')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
})

it.each([
  ['another company', `/v3/company/${sandboxRealmId}/entitlements`, {}, 403, 'AUTHORIZATION_FAILED'],
  ['a call without a token', '/entitlements', { token: '' }, 401, 'AUTHENTICATION_FAILED'],
  ['a POST', `/v3/company/${productionRealmId}/entitlements`, { json: {} }, 404, 'NOT_FOUND'],
  ['a path below', `/v3/company/${productionRealmId}/entitlements/1`, {}, 404, 'NOT_FOUND'],
])('rejects %s', async (_what, path, sent, status, code) => {
  await setPlan({ plan: 'enterprise' })
  const response = await bridge.app.request(path, {
    method: 'json' in sent ? 'POST' : 'GET',
    headers: 'token' in sent ? {} : { authorization: `Bearer ${tokens.production}` },
  })
  expect(getFault({ status: response.status, headers: response.headers, body: await response.json() })).toEqual({
    status,
    code,
  })
})

it('serves an organization whose trial ended, unlike every other path', async () => {
  // The cached plan has expired by now.
  now = new Date('2026-03-02T09:00:06Z')
  await setPlan({ plan: 'trial', trialEndsAt: new Date('2026-03-01T00:00:00Z') })
  expect((await get(`/v3/company/${productionRealmId}/companyinfo`)).status).toBe(402)
  const { body } = await get('/entitlements')
  expect([body.DaysRemainingTrial, body.Entitlement[0].term]).toEqual([0, 'Off'])
  expect((await get('/entitlements', 'sandbox')).body.Entitlement[0].term).toBe('On')
})

it.each([
  ['a trial on its last day', { plan: 'trial', trialEndsAt: new Date('2026-03-02T09:00:07Z') }, 1],
  ['a trial that has just ended', { plan: 'trial', trialEndsAt: new Date('2026-03-02T09:00:06Z') }, 0],
  ['a trial without an end', { plan: 'trial', trialEndsAt: null }, undefined],
  ['a trial that the deployment does not limit', { plan: 'trial', trialEndsAt, trialLimited: false }, undefined],
  ['a subscription, whatever its trial was', { plan: 'production', trialEndsAt }, 0],
] as const)('counts the remaining days of %s', (_what, plan, days) => {
  const grant = { realmKind: 'production' } as const
  expect(toEntitlements({ ...noSubscription, ...plan }, grant, now).DaysRemainingTrial).toBe(days)
})

it('allows more company files on every plan except the trial', () => {
  const getTerm = (plan: 'trial' | 'production' | 'enterprise') =>
    toEntitlements({ ...noSubscription, plan, trialEndsAt: null }, { realmKind: 'production' }, now).Entitlement[1]
      ?.term
  expect([getTerm('trial'), getTerm('production'), getTerm('enterprise')]).toEqual(['Off', 'On', 'On'])
})

it('adds no statement to a call while its decision is cached [dp-5.7]', async () => {
  let statements = 0
  let time = new Date('2026-03-02T09:00:00Z')
  const counted = await startBridge({
    config: { billingEnforced: true },
    clock: () => time,
    productionDesktop: createRecordingDesktop(),
    onQuery: (text) => {
      if (text.includes('LEFT JOIN billing_account')) statements += 1
    },
  })
  const call = () => counted.production.call(`/companyinfo/${productionRealmId}`)
  const counts = []
  for (let calls = 0; calls < 6; calls += 1) {
    await call()
    counts.push(statements)
  }
  time = new Date('2026-03-02T09:00:06Z')
  await call()
  await counted.stop()

  expect([counts, statements]).toEqual([[1, 1, 1, 1, 1, 1], 2])
})

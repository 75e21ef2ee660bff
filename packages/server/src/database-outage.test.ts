import { hashSecret, mintSecret } from '@bridge/database/secrets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { productionRealmId, sandboxRealmId, startBridge, type TestBridge } from '../test/bridge.fixture.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../test/database-proxy.fixture.ts'

let bridge: TestBridge
let proxy: DatabaseProxy
const apiKey = mintSecret('svc_')

beforeAll(async () => {
  bridge = await startBridge({
    sandboxBooks: 'empty',
    findServerUrl: async (url) => {
      proxy = await startDatabaseProxy(url)
      return proxy.url
    },
  })
  await bridge.database.apiKey.create({
    data: {
      name: 'Key',
      keyHash: hashSecret(apiKey),
      org: { connect: { id: bridge.org.id } },
      creator: {
        create: { email: 'owner@example.com', memberships: { create: { orgId: bridge.org.id, role: 'owner' } } },
      },
    },
  })
})
afterAll(async () => {
  await bridge.stop()
  await proxy.close()
})

let numbers = 0

/** Requests to every surface. Data plane requests are new: no cache responds to them. */
function createRequests() {
  numbers += 1
  const { sandboxToken, productionToken } = bridge
  const customer = { method: 'POST', body: JSON.stringify({ DisplayName: `Customer ${numbers}` }) }
  const json = { 'content-type': 'application/json' }
  const sandbox = { ...json, authorization: `Bearer ${sandboxToken}` }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return {
    'a read of a sandbox': [`/v3/company/${sandboxRealmId}/query?query=select * from Customer`, { headers: sandbox }],
    'a write to a sandbox': [
      `/v3/company/${sandboxRealmId}/customer?requestid=r${numbers}`,
      { ...customer, headers: sandbox },
    ],
    'a write to a company file': [
      `/v3/company/${productionRealmId}/customer?requestid=r${numbers}`,
      { ...customer, headers: { ...json, authorization: `Bearer ${productionToken}` } },
    ],
    'a token request': [
      '/oauth2/v1/tokens/bearer',
      {
        method: 'POST',
        headers: { ...form, authorization: `Basic ${btoa('svcc_test:wrong')}` },
        body: `grant_type=refresh_token&refresh_token=unknown${numbers}`,
      },
    ],
    'the control plane': [`/admin/v1/realms?orgId=${bridge.org.id}`, { headers: { 'x-api-key': apiKey } }],
    'a page of the portal': [
      '/trpc/session.user',
      { headers: { cookie: `__Host-next-auth.session-token=${numbers}` } },
    ],
    'a pairing': [
      '/agent/pair',
      { method: 'POST', headers: json, body: JSON.stringify({ code: 'ABCD-EFGH', name: 'Office' }) },
    ],
  } satisfies Record<string, [string, RequestInit]>
}

async function send() {
  const sent = Object.entries(createRequests()).map(async ([name, [path, init]]) => {
    const response = await bridge.app.request(path, init)
    return [name, { status: response.status, headers: response.headers, text: await response.text() }] as const
  })
  return Object.fromEntries(await Promise.all(sent))
}

async function getStatuses() {
  return Object.fromEntries(Object.entries(await send()).map(([name, { status }]) => [name, status]))
}

// The company file's agent is offline.
const healthy = {
  'a read of a sandbox': 200,
  'a write to a sandbox': 200,
  'a write to a company file': 503,
  'a token request': 401,
  'the control plane': 200,
  'a page of the portal': 200,
  'a pairing': 404,
}

it('is 503 with Retry-After on every surface while the database is away, and heals when it is back [dp-7.2:SERVICE_UNAVAILABLE] [cp-7:service_unavailable] [dp-7.4:temporarily_unavailable]', async () => {
  expect([await getStatuses(), bridge.isDatabaseAway()]).toEqual([healthy, false])
  await proxy.takeAway()
  const responses = Object.entries(await send())
  expect(responses.map(([name, { status, text }]) => [name, status, status === 503 || text])).toEqual(
    responses.map(([name]) => [name, 503, true]),
  )
  expect(responses.map(([name, { headers }]) => [name, headers.get('retry-after')])).toEqual(
    responses.map(([name]) => [name, '5']),
  )
  const codes = responses.map(
    ([, { text }]) => /SERVICE_UNAVAILABLE|service_unavailable|temporarily_unavailable/.exec(text)?.[0],
  )
  expect(codes).toEqual([
    'SERVICE_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
    'temporarily_unavailable',
    'service_unavailable',
    'SERVICE_UNAVAILABLE',
    'service_unavailable',
  ])
  await expect.poll(() => bridge.isDatabaseAway()).toBe(true)
  await proxy.bringBack()
  await expect.poll(() => bridge.isDatabaseAway()).toBe(false)
  expect(await getStatuses()).toEqual(healthy)
})

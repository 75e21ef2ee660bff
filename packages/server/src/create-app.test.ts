import { isDatabaseReady } from '@bridge/platform/readiness.store'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../test/bridge.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge()
})
afterAll(() => bridge.stop())

it('is alive without querying the database [dp-4.7:1]', async () => {
  const response = await bridge.app.request('/healthz')
  expect([response.status, await response.json()]).toEqual([200, { ok: true }])
})

it('is ready while the database responds [dp-4.7:2]', async () => {
  const response = await bridge.app.request('/readyz')
  expect([response.status, await response.json()]).toEqual([200, { ok: true, db: 'ok' }])
})

it('is alive but not ready without its database [dp-4.7:2] [dp-4.7:1]', async () => {
  const broken = await startBridge()
  await broken.stop()
  const ready = await broken.app.request('/readyz')
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { ok: false, db: 'error', reason: 'The database cannot be reached.' },
  ])
  expect((await broken.app.request('/healthz')).status).toBe(200)
})

it('renders errors in the format of each surface [dp-9.1]', async () => {
  const dataPlane = await bridge.app.request('/v3/nothing')
  expect([dataPlane.status, await dataPlane.json()]).toMatchObject([404, { Fault: { Error: [{ code: 'NOT_FOUND' }] } }])
  const controlPlane = await bridge.app.request('/admin/v1/nothing')
  expect([controlPlane.status, await controlPlane.json()]).toMatchObject([404, { error: 'not_found' }])
  expect(controlPlane.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const oauth = await bridge.app.request('/oauth2/v1/tokens', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'unknown' }),
  })
  expect([oauth.status, await oauth.json()]).toMatchObject([401, { error: 'invalid_client' }])
})

it('returns the caller’s request ID on every surface, or a new one', async () => {
  const paths = ['/v3/nothing', '/admin/v1/orgs', '/admin/v1/auth/csrf', '/oauth2/v1/tokens', '/trpc/session.user']
  for (const path of [...paths, '/healthz', '/readyz', '/openapi.json', '/.well-known/openid_configuration', '/no']) {
    const getId = async (headers: Record<string, string>) => {
      const response = await bridge.app.request(path, { headers })
      expect(response.headers.get('intuit_tid')).toBe(response.headers.get('x-request-id'))
      return response.headers.get('x-request-id')
    }
    expect([path, await getId({})]).toEqual([path, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect([path, await getId({ 'x-request-id': 'mine' })]).toEqual([path, 'mine'])
  }
})

it('stops waiting for the database after the timeout [dp-8:15]', async () => {
  const silent = { $queryRaw: () => new Promise(() => undefined) } as unknown as TestBridge['database']
  expect(await isDatabaseReady(silent, 1)).toBe(false)
})

it('logs one line per request, without secrets', async () => {
  const lines: string[] = []
  const logged = await startBridge({ logger: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }) })
  await logged.app.request('/oauth2/v1/revoke?token=hush', {
    method: 'POST',
    body: new URLSearchParams({ token: 'hush' }),
  })
  await logged.stop()
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(requests).toMatchObject([
    { method: 'POST', path: '/oauth2/v1/revoke', status: 401, traceId: expect.any(String) },
  ])
  expect(lines.join()).not.toContain('hush')
})

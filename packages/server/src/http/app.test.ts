import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../data-plane/bridge.fixture.ts'
import { isServed } from './app.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge()
})
afterAll(() => bridge.stop())

it('[dp-4.7:GET-/healthz] is alive without asking the database', async () => {
  const answer = await bridge.app.request('/healthz')
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
})

it('[dp-4.7:GET-/readyz] is ready while the database answers', async () => {
  const answer = await bridge.app.request('/readyz')
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true, db: 'ok' }])
})

it('[dp-4.7:GET-/readyz] [dp-4.7:GET-/healthz] is not ready, yet alive, without its database', async () => {
  const broken = await startBridge()
  await broken.stop()
  const ready = await broken.app.request('/readyz')
  expect([ready.status, await ready.json()]).toEqual([503, { ok: false, db: 'error' }])
  expect((await broken.app.request('/healthz')).status).toBe(200)
})

it('[dp-9.1] answers each surface in its own shape of errors', async () => {
  const dataPlane = await bridge.app.request('/v3/nothing')
  expect([dataPlane.status, await dataPlane.json()]).toMatchObject([404, { Fault: { Error: [{ code: 'NOT_FOUND' }] } }])
  const controlPlane = await bridge.app.request('/admin/v1/nothing')
  expect([controlPlane.status, await controlPlane.json()]).toMatchObject([404, { error: 'not_found' }])
  const oauth = await bridge.app.request('/oauth2/v1/tokens', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'unknown' }),
  })
  expect([oauth.status, await oauth.json()]).toMatchObject([401, { error: 'invalid_client' }])
})

it('knows its own paths from those of the pages', () => {
  const own = [
    '/v3/company/1/query',
    '/admin/v1/orgs',
    '/admin/v1/auth/csrf',
    '/oauth2/v1/tokens',
    '/healthz',
    '/trpc/x',
  ]
  expect(own.map(isServed)).toEqual(own.map(() => true))
  const pages = ['/', '/docs/errors', '/v3x', '/orgs/acme', '/sign-in', '/administration/v1']
  expect(pages.map(isServed)).toEqual(pages.map(() => false))
})

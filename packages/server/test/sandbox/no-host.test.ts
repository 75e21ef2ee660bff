import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin

beforeAll(async () => {
  admin = await startAdmin({ sandboxFiles: undefined })
})
afterAll(() => admin.stop())

it('shows a sandbox without a host, and refuses its changes with a time to repeat them', async () => {
  const { session, sandboxRealmId } = await admin.organization('owner@example.com')
  const [shown, changed] = await Promise.all([
    admin.call(`GET /realms/${sandboxRealmId}`, session),
    admin.call(`POST /realms/${sandboxRealmId}/sandbox/faults`, session, {}),
  ])
  expect([shown.status, shown.body.sandbox.records]).toEqual([200, null])
  expect([changed.status, changed.body.error, changed.headers.get('retry-after')]).toEqual([
    503,
    'service_unavailable',
    '5',
  ])
})

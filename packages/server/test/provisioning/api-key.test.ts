import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

const start = new Date('2026-03-02T09:00:00Z')
let now = start
let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin({ clock: () => now })
})
afterAll(() => admin.stop())

describe('an API key with an expiry', () => {
  it('authorizes nothing from then on, and stays listed [cp-5.3]', async () => {
    const { caller, orgId } = await admin.organization()
    const session = await admin.createSession(caller.userId, new Date('2100-01-01'))
    const expiresAt = '2026-03-03T09:00:00.000+00:00'
    const { key, id } = (await admin.call('POST /api-keys', session, { orgId, name: 'CI', expiresAt })).body
    const getStatus = async () => (await admin.call('GET /orgs', { 'x-api-key': key })).status
    expect(await getStatus()).toBe(200)
    now = new Date(expiresAt)
    expect(await getStatus()).toBe(401)
    const { apiKeys } = (await admin.call(`GET /api-keys?orgId=${orgId}`, session)).body
    expect(apiKeys).toMatchObject([{ id, expiresAt, lastFour: key.slice(-4) }])
    now = start
  })

  it('is rejected if the expiry has passed', async () => {
    const { caller, orgId } = await admin.organization('past@example.com')
    const session = await admin.createSession(caller.userId, new Date('2100-01-01'))
    const made = await admin.call('POST /api-keys', session, { orgId, name: 'CI', expiresAt: start.toISOString() })
    expect([made.status, made.body]).toEqual([
      400,
      expect.objectContaining({ message: 'expiresAt must be in the future.' }),
    ])
  })
})

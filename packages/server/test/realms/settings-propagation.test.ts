import { type ChangeFeed, createChangeFeed } from '@bridge/database'
import { hashSecret, mintSecret } from '@bridge/database/secrets'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer } from '../../src/create-server.ts'
import { sandboxRealmId, startBridge, type TestBridge } from '../bridge.fixture.ts'
import { openCompanyFiles } from '../local-sandboxes.fixture.ts'

let bridge: TestBridge
const logger = pino({ level: 'silent' })
/** A change feed without notifications, whose server depends on its poll. */
const silentFeed: ChangeFeed = {
  publish: async () => undefined,
  subscribe: () => () => undefined,
  isConnected: () => true,
  close: async () => undefined,
}

beforeAll(async () => {
  bridge = await startBridge({ sandboxBooks: 'empty' })
})
afterAll(() => bridge.stop())

async function startSecondServer(changes: ChangeFeed, clock: () => Date) {
  const { database, config } = bridge
  const { wireTraceDir: _, ...rest } = config
  const sandboxFiles = openCompanyFiles({ database, clock, config })
  const server = await createServer({ database, sandboxFiles, changes, clock, logger, config: rest })
  const hasDepartments = async () => {
    const response = await server.app.request(
      `/v3/company/${sandboxRealmId}/query?query=select count(*) from Department`,
      {
        headers: { authorization: `Bearer ${bridge.sandboxToken}` },
      },
    )
    await response.text()
    return response.status === 200
  }
  return { server, hasDepartments }
}

/** Changes the setting on the first server. */
async function set(departmentsFromClasses: boolean) {
  const user = await bridge.database.user.create({ data: { email: `${mintSecret('u')}@example.com` } })
  await bridge.database.membership.create({ data: { orgId: bridge.org.id, userId: user.id, role: 'admin' } })
  const key = mintSecret('svc_')
  await bridge.database.apiKey.create({
    data: { orgId: bridge.org.id, creatorId: user.id, name: 'Key', keyHash: hashSecret(key) },
  })
  const response = await bridge.app.request(`/admin/v1/realms/${sandboxRealmId}/settings`, {
    method: 'PATCH',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ departmentsFromClasses }),
  })
  expect(response.status).toBe(200)
}

it('applies a setting on every server immediately [cp-3:7] [cp-8:9]', async () => {
  const changes = createChangeFeed(bridge.url)
  const stopped = bridge.clock()
  const { server, hasDepartments } = await startSecondServer(changes, () => stopped)
  expect(await hasDepartments()).toBe(false)
  const notified = new Promise<void>((resolve) => changes.subscribe('settings', resolve))
  await set(true)
  await notified
  expect(await hasDepartments()).toBe(true)
  await server.close()
  await changes.close()
})

it('applies a setting within 15 s without a notification [cp-8:9]', async () => {
  let now = Date.UTC(2026, 2, 16)
  const { server, hasDepartments } = await startSecondServer(silentFeed, () => new Date(now))
  expect(await hasDepartments()).toBe(true)
  await set(false)
  expect(await hasDepartments()).toBe(true)
  now += 15_000
  expect(await hasDepartments()).toBe(false)
  await server.close()
})

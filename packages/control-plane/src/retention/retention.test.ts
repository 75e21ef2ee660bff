import { randomBytes, randomUUID } from 'node:crypto'
import { connectDatabase } from '@bridge/database'
import { ensureServiceRole } from '@bridge/database/service-role'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { sweepExpired } from '@bridge/platform/retention.store'
import { serverDefaults } from '@bridge/platform/server-config'
import { stopAfter } from '@bridge/platform/testing/stop-after'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptTables, sweptTables } from './kept-tables.ts'
import { createRetention, listExpiring, partitionedLogs } from './retention.ts'

const hourMs = 3_600_000
const startsAt = new Date('2026-03-02T09:00:00Z')

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

function inHours(hours: number): Date {
  return new Date(startsAt.getTime() + hours * hourMs)
}

/** Sweeps two rows at a time, `hours` after the start. */
async function sweep(hours: number, database = test.database) {
  const retention = createRetention({
    database,
    clock: () => inHours(hours),
    logger: pino({ level: 'silent' }),
    config: {
      ...serverDefaults,
      baseUrl: 'https://bridge.test',
      machineSecret: 'machine',
      sessionSecret: 'session',
      auditRetentionDays: 30,
    },
    stepRows: 2,
  })
  await retention.run()
  await retention.close()
}

it('deletes sessions that have ended or were idle, and expired links', async () => {
  const { database } = test
  const { id: userId } = await database.user.create({ data: { email: 'ada@example.com' } })
  const expiries = [1, 1, 1, 1, 1, 30 * 24]
  await database.session.createMany({
    data: expiries.map((hours, index) => ({
      userId,
      sessionToken: `session-${index}`,
      createdAt: startsAt,
      lastSeenAt: startsAt,
      expires: inHours(hours),
    })),
  })
  await database.verificationToken.createMany({
    data: [1, 2, 200].map((hours) => ({ identifier: `${hours}`, token: `${hours}`, expires: inHours(hours) })),
  })
  const countRows = async () => [await database.session.count(), await database.verificationToken.count()]
  await sweep(0)
  expect(await countRows()).toEqual([6, 3])
  await sweep(3)
  expect(await countRows()).toEqual([1, 1])
  await sweep(7 * 24)
  expect(await countRows()).toEqual([0, 1])
})

it('deletes expired tokens, and a used code a day later', async () => {
  const { database } = test
  const { id: orgId } = await database.organization.create({ data: { name: 'Office', slug: 'office' } })
  const realmId = '9130350000000001'
  const scope = 'com.intuit.quickbooks.accounting'
  await database.realm.create({ data: { id: realmId, orgId, kind: 'sandbox', name: 'Sandbox' } })
  const { id: clientId } = await database.oAuthClient.create({
    data: { id: 'svcc_app', orgId, name: 'App', secretHash: 'hash' },
  })
  const { id: connectionId } = await database.connection.create({
    data: { clientId, realmId, scope },
  })
  const expiresAt = inHours(1)
  await database.accessToken.create({ data: { tokenHash: 'access', connectionId, expiresAt } })
  await database.refreshToken.create({ data: { tokenHash: 'refresh', connectionId, expiresAt: inHours(100) } })
  await database.authorizationCode.create({
    data: { codeHash: 'code', clientId, realmId, redirectUri: 'https://app.example.com/callback', expiresAt, scope },
  })
  const countRows = async () => [
    await database.accessToken.count(),
    await database.refreshToken.count(),
    await database.authorizationCode.count(),
  ]
  await sweep(2)
  expect(await countRows()).toEqual([0, 1, 1])
  await sweep(26)
  expect(await countRows()).toEqual([0, 1, 0])
  await sweep(101)
  expect(await countRows()).toEqual([0, 0, 0])
})

it('keeps audit events for the configured days, as a role that may not delete them', async () => {
  const { database } = test
  const ages = [0, 29, 31, 40, 400]
  await database.auditEvent.createMany({
    data: ages.map((days) => ({
      actorKind: 'system',
      action: `${days} days old`,
      resourceKind: 'org',
      resourceId: 'office',
      createdAt: inHours(-days * 24),
    })),
  })
  const role = `service_${randomBytes(6).toString('hex')}`
  const restricted = connectDatabase(await ensureServiceRole(test.url, role, 'password'), { maxConnections: 1 })
  await sweep(0, restricted)
  await restricted.$disconnect()
  await database.$executeRawUnsafe(`DROP OWNED BY ${role}`)
  await database.$executeRawUnsafe(`DROP ROLE ${role}`)
  const kept = await database.auditEvent.findMany({ select: { action: true }, orderBy: { createdAt: 'desc' } })
  expect(kept.map(({ action }) => action)).toEqual(['0 days old', '29 days old'])
})

describe('the request log', () => {
  const realmId = '9130350000000002'
  const ages = [29, 31, 50]

  /** Logs a request with a body for each age in days, and returns the times. */
  async function log(at: Date, offsets = ages) {
    const { database } = test
    const orgId = 'log'
    await database.organization.upsert({
      where: { id: orgId },
      create: { id: orgId, name: 'Log', slug: 'log' },
      update: {},
    })
    const realm = { id: realmId, orgId, kind: 'sandbox', name: 'Sandbox' } as const
    await database.realm.upsert({ where: { id: realmId }, create: realm, update: {} })
    await database.loggedRequest.deleteMany()
    const data = offsets.map((days) => ({
      id: randomUUID(),
      traceId: `${days}`,
      realmId,
      orgId,
      createdAt: new Date(at.getTime() - days * 24 * hourMs),
      method: 'GET',
      path: '/',
      status: 200,
      totalMs: 1,
      bodies: { request: '{}' },
    }))
    await database.loggedRequest.createMany({ data })
  }

  const listAges = async () =>
    (await test.database.loggedRequest.findMany({ orderBy: { createdAt: 'desc' } })).map(({ traceId }) => traceId)

  it('keeps requests stored before there were partitions for 30 days', async () => {
    await log(startsAt)
    await sweep(0)
    expect(await listAges()).toEqual(['29'])
  })

  it('creates partitions for three days ahead', async () => {
    const { database } = test
    const [{ now } = { now: startsAt }] = await database.$queryRaw<{ now: Date }[]>`SELECT now()`
    const at = new Date(now.getTime() + 200 * 24 * hourMs)
    await sweep((at.getTime() - startsAt.getTime()) / hourMs)
    await log(at, [0, -1, -2, -3])
    const names = await database.$queryRaw<{ name: string }[]>`
      SELECT DISTINCT tableoid::regclass::text AS name FROM logged_request`
    expect(names).toHaveLength(4)
    expect(names).not.toContainEqual({ name: 'logged_request_default' })
  })

  it('erases bodies in the partition where they are, and in no other', async () => {
    const { database } = test
    const [{ now } = { now: startsAt }] = await database.$queryRaw<{ now: Date }[]>`SELECT now()`
    const at = new Date(now.getTime() + 300 * 24 * hourMs)
    await sweep((at.getTime() - startsAt.getTime()) / hourMs)
    await log(at, [0, -1, -2])
    const bodies = { table: 'logged_request', column: 'createdAt', keptMs: 0, key: 'id', erases: ['bodies'] }
    await sweepExpired(database, { ...bodies, where: 'bodies IS NOT NULL' }, at, { rows: 1 })
    const left = await database.loggedRequest.findMany({ orderBy: { createdAt: 'asc' } })
    expect(left.map(({ bodies }) => bodies)).toEqual([null, { request: '{}' }, { request: '{}' }])
  })
})

it('keeps events of Stripe for 30 days', async () => {
  const { database } = test
  const ages = [0, 29, 31, 32, 33, 34, 35]
  await database.billingEvent.createMany({
    data: ages.map((days) => ({
      id: `${days}`,
      type: 'invoice.paid',
      orgId: 'office',
      receivedAt: inHours(-days * 24),
    })),
  })
  await sweep(0)
  const kept = await database.billingEvent.findMany({ orderBy: { receivedAt: 'desc' } })
  expect(kept.map(({ id }) => id)).toEqual(['0', '29'])
})

it('has a sweep or a reason for each table', async () => {
  const tables = await test.database.$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition AND relname <> '_prisma_migrations' ORDER BY relname`
  const swept = [...listExpiring(serverDefaults), ...partitionedLogs].map(({ table }) => table)
  const listed = [
    ...new Set(swept.filter((table) => !/_(?:before|default)$/.test(table))),
    ...Object.keys(sweptTables),
    ...Object.keys(keptTables),
  ]
  expect(listed.sort()).toEqual(tables.map(({ name }) => name))
})

it('deletes a step of rows and no more after it was stopped', async () => {
  const { database } = test
  await database.billingEvent.deleteMany()
  await database.billingEvent.createMany({
    data: Array.from({ length: 7 }, (_, index) => ({
      id: `${index}`,
      type: 'invoice.paid',
      orgId: 'office',
      receivedAt: startsAt,
    })),
  })
  const expiring = { table: 'billing_event', column: 'receivedAt', keptMs: 0 }
  await sweepExpired(database, expiring, startsAt, stopAfter(1))
  expect(await database.billingEvent.count()).toBe(5)
  await sweepExpired(database, expiring, startsAt, stopAfter(10))
  expect(await database.billingEvent.count()).toBe(0)
})

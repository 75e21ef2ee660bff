import { randomBytes } from 'node:crypto'
import { type RealmId, requireRealmId } from '@bridge/agent-protocol'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { stopAfter } from '@bridge/platform/testing/stop-after'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteBodiesAbove } from './request-log.store.ts'
import { createRequestLog } from './request-log.ts'

const maxBytes = 100_000
const responseCharacters = 8_000
const start = Date.UTC(2026, 2, 16)

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function createRealm(id: string): Promise<RealmId> {
  const realms = { create: { id, name: 'Sandbox', kind: 'sandbox' as const } }
  await test.database.organization.create({ data: { name: 'Acme', slug: id, realms } })
  return requireRealmId(id)
}

/** Starts a log a second later with each request. */
function startLog(requestLogBytesMax = maxBytes) {
  let now = start
  const log = createRequestLog({
    database: test.database,
    clock: () => new Date(now),
    logger: pino({ level: 'silent' }),
    config: { requestLogBytesMax },
  })
  return {
    async log(realmId: RealmId, traceId: string) {
      now += 1_000
      const response = randomBytes(responseCharacters / 2).toString('hex')
      log.add({
        realmId,
        source: 'api',
        traceId,
        method: 'GET',
        path: '/query',
        status: 200,
        totalMs: 1,
        texts: {
          query: '',
          requestHeaders: {},
          body: '',
          responseHeaders: {},
          response,
          responseCharacters,
          queryText: 'select * from Customer',
        },
      })
      await log.flush()
    },
    close: () => log.close(),
  }
}

/** Returns whether the realm's requests have bodies, by time. */
async function listBodies(realmId: RealmId): Promise<boolean[]> {
  const rows = await test.database.loggedRequest.findMany({ where: { realmId }, orderBy: { createdAt: 'asc' } })
  for (const { bodies, queryText } of rows) expect(queryText === null).toBe(bodies === null)
  return rows.map(({ bodies }) => bodies !== null)
}

it('deletes a realm’s oldest bodies above its quota, but no requests, and nothing in other realms', async () => {
  const realmId = await createRealm('1000000000000001')
  const neighbor = await createRealm('1000000000000002')
  const log = startLog()
  await log.log(neighbor, 'old')
  for (let index = 0; index < 40; index += 1) await log.log(realmId, `${index}`)
  await log.close()

  const kept = await listBodies(realmId)
  const keptCount = kept.filter(Boolean).length
  expect(kept).toEqual([...Array(40 - keptCount).fill(false), ...Array(keptCount).fill(true)])
  expect(keptCount * responseCharacters).toBeGreaterThan(maxBytes * 0.8)
  // The quota is enforced after each eighth.
  expect(keptCount * responseCharacters).toBeLessThan((maxBytes * 9) / 8 + responseCharacters)
  expect(await listBodies(neighbor)).toEqual([true])
})

it('enforces the quota at the first request after a start', async () => {
  const realmId = await createRealm('1000000000000003')
  const before = startLog()
  for (let index = 0; index < 6; index += 1) await before.log(realmId, `${index}`)
  await before.close()
  const after = startLog(responseCharacters * 3)
  await after.log(realmId, 'first')
  await after.close()
  expect((await listBodies(realmId)).filter(Boolean)).toHaveLength(2)
})

it('deletes bodies in small steps, until it is stopped', async () => {
  const realmId = await createRealm('1000000000000004')
  const log = startLog()
  for (let index = 0; index < 7; index += 1) await log.log(realmId, `${index}`)
  await log.close()
  await deleteBodiesAbove(test.database, realmId, 0, stopAfter(1))
  expect((await listBodies(realmId)).filter(Boolean)).toHaveLength(5)
  await deleteBodiesAbove(test.database, realmId, 0, { rows: 2 })
  expect((await listBodies(realmId)).filter(Boolean)).toHaveLength(0)
})

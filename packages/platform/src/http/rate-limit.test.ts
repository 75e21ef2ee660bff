import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopAfter } from '../../test/stop-after.fixture.ts'
import { deleteWindowsBefore } from './rate-limit.store.ts'
import { type RateLimiter, SharedRateLimiter } from './rate-limit.ts'

const logger = pino({ level: 'silent' })
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Creates a limiter with its own clock, and counts its queries. */
function createLimiter({ name, limit, time = { now: 0 } }: { name: string; limit: number; time?: { now: number } }) {
  let queries = 0
  const database = test.database.$extends({
    query: {
      $allOperations({ args, query }) {
        queries += 1
        return query(args)
      },
    },
  })
  const limiter = new SharedRateLimiter({
    database: database as unknown as TestDatabase['database'],
    clock: () => new Date(time.now),
    logger,
    name,
    limit,
  })
  return { limiter, time, queries: () => queries }
}

async function takeMany(limiter: RateLimiter, times: number) {
  const decisions = await Promise.all(Array.from({ length: times }, () => limiter.consume('realm')))
  return decisions.filter(({ allowed }) => allowed).length
}

it('counts down to the limit and starts over in the next minute [dp-7.2:RATE_LIMITED]', async () => {
  const { limiter, time } = createLimiter({ name: 'count-down', limit: 3, time: { now: 61_000 } })
  expect(await limiter.consume('realm')).toEqual({ allowed: true, limit: 3, remaining: 2, resetSeconds: 59 })
  expect(await limiter.consume('realm')).toEqual({ allowed: true, limit: 3, remaining: 1, resetSeconds: 59 })
  expect(await limiter.consume('realm')).toEqual({ allowed: true, limit: 3, remaining: 0, resetSeconds: 59 })
  expect(await limiter.consume('realm')).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 59 })
  expect(await limiter.consume('another')).toMatchObject({ allowed: true, remaining: 2 })
  time.now = 119_999
  expect(await limiter.consume('realm')).toMatchObject({ allowed: false, resetSeconds: 1 })
  time.now = 120_000
  expect(await limiter.consume('realm')).toMatchObject({ allowed: true, remaining: 2, resetSeconds: 60 })
  await limiter.close()
})

it('enforces the limit across several servers', async () => {
  const servers = Array.from({ length: 4 }, () => createLimiter({ name: 'together', limit: 100 }).limiter)
  const allowed = await Promise.all(servers.map((server) => takeMany(server, 100)))
  expect(allowed.reduce((sum, each) => sum + each, 0)).toBe(100)
})

it('queries the database once for many requests', async () => {
  const { limiter, queries } = createLimiter({ name: 'blocks', limit: 500 })
  await takeMany(limiter, 300)
  expect(queries()).toBeLessThanOrEqual(15)
  await limiter.close()
})

it('returns unused permits when it closes', async () => {
  const first = createLimiter({ name: 'restart', limit: 40 }).limiter
  expect(await takeMany(first, 1)).toBe(1)
  await first.close()
  const second = createLimiter({ name: 'restart', limit: 40 }).limiter
  expect(await takeMany(second, 60)).toBe(39)
})

it('deletes only its own old windows', async () => {
  const { limiter, time } = createLimiter({ name: 'cleaning', limit: 5 })
  const other = createLimiter({ name: 'other', limit: 5 }).limiter
  await limiter.consume('realm')
  await other.consume('realm')
  time.now = 600_000
  await limiter.consume('realm')
  await limiter.close()
  const windows = await test.database.rateWindow.findMany({ where: { key: { in: ['cleaning:realm', 'other:realm'] } } })
  expect(windows.map(({ key, startsAt }) => [key, startsAt.getTime()]).sort()).toEqual([
    ['cleaning:realm', 600_000],
    ['other:realm', 0],
  ])
})

it('takes a leased permit at once, so that most calls wait for nothing', async () => {
  const { limiter } = createLimiter({ name: 'leased', limit: 100 })
  await limiter.consume('realm')
  expect(limiter.consume('realm')).toMatchObject({ allowed: true, remaining: 98 })
})

it('rejects when the database cannot count', async () => {
  const gone = await createTestDatabase()
  const limiter = new SharedRateLimiter({
    database: gone.database,
    clock: () => new Date(0),
    logger,
    name: 'gone',
    limit: 5,
  })
  await gone.drop()
  await expect(limiter.consume('realm')).rejects.toThrow()
})

it('deletes old windows in steps', async () => {
  const { database } = test
  const time = new Date(60_000)
  await database.rateWindow.createMany({
    data: Array.from({ length: 5 }, (_, index) => ({ key: `steps:${index}`, startsAt: new Date(0) })),
  })
  const count = () => database.rateWindow.count({ where: { key: { startsWith: 'steps:' } } })
  await deleteWindowsBefore(database, 'steps:', time, stopAfter(1))
  expect(await count()).toBe(3)
  await deleteWindowsBefore(database, 'steps:', time, stopAfter(10))
  expect(await count()).toBe(0)
})

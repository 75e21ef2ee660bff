import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectDatabase, type Database, getPoolCounts, queryPrepared } from './database.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Inserts organizations and returns their names. */
function insert(database: Database, names: readonly string[]) {
  const text = `INSERT INTO organization (id, name, slug)
    SELECT gen_random_uuid(), name, name FROM unnest($1::text[]) AS name RETURNING name`
  return queryPrepared(database, 'insert-organizations', { text, values: [names] })
}

it('runs a prepared statement with values and returns its rows', async () => {
  const names = ['north', `o'brien; "south"`, 'x'.repeat(60)]
  expect(await insert(test.database, names)).toEqual(names.map((name) => ({ name })))
  expect(await insert(test.database, ['east'])).toEqual([{ name: 'east' }])
  const found = await test.database.organization.findMany({ select: { name: true } })
  expect(found.map(({ name }) => name).sort()).toEqual([...names, 'east'].sort())
})

it('rejects with the error of PostgreSQL', async () => {
  const twice = insert(test.database, ['twice', 'twice'])
  await expect(twice).rejects.toThrow('duplicate key value violates unique constraint')
  await expect(insert({} as Database, [])).rejects.toThrow('connectDatabase')
})

it('begins a transaction after waiting longer than Prisma’s two seconds for a connection', async () => {
  const database = connectDatabase(test.url, { maxConnections: 1 })
  try {
    const busy = database.$queryRaw`SELECT pg_sleep(2.2)::text`
    const count = database.$transaction((transaction) => transaction.organization.count({ where: { name: 'nobody' } }))
    await busy
    expect(await count).toBe(0)
  } finally {
    await database.$disconnect()
  }
})

it('keeps a connection for calls a few minutes apart', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const database = connectDatabase(test.url)
  try {
    await database.organization.count()
    await vi.advanceTimersByTimeAsync(240_000)
    expect(getPoolCounts(database)).toEqual({ open: 1, idle: 1, waiting: 0 })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(getPoolCounts(database)).toEqual({ open: 0, idle: 0, waiting: 0 })
  } finally {
    vi.useRealTimers()
    await database.$disconnect()
  }
})

// On 2027-03-14, New York has no 02:30; on 2027-11-07, it has 01:30 twice.
it.each(['2027-03-14T02:30:00Z', '2027-03-14T07:30:00Z', '2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z'])(
  'stores and reads %s as that time on a server in another zone',
  async (time) => {
    const name = new URL(test.url).pathname.slice(1)
    await test.database.$executeRawUnsafe(`ALTER DATABASE ${name} SET TimeZone = 'America/New_York'`)
    const url = `${test.url}?options=${encodeURIComponent('-c application_name=zones')}`
    const database = connectDatabase(url)
    try {
      const createdAt = new Date(time)
      const { id } = await database.organization.create({ data: { name: 'zones', slug: time, createdAt } })
      const rows = await database.$queryRaw<object[]>`
        SELECT extract(epoch FROM "createdAt")::float8 * 1000 AS ms, "createdAt" = ${createdAt} AS equal,
          current_setting('application_name') AS "ownOption"
        FROM organization WHERE id = ${id}`
      expect(rows).toEqual([{ ms: createdAt.getTime(), equal: true, ownOption: 'zones' }])
      expect(await database.organization.findUnique({ where: { id } })).toMatchObject({ createdAt })
    } finally {
      await database.$disconnect()
    }
  },
)

import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureDatabase } from './create-database.ts'
import { connectDatabase, type Database, queryPrepared } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

let folder: string
let postgres: EmbeddedPostgres
let database: Database

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'database-unavailable-'))
  postgres = await startEmbeddedPostgres({ folder, disposable: true })
  await ensureDatabase(postgres.url)
  database = connectDatabase(postgres.url)
})
afterAll(async () => {
  await database.$disconnect()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const statements = {
  'a raw query': () => database.$queryRaw`SELECT 1`,
  'a query of a table': () => database.organization.findMany(),
  'a transaction': () => database.$transaction(async (transaction) => transaction.organization.count()),
  'a prepared statement': () => queryPrepared(database, 'one', { text: 'SELECT 1', values: [] }),
}

/** Begins statements lasting until PostgreSQL ends, and returns a function awaiting their errors. */
async function begin() {
  const sleeping = [
    database.$queryRaw`SELECT pg_sleep(600)::text`,
    queryPrepared(database, 'sleep', { text: 'SELECT pg_sleep(600)', values: [] }),
  ]
  const errors = Promise.all(sleeping.map((each) => fail(() => each)))
  const find = () => database.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(600)%' AND state = 'active'`
  await expect.poll(async () => (await find()).length).toBe(sleeping.length)
  return () => errors
}

async function fail(run: () => Promise<unknown>): Promise<unknown> {
  return run().then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** Returns a statement's first error. After SIGKILL, an idle backend serves until it notices its parent's end. */
async function failAtLast(run: () => Promise<unknown>): Promise<unknown> {
  let error: unknown
  await expect
    .poll(async () => {
      error = await fail(run)
      return error
    })
    .toBeDefined()
  return error
}

it.each(['SIGINT', 'SIGKILL'] as const)(
  'finds a server that got %s during statements, until it is back',
  async (signal) => {
    const ended = await begin()
    process.kill(Number((await readFile(path.join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]), signal)
    expect((await ended()).map(isDatabaseUnavailable)).toEqual([true, true])
    for (const [name, run] of Object.entries(statements)) {
      expect([name, isDatabaseUnavailable(await failAtLast(run))]).toEqual([name, true])
    }
    const failAgain = async (run: () => Promise<unknown>) => {
      await fail(() => postgres.ensureRunning())
      return isDatabaseUnavailable(await fail(run))
    }
    for (const run of Object.values(statements)) await expect.poll(() => failAgain(run)).toBe(false)
  },
)

it.each([
  ['a mistake in a statement', () => database.$queryRaw`SELECT nothing`],
  ['a table that is missing', () => database.organization.findMany()],
  ['a mistake in a prepared one', () => queryPrepared(database, 'none', { text: 'SELECT x', values: [] })],
])('does not count %s as an outage', async (_, run) => {
  const error = await fail(run)
  expect(error).toBeInstanceOf(Error)
  expect(isDatabaseUnavailable(error)).toBe(false)
})

it('is a server that accepts no session in time', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const client = new Client({
    host: '127.0.0.1',
    port: (silent.address() as AddressInfo).port,
    connectionTimeoutMillis: 1,
  })
  const error: unknown = await client.connect().catch((error: unknown) => error)
  silent.close()

  expect([error, isDatabaseUnavailable(error)]).toEqual([new Error('timeout expired'), true])
})

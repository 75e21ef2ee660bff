import { EventEmitter, once } from 'node:events'
import type { Database } from '@bridge/database'
import { createTestDatabase, type TestDatabase } from '@bridge/database/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectGatewayDatabases } from './gateway-databases.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Runs `use` while this many connections are in use. Returns their process IDs in PostgreSQL. */
async function occupy(database: Database, count: number, use: () => Promise<unknown>): Promise<readonly number[]> {
  const pids: number[] = []
  const events = new EventEmitter()
  const used = once(events, 'used')
  const hold = async (transaction: Pick<Database, '$queryRaw'>) => {
    const [row] = await transaction.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    if (pids.push(row?.pid ?? 0) === count) await use().finally(() => events.emit('used'))
    else await used
  }
  await Promise.all(
    Array.from({ length: count }, () => database.$transaction(hold, { maxWait: 30_000, timeout: 60_000 })),
  )
  return pids
}

it('keeps connections for renewals and for the journal while all others are in use', async () => {
  const { database, reserved, disconnect } = connectGatewayDatabases(test.url)
  const pids: number[] = []
  const renew = async () => pids.push(...(await occupy(reserved.renewals, 1, async () => undefined)))
  const write = async () => pids.push(...(await occupy(reserved.journal, 5, renew)))
  pids.push(...(await occupy(database, 10, write)))

  expect(new Set(pids).size).toBe(16)
  await disconnect()
})

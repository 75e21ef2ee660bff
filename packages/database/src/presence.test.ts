import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createPresence, presenceLocks } from './presence.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function open() {
  const presence = await createPresence(test.url)
  onTestFinished(() => presence.close())
  return presence
}

/** Returns whether a process holds a key's lock. */
async function isPresent(key: number | undefined): Promise<boolean> {
  const [row] = await test.database.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock_shared(${presenceLocks}::int, ${key ?? 0}::int) AS free`
  return row?.free === false
}

it('shows that a process is alive until it closes', async () => {
  const [first, second] = [await open(), await open()]
  const keys = [first.getKey(), second.getKey()]
  expect(await Promise.all(keys.map(isPresent))).toEqual([true, true])
  await first.close()
  await expect.poll(() => Promise.all(keys.map(isPresent))).toEqual([false, true])
})

it('ends with the connection, and is there again with another key', async () => {
  const presence = await open()
  const key = presence.getKey()
  await test.database.$executeRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'presence'`
  await expect.poll(() => isPresent(key)).toBe(false)
  await expect.poll(async () => presence.getKey() !== key && (await isPresent(presence.getKey()))).toBe(true)
})

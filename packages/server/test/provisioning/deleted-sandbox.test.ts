import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdmin, type TestAdmin } from '../admin.fixture.ts'

let admin: TestAdmin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.stop())

async function countWaiting(): Promise<number> {
  const [row] = await admin.database.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE NOT granted AND datname = current_database()`
  const [waiting] = await admin.database.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return row.count + waiting.count
}

it.each([
  ['reset', { template: 'empty' }],
  ['faults', { dialogOpen: true }],
] as const)(
  'responds not_found to a change (%s) of a sandbox that is being deleted [cp-7:not_found]',
  async (name, body) => {
    const { session, sandboxRealmId: id } = await admin.organization(`${name}@example.com`)
    const deletion = await admin.database.$transaction(async (transaction) => {
      await transaction.realm.delete({ where: { id } })
      const change = admin.call(`POST /realms/${id}/sandbox/${name}`, session, body)
      await expect.poll(countWaiting).toBeGreaterThan(0)
      // Wrapped, because the transaction would wait for the change.
      return { change }
    })
    const { status, body: problem } = await deletion.change
    expect([status, problem.error]).toEqual([404, 'not_found'])
  },
)

import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

/** The key by which Prisma locks a database while it migrates. */
const prismaLockKey = 72_707_369
const lockPollMs = 250

/** Runs `work` on one connection. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'migrate' })
  // A lost connection also fails the statement in progress.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Runs `work` on one connection while no other process migrates the database, whose end it waits for.
 *
 * A killed process leaves its last statement behind, and with it the lock.
 */
export function withMigrationLock<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0')
    // CREATE INDEX CONCURRENTLY would wait for a statement waiting for the lock.
    while (!(await tryLock(client))) await delay(lockPollMs)
    return work(client)
  })
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [prismaLockKey])
  return rows[0]?.taken === true
}

import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { ensureDatabase } from './create-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { moveClock, moveColumnDefaults } from './test-clock.ts'
import { createClusterFolder } from './test-cluster.ts'

it('moves the clock of new databases, but not that of timeouts', async () => {
  const folder = await createClusterFolder()
  const postgres = await startEmbeddedPostgres({ folder, disposable: true })
  const { url } = postgres
  const client = new Client({ connectionString: url })
  try {
    const seconds = 400 * 86_400
    await moveClock(url, seconds)
    await ensureDatabase(url)
    await client.connect()
    await client.query('CREATE TABLE event (id int, "createdAt" timestamptz DEFAULT CURRENT_TIMESTAMP)')
    await client.query(`
      CREATE FUNCTION pinned_now() RETURNS timestamptz LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
        SELECT now()
      $$`)
    await moveColumnDefaults(url, seconds)
    const { rows } = await client.query(`
      INSERT INTO event (id) VALUES (1)
      RETURNING now() - pg_catalog.now() AS moved, "createdAt" = now() AS "isDefault", pinned_now() = now() AS "isPinned"`)
    expect(rows).toEqual([{ moved: expect.objectContaining({ days: 400 }), isDefault: true, isPinned: true }])

    await client.query('SET statement_timeout = 1')
    await expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow('statement timeout')
  } finally {
    await client.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

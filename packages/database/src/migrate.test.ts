import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyMigrations, readMigrations } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

function ok(value: string) {
  return { tag: 'ok' as const, value }
}

describe('migrate', () => {
  let test: TestDatabase

  beforeEach(async () => {
    test = await createTestDatabase()
  })
  afterEach(() => test.drop())

  it('records migrations as Prisma does, and applies nothing in a second run', async () => {
    const { migrationDirectories } = await readMigrations()
    const recorded = await test.database.$queryRaw<{ migration_name: string }[]>`
      SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name`
    expect(recorded.map(({ migration_name }) => migration_name)).toEqual(migrationDirectories.map(({ path }) => path))
    expect(await applyMigrations(test.url)).toEqual([])
  })

  it('lets requests go on while a migration waits for a table, and applies it when the table is free', async () => {
    const { migrationDirectories, ...list } = await readMigrations()
    const value = 'ALTER TABLE "job_lease" ADD COLUMN "note" TEXT;'
    const added = { path: '29990101000000_note', migrationFile: { path: 'migration.sql', content: ok(value) } }
    const migrations = { ...list, migrationDirectories: [...migrationDirectories, added] }
    const holder = new Client({ connectionString: test.url })
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE "job_lease" IN ACCESS SHARE MODE')
    const patience = { lockMsMax: 50, pauseMs: 10, tries: 10_000 }
    const applying = applyMigrations(test.url, { migrations, patience })

    const countTries = () => test.database.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM _prisma_migrations WHERE rolled_back_at IS NOT NULL`
    await expect.poll(async () => (await countTries())[0]?.count).toBeGreaterThan(1)
    expect(await test.database.jobLease.count()).toBe(0)

    await holder.query('COMMIT')
    await holder.end()
    expect(await applying).toEqual([added.path])
  })

  it('reports a migration that fails for another reason at once', async () => {
    const { migrationDirectories, ...list } = await readMigrations()
    const added = {
      path: '29990101000001_wrong',
      migrationFile: { path: 'migration.sql', content: ok('SELECT nothing') },
    }
    const migrations = { ...list, migrationDirectories: [...migrationDirectories, added] }
    await expect(applyMigrations(test.url, { migrations })).rejects.toThrow(/column not found: nothing/)
  })

  it('keeps the schema of the newest migration equal to schema.prisma', async () => {
    const read = (name: string) => readFile(new URL(`../../../prisma/${name}`, import.meta.url), 'utf8')
    expect(await read('migrations/schema.prisma')).toBe(await read('schema.prisma'))
  })
})

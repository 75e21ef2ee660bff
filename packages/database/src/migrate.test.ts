import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyMigrations, readMigrations } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

describe('migrate', () => {
  let test: TestDatabase

  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())

  it('records migrations as Prisma does, and applies nothing in a second run', async () => {
    const { migrationDirectories } = await readMigrations()
    const recorded = await test.database.$queryRaw<{ migration_name: string }[]>`
      SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name`
    expect(recorded.map(({ migration_name }) => migration_name)).toEqual(migrationDirectories.map(({ path }) => path))
    expect(await applyMigrations(test.url)).toEqual([])
  })

  it('keeps the schema of the newest migration equal to schema.prisma', async () => {
    const read = (name: string) => readFile(new URL(`../../../prisma/${name}`, import.meta.url), 'utf8')
    expect(await read('migrations/schema.prisma')).toBe(await read('schema.prisma'))
  })
})

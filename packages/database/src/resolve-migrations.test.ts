import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseUrl } from './embedded-postgres.ts'
import { applyMigrations, checkMigrations, type Migration, planRepairs, readMigrations } from './migrate.ts'
import { type Repair, resolveMigrations } from './resolve-migrations.ts'
import { moveColumnDefaults } from './test-clock.ts'
import { applyHalf, describeDatabase } from './test-halfway.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

const sameFile = '20261123075500_same_company_file'

let test: TestDatabase
let admin: Client
let url: string
beforeEach(async () => {
  test = await createTestDatabase()
  admin = new Client({ connectionString: test.url })
  await admin.connect()
  const name = `halfway_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE DATABASE ${name}`)
  url = databaseUrl(test.url, name)
})
afterEach(async () => {
  await admin.query(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
  await admin.end()
  await test.drop()
})

async function query(sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Applies the migrations before `name`, and its first statements, as earlier versions did. */
async function leaveHalfway(name: string, committed: number, state?: 'rolled back'): Promise<Migration> {
  const migrations = await readMigrations()
  const index = migrations.findIndex((each) => each.name === name)
  const migration = migrations[index]
  if (migration === undefined) throw new Error(`There is no migration ${name}.`)
  await applyMigrations(url, { migrations: migrations.slice(0, index) })
  await applyHalf(url, migration, committed)
  if (state) await query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${name}'`)
  return migration
}

async function resolve(): Promise<Repair[]> {
  const repairs: Repair[] = []
  await resolveMigrations(url, (repair) => void repairs.push(repair))
  return repairs
}

async function expectNewest(): Promise<void> {
  await moveColumnDefaults(url)
  expect(await describeDatabase(url)).toEqual(await describeDatabase(test.url))
}

describe('a database that an earlier version left half-way', () => {
  it.each([0, 1, 2])('with %i of 2 statements is recognized, repaired and migrated', async (committed) => {
    await leaveHalfway(sameFile, committed)
    const message = `An earlier version left the database half-way through ${sameFile}. Nothing was changed. Run npm run migrate -- --resolve, which finds out how far it got and completes it.`
    await expect(applyMigrations(url)).rejects.toThrow(message)
    expect((await checkMigrations(url)).problem).toBe(message)

    const expected = { migration: { name: sameFile }, committed, statements: 2 }
    expect(await planRepairs(url)).toMatchObject([expected])
    expect(await query(`SELECT FROM pg_namespace WHERE nspname LIKE 'bridge%'`)).toEqual([])
    expect(await resolve()).toMatchObject([expected])
    await applyMigrations(url)
    await expectNewest()
    expect(await checkMigrations(url)).toMatchObject({ pending: [], halfway: [], problem: undefined })
    const rows = await query(
      `SELECT finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS rolled_back FROM _prisma_migrations
       WHERE migration_name = '${sameFile}' ORDER BY finished`,
    )
    expect(rows).toEqual([
      { finished: false, rolled_back: true },
      { finished: true, rolled_back: false },
    ])
  })

  it('and recorded as rolled back is recognized when the migration fails, and repaired', async () => {
    await leaveHalfway(sameFile, 1, 'rolled back')
    await expect(applyMigrations(url)).rejects.toThrow(
      `column "fileId" of relation "realm_session" already exists (42701). No part of it was applied. An earlier version left the database half-way through it: run npm run migrate -- --resolve`,
    )
    expect(await resolve()).toMatchObject([{ committed: 1 }])
    await applyMigrations(url)
    await expectNewest()
  })

  it('keeps the rows of statements that change rows', async () => {
    const name = '20261122031500_realm_settings_values'
    await leaveHalfway(name, 0)
    await query(`
      INSERT INTO "organization" (id, name, slug) VALUES ('o', 'Office', 'office');
      INSERT INTO "realm" (id, "orgId", kind, name) VALUES ('9130350000000001', 'o', 'sandbox', 'Sandbox');
      INSERT INTO "realm_settings" ("realmId", "departmentsFromClasses", "updatedAt") VALUES ('9130350000000001', true, now())`)
    await query('DELETE FROM _prisma_migrations WHERE finished_at IS NULL')
    const migration = (await readMigrations()).find((each) => each.name === name)
    await applyHalf(url, migration ?? { name, script: '' }, 2)
    expect(await resolve()).toMatchObject([{ migration: { name }, statements: 3 }])
    expect(await query('SELECT "values" ->> \'departmentsFromClasses\' AS value FROM "realm_settings"')).toEqual([
      { value: 'true' },
    ])
  })

  it('at an unfinished index builds it again', async () => {
    const name = '20261123104003_audit_event_actor'
    await leaveHalfway(name, 0)
    await expect(applyMigrations(url)).rejects.toThrow(name)
    expect(await resolve()).toMatchObject([{ migration: { name }, committed: 0 }])
    await applyMigrations(url)
    await expectNewest()
  })

  it('and changed by hand since is not touched', async () => {
    await leaveHalfway(sameFile, 1)
    await query('ALTER TABLE "realm_session" ALTER COLUMN "fileId" TYPE text')
    const before = await describeDatabase(url)
    await expect(resolve()).rejects.toThrow(
      `The database is at no point of the migration ${sameFile}: it was changed by hand since. Nothing was changed.`,
    )
    expect(await describeDatabase(url)).toEqual(before)
  })

  it('has tables of the operator that do not matter', async () => {
    await leaveHalfway(sameFile, 1)
    await query('CREATE TABLE "report" (id int); CREATE INDEX "report_id" ON "report"(id)')
    expect(await resolve()).toMatchObject([{ committed: 1 }])
  })
})

import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, inject, it } from 'vitest'
import { databaseUrl } from './embedded-postgres.ts'
import { applyMigrations, readMigrations, resolveMigrations } from './migrate.ts'
import { withClient } from './migration-session.ts'
import { createHistory } from './run-migration.ts'
import { applyHalf, describeDatabase } from './test-halfway.ts'
import { createTestDatabase } from './testing.ts'

/** At night every migration after every statement, for minutes; otherwise a sample. */
const step = inject('scale') > 1 ? 1 : 13

/** Before the first migration applied as a whole. */
const wholeSince = '20261126030000'

it('repairs a migration of earlier versions that was left after any of its statements', {
  timeout: 3_600_000,
}, async () => {
  const test = await createTestDatabase()
  const admin = new Client({ connectionString: databaseUrl(test.url, 'postgres') })
  await admin.connect()
  const [base, half] = ['base', 'half'].map((kind) => `${kind}_${randomUUID().replaceAll('-', '')}`)
  const baseUrl = databaseUrl(test.url, `${base}`)
  const halfUrl = databaseUrl(test.url, `${half}`)
  await admin.query(`CREATE DATABASE ${base}`)
  await withClient(baseUrl, createHistory)

  const earlier = (await readMigrations()).filter(({ name }) => name < wholeSince)
  for (const [index, migration] of earlier.entries()) {
    const migrations = earlier.slice(0, index + 1)
    const statements = migration.script.split(';').filter((statement) => statement.trim() !== '')
    const isChosen = index % step === 0
    const repaired = []
    for (let committed = 0; isChosen && committed <= statements.length; committed += step) {
      await admin.query(`CREATE DATABASE ${half} TEMPLATE ${base}`)
      await applyHalf(halfUrl, migration, committed)
      await resolveMigrations(halfUrl, () => undefined, migrations)
      repaired.push([migration.name, committed, await describeDatabase(halfUrl)])
      await admin.query(`DROP DATABASE ${half} WITH (FORCE)`)
    }
    await applyMigrations(baseUrl, { migrations })
    const expected = await describeDatabase(baseUrl)
    expect(repaired).toEqual(repaired.map(([name, committed]) => [name, committed, expected]))
  }
  await admin.query(`DROP DATABASE ${base} WITH (FORCE)`)
  await admin.end()
  await test.drop()
})

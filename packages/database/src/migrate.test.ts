import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseUrl } from './embedded-postgres.ts'
import { applyMigrations, checkMigrations, type Migration, readMigrations } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

const patience = { lockWaitMs: 50, pauseMs: 10, tries: 10_000 }

let test: TestDatabase
let client: Client
beforeEach(async () => {
  test = await createTestDatabase()
  client = new Client({ connectionString: test.url })
  client.on('error', () => undefined)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await test.drop()
})

/** Returns the service's migrations and one more. */
async function withMigration(script: string, name = '29990101000000_added') {
  return { name, migrations: [...(await readMigrations()), { name, script }] }
}

async function listNames(sql: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(sql)
  return rows.map(({ name }) => name)
}

const columnsOfLease = `SELECT attname AS name FROM pg_attribute
  WHERE attrelid = 'job_lease'::regclass AND attname LIKE 'note%' ORDER BY attname`
const unfinished = 'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NULL'
const waiting = `SELECT count(*) > 0 AS found FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

async function isWaiting(): Promise<boolean> {
  return (await client.query<{ found: boolean }>(waiting)).rows[0]?.found === true
}

/** Locks a table as a report or a dump does. Returns a function to end it. */
async function lock(table: string, mode = 'ACCESS SHARE'): Promise<() => Promise<void>> {
  const holder = new Client({ connectionString: test.url })
  await holder.connect()
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`)
  return () => holder.end()
}

const threeStatements = `
  ALTER TABLE "job_lease" ADD COLUMN "note1" TEXT;
  ALTER TABLE "realm_session" ADD COLUMN "note2" TEXT;
  ALTER TABLE "write_journal" ADD COLUMN "note3" TEXT;`

describe('a migration', () => {
  it('is recorded as by Prisma, and not applied in a second run', async () => {
    const all = (await readMigrations()).map(({ name }) => name)
    const { rows } = await client.query(
      `SELECT migration_name, length(checksum) AS checksum, started_at <= finished_at AS ended, logs, rolled_back_at,
         applied_steps_count AS steps FROM _prisma_migrations ORDER BY migration_name`,
    )
    expect(rows.map(({ migration_name }) => migration_name)).toEqual(all)
    expect(rows[0]).toMatchObject({ checksum: 64, ended: true, logs: null, rolled_back_at: null, steps: 1 })
    expect(await applyMigrations(test.url)).toEqual([])
  })

  it('may contain semicolons in strings, comments, functions, DO blocks and triggers', async () => {
    const { name, migrations } = await withMigration(`
      -- A comment; with a semicolon
      ALTER TABLE "job_lease" ADD COLUMN "note" TEXT DEFAULT 'a;b';
      CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN NEW.note := 'x;y'; RETURN NEW; END $body$;
      CREATE TRIGGER touch BEFORE UPDATE ON "job_lease" FOR EACH ROW EXECUTE FUNCTION touch();
      DO $$ BEGIN PERFORM 1; PERFORM 2; END $$;`)
    expect(await applyMigrations(test.url, { migrations })).toEqual([name])
    expect(await listNames(columnsOfLease)).toEqual(['note'])
    expect(await listNames(`SELECT tgname AS name FROM pg_trigger WHERE tgname = 'touch'`)).toEqual(['touch'])
  })

  it.each(['job_lease', 'realm_session', 'write_journal'])(
    'waits for %s, whichever statement needs it, and lets requests go on in the meantime',
    async (table) => {
      const { name, migrations } = await withMigration(threeStatements)
      const release = await lock(table)
      const applying = applyMigrations(test.url, { migrations, patience })
      await expect.poll(isWaiting).toBe(true)
      expect(await test.database.jobLease.count()).toBe(0)
      expect(await test.database.writeJournal.count()).toBe(0)
      await release()
      expect(await applying).toEqual([name])
      expect(await applyMigrations(test.url, { migrations })).toEqual([])
    },
  )

  it('is rolled back when it gets no lock, says so, and is applied by a later run', async () => {
    const { name, migrations } = await withMigration(threeStatements)
    const release = await lock('write_journal')
    await expect(applyMigrations(test.url, { migrations, patience: { ...patience, tries: 2 } })).rejects.toThrow(
      `The migration ${name} waited for a table that a long statement uses: canceling statement due to lock timeout (55P03). No part of it was applied.`,
    )
    expect(await listNames(columnsOfLease)).toEqual([])
    await release()
    expect(await applyMigrations(test.url, { migrations })).toEqual([name])
  })

  it('that fails is rolled back as a whole, reported at once and tried again by the next run', async () => {
    const { name, migrations } = await withMigration(`${threeStatements} SELECT nothing`)
    await expect(applyMigrations(test.url, { migrations })).rejects.toThrow(
      `The migration ${name} failed: column "nothing" does not exist (42703). No part of it was applied.`,
    )
    expect(await listNames(columnsOfLease)).toEqual([])
    expect(await listNames(unfinished)).toEqual([])
    const corrected = await withMigration(threeStatements)
    expect(await applyMigrations(test.url, corrected)).toEqual([name])
  })

  it.each(['job_lease', 'realm_session', 'write_journal'])(
    'whose connection ends while it waits for %s leaves nothing, and is applied by a later run',
    async (table) => {
      const { name, migrations } = await withMigration(threeStatements)
      const release = await lock(table)
      const applying = applyMigrations(test.url, { migrations, patience: { ...patience, lockWaitMs: 60_000 } })
      const failed = expect(applying).rejects.toThrow(`The migration ${name} failed: `)
      await expect.poll(isWaiting).toBe(true)
      await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'migrate' AND datname = current_database()`)
      await failed
      await release()
      expect(await listNames(columnsOfLease)).toEqual([])
      expect(await applyMigrations(test.url, { migrations })).toEqual([name])
    },
  )

  it.each(['job_lease', 'realm_session', 'write_journal'])(
    'whose process is killed while it waits for %s leaves nothing, and is applied by a later run',
    async (table) => {
      const { name, migrations } = await withMigration(threeStatements)
      const release = await lock(table)
      await killWhileWaiting(migrations)
      expect(await listNames(unfinished)).toEqual([])
      const applying = applyMigrations(test.url, { migrations })
      await release()
      expect(await applying).toEqual([name])
    },
  )

  it('is applied once by two runs at the same time', async () => {
    const { name, migrations } = await withMigration(threeStatements)
    const runs = await Promise.all([1, 2].map(() => applyMigrations(test.url, { migrations })))
    expect(runs.flat()).toEqual([name])
  })
})

/** Applies the migrations in a process killed while a statement waits for a lock. */
async function killWhileWaiting(migrations: readonly Migration[]): Promise<void> {
  const program = `
    const { applyMigrations } = await import(${JSON.stringify(new URL('migrate.ts', import.meta.url).href)})
    const patience = { lockWaitMs: 0, pauseMs: 10, tries: 1 }
    await applyMigrations(${JSON.stringify(test.url)}, { patience, migrations: ${JSON.stringify(migrations)} })`
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const args = ['--input-type=module', '--eval', program]
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' })
  const exited = once(child, 'exit')
  await expect.poll(isWaiting).toBe(true)
  child.kill('SIGKILL')
  await exited
}

describe('an index that is built concurrently', () => {
  const script = 'CREATE INDEX CONCURRENTLY "audit_event_ip" ON "audit_event"("ip") WHERE "ip" <> \'a;b\';'
  const validity = `SELECT indisvalid::text AS name FROM pg_index WHERE indexrelid = to_regclass('audit_event_ip')`

  it('waits for as long as it takes, while another run waits for it', async () => {
    const { name, migrations } = await withMigration(script)
    const release = await lock('audit_event', 'ROW EXCLUSIVE')
    const runs = Promise.all([1, 2].map(() => applyMigrations(test.url, { migrations, patience })))
    await expect.poll(isWaiting).toBe(true)
    await release()
    expect((await runs).flat()).toEqual([name])
    expect(await listNames(validity)).toEqual(['true'])
  })

  it('whose connection ends is built again by a later run', async () => {
    const { name, migrations } = await withMigration(script)
    const release = await lock('audit_event', 'ROW EXCLUSIVE')
    const failed = expect(applyMigrations(test.url, { migrations })).rejects.toThrow(`The migration ${name} failed`)
    await expect.poll(() => listNames(validity)).toEqual(['false'])
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'migrate' AND datname = current_database()`)
    await failed
    await release()
    expect(await applyMigrations(test.url, { migrations })).toEqual([name])
    expect(await listNames(validity)).toEqual(['true'])
  })

  it('is recorded if it was built before its record was lost', async () => {
    const { name, migrations } = await withMigration(script)
    await client.query(script)
    expect(await applyMigrations(test.url, { migrations })).toEqual([name])
  })
})

describe('a database that this build cannot migrate', () => {
  async function describeProblem(migrations?: readonly Migration[]): Promise<string> {
    const error: unknown = await applyMigrations(test.url, migrations && { migrations }).catch((reason) => reason)
    const { problem } = await checkMigrations(test.url, migrations)
    expect((error as Error).message).toBe(problem)
    expect(problem).not.toContain('\n')
    return problem ?? ''
  }

  it('may be newer', async () => {
    const migrations = (await readMigrations()).slice(0, -1)
    const newest = (await readMigrations()).at(-1)?.name
    expect(await describeProblem(migrations)).toBe(
      `The database is newer than this build, which does not know ${newest}. Nothing was changed. Migrate with the newest version.`,
    )
  })

  it('may have another script of an applied migration', async () => {
    const [first, ...others] = await readMigrations()
    const migrations = [{ name: first?.name ?? '', script: `${first?.script}-- More` }, ...others]
    expect(await describeProblem(migrations)).toMatch(
      /^The scripts of applied migrations have changed since: \d+_first\./,
    )
    const crLf = [{ name: first?.name ?? '', script: first?.script.replaceAll('\n', '\r\n') ?? '' }, ...others]
    expect((await checkMigrations(test.url, crLf)).problem).toBeUndefined()
  })

  it('may be that of another product', async () => {
    const name = new URL(test.url).pathname.slice(1)
    const other = `${name}_other`
    await client.query(`CREATE DATABASE ${other}`)
    const url = databaseUrl(test.url, other)
    const owner = new Client({ connectionString: url })
    await owner.connect()
    await owner.query('CREATE TABLE "invoice" (id int)')
    const expected = 'The database belongs to another product: it has invoice, and no migration of the service.'
    await expect(applyMigrations(url)).rejects.toThrow(expected)
    expect((await checkMigrations(url)).problem).toContain(expected)
    const { rows } = await owner.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)
    expect(rows).toEqual([{ relname: 'invoice' }])
    await owner.query('DROP TABLE "invoice"')
    expect(await applyMigrations(url)).toHaveLength((await readMigrations()).length)
    await owner.end()
    await client.query(`DROP DATABASE ${other} WITH (FORCE)`)
  })
})

it('keeps the schema of the newest migration equal to schema.prisma', async () => {
  const read = (name: string) => readFile(new URL(`../../../prisma/${name}`, import.meta.url), 'utf8')
  expect(await read('migrations/schema.prisma')).toBe(await read('schema.prisma'))
})

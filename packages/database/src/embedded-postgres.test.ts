import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseUrl, EmbeddedPostgresError, startEmbeddedPostgres, stopEmbeddedPostgres } from './embedded-postgres.ts'
import { applyMigrations } from './migrate.ts'

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl(url, 'postgres') })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

function canMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'mount-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0
  if (isMounted) spawnSync('umount', [folder])
  rmdirSync(folder)
  return isMounted
}

describe('startEmbeddedPostgres', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'embedded-postgres-'))
  })
  afterEach(async () => {
    await stopEmbeddedPostgres(folder)
    await rm(folder, { recursive: true, force: true })
  })

  it('keeps data, port and password from one start to the next', async () => {
    const first = await startEmbeddedPostgres({ folder, disposable: true })
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value')
    await first.stop()
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow()

    const second = await startEmbeddedPostgres({ folder, disposable: true })
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }])
  })

  it('reuses a server whose starter was killed', async () => {
    const first = await startEmbeddedPostgres({ folder, disposable: true })
    const second = await startEmbeddedPostgres({ folder, disposable: true })
    expect(second.url).toBe(first.url)
    await second.stop()
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow()
  })

  it('explains what to do about a folder that contains no cluster', async () => {
    await mkdir(path.join(folder, 'cluster'))
    await writeFile(path.join(folder, 'cluster', 'notes.txt'), 'not a database')
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
      /^The database folder .* cannot be used: it contains no PostgreSQL cluster \(PG_VERSION is missing\)\. .*--reset/,
    )
  })

  it('explains in one line why a damaged cluster cannot be used', async () => {
    const first = await startEmbeddedPostgres({ folder, disposable: true })
    await expect(query(first.url, 'SELECT an earlier mistake')).rejects.toThrow()
    await first.stop()
    await rm(path.join(folder, 'cluster', 'global', 'pg_control'))
    const failure = await startEmbeddedPostgres({ folder, disposable: true }).catch((error: Error) => error.message)
    expect(failure).toMatch(/cannot be used: PostgreSQL does not start \(.*pg_control.*\)\. .*--reset/)
    expect(failure).not.toContain('\n')
  })

  it('keeps its folder from other users, also one that was open to them', async () => {
    await chmod(folder, 0o755)
    const postgres = await startEmbeddedPostgres({ folder, disposable: true })
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('runs in a folder that is closed to the user it runs as', async () => {
    const inner = path.join(folder, 'postgres')
    await chmod(folder, 0o700)
    const postgres = await startEmbeddedPostgres({ folder: inner, disposable: true })
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await postgres.stop()
  })
})

/** Only root can make such a small disk. */
describe.skipIf(!canMount())('startEmbeddedPostgres on a full disk', () => {
  let disk: string

  async function mountDisk(size: string): Promise<string> {
    disk = await mkdtemp(path.join(tmpdir(), 'full-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk])
    return path.join(disk, 'postgres')
  }

  /** Returns the file that takes all the space. */
  function fillDisk(): string {
    const ballast = path.join(disk, 'ballast')
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k', 'count=4096'])
    return ballast
  }

  async function getFailure(folder: string): Promise<string> {
    const failure: unknown = await startEmbeddedPostgres({ folder, disposable: true }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(EmbeddedPostgresError)
    const { message } = failure as Error
    expect(message).toMatch(
      /^The disk of the database folder [^ ]+ is full \(No space left on device.*\)\. Free some space, and start again/,
    )
    expect(message).not.toMatch(/--reset|\n/)
    return message
  }

  afterEach(async () => {
    await stopEmbeddedPostgres(path.join(disk, 'postgres'))
    execFileSync('umount', [disk])
    await rm(disk, { recursive: true })
  })

  it('names the cause of a failed initdb, and advises nothing that deletes data', async () => {
    await getFailure(await mountDisk('20m'))
  })

  it('names the cause of a failed start, keeps the data, and starts with more space', async () => {
    const folder = await mountDisk('150m')
    const first = await startEmbeddedPostgres({ folder, disposable: true })
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value')
    await first.stop()
    const ballast = fillDisk()
    await getFailure(folder)
    await rm(ballast)
    const second = await startEmbeddedPostgres({ folder, disposable: true })
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }])
    await second.stop()
  })

  it('names the cause of a failed migration, which a later run applies with more space', async () => {
    const folder = await mountDisk('150m')
    const postgres = await startEmbeddedPostgres({ folder, disposable: true })
    const url = databaseUrl(postgres.url, 'postgres')
    const migrations = [
      { name: '20270101000000_large', script: 'CREATE TABLE large AS SELECT generate_series(1, 9999)' },
    ]
    const ballast = fillDisk()
    await expect(applyMigrations(url, { migrations })).rejects.toThrow(/No space left on device/)
    await rm(ballast)
    expect(await applyMigrations(url, { migrations })).toEqual(['20270101000000_large'])
    await postgres.stop()
  })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseUrl, startEmbeddedPostgres, stopEmbeddedPostgres } from './embedded-postgres.ts'

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
})

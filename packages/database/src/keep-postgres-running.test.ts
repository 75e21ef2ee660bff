import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { databaseUrl, startEmbeddedPostgres } from './embedded-postgres.ts'
import { keepPostgresRunning } from './keep-postgres-running.ts'

async function start() {
  const folder = await mkdtemp(path.join(tmpdir(), 'keep-postgres-running-'))
  const postgres = await startEmbeddedPostgres({ folder })
  onTestFinished(async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const findProcess = async () =>
    Number((await readFile(path.join(folder, 'cluster/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  return { postgres, findProcess }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl(url, 'postgres') })
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

it('starts a server that was killed again, at its address and with its data', async () => {
  const { postgres, findProcess } = await start()
  const restarts: string[] = []
  const stop = keepPostgresRunning(postgres, { onRestart: () => restarts.push('again'), onFailure: () => undefined })
  await query(postgres.url, 'CREATE TABLE kept AS SELECT 42 AS value')
  for (const [index, signal] of (['SIGKILL', 'SIGINT'] as const).entries()) {
    process.kill(await findProcess(), signal)
    // A server accepts connections before its start is complete; if killed in between, it did not start.
    await expect.poll(() => restarts).toHaveLength(index + 1)
    expect(await query(postgres.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }])
  }
  await stop()
  expect(restarts).toEqual(['again', 'again'])
})

it('does not start a server that only ended its connection, or one that is stopped on purpose', async () => {
  const { postgres, findProcess } = await start()
  const events: string[] = []
  const stop = keepPostgresRunning(postgres, {
    onRestart: () => events.push('again'),
    onFailure: (error) => events.push(error.message),
  })
  const pid = await findProcess()
  const watchers = `SELECT pid FROM pg_stat_activity WHERE application_name = 'watch'`
  const findWatcher = () => query(postgres.url, watchers)
  await expect.poll(findWatcher).toHaveLength(1)
  const [first] = await findWatcher()
  await query(postgres.url, `SELECT pg_terminate_backend(pid) FROM (${watchers}) AS watcher`)
  await expect.poll(async () => (await findWatcher()).filter((each) => each !== first)).toHaveLength(1)
  await stop()
  expect(await findProcess()).toBe(pid)
  await postgres.stop()
  expect(events).toEqual([])
})

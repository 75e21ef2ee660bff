import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { ensureDatabase } from './create-database.ts'
import { connectDatabase, type Database } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { clockOffset } from './env.ts'
import { keepPostgresRunning } from './keep-postgres-running.ts'
import { applyMigrations } from './migrate.ts'
import { moveClock, moveColumnDefaults } from './test-clock.ts'
import { createClusterFolder } from './test-cluster.ts'

/** A PostgreSQL server a test may end, with a migrated, empty database. It starts again, as under `npm start`. */
export interface TestServer {
  readonly url: string
  readonly database: Database
  /** Ends the server, and resolves when it runs again. SIGINT closes its connections first, as a restart does. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>
  /** Disconnects `database` and removes the server. */
  stop(): Promise<void>
}

/**
 * Creates a server's data with `now()` on this process's clock, for a service starting the server itself. Does nothing
 * while the clock is true.
 *
 * @param folder the server's folder; must not exist
 */
export async function createMovedCluster(folder: string): Promise<void> {
  if (clockOffset() === 0) return
  const postgres = await startEmbeddedPostgres({ folder })
  try {
    await createMovedDatabase(postgres.url)
  } finally {
    await postgres.stop()
  }
}

async function createMovedDatabase(url: string): Promise<void> {
  await moveClock(url)
  await ensureDatabase(url)
  await applyMigrations(url)
  await moveColumnDefaults(url)
}

/** Starts a server in a temporary folder. */
export async function startTestServer(): Promise<TestServer> {
  const folder = await createClusterFolder()
  const postgres = await startEmbeddedPostgres({ folder })
  const { url } = postgres
  await createMovedDatabase(url)
  const database = connectDatabase(url)
  let onRestart = () => {}
  const stopKeeping = keepPostgresRunning(postgres, {
    onRestart: () => onRestart(),
    // Right after a kill, the server's last processes are in the way, and the next attempt follows.
    onFailure: () => undefined,
  })
  return {
    url,
    database,
    async end(signal) {
      const restarted = new Promise<void>((resolve) => {
        onRestart = resolve
      })
      const [processId] = (await readFile(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(processId), signal)
      await restarted
    },
    async stop() {
      await stopKeeping()
      await database.$disconnect()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

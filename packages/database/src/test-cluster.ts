import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { databaseUrl, startEmbeddedPostgres } from './embedded-postgres.ts'
import { applyMigrations, readMigrations } from './migrate.ts'
import { moveClock, moveColumnDefaults } from './test-clock.ts'

/** A temporary PostgreSQL server for one test run. */
export interface TestCluster {
  /** A migrated database without connections: the template for every test's database. */
  readonly templateUrl: string
  stop(): Promise<void>
}

const folderPrefix = 'bridge-test-'
/** Linux's file system in memory, in which a database is copied four times as fast as on a disk. */
const memoryFolder = '/dev/shm'
/** Of this, a run of unit tests takes a tenth. */
const minMemoryBytes = 8 * 1024 ** 3

/** How a test run starts its server. */
export interface TestClusterOptions {
  /** A running server to use instead, which `stop` does not stop. */
  readonly serverUrl?: string | undefined
  /** Keeps the data in memory where there is enough: not for tests with millions of rows. */
  readonly inMemory?: boolean
}

/** Starts a server in a temporary folder and migrates the template database. */
export async function startTestCluster({ serverUrl, inMemory = false }: TestClusterOptions = {}): Promise<TestCluster> {
  if (serverUrl) return { templateUrl: await prepareTemplate(serverUrl), stop: async () => undefined }
  const folder = await createClusterFolder(inMemory && (await hasMemory()) ? memoryFolder : tmpdir())
  const postgres = await startEmbeddedPostgres({ folder, disposable: true })
  await moveClock(postgres.url)
  return {
    templateUrl: await prepareTemplate(postgres.url),
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a temporary folder for a server, which is removed even if this process is killed: before the next one starts. */
export async function createClusterFolder(parent = tmpdir()): Promise<string> {
  await removeAbandonedClusters(parent)
  const folder = await mkdtemp(path.join(parent, folderPrefix))
  await writeFile(path.join(folder, 'owner.pid'), String(process.pid))
  return folder
}

async function hasMemory(): Promise<boolean> {
  const space = await statfs(memoryFolder).catch(() => undefined)
  return space !== undefined && space.bavail * space.bsize >= minMemoryBytes
}

async function prepareTemplate(serverUrl: string): Promise<string> {
  const history = createHash('sha256')
    .update(JSON.stringify(await readMigrations()))
    .digest('hex')
    .slice(0, 12)
  const name = `bridge_template_${history}`
  const client = new Client({ connectionString: databaseUrl(serverUrl, 'postgres') })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(72707369)')
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${name}_unfinished`)
      await applyMigrations(databaseUrl(serverUrl, `${name}_unfinished`))
      await moveColumnDefaults(databaseUrl(serverUrl, `${name}_unfinished`))
      await client.query(`ALTER DATABASE ${name}_unfinished RENAME TO ${name}`)
    }
  } finally {
    await client.end()
  }
  return databaseUrl(serverUrl, name)
}

/** Stops servers left behind by a killed test run. */
async function removeAbandonedClusters(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(folderPrefix))
  for (const folder of names.map((name) => path.join(parent, name))) {
    const owner = Number(await readFile(path.join(folder, 'owner.pid'), 'utf8').catch(() => '0'))
    if (owner === 0 || isAlive(owner)) continue
    const postgres = await startEmbeddedPostgres({ folder, disposable: true }).catch(() => undefined)
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

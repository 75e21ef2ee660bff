import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { connectDatabase, type Database } from './database.ts'
import { databaseUrl } from './embedded-postgres.ts'
import { testDatabaseUrl } from './env.ts'
import { startTestCluster } from './test-cluster.ts'

export * from './watch-statements.ts'

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  readonly url: string
  readonly database: Database
  /** Disconnects `database`, ends every other connection and drops the database. */
  drop(): Promise<void>
}

/**
 * Creates a database for one test file by copying the migrated template: on the server started by Vitest's global setup,
 * or elsewhere (a benchmark, a browser test) on a server running until the last database is dropped.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await takeServer()
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = new URL(server.templateUrl).pathname.slice(1)
  await command(server.templateUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  const url = databaseUrl(server.templateUrl, name)
  const database = connectDatabase(url)
  return {
    url,
    database,
    async drop() {
      await database.$disconnect()
      await command(server.templateUrl, `DROP DATABASE ${name} WITH (FORCE)`)
      await server.release()
    },
  }
}

interface TestServer {
  readonly templateUrl: string
  release(): Promise<void>
}

let ownCluster: ReturnType<typeof startTestCluster> | undefined
let ownDatabases = 0

async function takeServer(): Promise<TestServer> {
  const templateUrl = testDatabaseUrl()
  if (templateUrl) return { templateUrl, release: async () => undefined }
  ownCluster ??= startTestCluster()
  ownDatabases += 1
  const cluster = await ownCluster
  return {
    templateUrl: cluster.templateUrl,
    async release() {
      ownDatabases -= 1
      if (ownDatabases > 0) return
      ownCluster = undefined
      await cluster.stop()
    },
  }
}

async function command(templateUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(templateUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { PrismaClient } from '../generated/client.ts'

/** The generated client; call `$disconnect()` when done. */
export type Database = PrismaClient

export interface ConnectOptions {
  /** The maximum number of connections of this process; 10 by default. */
  readonly poolMax?: number
}

/**
 * Opens a pool of connections to PostgreSQL. The first query connects, so an unreachable server fails there.
 *
 * @param url `postgresql://user:password@host:port/name`
 */
export function connectDatabase(url: string, { poolMax = 10 }: ConnectOptions = {}): Database {
  const pool = new Pool({ connectionString: url, max: poolMax })
  // The next query replaces a connection that is lost while idle.
  pool.on('error', () => undefined)
  const database = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) })
  pools.set(database, pool)
  return database
}

const pools = new WeakMap<Database, Pool>()

/** A statement with placeholders `$1` … `$n`; every connection prepares it once, under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * Runs a statement on a connection of the pool and returns the number of changed rows. It bypasses Prisma, which encodes
 * large values several times.
 */
export async function executeStatement(database: Database, { name, text, values }: Statement): Promise<number> {
  const pool = pools.get(database)
  if (pool === undefined) throw new Error('The database was not opened by connectDatabase.')
  const { rowCount } = await pool.query({ name, text, values: [...values] })
  return rowCount ?? 0
}

import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { PrismaClient } from '../generated/client.ts'

/** The generated client; call `$disconnect()` when done. */
export type Database = PrismaClient

export interface ConnectOptions {
  /** Connections that this process keeps at most; 10 without it. */
  readonly poolMax?: number
}

/**
 * Opens a pool of connections to PostgreSQL. Nothing is dialled before the first query, so an unreachable
 * server shows there and not here.
 *
 * @param url `postgresql://user:password@host:port/name`
 */
export function connectDatabase(url: string, { poolMax = 10 }: ConnectOptions = {}): Database {
  const pool = new Pool({ connectionString: url, max: poolMax })
  // A connection that is lost while nobody uses it is replaced by the next query.
  pool.on('error', () => undefined)
  const database = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) })
  pools.set(database, pool)
  return database
}

const pools = new WeakMap<Database, Pool>()

/** A statement with `$1` … `$n` in the place of its values; every connection prepares it once, under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * Runs a statement by itself on a connection of the database's pool, past Prisma, which encodes each value several times
 * over: for values that are large. Gives the number of rows that it changed.
 */
export async function executeStatement(database: Database, { name, text, values }: Statement): Promise<number> {
  const pool = pools.get(database)
  if (pool === undefined) throw new Error('The database was not opened by connectDatabase.')
  const { rowCount } = await pool.query({ name, text, values: [...values] })
  return rowCount ?? 0
}

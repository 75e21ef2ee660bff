import { PrismaPg } from '@prisma/adapter-pg'
import { Client, type ClientConfig, Pool, type QueryConfig } from 'pg'
import { type Prisma, PrismaClient } from '../generated/client.ts'
import { DatabaseUnavailableError, isConnectionError } from './database-unavailable.ts'

/** The generated client; call `$disconnect()` when done. */
export type Database = PrismaClient

export interface ConnectOptions {
  /** This process's maximum number of connections; 10 by default. */
  readonly maxConnections?: number
}

/**
 * Opens a connection pool. The first query connects, so an unreachable server fails there.
 *
 * @param url `postgresql://user:password@host:port/name`
 */
export function connectDatabase(url: string, { maxConnections = 10 }: ConnectOptions = {}): Database {
  const pool = new Pool({
    connectionString: inUtc(url),
    max: maxConnections,
    keepAlive: true,
    idleTimeoutMillis: maxIdleMs,
    Client: ImpatientClient,
  })
  // The next query replaces a connection lost while idle.
  pool.on('error', () => undefined)
  const database = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    transactionOptions: { maxWait: maxTransactionMs, timeout: maxTransactionMs },
  })
  pools.set(database, pool)
  return database
}

/**
 * Adds the time zone UTC to the connection options. Prisma's adapter sends times without a zone and ignores received
 * zones: PostgreSQL would read them in the server's zone, which initdb takes from the machine.
 */
function inUtc(url: string): string {
  const address = new URL(url)
  const options = [address.searchParams.get('options'), '-c TimeZone=UTC']
  address.searchParams.set('options', options.filter(Boolean).join(' '))
  return address.href
}

const pools = new WeakMap<Database, Pool>()

/** How long a transaction may wait for a connection, and then take, in milliseconds. */
const maxTransactionMs = 30_000

/**
 * How long an unused connection stays open, in milliseconds. `pg` closes it after 10 s, so that calls a quarter of a
 * minute apart would each wait for new ones, whose statements PostgreSQL plans again.
 */
const maxIdleMs = 300_000

/** How long a connection may take to open, in milliseconds. */
const maxConnectMs = 10_000

/** Gives up on an unresponsive server. The pool's own limit would also apply to busy connections. */
class ImpatientClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(typeof config === 'string' ? config : { ...config, connectionTimeoutMillis: maxConnectMs })
  }
}

/** A pool's connections, and the statements waiting for one. */
export interface PoolCounts {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

/** Returns how many pool connections are in use. */
export function getPoolCounts(database: Database): PoolCounts {
  const { totalCount: open, idleCount: idle, waitingCount: waiting } = findPool(database)
  return { open, idle, waiting }
}

function findPool(database: Database): Pool {
  const pool = pools.get(database)
  if (pool === undefined) throw new Error('The database was not opened by connectDatabase.')
  return pool
}

/** Runs a prepared statement with something before or after it, or rejects instead. */
export type AroundStatement = (text: string, run: () => Promise<unknown>) => Promise<unknown>

/** Lets a database wrapping another one, such as a failing one in tests, use the other's connections. */
export function sharePool(database: Database, wrapper: Database, around?: AroundStatement): void {
  const pool = findPool(database)
  pools.set(wrapper, around === undefined ? pool : wrapPool(pool, around))
}

function wrapPool(pool: Pool, around: AroundStatement): Pool {
  return new Proxy(pool, {
    get(_target, key) {
      if (key === 'query') return (config: QueryConfig) => around(config.text, () => pool.query(config))
      return Reflect.get(pool, key)
    },
  })
}

/**
 * Runs a statement that is frequent or has large values, and returns its rows as `pg` reads them: a `bigint` is text.
 * Every connection prepares it once, under its name: one name, one text. It bypasses Prisma, which encodes large values
 * several times.
 *
 * @throws {DatabaseUnavailableError} if the database cannot be reached, or ended the connection
 */
export async function queryPrepared<Row extends object>(
  database: Database,
  name: string,
  { text, values }: Pick<Prisma.Sql, 'text' | 'values'>,
): Promise<Row[]> {
  const pool = findPool(database)
  try {
    const { rows } = await pool.query<Row>({ name, text, values })
    return rows
  } catch (cause) {
    throw isConnectionError(cause) ? new DatabaseUnavailableError('The database is unavailable.', { cause }) : cause
  }
}

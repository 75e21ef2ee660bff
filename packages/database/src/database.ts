import { PrismaPg } from '@prisma/adapter-pg'
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
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: poolMax }) })
}

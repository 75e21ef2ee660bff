import { Client } from 'pg'
import { databaseUrl } from './embedded-postgres.ts'

const databaseMissing = '3D000'

/**
 * Creates the database named by `url` if it does not exist.
 *
 * @throws pg's error if the server cannot be reached, or the user may neither connect nor create a database
 */
export async function ensureDatabase(url: string): Promise<void> {
  try {
    await query(url, 'SELECT 1')
  } catch (error) {
    if ((error as { code?: string }).code !== databaseMissing) throw error
    const name = decodeURIComponent(new URL(url).pathname.slice(1))
    await query(databaseUrl(url, 'postgres'), `CREATE DATABASE "${name.replaceAll('"', '""')}"`)
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

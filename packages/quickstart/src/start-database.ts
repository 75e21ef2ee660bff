import path from 'node:path'
import { ensureDatabase } from '@bridge/database/create-database'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { QuickstartError } from './quickstart-error.ts'

export interface RunningDatabase {
  readonly url: string
  /** Describes where the data is. */
  readonly place: string
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL in the data folder, or uses the server at `databaseUrl`.
 *
 * @throws {QuickstartError} when the folder is broken or the server cannot be reached
 */
export async function startDatabase(dataFolder: string, databaseUrl: string | undefined): Promise<RunningDatabase> {
  if (databaseUrl) {
    const { host, pathname } = new URL(databaseUrl)
    await ensureDatabase(databaseUrl).catch((error: Error) => {
      throw new QuickstartError(
        `The database at ${host} (DATABASE_URL) cannot be used: ${error.message || (error as NodeJS.ErrnoException).code}. Check that it is running and accepts this user.`,
      )
    })
    return { url: databaseUrl, place: `${host}${pathname} (DATABASE_URL)`, stop: async () => undefined }
  }
  const folder = path.join(dataFolder, 'postgres')
  const postgres = await startEmbeddedPostgres({ folder }).catch((error: unknown) => {
    throw error instanceof EmbeddedPostgresError ? new QuickstartError(error.message) : error
  })
  try {
    await ensureDatabase(postgres.url)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return { url: postgres.url, place: folder, stop: postgres.stop }
}

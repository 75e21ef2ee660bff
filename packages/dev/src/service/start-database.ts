import path from 'node:path'
import { ensureDatabase } from '@bridge/database/create-database'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '@bridge/database/embedded-postgres'
import { keepPostgresRunning } from '@bridge/database/keep-postgres-running'
import { closeFolder } from '../files/private-file.ts'
import { CommandError } from '../terminal/command-error.ts'

export interface RunningDatabase {
  readonly url: string
  /** Describes where the data is. */
  readonly place: string
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL in the data folder and keeps it running, or uses the server at `databaseUrl`.
 *
 * @param report receives a line when PostgreSQL was started again, or could not be
 *
 * @throws {CommandError} when the folder is broken or the server cannot be reached
 */
export async function startDatabase(
  dataFolder: string,
  databaseUrl: string | undefined,
  report: (line: string) => void,
): Promise<RunningDatabase> {
  if (databaseUrl) {
    const { host, pathname } = new URL(databaseUrl)
    await ensureDatabase(databaseUrl).catch((error: Error) => {
      throw new CommandError(
        `The database at ${host} (DATABASE_URL) cannot be used: ${error.message || (error as NodeJS.ErrnoException).code}. Check that it is running and accepts this user.`,
      )
    })
    return { url: databaseUrl, place: `${host}${pathname} (DATABASE_URL)`, stop: async () => undefined }
  }
  await closeFolder(dataFolder)
  const folder = databaseFolder(dataFolder)
  const postgres = await startEmbeddedPostgres({ folder }).catch((error: unknown) => {
    throw error instanceof EmbeddedPostgresError ? new CommandError(error.message) : error
  })
  try {
    await ensureDatabase(postgres.url)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  const stopKeeping = keepPostgresRunning(postgres, {
    onRestart: () => report('PostgreSQL ended and was started again.'),
    onFailure: ({ message }) => report(`PostgreSQL ended and cannot be started yet: ${message}`),
  })
  return {
    url: postgres.url,
    place: folder,
    async stop() {
      await stopKeeping()
      await postgres.stop()
    },
  }
}

/** Returns the embedded PostgreSQL's folder. */
export function databaseFolder(dataFolder: string): string {
  return path.join(dataFolder, 'postgres')
}

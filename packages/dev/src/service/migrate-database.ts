import { applyMigrations, MigrationError } from '@bridge/database/migrate'
import { CommandError } from '../terminal/command-error.ts'

/** Applies pending migrations and returns their names. @throws {CommandError} saying what to do */
export function migrateDatabase(url: string): Promise<string[]> {
  return applyMigrations(url).catch(explainFailure)
}

/** @throws {CommandError} for what a user can fix */
export function explainFailure(error: unknown): never {
  if (error instanceof MigrationError) throw new CommandError(error.message)
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  throw new CommandError(`The database of DATABASE_URL cannot be used: ${message || code} (${code}).`)
}

import { type Migration, readMigrations } from './migration.ts'
import { MigrationError } from './migration-error.ts'
import { findProblem, type MigrationHistory, readHistory } from './migration-history.ts'
import { withClient, withMigrationLock } from './migration-session.ts'
import { createHistory, type MigrationPatience, patient, runMigration } from './run-migration.ts'
import { findCode } from './sql-state.ts'

export { makeMigration } from './make-migration.ts'
export { type Migration, readMigrations } from './migration.ts'
export { MigrationError } from './migration-error.ts'
export { planRepairs, type Repair, resolveMigrations } from './resolve-migrations.ts'

/** The migrations a database has and needs, and why it cannot be migrated. */
export interface MigrationCheck extends MigrationHistory {
  readonly problem: string | undefined
}

/**
 * Applies the pending migrations in `prisma/migrations` to the database at `url`, and returns their names. Waits for
 * another migrating process. The service may be in use: a migration without a lock soon is rolled back and tried again.
 *
 * @throws {MigrationError} if the database belongs to neither this build nor an earlier one, or a migration fails
 */
export async function applyMigrations(
  url: string,
  {
    migrations,
    patience = patient,
  }: { readonly migrations?: readonly Migration[]; readonly patience?: MigrationPatience } = {},
): Promise<string[]> {
  const known = migrations ?? (await readMigrations())
  return withMigrationLock(url, async (client) => {
    const history = await readHistory(client, known)
    const problem = findProblem(history)
    if (problem !== undefined) throw new MigrationError(problem)
    const { pending, begun } = history
    if (pending.length > 0) await createHistory(client)
    for (const migration of pending) {
      await runMigration(client, migration, patience).catch((error: Error) => {
        throw begun.includes(migration) ? suggestRepair(error) : error
      })
    }
    return pending.map(({ name }) => name)
  })
}

/** Reads what `applyMigrations` would do. Changes nothing. */
export async function checkMigrations(url: string, migrations?: readonly Migration[]): Promise<MigrationCheck> {
  const known = migrations ?? (await readMigrations())
  const history = await withClient(url, (client) => readHistory(client, known))
  return { ...history, problem: findProblem(history) }
}

/** SQLSTATE for what exists already, or no longer (PostgreSQL, appendix A). */
const doneStates = /^(?:42701|42P07|42710|42P06|42703|42P01|42704)$/

/** Earlier versions also recorded tries as rolled back whose statements had been committed. */
function suggestRepair(error: Error): Error {
  if (!doneStates.test(findCode(error.cause) ?? '')) return error
  return new MigrationError(
    `${error.message} An earlier version left the database half-way through it: run npm run migrate -- --resolve, which finds out how far it got and completes it.`,
    { cause: error.cause },
  )
}

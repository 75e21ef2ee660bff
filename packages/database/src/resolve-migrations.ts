import type { Client } from 'pg'
import { describeSchema, findState, type SchemaParts } from './describe-schema.ts'
import { isConcurrent, type Migration, readMigrations } from './migration.ts'
import { MigrationError } from './migration-error.ts'
import { findProblem, type MigrationHistory, readHistory } from './migration-history.ts'
import { withClient, withMigrationLock } from './migration-session.ts'
import { patient, runMigration } from './run-migration.ts'

/** What completes a migration left half-way by an earlier version. */
export interface Repair {
  readonly migration: Migration
  /** How many statements are committed. */
  readonly committed: number
  readonly statements: number
  /** The script's rest. */
  readonly rest: string
}

/**
 * Finds out how far the migrations got under an earlier version, which committed each statement at once. Changes nothing:
 * the migrations are repeated in a schema rolled back afterwards, up to the database's state.
 *
 * @throws {MigrationError} if the database matches no state
 */
export async function planRepairs(url: string, migrations?: readonly Migration[]): Promise<readonly Repair[]> {
  const known = migrations ?? (await readMigrations())
  return withClient(url, async (client) => {
    const repairs: Repair[] = []
    for await (const repair of plan(client, await readHistory(client, known))) repairs.push(repair)
    return repairs
  })
}

/**
 * Completes these migrations, each in one transaction, and records them.
 *
 * @param onRepair receives each before it runs
 */
export async function resolveMigrations(
  url: string,
  onRepair: (repair: Repair) => void,
  migrations?: readonly Migration[],
): Promise<void> {
  const known = migrations ?? (await readMigrations())
  await withMigrationLock(url, async (client) => {
    const history = await readHistory(client, known)
    // Half-way is what is repaired here; every other problem stays one.
    const problem = findProblem({ ...history, halfway: [] })
    if (problem !== undefined) throw new MigrationError(problem)
    for await (const repair of plan(client, history)) {
      onRepair(repair)
      await runMigration(client, repair.migration, patient, repair.rest)
    }
  })
}

async function* plan(client: Client, { applied, begun }: MigrationHistory): AsyncGenerator<Repair> {
  const before = [...applied]
  for (const migration of begun) {
    yield await planRepair(client, before, migration)
    before.push(migration)
  }
}

async function planRepair(client: Client, applied: readonly Migration[], migration: Migration): Promise<Repair> {
  const statements = splitAsCommitted(migration.script)
  const toRepair = (committed: number): Repair => ({
    migration,
    committed,
    statements: statements.length,
    rest: statements.slice(committed).join(';'),
  })
  // Its only statement is repeated as a whole.
  if (isConcurrent(migration)) return toRepair(0)
  const states = await repeatInScratch(client, applied, statements)
  const found = findState(await describeSchema(client), states)
  if (found !== undefined) return toRepair(found)
  throw new MigrationError(
    `The database is at no point of the migration ${migration.name}: it was changed by hand since. Nothing was changed. Complete the migration by hand, then run npx prisma migrate resolve --applied ${migration.name}.`,
  )
}

/** Splits a script as earlier versions did, which sent and committed one part after another. */
function splitAsCommitted(script: string): string[] {
  return script.split(';').filter((part) => part.trim() !== '')
}

const scratch = 'bridge_migrate_resolve'

/** Returns the schema before the statements, and after each up to the first failing one. */
async function repeatInScratch(
  client: Client,
  applied: readonly Migration[],
  statements: readonly string[],
): Promise<SchemaParts[]> {
  await client.query('BEGIN')
  try {
    await client.query(`CREATE SCHEMA ${scratch}`)
    await client.query(`SET LOCAL search_path = ${scratch}`)
    for (const { script } of applied) await client.query(script.replace(/\bCONCURRENTLY\b/gi, ''))
    const states = [await describeSchema(client)]
    for (const statement of statements) {
      await client.query('SAVEPOINT statement')
      try {
        await client.query(statement)
      } catch {
        // A statement's part, if a string contains a semicolon: nothing was ever committed beyond it.
        break
      }
      states.push(await describeSchema(client))
    }
    return states
  } catch (error) {
    throw new MigrationError(
      `The state of the database cannot be found out: ${(error as Error).message}. Run this as a role that may create a schema in the database (GRANT CREATE ON DATABASE).`,
      { cause: error },
    )
  } finally {
    await client.query('ROLLBACK')
  }
}

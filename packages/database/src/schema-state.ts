import { migrationNames } from '../generated/migrations.ts'
import { type Database, queryPrepared } from './database.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { findCode } from './sql-state.ts'

/** Whether the database has this build's schema. Reasons are for anyone: they contain no name and no address. */
export type SchemaState =
  /** All its migrations; later versions may have added others, which keep what this one uses. */
  | { readonly kind: 'ready'; readonly later: readonly string[] }
  /** Not yet: it may be reached or migrated later. */
  | { readonly kind: 'away' | 'unmigrated'; readonly reason: string; readonly cause?: unknown }
  /** Never, with these settings. */
  | { readonly kind: 'refused'; readonly reason: string }

/** The database refuses this process: only another setting or right can help. The message is one line. */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError'
}

const advice = 'Run npm run migrate with this version.'

/** Codes with which a database refuses a process (PostgreSQL, appendix A). Waiting does not change them. */
const refused: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the password of DATABASE_URL (28P01).',
  '28000': 'The database refuses the user of DATABASE_URL (28000).',
  '3D000': 'The database of DATABASE_URL does not exist (3D000). npm run migrate creates it.',
  '42501':
    'The role of DATABASE_URL lacks a right (42501): it may not read the list of migrations. Run npm run migrate -- --service-role NAME with this version, which grants it.',
}

const tableMissing = '42P01'

/** Compares the database's migrations with this build's. */
export async function readSchemaState(
  database: Database,
  names: readonly string[] = migrationNames,
): Promise<SchemaState> {
  try {
    const rows = await queryPrepared<{ name: string }>(database, 'schema_state', {
      text: `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
      values: [],
    })
    return compareNames(new Set(rows.map(({ name }) => name)), names)
  } catch (error) {
    return toState(error)
  }
}

function compareNames(applied: ReadonlySet<string>, names: readonly string[]): SchemaState {
  const known = new Set(names)
  const missing = names.filter((name) => !applied.has(name))
  const [first] = missing
  if (first === undefined) return { kind: 'ready', later: [...applied].filter((name) => !known.has(name)) }
  const count = missing.length === 1 ? 'a migration' : `${missing.length} migrations`
  return { kind: 'unmigrated', reason: `The database lacks ${count} of this version, from ${first}. ${advice}` }
}

function toState(error: unknown): SchemaState {
  if (error instanceof DatabaseUnavailableError) {
    return { kind: 'away', reason: 'The database cannot be reached.', cause: error.cause }
  }
  const code = findCode(error) ?? 'no code'
  const reason = refused[code]
  if (reason !== undefined) return { kind: 'refused', reason }
  if (code === tableMissing) {
    return { kind: 'unmigrated', reason: `The database has no migration of the service. ${advice}` }
  }
  return { kind: 'away', reason: `The list of migrations cannot be read (${code}).`, cause: error }
}
